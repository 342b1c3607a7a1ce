/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sequential-simulator-impl.h"

#include "ns3/assert.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"

#include <limits>

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(SequentialSimulatorImpl);

namespace
{

/// Numbers of a place, for events that are due at one time: even entries that were overtaken have
/// numbers of their own.
constexpr uint32_t NUMBERS_OF_PLACE = 1U << (EventOrder::PLACE_SHIFT - 1);

} // namespace

static_assert(EventOrder::UNPLACED_BIT % (2 * DirectEvent::UID_BIT) == 0,
              "the lowest bit of a number is the event's kind");

TypeId
SequentialSimulatorImpl::GetTypeId()
{
    static TypeId tid = TypeId("ns3::rdmacell::SequentialSimulatorImpl")
                            .SetParent<SimulatorImpl>()
                            .SetGroupName("RdmaCell")
                            .AddConstructor<SequentialSimulatorImpl>();
    return tid;
}

SequentialSimulatorImpl::SequentialSimulatorImpl()
    : m_now(0),
      m_context(Simulator::NO_CONTEXT),
      m_currentUid(EventId::UID::INVALID),
      m_nextUid(EventOrder::UNPLACED_BIT)
{
}

SequentialSimulatorImpl::~SequentialSimulatorImpl() = default;

void
SequentialSimulatorImpl::DoDispose()
{
    while (!m_events->IsEmpty())
    {
        m_events->RemoveNext().impl->Unref();
    }
    m_events = nullptr;
    m_wheel = nullptr;
    SimulatorImpl::DoDispose();
}

void
SequentialSimulatorImpl::Destroy()
{
    while (!m_destroyEvents.empty())
    {
        const Ptr<EventImpl> event = m_destroyEvents.front().PeekEventImpl();
        m_destroyEvents.pop_front();
        if (!event->IsCancelled())
        {
            event->Invoke();
        }
    }
}

void
SequentialSimulatorImpl::SetScheduler(ObjectFactory schedulerFactory)
{
    const Ptr<Scheduler> scheduler = schedulerFactory.Create<Scheduler>();
    if (m_events)
    {
        while (!m_events->IsEmpty())
        {
            scheduler->Insert(m_events->RemoveNext());
        }
    }
    m_leave = true; // the list that is being run has no events any more
    m_events = scheduler;
    m_wheel = dynamic_cast<TimingWheelScheduler*>(PeekPointer(scheduler));
}

Scheduler::EventKey
SequentialSimulatorImpl::Insert(uint32_t context, int64_t delay, EventImpl* event, uint32_t kind)
{
    NS_ASSERT_MSG(delay >= 0, "an event is scheduled in the past");
    const uint64_t time = m_now + static_cast<uint64_t>(delay);
    const Scheduler::EventKey key{time, m_nextUid | kind, context};
    m_nextUid = (m_nextUid + 2) | EventOrder::UNPLACED_BIT;
    Insert(event, key);
    return key;
}

void
SequentialSimulatorImpl::Insert(EventImpl* event, const Scheduler::EventKey& key)
{
    if (m_wheel)
    {
        m_wheel->Insert({event, key});
    }
    else
    {
        m_events->Insert({event, key});
    }
}

EventId
SequentialSimulatorImpl::Schedule(const Time& delay, EventImpl* event)
{
    const Scheduler::EventKey key = Insert(m_context, delay.GetTimeStep(), event, GENERAL);
    return EventId(event, key.m_ts, key.m_context, key.m_uid);
}

void
SequentialSimulatorImpl::ScheduleWithContext(uint32_t context, const Time& delay, EventImpl* event)
{
    Insert(context, delay.GetTimeStep(), event, GENERAL);
}

void
SequentialSimulatorImpl::ScheduleDirect(uint32_t context, int64_t delay, DirectEvent* event)
{
    Insert(context, delay, event, DIRECT);
}

void
SequentialSimulatorImpl::SchedulePlaced(uint32_t context,
                                        int64_t delay,
                                        DirectEvent* event,
                                        uint32_t place)
{
    NS_ASSERT_MSG(delay >= 0, "an event is scheduled in the past");
    NS_ASSERT_MSG(place < EventOrder::END, "there is no place " << place);
    const uint64_t time = m_now + static_cast<uint64_t>(delay);
    const uint32_t number = m_placed++ % NUMBERS_OF_PLACE;
    const uint32_t uid =
        place << EventOrder::PLACE_SHIFT | number * (2 * DirectEvent::UID_BIT) | DIRECT;
    Insert(event, {time, uid, context});
}

EventId
SequentialSimulatorImpl::ScheduleNow(EventImpl* event)
{
    return Schedule(Time(0), event);
}

EventId
SequentialSimulatorImpl::ScheduleDestroy(EventImpl* event)
{
    const EventId id(Ptr<EventImpl>(event, false),
                     m_now,
                     Simulator::NO_CONTEXT,
                     EventId::UID::DESTROY);
    m_destroyEvents.push_back(id);
    return id;
}

