/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RESPONDER_RECOVERY_H
#define RESPONDER_RECOVERY_H

#include "ns3/roce-frame.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Loss recovery of one responder: decides what becomes of out-of-order packets, and when a
 * NAK is sent.
 */
class ResponderRecovery
{
  public:
    virtual ~ResponderRecovery() = default;

    /**
     * @brief Handle an out-of-order request.
     * @param frame the frame
     * @param traits RoceOpcodeTraits of its opcode
     * @param ahead PSNs that it is after the expected one, at least 1
     * @param now the current time, steps
     */
    virtual void OnOutOfOrder(const RoceFrame& frame,
                              uint16_t traits,
                              uint32_t ahead,
                              int64_t now) = 0;

    /**
     * @brief Handle the expected request; called after QpResponder::SetHolding(true), otherwise
     * the responder executes it by itself.
     * @param frame the frame
     * @param traits RoceOpcodeTraits of its opcode
     * @param now the current time, steps
     */
    virtual void OnExpected([[maybe_unused]] const RoceFrame& frame,
                            [[maybe_unused]] uint16_t traits,
                            [[maybe_unused]] int64_t now)
    {
    }

    /// @brief Forget all packets.
    virtual void Clear()
    {
    }
};

} // namespace ns3::rdmacell

#endif // RESPONDER_RECOVERY_H
