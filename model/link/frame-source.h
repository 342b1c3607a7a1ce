/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FRAME_SOURCE_H
#define FRAME_SOURCE_H

#include "ns3/roce-frame-pool.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell_frame_path
 * @brief Where a port gets a frame when its own queues have none to send: a NIC's queue pairs.
 */
class FrameSource
{
  public:
    virtual ~FrameSource() = default;

    /**
     * @brief Give the next frame to send now.
     * @param pausedClasses bitmask of classes that must not send
     * @param now the current time, steps
     * @return a frame, or null if there is none to send now
     */
    virtual RoceFramePtr PullFrame(uint8_t pausedClasses, int64_t now) = 0;

    /**
     * @brief Ask whether PullFrame() will have a frame at a later time.
     * @param pausedClasses bitmask of classes that must not send
     * @param now the current time, steps
     * @param when the later time, steps
     * @return true if the port should call PullFrame() then
     */
    virtual bool HasFrame(uint8_t pausedClasses, int64_t now, int64_t when) = 0;
};

} // namespace ns3::rdmacell

#endif // FRAME_SOURCE_H
