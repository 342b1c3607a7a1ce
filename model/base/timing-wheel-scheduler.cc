/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "timing-wheel-scheduler.h"

#include "ns3/assert.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("TimingWheelScheduler");

NS_OBJECT_ENSURE_REGISTERED(TimingWheelScheduler);

namespace
{

/// A gap of more slots between two events may be idle time.
constexpr uint64_t LONG_GAP = 64;

/// How many events of a slot are passed at the cost of one removal, roughly.
constexpr uint64_t STEPS_PER_REMOVAL = 16;

/// The tuner samples the events that are inserted after one in this number of removals.
constexpr uint64_t SAMPLE = 16;

/// Nodes to begin with.
constexpr size_t FIRST_NODES = 1024;

/// Events removed before the first review.
constexpr uint64_t FIRST_WINDOW = 256;

} // namespace

TypeId
TimingWheelScheduler::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::TimingWheelScheduler")
            .SetParent<Scheduler>()
            .SetGroupName("RdmaCell")
            .AddConstructor<TimingWheelScheduler>()
            .AddAttribute("SlotWidth",
                          "Time that a slot covers, rounded down to a power of two of time steps. "
                          "0 (the default) leaves it to the scheduler, which takes what is fastest "
                          "for the events it sees. Has no influence on results. A change takes "
                          "effect at once.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&TimingWheelScheduler::SetSlotWidth,
                                           &TimingWheelScheduler::GetSlotWidth),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("LookAheadFrom",
                          "Number of pending events from which on the memory of coming events is "
                          "loaded ahead (512: with fewer, it is in the caches anyway). Has no "
                          "influence on results. A change takes effect with the next review, "
                          "16384 events later at most unless more are pending.",
                          UintegerValue(512),
                          MakeUintegerAccessor(&TimingWheelScheduler::m_lookAheadFrom),
                          MakeUintegerChecker<uint32_t>());
    return tid;
}

TimingWheelScheduler::TimingWheelScheduler()
    : m_tuner(LOG_SLOTS)
{
    m_slots.fill(NO_NODE);
}

TimingWheelScheduler::~TimingWheelScheduler() = default;

void
TimingWheelScheduler::SetSlotWidth(const Time& width)
{
    m_slotWidth = width;
    m_window = FIRST_WINDOW;
    m_removed = 0;
    m_steps = 0;
    m_reviewAfter = m_window;
    // Before anything is known of the events, a nanosecond is a fair guess for a fast network.
    const int64_t steps = width.IsZero() ? NanoSeconds(1).GetTimeStep() : width.GetTimeStep();
    Resize(steps > 1 ? 63 - __builtin_clzll(steps) : 0);
}

Time
TimingWheelScheduler::GetSlotWidth() const
{
    return m_slotWidth;
}

Time
TimingWheelScheduler::GetSlotWidthInUse() const
{
    return TimeStep(uint64_t{1} << m_logWidth);
}

void
TimingWheelScheduler::AddNodes()
{
    const size_t old = m_nodes.size();
    m_nodes.resize(std::max<size_t>(2 * old, FIRST_NODES));
    for (size_t node = m_nodes.size(); node-- > old;)
    {
        FreeNode(static_cast<uint32_t>(node));
    }
}

void
TimingWheelScheduler::AddNodesAndInsert(Event ev)
{
    AddNodes();
    Insert(ev);
}

bool
TimingWheelScheduler::IsSame(const Event& a, const Event& b)
{
    // The time and the object too: after 2^32 events a uid alone need not be unique.
    return a.key.m_uid == b.key.m_uid && a.key.m_ts == b.key.m_ts && a.impl == b.impl;
}

void
TimingWheelScheduler::PlaceWithin(uint64_t time, uint32_t node, uint32_t last)
{
    uint32_t previous = last;
    uint64_t steps = 1;
    const uint32_t behind = GetLast(node);
    while (EventOrder::IsBehind(m_nodes[m_nodes[previous].next].event.key, time, behind))
    {
        previous = m_nodes[previous].next;
        ++steps;
    }
    m_nodes[node].next = m_nodes[previous].next;
    m_nodes[previous].next = node;
    // Many steps mean that the slot is too wide, so the review must not be long in coming.
    m_steps += steps;
    m_reviewAfter -= std::min(steps / STEPS_PER_REMOVAL, m_reviewAfter);
    ReviewIfDue();
}

