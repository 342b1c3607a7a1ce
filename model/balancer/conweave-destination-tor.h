/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CONWEAVE_DESTINATION_TOR_H
#define CONWEAVE_DESTINATION_TOR_H

#include "conweave-header.h"
#include "flow-table.h"
#include "reorder-queue-pool.h"

#include "ns3/persistent-event.h"
#include "ns3/ptr.h"
#include "ns3/switch-view.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief ConWeave at the ToR switch of a receiver (Song et al., SIGCOMM 2023, 3.3 and appendix A):
 * it puts the packets of rerouted flows in order, so that their hosts do not see the reroutes.
 *
 * - A data packet with RTT_REQUEST is answered by RTT_REPLY, one with an ECN mark by NOTIFY, both
 *   over the links that it came by.
 * - Packets of the old path, the TAIL among them, go to the class queue. A REROUTED packet that
 *   arrives before the TAIL of its epoch is held in a reorder queue of the host's port, which is
 *   blocked (3.3.1, figure 9).
 * - When the TAIL leaves, the reorder queue is resumed, and the port serves it before the class
 *   queue. A REROUTED packet that arrives after the TAIL goes to the class queue, and so leaves
 *   after all held packets. The TAIL is also answered by CLEAR.
 * - Resume timer (appendix A): a TAIL may be lost. If A is the last packet of the old path before
 *   the first one held, T_resume = arrival of A + (TAIL_TX_TSTAMP - TX_TSTAMP of A) +
 *   theta_resume_extra; each later packet of the old path takes the place of A. If there is no such
 *   packet, T_resume = arrival of the first packet held + theta_resume_default. At T_resume the
 *   queue is resumed early, and CLEAR is sent. Each difference is one of times of the same switch,
 *   so clocks need not be synchronized.
 * - If no reorder queue is free, REROUTED packets go to the class queue and may overtake those of
 *   the old path, until the TAIL has arrived.
 *
 * Hosts see packets out of order in two cases, as in the paper: no reorder queue is free
 * (Stats::unorderedFlows), or a TAIL is later than expected by more than theta_resume_extra
 * (Stats::earlyResumes).
 *
 * Where the model differs:
 * - A queue is resumed when the TAIL has left the class queue of the port, not when the TAIL
 *   arrives: the port serves reorder queues first, and would transmit packets of the new path
 *   before the TAIL. If the buffer drops the TAIL, the timer resumes the queue.
 * - Each packet with a mark has a NOTIFY of its own; the prototype gathers them. CLEAR is forwarded
 *   by ECMP.
 */
class ConWeaveDestinationTor
{
  public:
    /// Parameters, times in steps.
    struct Config
    {
        int64_t resumeExtra{0};   ///< theta_resume_extra
        int64_t resumeDefault{0}; ///< theta_resume_default
        int64_t inactive{0};      ///< theta_inactive: after a longer pause any epoch is a new one
        uint32_t connections{1};  ///< flows that the table has room for
        uint32_t queues{1};       ///< reorder queues of each port to a host
        uint32_t dataClass{0};    ///< class of the packets that are balanced
        uint32_t controlClass{0}; ///< class of control frames
    };

    /// Counters.
    struct Stats
    {
        uint64_t replies{0};         ///< RTT_REPLY sent
        uint64_t clears{0};          ///< CLEAR sent
        uint64_t notifies{0};        ///< NOTIFY sent
        uint64_t heldFrames{0};      ///< packets put into reorder queues
        uint64_t tailResumes{0};     ///< queues resumed behind a TAIL
        uint64_t earlyResumes{0};    ///< queues resumed without one
        uint64_t unorderedFlows{0};  ///< reroutes for which no reorder queue was free
        uint64_t unorderedFrames{0}; ///< REROUTED packets that should have been held
    };

    /// A flow, the port of its host, a reorder queue of that port.
    using QueueTrace = TracedCallback<const FlowKey&, uint32_t, uint32_t>;

    /// A control frame, and its kind.
    using ControlTrace = TracedCallback<const RoceFrame&, ConWeaveOpcode>;

    /// Trace sources of the scheme that fire here; they outlive this object's use.
    struct Traces
    {
        const QueueTrace* allocated{nullptr};     ///< a reorder queue is allocated and blocked
        const QueueTrace* resumed{nullptr};       ///< a reorder queue is resumed
        const QueueTrace* earlyResumed{nullptr};  ///< it is resumed without a TAIL
        const ControlTrace* controlSent{nullptr}; ///< a control frame is sent
    };

    ConWeaveDestinationTor();
    ~ConWeaveDestinationTor();
    ConWeaveDestinationTor(const ConWeaveDestinationTor&) = delete;
    ConWeaveDestinationTor& operator=(const ConWeaveDestinationTor&) = delete;

    /**
     * @brief Start: adds the reorder queues.
     * @param view the switch
     * @param config parameters
     * @param traces trace sources
     */
    void Start(SwitchView& view, const Config& config, const Traces& traces);

    /// @brief Stop the resume timer.
    void Stop();

    /**
     * @brief Choose the queue of a data packet for a host, and answer the packet.
     * @param frame the packet, with a ConWeaveHeader, which is removed
     * @param port the host's port
     * @param now the current time, steps
     * @return its queue
     */
    uint32_t OnData(RoceFrame& frame, uint32_t port, int64_t now);

    /**
     * @brief A frame leaves for a host.
     * @param frame any frame
     * @param port the host's port
     * @param queue its queue
     * @param now the current time, steps
     */
    void OnEgress(const RoceFrame& frame, uint32_t port, uint32_t queue, int64_t now);

