/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SEQUENTIAL_SIMULATOR_IMPL_H
#define SEQUENTIAL_SIMULATOR_IMPL_H

#include "direct-event.h"
#include "event-order.h"
#include "timing-wheel-scheduler.h"

#include "ns3/event-id.h"
#include "ns3/event-impl.h"
#include "ns3/object-factory.h"
#include "ns3/ptr.h"
#include "ns3/scheduler.h"
#include "ns3/simulator-impl.h"

#include <cstdint>
#include <list>
#include <utility>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief A simulator for one thread, behind the Simulator:: functions. It does what ns-3's default
 * one does for programs that schedule from one thread only, in a fraction of the instructions.
 *
 * Chosen by the global value SimulatorImplementationType. It works with any Scheduler and runs
 * the same events in the same order as ns-3's default, but for those that have a place
 * (EventOrder). Events of equal time are told apart by a 32-bit number, as everywhere in ns-3; here
 * it may wrap, between 2^31 and 2^32. It must not be called from another thread (real-time and
 * emulation devices do so), and calls no PreEventHook().
 */
class SequentialSimulatorImpl : public SimulatorImpl
{
  public:
    SequentialSimulatorImpl();
    ~SequentialSimulatorImpl() override;

    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /// What Stop(Time) returns: nothing up to ns-3.40, an EventId since.
    using StopResult = decltype(std::declval<SimulatorImpl&>().Stop(std::declval<const Time&>()));

    /**
     * @brief Schedule an event that cannot be canceled; it has no EventId.
     * @param context node id
     * @param delay from now on, steps, not negative
     * @param event the event; the caller has taken a reference for the list, as for
     * ScheduleWithContext()
     */
    void ScheduleDirect(uint32_t context, int64_t delay, DirectEvent* event);

    /**
     * @brief The same for an event that has a place among those of equal time.
     * @param context node id
     * @param delay from now on, steps, not negative
     * @param event the event
     * @param place its place, see EventOrder
     */
    void SchedulePlaced(uint32_t context, int64_t delay, DirectEvent* event, uint32_t place);

    // From SimulatorImpl
    void Destroy() override;
    bool IsFinished() const override;
    void Stop() override;
    StopResult Stop(const Time& delay) override;
    EventId Schedule(const Time& delay, EventImpl* event) override;
    void ScheduleWithContext(uint32_t context, const Time& delay, EventImpl* event) override;
    EventId ScheduleNow(EventImpl* event) override;
    EventId ScheduleDestroy(EventImpl* event) override;
    void Remove(const EventId& id) override;
    void Cancel(const EventId& id) override;
    bool IsExpired(const EventId& id) const override;
    void Run() override;
    Time Now() const override;
    Time GetDelayLeft(const EventId& id) const override;
    Time GetMaximumSimulationTime() const override;
    void SetScheduler(ObjectFactory schedulerFactory) override;
    uint32_t GetSystemId() const override;
    uint32_t GetContext() const override;
    uint64_t GetEventCount() const override;

  protected:
    void DoDispose() override;

    /**
     * @brief Count the events of some nodes only, from now on.
     * @param nodes by node id, whether its events are counted
     * @param others whether those without a node are
     */
    void CountEvents(std::vector<bool> nodes, bool others);

    /**
     * @brief Get the time of the next event.
     * @return steps; the largest number if there is none
     */
    int64_t GetNextTime() const;

  private:
    /**
     * @brief Put an event into the list.
     * @param context node id
     * @param delay from now on, steps
     * @param event the event; its reference passes to the list
     * @param kind GENERAL or DIRECT
     * @return its key
     */
    Scheduler::EventKey Insert(uint32_t context, int64_t delay, EventImpl* event, uint32_t kind);

    /**
     * @brief Put an event into the list.
     * @param event the event; its reference passes to the list
     * @param key its key
     */
    void Insert(EventImpl* event, const Scheduler::EventKey& key);

    /**
     * @brief Run events until there are none or Stop() was called.
     * @tparam COUNTS_ALL every event is counted
     * @tparam T type of the list, so that its functions need not be virtual
     * @param events the list
     */
    template <bool COUNTS_ALL, typename T>
    [[gnu::flatten]] void RunEvents(T& events);

    /**
     * @brief Ask whether the current event is counted, if not all are.
     * @return true if it is
     */
    bool IsCounted() const;

    /**
     * @brief Take the next event from a list of any kind, and go on to its time.
     * @param events the list
     * @return the event, whose reference passes to the caller
     */
    EventImpl* Take(Scheduler& events)
    {
        return GoTo(events.RemoveNext());
    }

    /**
     * @brief Take the next event from a timing wheel, go on to its time, and have the memory of
     * coming ones loaded.
     * @param wheel the list
     * @return the event, whose reference passes to the caller
     */
    EventImpl* Take(TimingWheelScheduler& wheel)
    {
        return wheel.LooksAhead() ? TakeAndPrefetch(wheel) : GoTo(wheel.RemoveFirst());
    }

    /**
     * @brief Take the next event from a timing wheel that looks ahead.
     * @param wheel the list
     * @return the event, whose reference passes to the caller
     */
    EventImpl* TakeAndPrefetch(TimingWheelScheduler& wheel);

    /**
     * @brief Go on to the time of an event.
     * @param event the event
     * @return the event
     */
    EventImpl* GoTo(const Scheduler::Event& event)
    {
        m_now = event.key.m_ts;
        m_context = event.key.m_context;
        m_currentUid = event.key.m_uid;
        return event.impl;
    }

    // How many events come before the one for which these functions of DirectEvent are called.
    static constexpr uint32_t EARLY = 4; ///< PrefetchEarly()
    static constexpr uint32_t LATE = 1;  ///< PrefetchLate()

    // An event's number is even or odd by its kind, and counts up in steps of two.
    static constexpr uint32_t GENERAL = 0;                   ///< any event
    static constexpr uint32_t DIRECT = DirectEvent::UID_BIT; ///< a DirectEvent

    Ptr<Scheduler> m_events;                ///< pending events
    TimingWheelScheduler* m_wheel{nullptr}; ///< the same, if it is one: spares virtual calls
    std::list<EventId> m_destroyEvents;     ///< to run at the end
    uint64_t m_eventCount{0};               ///< events run
    uint64_t m_now;                         ///< current time, steps
    uint32_t m_context;                     ///< current node id
    uint32_t m_currentUid;                  ///< number of the current event
    uint32_t m_nextUid;                     ///< number of the next event that is scheduled
    uint32_t m_placed{0};                   ///< events scheduled that have a place
    std::vector<bool> m_countedNodes;       ///< events of which are counted; empty: all are
    bool m_countsOthers{true};              ///< if not all are: events without a node are
    bool m_stop{false};                     ///< leave Run()
    bool m_leave{false};                    ///< leave RunEvents()
};

} // namespace ns3::rdmacell

#endif // SEQUENTIAL_SIMULATOR_IMPL_H