void
TimingWheelScheduler::PlaceElsewhere(uint64_t time, uint32_t node)
{
    if (IsNear(time))
    {
        PlaceNear(m_currentNumber % SLOTS, time, node);
    }
    else
    {
        m_far.Insert(time, m_nodes[node].event.key.m_uid, node);
    }
}

void
TimingWheelScheduler::Insert(const Event& ev)
{
    const uint64_t time = ev.key.m_ts;
    if (IsAhead(ev.key))
    {
        InsertAhead(ev);
        return;
    }
    if (m_freeNode == NO_NODE)
    {
        AddNodesAndInsert(ev);
        return;
    }
    const uint32_t node = m_freeNode;
    m_freeNode = m_nodes[node].next;
    // One by one: a copy of the whole would wait for fields that were written just now.
    Event& place = m_nodes[node].event;
    place.impl = ev.impl;
    place.key.m_ts = time;
    place.key.m_uid = ev.key.m_uid;
    place.key.m_context = ev.key.m_context;
    ++m_size;
    if (m_removed % SAMPLE == 0)
    {
        m_tuner.NoteInsert(time > m_now ? time - m_now : 0);
    }
    Place(time, node);
}

Scheduler::Event
TimingWheelScheduler::PeekNext() const
{
    NS_ASSERT_MSG(m_size > 0, "no event is pending");
    if (!m_next.IsEmpty())
    {
        return m_next.Peek(0);
    }
    const uint32_t slot = m_used.Find(m_currentNumber % SLOTS);
    return slot == m_used.NONE ? m_nodes[m_far.GetFirst()].event
                               : m_nodes[m_nodes[m_slots[slot]].next].event;
}

Scheduler::Event
TimingWheelScheduler::RemoveNext()
{
    NS_ASSERT_MSG(m_size > 0, "no event is pending");
    return m_looksAhead ? RemoveAhead() : RemoveFirst();
}

Scheduler::Event
TimingWheelScheduler::RemoveFirst()
{
    uint32_t slot = m_currentNumber % SLOTS;
    if (m_slots[slot] == NO_NODE)
    {
        slot = Advance(true);
    }
    const uint32_t node = TakeFirst(slot);
    const Event ev = m_nodes[node].event;
    FreeNode(node);
    --m_size;
    ++m_removed;
    m_now = ev.key.m_ts;
    return ev;
}

Scheduler::Event
TimingWheelScheduler::RemoveAhead()
{
    if (m_next.IsEmpty() && !TakeAhead(true))
    {
        return RemoveFirst();
    }
    const Event ev = m_next.PopFirst();
    --m_size;
    ++m_removed;
    m_now = ev.key.m_ts;
    while (!m_next.IsEnough() && TakeAhead(false))
    {
    }
    return ev;
}

void
TimingWheelScheduler::InsertAhead(const Event& ev)
{
    if (m_next.IsFull())
    {
        GiveBack();
        Insert(ev); // it may come behind the one that was given back
        return;
    }
    m_next.Insert(ev);
    ++m_size;
}

void
TimingWheelScheduler::GiveAllBack()
{
    while (!m_next.IsEmpty())
    {
        GiveBack();
    }
}

void
TimingWheelScheduler::GiveBack()
{
    if (m_freeNode == NO_NODE)
    {
        AddNodes();
    }
    const uint32_t node = m_freeNode;
    m_freeNode = m_nodes[node].next;
    m_nodes[node].event = m_next.PopLast();
    m_nextEnd = m_nodes[node].event.key.m_ts;
    // It came from the current slot or one before it, and is before all others of the wheel.
    const uint32_t slot = GetNumber(m_nextEnd) % SLOTS;
    const uint32_t end = m_slots[slot];
    if (end == NO_NODE)
    {
        m_nodes[node].next = node;
        m_slots[slot] = node;
        m_used.Set(slot);
    }
    else
    {
        m_nodes[node].next = m_nodes[end].next;
        m_nodes[end].next = node;
    }
}

