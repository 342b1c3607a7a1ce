/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FRAME_RECEIVER_H
#define FRAME_RECEIVER_H

#include "ns3/prefetch.h"
#include "ns3/roce-frame-pool.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @defgroup rdmacell_frame_path The path of a frame
 * @ingroup rdmacell
 *
 * The calls that take a frame from one node to the next, in their order. Five interfaces separate
 * the parts: FrameReceiver, FrameSink, FrameSource, EgressListener and PfcSender. No other function
 * of a part has the name of one of these steps.
 *
 * @verbatim
   sending node                                               receiving node
   ------------                                               --------------

   FabricSwitch                                               FrameNetDevice
        | EgressPort::Enqueue()                                    ^
        v                                                          | FrameReceiver::Arrive()
   EgressPort --- Transmit() --- FrameWire::Carry() -------------> | (last bit, after the delay)
        |  ^
        |  | FrameSource::PullFrame()   a NIC, if the queues have nothing to send
        |  +--- RoceNic
        |
        | EgressListener::OnDequeue()   a switch: the frame has left its queue
        +---------------------------->  ECN mark, scheme's OnEgress()
        | EgressListener::OnSent()      a switch: its last bit has left the port
        +---------------------------->  buffer space is released, PFC may resume

   In the receiving node:

   FrameNetDevice
        |-- error model: the frame may be lost
        |-- PFC frame:   EgressPort::ObeyPfc() of the same device; goes no further
        | FrameSink::Accept()
        v
   FabricSwitch or RoceNic
        |-- Latency > 0: FrameWire::Carry(), then FrameReceiver::Arrive()
        | Process()                 switch: the scheme's OnIngress() or OnControl()
        |                           NIC: the queue pair takes the frame, which ends here
        v
   SwitchView::Route()              TTL, forwarding table, the scheme's choice of port and queue
        v
   SwitchView::Output()             admission to the buffer
        |-- PfcController::OnAdmitted(), PfcSender::SendPfc(), EgressPort::EnqueuePfc()
        v
   EgressPort::Enqueue()            and so on to the next node
   @endverbatim
 */

/**
 * @ingroup rdmacell_frame_path
 * @brief The far end of a FrameWire: a device, or what follows a pipeline that takes time.
 *
 * Prefetch(frame): the frame arrives soon.
 */
class FrameReceiver : public Prefetchable<const RoceFrame&>
{
  public:
    virtual ~FrameReceiver() = default;

    /**
     * @brief Take a frame whose last bit has just arrived.
     * @param frame the frame
     * @param now the current time, steps
     */
    virtual void Arrive(RoceFramePtr&& frame, int64_t now) = 0;
};

} // namespace ns3::rdmacell

#endif // FRAME_RECEIVER_H
