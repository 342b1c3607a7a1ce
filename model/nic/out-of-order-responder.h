/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef OUT_OF_ORDER_RESPONDER_H
#define OUT_OF_ORDER_RESPONDER_H

#include "held-packets.h"
#include "out-of-order-placement.h"
#include "responder-recovery.h"

#include <cstdint>

namespace ns3::rdmacell
{

class QpResponder;

/**
 * @ingroup rdmacell
 * @brief Out-of-order placement, responder: out-of-order packets are kept, and a NAK is sent when
 * the first gap outlives a limit.
 *
 * Limits are checked when packets arrive, so that there is no timer: if none arrives, the
 * requester's runs out. RoceNic::NakInterval has a NAK repeated.
 */
class OutOfOrderResponder final : public ResponderRecovery
{
  public:
    /**
     * @brief Make it.
     * @param responder the responder
     * @param limits when a gap is taken for a loss
     */
    OutOfOrderResponder(QpResponder& responder, const OutOfOrderPlacement::GapLimits& limits);

    // From ResponderRecovery
    void OnOutOfOrder(const RoceFrame& frame,
                      uint16_t traits,
                      uint32_t ahead,
                      int64_t now) override;
    void OnExpected(const RoceFrame& frame, uint16_t traits, int64_t now) override;
    void Clear() override;

  private:
    /**
     * @brief Ask whether the first gap is taken for a loss; there is one.
     * @param now the current time
     * @return true if it has outlived a limit
     */
    bool IsLost(int64_t now) const;

    QpResponder& m_responder;                ///< owner
    OutOfOrderPlacement::GapLimits m_limits; ///< when a gap is taken for a loss
    HeldPackets m_held;                      ///< out-of-order packets
};

} // namespace ns3::rdmacell

#endif // OUT_OF_ORDER_RESPONDER_H
