/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PORT_SELECTION_H
#define PORT_SELECTION_H

#include "ns3/flow-hash.h"
#include "ns3/forwarding-table.h"
#include "ns3/roce-frame.h"

#include <cstdint>

/**
 * @file
 * What the schemes' implementations of LoadBalancer::SelectPort() have in common.
 */

namespace ns3::rdmacell
{

/**
 * @brief Ask whether a frame is one that schemes balance: requests, and responses with data.
 *
 * ACK, NAK and CNP have a class of their own and do not wait behind data, so that schemes leave
 * them to ECMP, as the ConWeave simulator does.
 *
 * @param frame a RoCEv2 frame
 * @return false for ACK, NAK and CNP
 */
constexpr bool
IsBalancedFrame(const RoceFrame& frame)
{
    return frame.opcode != RoceOpcode::ACKNOWLEDGE && frame.opcode != RoceOpcode::CNP;
}

/**
 * @brief Ask whether a port is a candidate.
 * @param candidates ports of equal cost
 * @param port any number
 * @return true if it is among them
 */
inline bool
IsCandidate(const PortSet& candidates, uint32_t port)
{
    for (uint16_t candidate : candidates)
    {
        if (candidate == port)
        {
            return true;
        }
    }
    return false;
}

/**
 * @brief Choose a port by the hash of the 5-tuple.
 * @param frame a RoCEv2 frame
 * @param candidates one port or more
 * @param seed SwitchView::GetHashSeed()
 * @return one of the candidates
 */
inline uint32_t
EcmpPort(const RoceFrame& frame, const PortSet& candidates, uint32_t seed)
{
    return candidates[FlowHash(FlowKey::Of(frame), seed) % candidates.count];
}

} // namespace ns3::rdmacell

#endif // PORT_SELECTION_H