    /**
     * @brief Get the reorder queues.
     * @return the queues
     */
    const ReorderQueuePool& GetQueues() const;

    /**
     * @brief Get the counters.
     * @return counters
     */
    const Stats& GetStats() const;

  private:
    static constexpr uint32_t WAYS =
        16; ///< with an eighth of the table in use, all flows have room

    /// State of a flow within its epoch.
    enum class Phase : uint8_t
    {
        ORDERED,   ///< no REROUTED packet has arrived
        HOLDING,   ///< REROUTED packets are held
        UNORDERED, ///< REROUTED packets go to the class queue: no reorder queue was free
        RESUMED,   ///< the TAIL has arrived, or the resume timer has expired
    };

    /// State of a flow.
    struct Connection : FlowEntry
    {
        int64_t oldArrived{0};                    ///< arrival of the last packet of the old path
        uint32_t slot{ReorderQueuePool::NO_SLOT}; ///< reorder queue
        uint16_t oldSent{0};                      ///< TX_TSTAMP of the last packet of the old path
        uint8_t epoch{0};                         ///< modulo ConWeaveHeader::EPOCHS
        bool hasOld{false};                       ///< whether there was one in this epoch
        Phase phase{Phase::ORDERED};              ///< within the epoch
    };

    /// A reorder queue that is blocked. It outlives the epoch while the TAIL waits in the port.
    struct BlockedQueue
    {
        FlowKey key{};          ///< its flow
        int64_t resumeTime{0};  ///< T_resume: when it is resumed without a TAIL, steps
        uint64_t tailOffset{0}; ///< bytes that the class queue has sent when the TAIL is its first
        uint16_t tailSent{0};   ///< TAIL_TX_TSTAMP
        uint8_t epoch{0};       ///< of the flow
        bool tailQueued{false}; ///< the TAIL is in the class queue
    };

    /**
     * @brief Answer RTT_REQUEST and an ECN mark.
     * @param frame the packet, with its header
     * @param header its header
     * @param now the current time
     */
    void Answer(RoceFrame& frame, const ConWeaveHeader& header, int64_t now);

    /**
     * @brief Send a control frame to the source ToR switch over the links that a packet came by.
     * @param frame the packet
     * @param opcode RTT_REPLY or NOTIFY
     * @param epoch epoch of the packet
     * @param now the current time
     */
    void Mirror(RoceFrame& frame, ConWeaveOpcode opcode, uint8_t epoch, int64_t now);

    /**
     * @brief Send CLEAR.
     * @param key the flow
     * @param epoch its epoch
     * @param now the current time
     */
    void SendClear(const FlowKey& key, uint8_t epoch, int64_t now);

    /**
     * @brief Compare the epoch of a packet with that of its flow, and begin it if it is new.
     * @param connection the flow
     * @param epoch epoch of the packet
     * @param now the current time
     * @return false for a packet of a previous epoch
     */
    bool EnterEpoch(Connection& connection, uint8_t epoch, int64_t now);

    /**
     * @brief A packet of the old path has arrived.
     * @param connection the flow
     * @param header its header
     * @param port the host's port
     * @param now the current time
     */
    void OnOld(Connection& connection, const ConWeaveHeader& header, uint32_t port, int64_t now);

    /**
     * @brief A packet of the new path has arrived.
     * @param connection the flow
     * @param header its header
     * @param port the host's port
     * @param now the current time
     * @return its queue
     */
    uint32_t OnRerouted(Connection& connection,
                        const ConWeaveHeader& header,
                        uint32_t port,
                        int64_t now);

    /**
     * @brief Allocate a reorder queue for a flow, if one is free.
     * @param connection the flow; its phase becomes HOLDING or UNORDERED
     * @param header header of its first REROUTED packet
     * @param port the host's port
     * @param now the current time
     */
    void AllocateQueue(Connection& connection,
                       const ConWeaveHeader& header,
                       uint32_t port,
                       int64_t now);

    /**
     * @brief Set the time at which a queue is resumed without a TAIL.
     * @param slot its slot
     * @param time the time; now if it is earlier
     * @param now the current time
     */
    void SetResumeTime(uint32_t slot, int64_t time, int64_t now);

    /**
     * @brief Resume a queue.
     * @param slot its slot
     * @param early without a TAIL
     * @param now the current time
     */
    void Resume(uint32_t slot, bool early, int64_t now);

    /**
     * @brief The resume timer has expired.
     * @param now the current time
     */
    void OnTimer(int64_t now);

    /**
     * @brief The resume time of a queue has come.
     * @param slot its slot
     * @param now the current time
     */
    void OnResumeTime(uint32_t slot, int64_t now);

    using Timer =
        PersistentEvent<ConWeaveDestinationTor, &ConWeaveDestinationTor::OnTimer>; ///< type

    SwitchView* m_view{nullptr};               ///< the switch
    Config m_config;                           ///< parameters
    Traces m_traces;                           ///< trace sources
    int64_t m_microsecond{1};                  ///< steps of a microsecond
    FlowTable<Connection, WAYS> m_connections; ///< flows
    ReorderQueuePool m_queues;                 ///< reorder queues
    std::vector<BlockedQueue> m_blocked;       ///< by slot
    std::vector<uint32_t> m_blockedSlots;      ///< slots of queues that are blocked
    std::vector<uint32_t> m_queuedTails;       ///< by port: TAILs in its class queue
    std::vector<uint64_t> m_sentBytes;         ///< by port: bytes that the class queue has sent
    Ptr<Timer> m_timer;                        ///< resume timer: at the earliest resume time
    Stats m_stats;                             ///< counters
};

} // namespace ns3::rdmacell

#endif // CONWEAVE_DESTINATION_TOR_H
