/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EGRESS_PORT_H
#define EGRESS_PORT_H

#include "class-pauses.h"
#include "egress-listener.h"
#include "frame-queue.h"
#include "frame-source.h"
#include "frame-wire.h"
#include "line-rate.h"

#include "ns3/persistent-event.h"
#include "ns3/prefetch.h"
#include "ns3/traced-callback.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief The egress side of a port: class queues, pauses, scheduling and transmission.
 *
 * Eight queues, one for each IEEE 802.1p class, and reorder queues that a load balancer may add to
 * a class. PFC frames are sent first and are never paused (IEEE 802.1Qbb). Then come the classes of
 * strict priority, highest first, then the others by deficit round robin. Within a class, reorder
 * queues come before the class queue.
 *
 * The port has an event at the end of a transmission only if something waits by then.
 */
class EgressPort
{
  public:
    static constexpr uint32_t CLASSES = ClassPauses::CLASSES; ///< IEEE 802.1p classes
    static constexpr uint32_t MAX_QUEUES = 64;                ///< class and reorder queues
    static constexpr std::size_t HOT_LINES = 3; ///< cache lines of members that each frame needs

    using FrameTrace = TracedCallback<const RoceFrame&>;           ///< of a frame
    using QueueTrace = TracedCallback<const RoceFrame&, uint32_t>; ///< of a frame and its queue
    using BytesTrace = TracedCallback<uint64_t, uint64_t>;         ///< of an old and a new value
    using ClassesTrace = TracedCallback<uint8_t, uint8_t>;         ///< of an old and a new bitmask

    /// The trace sources that a port fires.
    struct Traces
    {
        const FrameTrace* tx{nullptr};              ///< a transmission starts
        const QueueTrace* enqueue{nullptr};         ///< a frame has been put into a queue
        const QueueTrace* dequeue{nullptr};         ///< a frame has been taken out of a queue
        const BytesTrace* queueBytes{nullptr};      ///< bytes in all queues
        const ClassesTrace* pausedClasses{nullptr}; ///< classes paused by PFC
    };

    EgressPort();
    ~EgressPort();
    EgressPort(const EgressPort&) = delete;
    EgressPort& operator=(const EgressPort&) = delete;

    /**
     * @brief Connect the port.
     * @param wire where frames go
     * @param context node id
     */
    void Attach(FrameWire* wire, uint32_t context);

    /**
     * @brief Set the trace sources to fire while GetTracedFlag() is set.
     * @param traces the trace sources, all of them; they outlive the port
     */
    void SetTraces(const Traces& traces);

    /**
     * @brief Get the flag that is set as soon as any of the trace sources is connected.
     * @return the flag
     */
    bool& GetTracedFlag()
    {
        return m_isTraced;
    }

    /**
     * @brief Set the line rate.
     * @param rate the rate
     */
    void SetLineRate(const LineRate& rate);

    /**
     * @brief Set which classes have strict priority; the others share by deficit round robin.
     * @param classes bitmask of classes
     */
    void SetStrictClasses(uint8_t classes);

    /**
     * @brief Set a class's share in deficit round robin.
     * @param trafficClass 0..7
     * @param weight relative share, at least 1
     */
    void SetWeight(uint32_t trafficClass, uint32_t weight);

    /**
     * @brief Set the switch that is notified of each frame.
     * @param listener a switch
     * @param number the switch's number for this port
     */
    void SetListener(EgressListener* listener, uint32_t number);

    /**
     * @brief Set where to look when the queues have nothing.
     * @param source a NIC
     */
    void SetSource(FrameSource* source);

    /**
     * @brief Add reorder queues to a class; they are not blocked.
     * @param trafficClass 0..7
     * @param count how many; MAX_QUEUES in all
     * @return number of the first one, the others follow
     */
    uint32_t AddReorderQueues(uint32_t trafficClass, uint32_t count);

    /**
     * @brief Block or unblock one queue, independently of PFC.
     * @param queue the queue
     * @param blocked true to keep it from transmitting
     * @param now the current time, steps
     */
    void SetBlocked(uint32_t queue, bool blocked, int64_t now);

    /**
     * @brief Put a frame into the queue of its class, and send it if the line is free.
     * @param frame the frame
     * @param now the current time, steps
     */
    void Enqueue(RoceFramePtr&& frame, int64_t now);

    /**
     * @brief Put a frame into a queue, and send it if the line is free.
     * @param frame the frame
     * @param queue the queue, of the frame's class
     * @param now the current time, steps
     */
    void Enqueue(RoceFramePtr&& frame, uint32_t queue, int64_t now);

