/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IRN_RESPONDER_H
#define IRN_RESPONDER_H

#include "held-packets.h"
#include "responder-recovery.h"

#include <cstdint>

namespace ns3::rdmacell
{

class QpResponder;

/**
 * @ingroup rdmacell
 * @brief Selective repeat of one responder (IRN, section 3.1): each out-of-order packet is kept and
 * answered by a NACK, with the expected PSN and that of the packet.
 */
class IrnResponder final : public ResponderRecovery
{
  public:
    /**
     * @brief Make it.
     * @param responder the responder
     * @param bitmapSize PSNs from the expected one on that are kept
     */
    IrnResponder(QpResponder& responder, uint32_t bitmapSize);

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

#endif // IRN_RESPONDER_H
