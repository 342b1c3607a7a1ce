/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FRAME_LEDGER_H
#define FRAME_LEDGER_H

#include "../trajectory-hash.h"
#include "findings.h"

#include "ns3/fabric-switch.h"
#include "ns3/fabric.h"
#include "ns3/frame-net-device.h"
#include "ns3/ptr.h"
#include "ns3/roce-frame.h"

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup tests
 * @brief Keeps books on all frames of a network, from the trace sources alone.
 *
 * For each direction of a link, it lists the frames in flight: each arrives as it was sent, in
 * order, one serialization time and one propagation delay after its transmission has started, or is
 * lost with the link. For each node it counts the frames that arrive, wait, leave and are dropped.
 * Check() compares both with the counters of the models and with the pool of frames: no frame is
 * anywhere else.
 */
class FrameLedger
{
  public:
    /**
     * @brief Connect to all trace sources of a network.
     * @param fabric the network; NICs are installed
     * @param nicLatency time that a frame spends in the pipeline of a NIC
     * @param switchLatency time that a frame spends in the pipeline of a switch
     * @param findings gets the violations; outlives the ledger
     */
    FrameLedger(Ptr<Fabric> fabric, Time nicLatency, Time switchLatency, Findings& findings);

    FrameLedger(const FrameLedger&) = delete;
    FrameLedger& operator=(const FrameLedger&) = delete;

    /**
     * @brief A link is about to go down: what is in flight is lost.
     * @param link index of the link
     */
    void NoteOutage(size_t link);

    /// @brief Compare the books with the models, now.
    void Check();

    /**
     * @brief Get the hash over all frames sent.
     * @return the hash
     */
    uint64_t GetHash() const
    {
        return m_hash.Get();
    }

  private:
    /// A frame in flight.
    struct InFlight
    {
        int64_t arrival;  ///< when it arrives, steps; up to one step early or late
        uint64_t content; ///< hash over what must not change on a link
    };

    /// One direction of a link, and the queues of the device that sends on it.
    struct Direction
    {
        std::string name;            ///< for messages
        Ptr<FrameNetDevice> sender;  ///< sending device
        size_t from;                 ///< 0 or 1: its end of the channel
        Ptr<FrameChannel> channel;   ///< the link
        size_t node;                 ///< sending node
        size_t peer;                 ///< receiving node
        std::deque<InFlight> flying; ///< frames in flight
        int64_t busyUntil{0};        ///< end of the transmission
        uint64_t sent{0};            ///< frames sent
        uint64_t lost{0};            ///< of these, frames lost with the link
        uint64_t enqueued{0};        ///< frames put into a queue
        uint64_t dequeued{0};        ///< frames taken out of a queue
        uint64_t pfcHandedOver{0};   ///< PFC frames handed to the port
        uint64_t pfcSent{0};         ///< PFC frames sent
    };

    /// A host or switch.
    struct NodeBooks
    {
        Time latency;               ///< time in the pipeline
        std::deque<int64_t> inside; ///< when the frames in the pipeline arrived
        uint64_t arrived{0};        ///< RoCE frames that arrived
        uint64_t enqueued{0};       ///< RoCE frames that were put into a queue
        uint64_t dropped{0};        ///< RoCE frames that were dropped
        bool isSwitch{false};       ///< it passes frames on
    };

    /// @brief Make the books of all directions.
    void MakeDirections();

    /**
     * @brief Connect to the trace sources of a direction.
     * @param direction the direction
     */
    void Watch(Direction& direction);

    /// @brief Connect to the trace sources of the switches.
    void WatchSwitches();

    /**
     * @brief A transmission starts.
     * @param direction where
     * @param frame the frame
     */
    void OnTx(Direction& direction, const RoceFrame& frame);

    /**
     * @brief A frame has arrived.
     * @param direction where
     * @param frame the frame
     * @param intact false if it was lost to the error model
     */
    void OnRx(Direction& direction, const RoceFrame& frame, bool intact);

    /**
     * @brief Compare the pool with the books.
     * @param now the current time, steps
     */
    void CheckPool(int64_t now);

    Ptr<Fabric> m_fabric;               ///< network
    Findings& m_findings;               ///< violations
    std::deque<Direction> m_directions; ///< two of each link, in the order of the links
    std::vector<NodeBooks> m_nodes;     ///< hosts, then switches
    TrajectoryHash m_hash;              ///< over all frames sent
};

} // namespace ns3::rdmacell

#endif // FRAME_LEDGER_H