    /**
     * @brief Send a PFC frame before any other, even while its class is paused.
     * @param frame a frame of kind PFC
     * @param now the current time, steps
     */
    void EnqueuePfc(RoceFramePtr&& frame, int64_t now);

    /**
     * @brief Obey a PFC frame from the far end (IEEE 802.1Qbb). Pauses start to count when the
     * frame that is being sent has left (IEEE 802.3 annex 31B).
     * @param pfc the frame
     * @param now the current time, steps
     */
    [[gnu::noinline]] void ObeyPfc(const RoceFrame& pfc, int64_t now);

    /**
     * @brief The classes that PFC has paused have changed; called by ClassPauses.
     * @param before bitmask of the classes that were paused
     * @param now the current time, steps
     */
    void OnPausesChanged(uint8_t before, int64_t now);

    /**
     * @brief Send a frame now if the port is idle, otherwise as soon as it is: the source has one.
     * @param now the current time, steps
     */
    void Kick(int64_t now);

    /**
     * @brief Call EgressListener::OnSent() for the last transmission if it has ended and has not
     * been reported yet.
     * @param now the current time, steps
     */
    void ReportSent(int64_t now);

    /**
     * @brief Have an event at the end of the current transmission, which calls ReportSent().
     * @param now the current time, steps
     */
    void WakeAtEnd(int64_t now);

    /**
     * @brief Get the classes that PFC has paused.
     * @return bitmask of classes
     */
    uint8_t GetPausedClasses() const
    {
        return m_pausedClasses;
    }

    /**
     * @brief Get how long a class has been paused in all.
     * @param trafficClass 0..7
     * @param now the current time, steps
     * @return time steps
     */
    int64_t GetPausedTime(uint32_t trafficClass, int64_t now) const;

    /**
     * @brief Count the bytes waiting in a queue; the frame on the line does not count.
     * @param queue the queue
     * @return wire bytes
     */
    uint64_t GetQueueBytes(uint32_t queue) const;

    /**
     * @brief Count the bytes waiting in the queues of a class, reorder queues included.
     * @param trafficClass 0..7
     * @return wire bytes
     */
    uint64_t GetClassBytes(uint32_t trafficClass) const
    {
        return SumFewBytes(m_queuesOf[trafficClass] & m_waiting);
    }

    /**
     * @brief Count the bytes waiting in the queues of a class that are not blocked: the queue that
     * congestion makes.
     * @param trafficClass 0..7
     * @return wire bytes
     */
    uint64_t GetUnblockedBytes(uint32_t trafficClass) const
    {
        return SumFewBytes(m_queuesOf[trafficClass] & m_waiting & ~m_blocked);
    }

    /**
     * @brief Count the bytes waiting in all queues.
     * @return wire bytes
     */
    uint64_t GetTotalBytes() const;

    /**
     * @brief Count the frames waiting in a queue.
     * @param queue the queue
     * @return frames
     */
    uint32_t GetQueueFrames(uint32_t queue) const;

    /**
     * @brief Ask whether a frame is being sent that its listener will be notified of: no PFC frame.
     * @param now the current time, steps
     * @return true if so
     */
    bool IsSendingFrame(int64_t now) const
    {
        return m_isSentPending && now < m_busyUntil;
    }

    /**
     * @brief Visit the frames that wait in the queues, for reports; PFC frames are not among them.
     * @param visit called with each frame, and whether its queue is blocked
     */
    template <typename Visit>
    void VisitFrames(Visit visit) const
    {
        for (uint32_t queue = 0; queue < m_queues.size(); ++queue)
        {
            const bool isBlocked = (m_blocked >> queue) & 1U;
            m_queues[queue].ForEach([&](const RoceFrame& frame) { visit(frame, isBlocked); });
        }
    }

    /**
     * @brief Get the line rate.
     * @return the rate
     */
    const LineRate& GetLineRate() const
    {
        return m_rate;
    }

    /**
     * @brief Get when the line is free.
     * @return end of the current or last transmission, steps
     */
    int64_t GetBusyUntil() const
    {
        return m_busyUntil;
    }

    /**
     * @brief Count the bytes that the port has sent, preambles and gaps included. While OnDequeue()
     * is called, the frame that is about to leave is not among them.
     * @return wire bytes
     */
    uint64_t GetSentBytes() const
    {
        return m_wire->GetBytes();
    }

