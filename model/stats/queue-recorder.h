/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef QUEUE_RECORDER_H
#define QUEUE_RECORDER_H

#include "sample-clock.h"

#include "ns3/frame-net-device.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <iosfwd>
#include <vector>

namespace ns3::rdmacell
{

/// Lengths of the queues of a port: all classes together, over all samples.
struct QueueSummary
{
    uint32_t node;     ///< node of the port
    uint32_t port;     ///< its number in the node
    uint64_t maxBytes; ///< maximum
    double meanBytes;  ///< mean
    double p99Bytes;   ///< 99th percentile
};

/**
 * @ingroup rdmacell
 * @brief Records the bytes that wait in the class queues of ports. It samples them at a fixed
 * interval.
 *
 * Reorder queues count to their class; the frame that is being sent does not count.
 */
class QueueRecorder : public SimpleRefCount<QueueRecorder>
{
  public:
    /**
     * @brief Make a recorder of no ports.
     * @param interval time between samples, above 0
     */
    explicit QueueRecorder(Time interval);

    /**
     * @brief Record a port.
     * @param device its device, in its node
     */
    void AddDevice(Ptr<FrameNetDevice> device);

    /**
     * @brief Start recording.
     * @param at simulated time, not before now
     */
    void Start(Time at);

    /**
     * @brief Stop recording; without it, recording ends with the simulation.
     * @param at simulated time
     */
    void Stop(Time at);

    /**
     * @brief Add the rows of other ranks, at rank 0, and put all in their order: by time, then by
     * port and class.
     */
    void GatherRows();

    /**
     * @brief Write one row for each class of a port in which bytes wait at a sample, with a header
     * row: time_ns, node, port, class, bytes.
     * @param out the stream
     */
    void WriteCsv(std::ostream& out) const;

    /**
     * @brief Summarize each port over all samples, those of empty queues included.
     * @return ports in the order in which they were added; zeros before the first sample
     */
    std::vector<QueueSummary> GetSummaries() const;

  private:
    /// A port.
    struct Port
    {
        Ptr<FrameNetDevice> device; ///< its device
        uint32_t node;              ///< its node
        uint32_t port;              ///< its number in the node
    };

    /// A queue that was not empty at a sample.
    struct Row
    {
        uint32_t sample;      ///< index of the sample
        uint32_t port;        ///< index of the port
        uint64_t bytes;       ///< waiting
        uint8_t trafficClass; ///< class
    };

    /// @brief Sample all ports.
    void Sample();

    std::vector<Port> m_ports; ///< ports that are recorded
    std::vector<Row> m_rows;   ///< by time, then by port and class
    SampleClock m_clock;       ///< calls Sample()
};

} // namespace ns3::rdmacell

#endif // QUEUE_RECORDER_H
