/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFC_RECORDER_H
#define PFC_RECORDER_H

#include "ns3/egress-port.h"
#include "ns3/event-id.h"
#include "ns3/fabric-switch.h"
#include "ns3/frame-net-device.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <array>
#include <cstdint>
#include <iosfwd>
#include <vector>

namespace ns3::rdmacell
{

/// Time for which PFC has paused a class of a port.
struct PausedTime
{
    uint32_t node;         ///< node of the port
    uint32_t port;         ///< its number in the node
    uint32_t trafficClass; ///< class
    Time paused;           ///< total
    double share;          ///< of the recorded time, 0 to 1
};

/**
 * @ingroup rdmacell
 * @brief Records the PFC frames that switches send, driven by FabricSwitch's trace source PfcSent,
 * and the time for which ports are paused, from counters that are read at start and stop.
 */
class PfcRecorder : public SimpleRefCount<PfcRecorder>
{
  public:
    PfcRecorder() = default;
    ~PfcRecorder();
    PfcRecorder(const PfcRecorder&) = delete;
    PfcRecorder& operator=(const PfcRecorder&) = delete;

    /**
     * @brief Record the PFC frames that a switch sends.
     * @param device the switch, which lives until the simulation ends
     */
    void AddSwitch(Ptr<FabricSwitch> device);

    /**
     * @brief Record the time for which a port is paused by the other end of its link.
     * @param device its device, in its node: of a switch or of a host
     */
    void AddDevice(Ptr<FrameNetDevice> device);

    /**
     * @brief Start recording.
     * @param at simulated time, not before now
     */
    void Start(Time at);

    /**
     * @brief Stop recording; without it, recording ends with the simulation.
     * @param at simulated time, not before now
     */
    void Stop(Time at);

    /**
     * @brief Add the rows of other ranks, at rank 0, and put all in their order: by time, then by
     * node.
     */
    void GatherRows();

    /**
     * @brief Write one row for each class of each PFC frame, in order of time, with a header row:
     * time_ns (when the switch passes the frame to the port), node, port, class, event (pause or
     * resume), quanta (pause time in units of 512 bit times). A refresh of a pause is a row, too.
     * @param out the stream
     */
    void WriteCsv(std::ostream& out) const;

    /**
     * @brief Compute the time for which ports were paused, up to now or to the stop.
     * @return ports and classes that were paused at all, in the order in which ports were added
     */
    std::vector<PausedTime> GetPausedTimes() const;

  private:
    /// Paused time of each class of a port, steps.
    using ClassTimes = std::array<int64_t, EgressPort::CLASSES>;

    /// A port whose pauses are recorded.
    struct Port
    {
        Ptr<FrameNetDevice> device; ///< its device
        uint32_t node;              ///< its node
        uint32_t port;              ///< its number in the node
        ClassTimes before;          ///< paused time at the start
        ClassTimes after;           ///< paused time at the stop
    };

    /// A class of a PFC frame.
    struct Row
    {
        int64_t time;         ///< time when it was sent, steps
        uint32_t node;        ///< the switch
        uint16_t port;        ///< port by which it leaves
        uint16_t quanta;      ///< pause time, 0 to resume
        uint8_t trafficClass; ///< class
    };

    /**
     * @brief A switch sends a PFC frame.
     * @param device the switch
     * @param port port by which it leaves
     * @param classes class-enable vector
     * @param quanta pause time, 0 to resume
     */
    void NotePfc(FabricSwitch* device, uint32_t port, uint8_t classes, uint16_t quanta);

    /**
     * @brief Get a port's paused times.
     * @param device the port's device
     * @param now the current time, steps
     * @return by class
     */
    static ClassTimes ReadPausedTimes(const FrameNetDevice& device, int64_t now);

    /// @brief Start recording now.
    void Begin();

    /// @brief Stop recording now.
    void End();

    std::vector<Port> m_ports; ///< ports whose pauses are recorded
    std::vector<Row> m_rows;   ///< PFC frames, by time
    bool m_recording{false};   ///< true between start and stop
    int64_t m_start{0};        ///< start of recording, steps
    int64_t m_stop{0};         ///< end of recording, steps
    EventId m_begin;           ///< pending start
    EventId m_end;             ///< pending stop
};

} // namespace ns3::rdmacell

#endif // PFC_RECORDER_H
