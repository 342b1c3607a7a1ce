/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DCQCN_H
#define DCQCN_H

#include "congestion-ops.h"
#include "dcqcn-controller.h"

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <memory>
#include <string>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief DCQCN (Zhu et al., "Congestion Control for Large-Scale RDMA Deployments", SIGCOMM 2015).
 *
 * The two profiles DcqcnConnectX and DcqcnSigcomm register its attributes with defaults of their
 * own. A queue pair's controller copies the parameters when its first CNP arrives, so a changed
 * attribute takes effect for queue pairs that get their first CNP later. CnpInterval takes effect
 * on the next marked frame.
 */
class Dcqcn : public CongestionOps
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    std::unique_ptr<RateController> CreateController(uint64_t lineRate) const override;
    bool StartsWithCnp() const override;
    bool SendsCnps() const override;
    Time GetCnpInterval() const override;

    /**
     * @brief Compute the parameters of a reaction point.
     * @param lineRate line rate of the NIC, bits per second
     * @return the parameters
     */
    DcqcnParameters GetParameters(uint64_t lineRate) const;

  protected:
    /// Defaults of a profile and their sources.
    struct Profile
    {
        std::string source;         ///< source of the defaults, for the help texts
        Time alphaPeriod;           ///< K
        Time decreasePeriod;        ///< 0: each CNP cuts at once
        Time increasePeriod;        ///< increase timer
        uint64_t byteCounter;       ///< B
        uint32_t recoveryThreshold; ///< F
        bool countFirst;            ///< count an expiry before comparing with F
        bool scaleHyperIncrease;    ///< the i-th hyper increase adds i steps
        bool clampTarget;           ///< each cut sets the target
        DataRate additiveIncrease;  ///< R_AI
        DataRate hyperIncrease;     ///< R_HAI
        DataRate referenceRate;     ///< line rate to which the increases belong, 0: any
        std::string increaseSource; ///< source of the last three
        Time cnpInterval;           ///< N
    };

    /**
     * @brief Register the attributes with a profile's defaults.
     * @param tid the profile's TypeId
     * @param profile the defaults
     * @return the TypeId
     */
    static TypeId AddAttributes(TypeId tid, const Profile& profile);

  private:
    double m_gain;                ///< g
    double m_initialAlpha;        ///< alpha at the first CNP
    Time m_alphaPeriod;           ///< K
    Time m_decreasePeriod;        ///< 0: each CNP cuts at once
    Time m_increasePeriod;        ///< increase timer
    uint64_t m_byteCounter;       ///< B
    uint32_t m_recoveryThreshold; ///< F
    bool m_countFirst;            ///< count an expiry before comparing with F
    bool m_scaleHyperIncrease;    ///< the i-th hyper increase adds i steps
    bool m_clampTarget;           ///< each cut sets the target
    DataRate m_additiveIncrease;  ///< R_AI
    DataRate m_hyperIncrease;     ///< R_HAI
    DataRate m_referenceRate;     ///< line rate to which the increases belong, 0: any
    DataRate m_minRate;           ///< lower limit of the rate
    Time m_cnpInterval;           ///< N
};

/**
 * @ingroup rdmacell
 * @brief DCQCN as in ConnectX NICs, with the values of the ConWeave evaluation (SIGCOMM 2023).
 */
class DcqcnConnectX : public Dcqcn
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();
};

/**
 * @ingroup rdmacell
 * @brief DCQCN as its paper describes it (Zhu et al., SIGCOMM 2015), with the paper's values.
 */
class DcqcnSigcomm : public Dcqcn
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();
};

} // namespace ns3::rdmacell

#endif // DCQCN_H
