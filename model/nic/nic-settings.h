/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NIC_SETTINGS_H
#define NIC_SETTINGS_H

#include "ns3/nstime.h"
#include "ns3/roce-frame.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Attributes of a NIC that its queue pairs read whenever they need them.
 *
 * RoceNic registers the members as its attributes, so a change takes effect on the next packet.
 */
struct NicSettings
{
    /**
     * @brief Compute when the gap that a NAK was sent for may cause the next one.
     * @param now time of the NAK, steps
     * @return steps; INT64_MAX: never
     */
    int64_t GetNextNak(int64_t now) const
    {
        return nakInterval.IsZero() ? INT64_MAX : now + nakInterval.GetTimeStep();
    }

    uint32_t ipAddress{0};                        ///< own IPv4 address, host byte order
    int32_t linkOverhead{WireSize::PREAMBLE_GAP}; ///< bytes of link time beside a frame's own
    uint32_t pathMtu{1000};   ///< payload bytes of a full packet, for queue pairs to come
    uint32_t ackInterval{64}; ///< packets between two that request an ACK, at least 1
    uint8_t controlClass{6};  ///< traffic class of ACKs, NAKs and CNPs, 0 to 7
    bool ecn{true};           ///< data frames are ECN capable
    Time nakInterval;         ///< time after which a NAK is repeated; 0: never
};

} // namespace ns3::rdmacell

#endif // NIC_SETTINGS_H
