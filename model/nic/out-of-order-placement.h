/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef OUT_OF_ORDER_PLACEMENT_H
#define OUT_OF_ORDER_PLACEMENT_H

#include "loss-recovery.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <memory>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Out-of-order placement, as NICs have it for networks with adaptive routing: WRITEs are
 * placed as they arrive and completed in order, and a NAK is sent only for a gap that outlives a
 * threshold.
 *
 * NVIDIA documents the placement (MLNX_OFED, "Out-of-Order (OOO) Data Placement"), but no
 * thresholds. That a NAK has only the missing packet retransmitted follows the patent application
 * US 2022/0158772 A1.
 */
class OutOfOrderPlacement : public LossRecovery
{
  public:
    /// When a gap is taken for a loss.
    struct GapLimits
    {
        uint32_t packets; ///< PSNs from the missing packet to the newest one; 0: no limit
        int64_t time;     ///< steps since the packet behind the gap arrived; 0: no limit
        uint32_t window;  ///< PSNs from the expected one on that are kept
    };

    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    // From LossRecovery
    RequesterLimits GetLimits(const QpAttr& attr, uint64_t lineRate) const override;
    std::unique_ptr<RequesterRecovery> CreateRequester(QpRequester& requester) const override;
    std::unique_ptr<ResponderRecovery> CreateResponder(QpResponder& responder) const override;

  private:
    uint32_t m_gapPackets{0}; ///< distance that makes a gap a loss
    Time m_gapTime;           ///< age that makes a gap a loss
    uint32_t m_window{8192};  ///< PSNs that a responder keeps
};

} // namespace ns3::rdmacell

#endif // OUT_OF_ORDER_PLACEMENT_H
