/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EGRESS_LISTENER_H
#define EGRESS_LISTENER_H

#include "ns3/prefetch.h"
#include "ns3/roce-frame.h"

#include <cstdint>

namespace ns3::rdmacell
{

/// The fields of a frame that its buffer needs after it has left: copied when transmission starts.
struct SentFrame
{
    uint32_t bytes;       ///< wire bytes
    uint16_t ingressPort; ///< RoceFrame::ingressPort
    uint8_t queue;        ///< the queue it came from
    uint8_t priority;     ///< its class
};

/**
 * @ingroup rdmacell_frame_path
 * @brief What a switch does around each frame that leaves one of its ports.
 *
 * Prefetch(sent): OnSent() is called for this frame soon.
 */
class EgressListener : public Prefetchable<const SentFrame&>
{
  public:
    virtual ~EgressListener() = default;

    /**
     * @brief A frame has left its queue and its transmission is about to start; it may be changed.
     * @param port number of the port
     * @param queue the queue that it was in
     * @param frame the frame
     * @param classBytes wire bytes that still wait in the queues of its class, blocked queues
     * excluded
     * @param now the current time, steps
     * @param nothingFollows nothing waits behind the frame, so the port has no event when it has
     * left
     * @return true to have OnSent() called exactly when the frame has left, which costs an event if
     * nothing follows; false to defer it: the listener calls EgressPort::ReportSent() before it
     * next examines its buffer
     */
    virtual bool OnDequeue(uint32_t port,
                           uint32_t queue,
                           RoceFrame& frame,
                           uint64_t classBytes,
                           int64_t now,
                           bool nothingFollows) = 0;

    /**
     * @brief The last bit of a frame has left.
     *
     * Called at that very time if the port has an event then, otherwise by EgressPort::ReportSent()
     * (see OnDequeue()).
     *
     * @param port number of the port
     * @param sent the frame
     * @param now the current time, steps
     */
    virtual void OnSent(uint32_t port, const SentFrame& sent, int64_t now) = 0;
};

} // namespace ns3::rdmacell

#endif // EGRESS_LISTENER_H
