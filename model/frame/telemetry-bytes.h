/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TELEMETRY_BYTES_H
#define TELEMETRY_BYTES_H

#include "roce-frame.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @brief Set how many bytes of the link time of a NIC's new frame are those of telemetry.
 * @param frame the frame, which has RoceFrame::telemetry and had none before
 * @param bytes above 0
 */
inline void
SetTelemetryBytes(RoceFrame& frame, uint32_t bytes)
{
    // The difference is added, since a NIC may count other gaps than RoceWireBytes() does.
    frame.wireBytes = static_cast<uint16_t>(frame.wireBytes +
                                            RoceWireBytes(frame.opcode, frame.payloadBytes, bytes) -
                                            RoceWireBytes(frame.opcode, frame.payloadBytes));
    frame.telemetryBytes = static_cast<uint16_t>(bytes);
}

} // namespace ns3::rdmacell

#endif // TELEMETRY_BYTES_H
