/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "timing-wheel-scheduler.h"

#include "ns3/assert.h"
#include "ns3/log.h"

#include <algorithm>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("TimingWheelScheduler");

NS_OBJECT_ENSURE_REGISTERED(TimingWheelScheduler);

namespace
{

/// A gap of more slots between two events may be idle time.
constexpr uint64_t LONG_GAP = 64;

/// How often events of the sorted array are moved at the cost of one removal, roughly.
constexpr uint64_t MOVES_PER_REMOVAL = 16;

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
                          "for the events it sees. Has no influence on results.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&TimingWheelScheduler::SetSlotWidth,
                                           &TimingWheelScheduler::GetSlotWidth),
                          MakeTimeChecker(Time(0)));
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

uint32_t
TimingWheelScheduler::TakeNode()
{
    if (m_freeNode == NO_NODE)
    {
        AddNodes();
    }
    const uint32_t node = m_freeNode;
    m_freeNode = m_nodes[node].next;
    return node;
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
TimingWheelScheduler::FreeNode(uint32_t node)
{
    m_nodes[node].next = m_freeNode;
    m_freeNode = node;
}

bool
TimingWheelScheduler::IsSame(uint32_t node, const Event& ev) const
{
    const Event& other = m_nodes[node].event;
    // The time and the object too: after 2^32 events a uid alone need not be unique.
    return other.key.m_uid == ev.key.m_uid && other.key.m_ts == ev.key.m_ts &&
           other.impl == ev.impl;
}

void
TimingWheelScheduler::PlaceDue(uint64_t time, uint32_t node)
{
    const size_t moved = m_due.Insert(time, node);
    // Much moving means that the slot is too wide, so the review must not be long in coming.
    m_reviewAfter -= std::min<uint64_t>(moved / MOVES_PER_REMOVAL, m_reviewAfter);
}

void
TimingWheelScheduler::PlaceNear(uint64_t time, uint32_t node)
{
    const uint32_t slot = (time >> m_logWidth) % SLOTS;
    m_nodes[node].next = m_slots[slot];
    m_slots[slot] = node;
    m_used.Set(slot);
}

void
TimingWheelScheduler::Place(uint64_t time, uint32_t node)
{
    if (time <= m_currentLast)
    {
        PlaceDue(time, node);
    }
    else if ((time >> m_logWidth) - m_currentNumber < SLOTS)
    {
        PlaceNear(time, node);
    }
    else
    {
        PlaceFar(time, node);
    }
}

void
TimingWheelScheduler::PlaceFar(uint64_t time, uint32_t node)
{
    m_far.Insert(time, node);
}

void
TimingWheelScheduler::Insert(const Event& ev)
{
    const uint64_t time = ev.key.m_ts;
    const uint32_t node = TakeNode();
    m_nodes[node].event = ev;
    ++m_size;
    m_tuner.NoteInsert(time > m_now ? time - m_now : 0);
    Place(time, node);
}

bool
TimingWheelScheduler::IsEmpty() const
{
    return m_size == 0;
}

Scheduler::Event
TimingWheelScheduler::PeekNext() const
{
    NS_ASSERT_MSG(m_size > 0, "no event is pending");
    if (!m_due.IsEmpty())
    {
        return m_nodes[m_due.GetFirst()].event;
    }
    const uint32_t slot = m_used.Find(m_currentNumber % SLOTS);
    if (slot == m_used.NONE)
    {
        return m_nodes[m_far.GetFirst()].event;
    }
    // The list begins with the latest event, so of those of equal time the last one counts.
    uint32_t first = m_slots[slot];
    for (uint32_t node = m_nodes[first].next; node != NO_NODE; node = m_nodes[node].next)
    {
        if (m_nodes[node].event.key.m_ts <= m_nodes[first].event.key.m_ts)
        {
            first = node;
        }
    }
    return m_nodes[first].event;
}

Scheduler::Event
TimingWheelScheduler::RemoveNext()
{
    NS_ASSERT_MSG(m_size > 0, "no event is pending");
    const uint32_t node = m_due.IsEmpty() ? Advance() : m_due.Pop();
    const Event ev = m_nodes[node].event;
    FreeNode(node);
    --m_size;
    m_now = ev.key.m_ts;
    if (++m_removed >= m_reviewAfter)
    {
        Review();
    }
    return ev;
}

uint32_t
TimingWheelScheduler::Advance()
{
    const uint64_t previous = m_currentNumber;
    uint32_t slot = m_used.Find(previous % SLOTS);
    if (slot == m_used.NONE)
    {
        m_currentNumber = m_far.GetFirstTime() >> m_logWidth;
        slot = m_currentNumber % SLOTS;
    }
    else
    {
        m_currentNumber += (slot - previous) % SLOTS;
    }
    m_currentLast = (m_currentNumber << m_logWidth) | ((uint64_t{1} << m_logWidth) - 1);
    if (m_currentNumber - previous > LONG_GAP)
    {
        m_tuner.NoteGap((m_currentNumber - previous - LONG_GAP) << m_logWidth);
    }
    if (IsFarEventNear())
    {
        FetchFarEvents();
    }

    const uint32_t first = m_slots[slot];
    if (m_nodes[first].next == NO_NODE)
    {
        m_slots[slot] = NO_NODE;
        m_used.Clear(slot);
        return first;
    }
    LoadSlot(slot);
    return m_due.Pop();
}

void
TimingWheelScheduler::LoadSlot(uint32_t slot)
{
    for (uint32_t node = m_slots[slot]; node != NO_NODE; node = m_nodes[node].next)
    {
        __builtin_prefetch(m_nodes[node].event.impl);
        m_due.PrependUnsorted(m_nodes[node].event.key.m_ts, node);
    }
    m_due.Sort();
    m_slots[slot] = NO_NODE;
    m_used.Clear(slot);
}

bool
TimingWheelScheduler::IsFarEventNear() const
{
    return !m_far.IsEmpty() && (m_far.GetFirstTime() >> m_logWidth) - m_currentNumber < SLOTS;
}

void
TimingWheelScheduler::FetchFarEvents()
{
    while (IsFarEventNear())
    {
        PlaceNear(m_far.GetFirstTime(), m_far.GetFirst());
        m_far.Pop();
    }
}

void
TimingWheelScheduler::Remove(const Event& ev)
{
    const uint64_t time = ev.key.m_ts;
    const auto isSame = [&](uint32_t node) { return IsSame(node, ev); };
    uint32_t node = NO_NODE;
    if (time <= m_currentLast)
    {
        node = m_due.Remove(time, isSame);
    }
    else if ((time >> m_logWidth) - m_currentNumber < SLOTS)
    {
        node = RemoveNear(ev);
    }
    else
    {
        node = m_far.Remove(time, isSame);
    }
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
    const uint32_t slot = (ev.key.m_ts >> m_logWidth) % SLOTS;
    uint32_t* link = &m_slots[slot];
    while (*link != NO_NODE && !IsSame(*link, ev))
    {
        link = &m_nodes[*link].next;
    }
    const uint32_t node = *link;
    if (node != NO_NODE)
    {
        *link = m_nodes[node].next;
    }
    if (m_slots[slot] == NO_NODE)
    {
        m_used.Clear(slot);
    }
    return node;
}

void
TimingWheelScheduler::Review()
{
    if (m_slotWidth.IsZero())
    {
        const uint32_t logWidth = m_tuner.Choose(m_now, m_removed, m_logWidth);
        if (logWidth != m_logWidth)
        {
            Resize(logWidth);
        }
    }
    // To move n events is paid for by n removals at least.
    m_window = std::max(std::min(2 * m_window, LONGEST_WINDOW), m_size);
    m_removed = 0;
    m_reviewAfter = m_window;
}

void
TimingWheelScheduler::Resize(uint32_t logWidth)
{
    NS_LOG_LOGIC("width of a slot from 2^" << m_logWidth << " to 2^" << logWidth << " time steps, "
                                           << m_size << " events pending");
    // Equal times stay in the order of insertion, because no two parts hold events of one time.
    std::vector<uint32_t> nodes;
    const auto drainDue = [&]() {
        while (!m_due.IsEmpty())
        {
            nodes.push_back(m_due.Pop());
        }
    };
    drainDue();
    uint32_t slot = m_used.Find(m_currentNumber % SLOTS);
    while (slot != m_used.NONE)
    {
        LoadSlot(slot);
        drainDue();
        slot = m_used.Find(slot);
    }

    m_logWidth = logWidth;
    m_currentLast = m_now;
    m_currentNumber = m_now >> logWidth;
    for (const uint32_t node : nodes)
    {
        Place(m_nodes[node].event.key.m_ts, node);
    }
    FetchFarEvents();
}

} // namespace ns3::rdmacell