void
SequentialSimulatorImpl::Run()
{
    m_stop = false;
    while (!IsFinished())
    {
        m_leave = false;
        if (!m_wheel)
        {
            m_countedNodes.empty() ? RunEvents<true>(*m_events) : RunEvents<false>(*m_events);
        }
        else if (m_countedNodes.empty())
        {
            RunEvents<true>(*m_wheel);
        }
        else
        {
            RunEvents<false>(*m_wheel);
        }
    }
}

void
SequentialSimulatorImpl::CountEvents(std::vector<bool> nodes, bool others)
{
    m_countedNodes = std::move(nodes);
    m_countsOthers = others;
}

bool
SequentialSimulatorImpl::IsCounted() const
{
    return m_context < m_countedNodes.size() ? m_countedNodes[m_context]
                                             : m_context == Simulator::NO_CONTEXT && m_countsOthers;
}

int64_t
SequentialSimulatorImpl::GetNextTime() const
{
    return m_events->IsEmpty() ? std::numeric_limits<int64_t>::max()
                               : static_cast<int64_t>(m_events->PeekNext().key.m_ts);
}

template <bool COUNTS_ALL, typename T>
void
SequentialSimulatorImpl::RunEvents(T& events)
{
    while (!m_leave && !events.IsEmpty())
    {
        EventImpl* event = Take(events);
        m_eventCount += COUNTS_ALL || IsCounted() ? 1 : 0;
        if (m_currentUid & DIRECT)
        {
            static_cast<DirectEvent*>(event)->Fire();
        }
        else
        {
            event->Invoke();
        }
        event->Unref();
    }
}

EventImpl*
SequentialSimulatorImpl::TakeAndPrefetch(TimingWheelScheduler& wheel)
{
    EventImpl* next = GoTo(wheel.RemoveAhead());
    const Scheduler::Event& early = wheel.PeekAhead(EARLY);
    if (early.key.m_uid & DIRECT)
    {
        static_cast<const DirectEvent*>(early.impl)->PrefetchEarly();
    }
    const Scheduler::Event& late = wheel.PeekAhead(LATE);
    if (late.key.m_uid & DIRECT)
    {
        static_cast<const DirectEvent*>(late.impl)->PrefetchLate();
    }
    return next;
}

bool
SequentialSimulatorImpl::IsFinished() const
{
    return m_stop || (m_wheel ? m_wheel->IsEmpty() : m_events->IsEmpty());
}

void
SequentialSimulatorImpl::Stop()
{
    m_stop = true;
    m_leave = true;
}

SequentialSimulatorImpl::StopResult
SequentialSimulatorImpl::Stop(const Time& delay)
{
    return StopResult(Simulator::Schedule(delay, [this]() { Stop(); }));
}

Time
SequentialSimulatorImpl::Now() const
{
    return TimeStep(m_now);
}

bool
SequentialSimulatorImpl::IsExpired(const EventId& id) const
{
    const EventImpl* event = id.PeekEventImpl();
    if (event == nullptr || const_cast<EventImpl*>(event)->IsCancelled())
    {
        return true;
    }
    if (id.GetUid() == EventId::UID::DESTROY)
    {
        for (const EventId& waiting : m_destroyEvents)
        {
            if (waiting == id)
            {
                return false;
            }
        }
        return true;
    }
    if (id.GetTs() != m_now || !EventOrder::IsUnplaced(m_currentUid))
    {
        return id.GetTs() < m_now; // while an event that has a place runs, all others are to come
    }
    // The difference of two numbers that have wrapped still tells which came first; the highest bit
    // is in both.
    return static_cast<int32_t>((id.GetUid() - m_currentUid) << 1) <= 0;
}

void
SequentialSimulatorImpl::Remove(const EventId& id)
{
    if (IsExpired(id))
    {
        return;
    }
    if (id.GetUid() == EventId::UID::DESTROY)
    {
        m_destroyEvents.remove(id);
        return;
    }
    Scheduler::Event entry;
    entry.impl = id.PeekEventImpl();
    entry.key.m_ts = id.GetTs();
    entry.key.m_context = id.GetContext();
    entry.key.m_uid = id.GetUid();
    m_events->Remove(entry);
    entry.impl->Cancel();
    entry.impl->Unref(); // the list's reference
}

void
SequentialSimulatorImpl::Cancel(const EventId& id)
{
    if (!IsExpired(id))
    {
        id.PeekEventImpl()->Cancel();
    }
}

Time
SequentialSimulatorImpl::GetDelayLeft(const EventId& id) const
{
    return IsExpired(id) ? TimeStep(0) : TimeStep(id.GetTs() - m_now);
}

Time
SequentialSimulatorImpl::GetMaximumSimulationTime() const
{
    return TimeStep(std::numeric_limits<int64_t>::max());
}

uint32_t
SequentialSimulatorImpl::GetSystemId() const
{
    return 0;
}

uint32_t
SequentialSimulatorImpl::GetContext() const
{
    return m_context;
}

uint64_t
SequentialSimulatorImpl::GetEventCount() const
{
    return m_eventCount;
}

} // namespace ns3::rdmacell
