/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FRAME_SINK_H
#define FRAME_SINK_H

#include "ns3/prefetch.h"
#include "ns3/roce-frame-pool.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell_frame_path
 * @brief What takes the frames that a device has received: a switch or a NIC.
 *
 * Prefetch(port, frame): the frame is accepted from this port soon.
 */
class FrameSink : public Prefetchable<uint32_t, const RoceFrame&>
{
  public:
    virtual ~FrameSink() = default;

    /**
     * @brief Take a frame from a device: whole, without error, and not a PFC frame.
     * @param port the sink's number for the device
     * @param frame the frame
     * @param now the current time, steps
     */
    virtual void Accept(uint32_t port, RoceFramePtr&& frame, int64_t now) = 0;

    /**
     * @brief The link of a device has failed or works again.
     * @param port the sink's number for the device
     * @param up false if the link is down
     */
    virtual void OnLinkChange(uint32_t port, bool up) = 0;
};

} // namespace ns3::rdmacell

#endif // FRAME_SINK_H
