/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINK_RECORDER_H
#define LINK_RECORDER_H

#include "sample-clock.h"

#include "ns3/frame-channel.h"
#include "ns3/frame-net-device.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Records the bytes that each direction of links carries in each interval. It samples the
 * counters of the links at the end of each interval.
 *
 * Bytes are link time: preambles, gaps and frames of all kinds. A frame that is being sent when an
 * interval ends is divided between the two intervals, so that no link carries more than its rate.
 * Bytes that are sent on a link that is down count as well.
 */
class LinkRecorder : public SimpleRefCount<LinkRecorder>
{
  public:
    /**
     * @brief Make a recorder of no links.
     * @param interval time between samples, above 0
     */
    explicit LinkRecorder(Time interval);

    /**
     * @brief Record both directions of a link.
     * @param channel the link, connected
     */
    void AddChannel(Ptr<FrameChannel> channel);

    /**
     * @brief Start recording.
     * @param at simulated time, not before now
     */
    void Start(Time at);

    /**
     * @brief Stop recording; without it, recording ends with the simulation.
     * @param at simulated time; the last interval may be shorter
     */
    void Stop(Time at);

    /**
     * @brief Add the rows of other ranks, at rank 0, and put all in their order: by time, then by
     * link.
     */
    void GatherRows();

    /**
     * @brief Write one row for each direction and interval with traffic, with a header row:
     * time_ns (end of the interval), node, port, peer, bytes, utilization (0 to 1).
     * @param out the stream
     */
    void WriteCsv(std::ostream& out) const;

  private:
    /// One direction of a link.
    struct Direction
    {
        Ptr<FrameChannel> channel;  ///< link
        Ptr<FrameNetDevice> device; ///< its sender
        std::size_t end;            ///< its end of the link, 0 or 1
        uint32_t node;              ///< the sender's node
        uint32_t port;              ///< the sender's number in its node
        uint32_t peer;              ///< node at the other end
        uint64_t bitRate;           ///< bits per second
        uint64_t bytes;             ///< sent up to the last sample
    };

    /// Bytes of one direction in one interval.
    struct Row
    {
        uint32_t sample;    ///< index of the sample that ends the interval
        uint32_t direction; ///< index of the direction
        uint64_t bytes;     ///< sent
    };

    /**
     * @brief Compute the bytes that a direction has sent, a part of the current frame included.
     * @param direction the direction
     * @param now the current time, steps
     * @return bytes
     */
    static uint64_t CountBytes(const Direction& direction, int64_t now);

    /**
     * @brief Sample all directions.
     * @param now the current time, steps
     */
    void Sample(int64_t now);

    std::vector<Direction> m_directions; ///< two for each link
    std::vector<Row> m_rows;             ///< by time, then by direction
    SampleClock m_clock;                 ///< calls Sample()
};

} // namespace ns3::rdmacell

#endif // LINK_RECORDER_H
