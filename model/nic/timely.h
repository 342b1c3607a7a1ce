/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TIMELY_H
#define TIMELY_H

#include "congestion-ops.h"

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <memory>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief TIMELY (Mittal et al., SIGCOMM 2015): rates by the gradient of RTTs, which the NIC's time
 * stamps give, a sample for each segment.
 */
class Timely : public CongestionOps
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    std::unique_ptr<RateController> CreateController(const ControlledPath& path) const override;
    uint32_t GetCapabilities() const override;
    bool SendsCnps() const override;
    Time GetCnpInterval() const override;

  private:
    double m_gain;               ///< alpha
    double m_decrease;           ///< beta
    DataRate m_additiveIncrease; ///< delta
    DataRate m_referenceRate;    ///< line rate that it is for
    uint32_t m_hyperThreshold;   ///< samples before HAI
    uint32_t m_hyperFactor;      ///< N of HAI
    Time m_lowRtt;               ///< T_low
    Time m_highRtt;              ///< T_high
    Time m_minRtt;               ///< minRTT
    DataRate m_minRate;          ///< lower limit of the rate
    uint32_t m_segment;          ///< payload bytes between two samples
};

} // namespace ns3::rdmacell

#endif // TIMELY_H
