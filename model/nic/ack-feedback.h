/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ACK_FEEDBACK_H
#define ACK_FEEDBACK_H

#include "ns3/frame-telemetry.h"

#include <cstdint>
#include <optional>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief What an ACK or NAK tells congestion control.
 *
 * PSNs have 64 bits here, so that they can be compared.
 */
struct AckFeedback
{
    int64_t acknowledged{0};         ///< end of the PSNs that it acknowledges
    int64_t sent{0};                 ///< end of the PSNs that were ever sent
    uint32_t packets{0};             ///< packets that it acknowledges and no earlier one did
    std::optional<int64_t> answered; ///< PSN of the packet that it answers; none: a NAK
    uint16_t port{0};     ///< its UDP source port; with MpRdma, that of the packet it answers
    bool isMarked{false}; ///< it carries a congestion notification, in its BECN bit
    int64_t rtt{0};       ///< with time stamps: from the start of the transmission of the packet
                          ///< that it answers to its arrival, steps; 0: it carries none
    uint32_t hops{0};     ///< with time stamps: switches that that packet has passed
    const FrameTelemetry* telemetry{nullptr}; ///< what that packet has brought, or nullptr
};

} // namespace ns3::rdmacell

#endif // ACK_FEEDBACK_H