    /**
     * @brief Load the memory that Enqueue() will need, but for the port itself.
     * @param queue the queue
     */
    void PrefetchQueue(uint32_t queue) const
    {
        PrefetchLines(&m_queues[queue]);
        PrefetchLines(PeekPointer(m_wake));
        PrefetchLines(m_wire);
    }

    /// @brief Release all frames and stop.
    void Dispose();

  private:
    /**
     * @brief End of a transmission.
     * @param now the current time
     */
    void Wake(int64_t now);

    /**
     * @brief Start the next transmission, if any; the line must be free.
     * @param now the current time
     */
    [[gnu::flatten, gnu::noinline]] void Transmit(int64_t now);

    /**
     * @brief Choose the queue to serve.
     * @return number of a queue that is neither empty nor paused, or MAX_QUEUES
     */
    uint32_t ChooseQueue();

    /**
     * @brief Choose among the classes that share by deficit round robin.
     * @param classes bitmask of those that may send, not 0
     * @return the class
     */
    uint32_t ChooseByDeficit(uint8_t classes);

    /**
     * @brief First queue of a class that may send, reorder queues before the class queue.
     * @param ready queues of the class that may send, not 0
     * @return number of the queue
     */
    static uint32_t FirstQueue(uint64_t ready);

    /**
     * @brief Count the bytes waiting in some queues.
     * @param queues bitmask of queues
     * @return wire bytes
     */
    uint64_t SumBytes(uint64_t queues) const;

    /**
     * @brief Count the bytes waiting in some queues, of which usually no more than one waits.
     * @param queues bitmask of queues that are not empty
     * @return wire bytes
     */
    uint64_t SumFewBytes(uint64_t queues) const
    {
        if ((queues & (queues - 1)) != 0)
        {
            return SumBytes(queues); // reorder queues are in use
        }
        return queues == 0 ? 0 : m_queues[__builtin_ctzll(queues)].GetBytes();
    }

    /**
     * @brief Compute which queues may send.
     * @return bitmask of queues
     */
    uint64_t GetReady() const;

    /**
     * @brief Fire the trace sources of a frame that has been put into a queue.
     * @param frame the frame
     * @param queue the queue
     */
    [[gnu::cold, gnu::noinline]] void TraceEnqueue(const RoceFrame& frame, uint32_t queue) const;

    /**
     * @brief Fire the trace sources of a frame that has been taken out of a queue.
     * @param frame the frame
     * @param queue the queue
     */
    [[gnu::cold, gnu::noinline]] void TraceDequeue(const RoceFrame& frame, uint32_t queue) const;

    // The members that each frame needs come first, so that they are in few cache lines.
    uint32_t m_number{0};                ///< port number
    FrameWire* m_wire{nullptr};          ///< where frames go
    EgressListener* m_listener{nullptr}; ///< switch
    FrameSource* m_source{nullptr};      ///< NIC
    LineRate m_rate;                     ///< line rate
    uint64_t m_remainder{0};             ///< fraction of a step of the current busy period
    int64_t m_busyUntil{-1};             ///< end of the current or last transmission
    uint64_t m_waiting{0};               ///< queues that are not empty
    uint64_t m_blocked{0};               ///< blocked queues
    uint64_t m_pausedQueues{0};          ///< queues of paused classes
    uint8_t m_pausedClasses{0};          ///< classes that PFC has paused
    uint8_t m_strict{0};                 ///< classes of strict priority
    bool m_isTraced{false};              ///< a trace source is connected
    bool m_isSentPending{false};         ///< OnSent() has not been called for m_sent
    SentFrame m_sent{};                  ///< the current or last transmission

    /// The end of a transmission.
    class WakeEvent final : public PersistentEvent<EgressPort, &EgressPort::Wake>
    {
      public:
        using PersistentEvent::PersistentEvent;
        void PrefetchEarly() const override;
        void PrefetchLate() const override;
    };

    Ptr<WakeEvent> m_wake;                    ///< end of transmission
    std::vector<FrameQueue> m_queues;         ///< class queues, then reorder queues
    FrameQueue m_pfc;                         ///< PFC frames
    std::array<uint64_t, CLASSES> m_queuesOf; ///< queues of each class
    std::vector<uint8_t> m_classOf;           ///< class of each queue
    std::array<uint32_t, CLASSES> m_weight;   ///< round robin weights
    std::array<int64_t, CLASSES> m_deficit;   ///< round robin deficits, bytes
    uint32_t m_turn{0};                       ///< class whose turn it is
    ClassPauses m_pauses;                     ///< what PFC has paused
    Traces m_traces;                          ///< trace sources of the device
};

} // namespace ns3::rdmacell

#endif // EGRESS_PORT_H
