/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FRAME_MESSAGE_H
#define FRAME_MESSAGE_H

#include "roce-frame-pool.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Frames as bytes, for another process on the same kind of machine: all fields but those of
 * lists. Parts that a frame does not have take no room.
 */
class FrameMessage
{
  public:
    /// Bytes that a frame takes at most.
    static constexpr std::size_t MAX_BYTES =
        sizeof(RoceFrame) + sizeof(FrameTelemetry) + sizeof(uint64_t);

    /**
     * @brief Write a frame.
     * @param frame the frame
     * @param bytes room for MAX_BYTES
     * @return bytes written
     */
    static std::size_t Write(const RoceFrame& frame, uint8_t* bytes);

    /**
     * @brief Read a frame.
     * @param bytes what Write() has written
     * @param length their number
     * @return the frame; null if they are not a whole frame
     */
    static RoceFramePtr Read(const uint8_t* bytes, std::size_t length);
};

} // namespace ns3::rdmacell

#endif // FRAME_MESSAGE_H
