/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BALANCER_BYTES_H
#define BALANCER_BYTES_H

#include "ns3/roce-frame.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @brief Set how many bytes of RoceFrame::scratch a RoCEv2 frame carries on the wire.
 *
 * To be called before the switch admits the frame to its buffer, which charges wireBytes: in
 * LoadBalancer's hooks OnIngress(), OnControl(), SelectPort() and SelectQueue().
 *
 * @param frame the frame; wireBytes changes by the bytes that are added or removed
 * @param bytes at most WireSize::SCRATCH; 0 also clears the scratch area
 */
inline void
SetBalancerBytes(RoceFrame& frame, uint32_t bytes)
{
    // The difference is added, since a NIC may count other gaps than RoceWireBytes() does.
    const uint32_t others = frame.telemetryBytes;
    const uint32_t before =
        RoceWireBytes(frame.opcode, frame.payloadBytes, frame.balancerBytes + others);
    const uint32_t after = RoceWireBytes(frame.opcode, frame.payloadBytes, bytes + others);
    frame.wireBytes = static_cast<uint16_t>(frame.wireBytes + after - before);
    frame.balancerBytes = static_cast<uint8_t>(bytes);
    if (bytes == 0)
    {
        frame.scratch.fill(0);
    }
}

} // namespace ns3::rdmacell

#endif // BALANCER_BYTES_H
