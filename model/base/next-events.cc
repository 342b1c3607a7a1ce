/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "next-events.h"

#include "event-order.h"

#include "ns3/assert.h"

#include <algorithm>

namespace ns3::rdmacell
{

namespace
{

/// Fills the places of the list that have no event.
constexpr Scheduler::Event NO_EVENT{nullptr, {0, 0, 0}};

} // namespace

NextEvents::NextEvents()
{
    m_events.fill(NO_EVENT);
    m_first = m_events.data();
    m_end = m_first;
}

Scheduler::Event
NextEvents::PopLast()
{
    const Scheduler::Event last = *--m_end;
    *m_end = NO_EVENT;
    return last;
}

void
NextEvents::Insert(const Scheduler::Event& event)
{
    NS_ASSERT_MSG(!IsFull(), "no room for another event");
    if (m_end == m_events.data() + ROOM)
    {
        Slide();
    }
    Scheduler::Event* place = m_end++;
    const uint32_t last = EventOrder::GetLast(event.key.m_uid);
    for (; place != m_first && !EventOrder::IsBehind(place[-1].key, event.key.m_ts, last); --place)
    {
        place[0] = place[-1];
    }
    *place = event;
}

void
NextEvents::Slide()
{
    Scheduler::Event* end = std::copy(m_first, m_end, m_events.data());
    std::fill(end, m_end, NO_EVENT);
    m_first = m_events.data();
    m_end = end;
}

void
NextEvents::Erase(Scheduler::Event* event)
{
    std::copy(event + 1, m_end, event);
    *--m_end = NO_EVENT;
}

} // namespace ns3::rdmacell
