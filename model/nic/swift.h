/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SWIFT_H
#define SWIFT_H

#include "congestion-ops.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <memory>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Swift (Kumar et al., SIGCOMM 2020): windows by a target delay, which the NIC's time stamps
 * are compared with. Of its two windows, that of the fabric; hosts' delays are not modelled.
 */
class Swift : public CongestionOps
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    std::unique_ptr<RateController> CreateController(const ControlledPath& path) const override;
    uint32_t GetCapabilities() const override;
    bool ReactsTo(LossSign sign) const override;
    bool SendsCnps() const override;
    Time GetCnpInterval() const override;

  private:
    double m_additiveIncrease;  ///< ai, packets
    double m_decrease;          ///< beta
    double m_maxDecrease;       ///< max_mdf
    Time m_baseTarget;          ///< target delay without scaling
    Time m_hopTarget;           ///< h-bar
    double m_flowRange;         ///< fs_range, in base targets
    double m_flowMinWindow;     ///< fs_min_cwnd, packets
    double m_flowMaxWindow;     ///< fs_max_cwnd, packets
    double m_minWindow;         ///< min_cwnd, packets
    double m_maxWindow;         ///< max_cwnd, packets
    double m_initialWindowBdp;  ///< BDPs
    uint32_t m_timeoutsToReset; ///< RETX_RESET_THRESHOLD
};

} // namespace ns3::rdmacell

#endif // SWIFT_H
