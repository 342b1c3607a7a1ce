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
 * The profiles DcqcnConWeave, DcqcnConnectX and DcqcnSigcomm register its attributes with defaults
 * of their own. A queue pair's controller copies the parameters when it is made, by the first CNP
 * or loss that it reacts to, so a changed attribute takes effect for queue pairs that are notified
 * later for the first time. CnpInterval and CnpOnAck take effect on the next marked frame, CutOnNak
 * and CutOnTimeout on the next loss.
 *
 * The paper has no losses. A loss that a profile reacts to counts as a CNP.
 */
class Dcqcn : public CongestionOps
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    std::unique_ptr<RateController> CreateController(const ControlledPath& path) const override;
    bool StartsWithCnp() const override;
    bool SendsCnps() const override;
    Time GetCnpInterval() const override;
    bool NotifiesByAck() const override;
    bool ReactsTo(LossSign sign) const override;

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
        double gain;                ///< g
        double initialAlpha;        ///< alpha at the first CNP
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
        DataRate minRate;           ///< lower limit of the rate
        std::string minRateSource;  ///< source of the last one
        Time cnpInterval;           ///< N
        bool cnpOnAck;              ///< ACKs carry the notification
        bool cutOnNak;              ///< a NAK counts as a CNP
        bool cutOnTimeout;          ///< a timeout counts as a CNP
        std::string lossSource;     ///< source of the last two
    };

    /**
     * @brief Register the attributes with a profile's defaults.
     * @param tid the profile's TypeId
     * @param profile the defaults
     * @return the TypeId
     */
    static TypeId AddAttributes(TypeId tid, const Profile& profile);

  private:
    /**
     * @brief Register the attributes of notifications and losses with a profile's defaults.
     * @param tid the profile's TypeId
     * @param profile the defaults
     */
    static void AddNotificationAttributes(TypeId tid, const Profile& profile);

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
    bool m_cnpOnAck;              ///< ACKs carry the notification
    bool m_cutOnNak;              ///< a NAK counts as a CNP
    bool m_cutOnTimeout;          ///< a timeout counts as a CNP
};

/**
 * @ingroup rdmacell
 * @brief DCQCN of the ConWeave evaluation (Song et al., SIGCOMM 2023): the algorithm of ConnectX
 * NICs as that simulator has it, without a byte counter and without a gap between CNPs.
 *
 * There, each packet is acknowledged, and the ACK or NAK that answers a marked packet, and each
 * NAK, carries a flag that counts as a CNP.
 */
class DcqcnConWeave : public Dcqcn
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
 * @brief DCQCN of ConnectX NICs with their default parameters (NVIDIA, "DCQCN CC parameters").
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
