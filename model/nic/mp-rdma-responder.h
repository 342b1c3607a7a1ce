/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MP_RDMA_RESPONDER_H
#define MP_RDMA_RESPONDER_H

#include "held-packets.h"
#include "responder-recovery.h"

#include <cstdint>

namespace ns3::rdmacell
{

class QpResponder;

/**
 * @ingroup rdmacell
 * @brief Loss recovery of one responder by MP-RDMA (Lu et al., NSDI 2018, section 3.3).
 *
 * Each packet gets an ACK with its own PSN beside the cumulative one, from the UDP source port that
 * it had itself: so the requester learns by which path it has arrived. A packet beyond the bitmap
 * is dropped, and causes a NAK.
 */
class MpRdmaResponder final : public ResponderRecovery
{
  public:
    /**
     * @brief Make it.
     * @param responder the responder
     * @param bitmapSize PSNs from the expected one on that are kept
     */
    MpRdmaResponder(QpResponder& responder, uint32_t bitmapSize);

    // From ResponderRecovery
    void OnOutOfOrder(const RoceFrame& frame,
                      uint16_t traits,
                      uint32_t ahead,
                      int64_t now) override;
    void OnExpected(const RoceFrame& frame, uint16_t traits, int64_t now) override;
    void Clear() override;

  private:
    QpResponder& m_responder; ///< owner
    HeldPackets m_held;       ///< out-of-order packets
};

} // namespace ns3::rdmacell

#endif // MP_RDMA_RESPONDER_H
