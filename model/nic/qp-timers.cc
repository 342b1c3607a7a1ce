/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "qp-timers.h"

#include "ns3/log.h"

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("QpTimers");

QpTimers::QpTimers()
    : m_event(Create<Event>(this))
{
}

QpTimers::~QpTimers()
{
    Dispose();
}

void
QpTimers::SetContext(uint32_t context)
{
    m_event->SetContext(context);
}

void
QpTimers::Relist(Entry& entry, int64_t now)
{
    NS_LOG_FUNCTION(this << &entry << now << entry.m_deadline);
    Remove(entry);
    entry.m_listed = entry.m_deadline;
    m_timers.insert(entry);
    m_event->ArmAt(now, m_timers.begin()->m_listed);
}

void
QpTimers::Remove(Entry& entry)
{
    if (entry.m_listed != NEVER)
    {
        m_timers.erase(m_timers.iterator_to(entry));
        entry.m_listed = NEVER;
        if (m_timers.empty())
        {
            m_event->Disarm();
        }
    }
}

void
QpTimers::Fire(int64_t now)
{
    while (!m_timers.empty() && m_timers.begin()->m_listed <= now)
    {
        Entry& entry = *m_timers.begin();
        Remove(entry);
        if (entry.m_deadline <= now)
        {
            NS_LOG_LOGIC("timer of queue pair " << &entry << " expires at " << now);
            entry.m_deadline = NEVER;
            entry.OnTimer(now);
        }
        else if (entry.m_deadline != NEVER)
        {
            Relist(entry, now);
        }
    }
    if (!m_timers.empty())
    {
        m_event->ArmAt(now, m_timers.begin()->m_listed);
    }
}

void
QpTimers::Dispose()
{
    m_event->Detach();
    m_timers.clear();
}

} // namespace ns3::rdmacell
