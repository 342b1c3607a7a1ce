/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CONWEAVE_DESTINATION_TOR_H
#define CONWEAVE_DESTINATION_TOR_H

#include "connection-table.h"
#include "conweave-header.h"
#include "reorder-queue-pool.h"

#include "ns3/persistent-event.h"
#include "ns3/ptr.h"
#include "ns3/switch-view.h"

#include <cstdint>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief ConWeave at the ToR switch of a receiver (Song et al., SIGCOMM 2023, 3.3 and appendix A).
 *
 * Answers requests, reports marked packets, and hides from the host that a flow has moved: packets
 * that come by the new path before the tail of the old one are held in a reorder queue of the
 * host's port. The queue is released when the tail leaves the class queue; as reorder queues go
 * first, nothing overtakes. Against a tail that is lost there is a timer.
 *
 * A flow whose packets find no reorder queue is let through in disorder until its tail has come.
 */
class ConWeaveDestinationTor
{
  public:
    /// Parameters, times in steps.
    struct Config
    {
        int64_t resumeExtra{0};   ///< how long after its expected time a tail is given up
        int64_t resumeDefault{0}; ///< how long it is waited for if no time is expected
        int64_t inactive{0};      ///< a pause longer than this starts a flow afresh
        uint32_t connections{1};  ///< flows to have room for
        uint32_t queues{1};       ///< reorder queues of each port to a host
        uint32_t dataClass{0};    ///< class of the packets that are balanced
        uint32_t controlClass{0}; ///< class of own frames
    };

    /// What was done.
    struct Stats
    {
        uint64_t replies{0};         ///< RTT_REPLY sent
        uint64_t clears{0};          ///< CLEAR sent
        uint64_t notifies{0};        ///< NOTIFY sent
        uint64_t heldFrames{0};      ///< packets put into reorder queues
        uint64_t tailResumes{0};     ///< queues released by a tail
        uint64_t earlyResumes{0};    ///< queues released without one
        uint64_t unorderedFlows{0};  ///< moves of flows for which there was no queue
        uint64_t unorderedFrames{0}; ///< packets that were to be held, and were not
    };

    ConWeaveDestinationTor();
    ~ConWeaveDestinationTor();
    ConWeaveDestinationTor(const ConWeaveDestinationTor&) = delete;
    ConWeaveDestinationTor& operator=(const ConWeaveDestinationTor&) = delete;

    /**
     * @brief Start: adds the reorder queues.
     * @param view the switch
     * @param config parameters
     */
    void Start(SwitchView& view, const Config& config);

    /// @brief Stop the timer.
    void Stop();

    /**
     * @brief A packet is about to be queued for its host.
     * @param frame the packet, with a ConWeaveHeader that is taken off
     * @param port the host's port
     * @param now the current time, steps
     * @return its queue
     */
    uint32_t Arrive(RoceFrame& frame, uint32_t port, int64_t now);

    /**
     * @brief A frame leaves for a host.
     * @param frame any frame
     * @param port the host's port
     * @param queue the queue that it was in
     * @param now the current time, steps
     */
    void OnEgress(const RoceFrame& frame, uint32_t port, uint32_t queue, int64_t now);

    /**
     * @brief Look at the reorder queues.
     * @return the queues
     */
    const ReorderQueuePool& GetQueues() const;

    /**
     * @brief Get what was done so far.
     * @return counters
     */
    const Stats& GetStats() const;

  private:
    /// Where a flow stands in its epoch.
    enum class Phase : uint8_t
    {
        ORDERED,   ///< nothing has come by a new path
        HOLDING,   ///< what comes by the new path is held
        UNORDERED, ///< what comes by the new path is let through: there was no queue
        RESUMED,   ///< the tail has come, or was given up
    };

    /// What is known of a flow.
    struct Connection : ConnectionEntry
    {
        int64_t oldArrived{0};                    ///< when the last packet came by the old path
        uint32_t slot{ReorderQueuePool::NO_SLOT}; ///< reorder queue
        uint16_t oldSent{0};                      ///< when that packet was sent
        uint8_t epoch{0};                         ///< modulo ConWeaveHeader::EPOCHS
        bool hasOld{false};                       ///< whether there was one in this epoch
        Phase phase{Phase::ORDERED};              ///< where it stands
    };

    /// A reorder queue that is held; it outlives the flow's epoch if the tail is in the port.
    struct Hold
    {
        FlowKey key{};          ///< its flow
        int64_t due{0};         ///< when the tail is given up
        uint64_t tailAfter{0};  ///< the tail leaves when the class queue has sent this much, bytes
        uint16_t tailSent{0};   ///< when the tail was sent
        uint8_t epoch{0};       ///< of the flow
        bool tailQueued{false}; ///< the tail is in the class queue
    };

    /**
     * @brief Answer the packet as its header and mark ask for.
     * @param frame the packet, header still on
     * @param header its header
     * @param now the current time
     */
    void Answer(RoceFrame& frame, const ConWeaveHeader& header, int64_t now);

    /**
     * @brief Send a frame to the source ToR switch by the path that a packet has come by.
     * @param frame the packet
     * @param opcode what to send
     * @param epoch of the packet
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
     * @brief See which epoch a packet is of, and begin it if it is new.
     * @param connection its flow
     * @param epoch of the packet
     * @param now the current time
     * @return false for a packet of an epoch that is over
     */
    bool EnterEpoch(Connection& connection, uint8_t epoch, int64_t now);

    /**
     * @brief A packet has come by the old path.
     * @param connection its flow
     * @param header its header
     * @param port the host's port
     * @param now the current time
     */
    void OnOld(Connection& connection, const ConWeaveHeader& header, uint32_t port, int64_t now);

    /**
     * @brief A packet has come by the new path.
     * @param connection its flow
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
     * @brief Say when to give up the tail that a queue waits for.
     * @param slot its slot
     * @param due when
     * @param now the current time
     */
    void SetDue(uint32_t slot, int64_t due, int64_t now);

    /**
     * @brief Release a queue.
     * @param slot its slot
     * @param now the current time
     */
    void Release(uint32_t slot, int64_t now);

    /**
     * @brief A tail may have to be given up.
     * @param now the current time
     */
    void OnTimer(int64_t now);

    /**
     * @brief The time of a queue has come.
     * @param slot its slot
     * @param now the current time
     */
    void Expire(uint32_t slot, int64_t now);

    using Timer =
        PersistentEvent<ConWeaveDestinationTor, &ConWeaveDestinationTor::OnTimer>; ///< type

    SwitchView* m_view{nullptr};               ///< the switch
    Config m_config;                           ///< parameters
    int64_t m_microsecond{1};                  ///< steps of a microsecond
    ConnectionTable<Connection> m_connections; ///< flows
    ReorderQueuePool m_queues;                 ///< reorder queues
    std::vector<Hold> m_holds;                 ///< by slot
    std::vector<uint32_t> m_held;              ///< slots of queues that are held
    std::vector<uint32_t> m_tails;             ///< by port: tails that queues wait for in it
    std::vector<uint64_t> m_sentBytes;         ///< by port: bytes that the class queue has sent
    Ptr<Timer> m_timer;                        ///< earliest time at which a tail is given up
    Stats m_stats;                             ///< what was done
};

} // namespace ns3::rdmacell

#endif // CONWEAVE_DESTINATION_TOR_H
