/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NIC_ENGINE_H
#define NIC_ENGINE_H

#include "qp-scheduler.h"
#include "qp-timers.h"
#include "roce-nic-stats.h"
#include "send-wqe.h"
#include "slot-table.h"
#include "spare-queues.h"
#include "verbs-notifier.h"

#include "ns3/memory-region.h"
#include "ns3/persistent-event.h"
#include "ns3/ptr.h"
#include "ns3/roce-frame-pool.h"
#include "ns3/traced-callback.h"
#include "ns3/work-completion.h"
#include "ns3/work-request.h"

#include <cstdint>

namespace ns3::rdmacell
{

class CompletionQueue;
class CongestionOps;
class EgressPort;
class QueuePair;

/**
 * @ingroup rdmacell
 * @brief What the queue pairs of a NIC share: its port, their turns and timers, memory, counters.
 */
class NicEngine
{
  public:
    /// Trace source of a queue pair's event that a PSN belongs to: QPN, PSN.
    using PsnTrace = TracedCallback<uint32_t, uint32_t>;

    /// What a user has set.
    struct Settings
    {
        uint32_t linkOverhead{WireSize::PREAMBLE_GAP}; ///< bytes of link time beside a frame's own
        uint32_t ipAddress{0};                         ///< own address, host byte order
        uint32_t ackInterval{1};                       ///< packets between requests for an ACK
        uint8_t controlClass{0};                       ///< class of ACKs, NAKs and CNPs
        bool ecn{true};                                ///< data frames are ECN capable
        bool sendsCnps{false};                         ///< marked frames are answered by CNPs
        int64_t cnpInterval{0}; ///< least time between CNPs of a queue pair, steps
    };

    NicEngine();
    ~NicEngine();
    NicEngine(const NicEngine&) = delete;
    NicEngine& operator=(const NicEngine&) = delete;

    /**
     * @brief Connect to the port that frames leave by.
     * @param port the port
     * @param context node id
     */
    void Attach(EgressPort* port, uint32_t context);

    /**
     * @brief Get the rate of the line.
     * @return bits per second, 0 if not attached
     */
    uint64_t GetLineRate() const;

    /**
     * @brief Send an ACK, NAK or CNP.
     * @param frame the frame
     * @param now the current time, steps
     */
    void SendControl(RoceFramePtr&& frame, int64_t now);

    /**
     * @brief A queue pair may have something to send: give it its turn.
     * @param qp the queue pair
     * @param now the current time, steps
     */
    void Wake(QueuePair& qp, int64_t now);

    /**
     * @brief Take the next data frame.
     * @param pausedClasses bitmask of classes that must not send
     * @param now the current time, steps
     * @return a frame, or null if no queue pair may send now
     */
    RoceFramePtr PullFrame(uint8_t pausedClasses, int64_t now);

    /**
     * @brief Ask whether a queue pair may send when the line is free again.
     * @param pausedClasses bitmask of classes that must not send
     * @param now the current time, steps
     * @param when end of the transmission, steps
     * @return true if so; otherwise the engine kicks the port in time
     */
    bool HasFrame(uint8_t pausedClasses, int64_t now, int64_t when);

    /**
     * @brief Add a completion, and notify later if that was asked for.
     * @param cq the queue, or nullptr: the completion is lost
     * @param completion the completion
     */
    void Complete(CompletionQueue* cq, const WorkCompletion& completion);

    /**
     * @brief A message was placed in memory: call the region's watch later if there is one.
     * @param mr the region
     * @param address first address
     * @param length bytes
     */
    void Placed(MemoryRegion* mr, uint64_t address, uint32_t length);

    /// @brief Stop.
    void Dispose();

    Settings settings;                    ///< what a user has set
    RoceNicStats stats;                   ///< counters
    SlotTable<MemoryRegion> memory;       ///< memory regions by key
    QpScheduler scheduler;                ///< who sends next
    QpTimers timers;                      ///< retransmission and RNR timers
    VerbsNotifier notifier;               ///< what programs are to be told
    SpareQueues<SendWqe> sendQueues;      ///< for new queue pairs
    SpareQueues<RecvWr> receiveQueues;    ///< for new queue pairs
    const PsnTrace* nakReceived{nullptr}; ///< a NAK of a PSN sequence error came in

  private:
    /**
     * @brief The first delayed queue pair may send.
     * @param now the current time
     */
    void Pace(int64_t now);

    using PaceEvent = PersistentEvent<NicEngine, &NicEngine::Pace>; ///< event type

    EgressPort* m_port{nullptr}; ///< where frames leave
    Ptr<PaceEvent> m_pace;       ///< when the first delayed queue pair may send
};

} // namespace ns3::rdmacell

#endif // NIC_ENGINE_H