uint32_t
TimingWheelScheduler::Advance(bool needed)
{
    ReviewIfDue();
    const uint64_t previous = m_currentNumber;
    const uint32_t slot = m_used.Find(previous % SLOTS);
    if (slot == m_used.NONE)
    {
        if (!needed || m_far.IsEmpty())
        {
            return NO_SLOT;
        }
        m_currentNumber = m_far.GetFirstTime() >> m_logWidth;
    }
    else
    {
        const uint64_t next = previous + (slot - previous) % SLOTS;
        if (!needed && next - (m_now >> m_logWidth) > NEAR_SLOTS)
        {
            return NO_SLOT; // what is inserted until then belongs into slots of its own
        }
        m_currentNumber = next;
    }
    if (m_currentNumber - previous > LONG_GAP)
    {
        m_tuner.NoteGap((m_currentNumber - previous - LONG_GAP) << m_logWidth);
    }
    if (IsFarEventNear())
    {
        FetchFarEvents();
    }
    return m_currentNumber % SLOTS;
}

bool
TimingWheelScheduler::IsFarEventNear() const
{
    return !m_far.IsEmpty() && IsNear(m_far.GetFirstTime());
}

void
TimingWheelScheduler::FetchFarEvents()
{
    while (IsFarEventNear())
    {
        Place(m_far.GetFirstTime(), m_far.GetFirst());
        m_far.Pop();
    }
}

void
TimingWheelScheduler::Remove(const Event& ev)
{
    if (m_next.Remove([&ev](const Event& other) { return IsSame(other, ev); }))
    {
        --m_size;
        return;
    }
    const uint64_t time = ev.key.m_ts;
    const uint32_t node = IsNear(time) ? RemoveNear(ev) : m_far.Remove(time, [&](uint32_t other) {
        return IsSame(m_nodes[other].event, ev);
    });
    NS_ASSERT_MSG(node != NO_NODE, "the event to remove is not pending");
    if (node != NO_NODE)
    {
        FreeNode(node);
        --m_size;
    }
}

uint32_t
TimingWheelScheduler::RemoveNear(const Event& ev)
{
    const uint32_t slot = GetNumber(ev.key.m_ts) % SLOTS;
    const uint32_t last = m_slots[slot];
    uint32_t previous = last;
    uint32_t node = last == NO_NODE ? NO_NODE : m_nodes[last].next;
    while (node != NO_NODE && !IsSame(m_nodes[node].event, ev))
    {
        previous = node;
        node = node == last ? NO_NODE : m_nodes[node].next;
    }
    if (node == NO_NODE || m_nodes[last].next == last)
    {
        return node == NO_NODE ? NO_NODE : TakeFirst(slot);
    }
    m_nodes[previous].next = m_nodes[node].next;
    m_slots[slot] = node == last ? previous : last;
    return node;
}

void
TimingWheelScheduler::ReviewIfDue()
{
    if (m_removed >= m_reviewAfter)
    {
        Review();
    }
}

void
TimingWheelScheduler::Review()
{
    if (m_slotWidth.IsZero())
    {
        const uint32_t logWidth = m_tuner.Choose(m_now, m_removed, m_steps, m_logWidth);
        if (logWidth != m_logWidth)
        {
            Resize(logWidth);
        }
    }
    m_looksAhead = m_size >= m_lookAheadFrom;
    if (!m_looksAhead)
    {
        GiveAllBack();
    }
    // To move n events is paid for by n removals at least.
    m_window = std::max(std::min(2 * m_window, LONGEST_WINDOW), m_size);
    m_removed = 0;
    m_steps = 0;
    m_reviewAfter = m_window;
}

void
TimingWheelScheduler::Resize(uint32_t logWidth)
{
    NS_LOG_LOGIC("width of a slot from 2^" << m_logWidth << " to 2^" << logWidth << " time steps, "
                                           << m_size << " events pending");
    GiveAllBack();
    // Equal times stay in the order of insertion, because no two parts hold events of one time now.
    std::vector<uint32_t> nodes;
    for (uint32_t slot = m_used.Find(m_currentNumber % SLOTS); slot != m_used.NONE;
         slot = m_used.Find(slot))
    {
        nodes.push_back(TakeFirst(slot));
    }
    m_logWidth = logWidth;
    m_currentNumber = m_now >> logWidth;
    for (const uint32_t node : nodes)
    {
        Place(m_nodes[node].event.key.m_ts, node);
    }
    FetchFarEvents();
}

} // namespace ns3::rdmacell
