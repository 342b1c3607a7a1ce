/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "qp-timers.h"

namespace ns3::rdmacell
{

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
    Remove(entry);
    entry.m_listed = entry.m_deadline;
    m_order.insert(entry);
    m_event->ArmAt(now, m_order.begin()->m_listed);
}

void
QpTimers::Remove(Entry& entry)
{
    if (entry.m_listed != NEVER)
    {
        m_order.erase(m_order.iterator_to(entry));
        entry.m_listed = NEVER;
        if (m_order.empty())
        {
            m_event->Disarm();
        }
    }
}

void
QpTimers::Fire(int64_t now)
{
    while (!m_order.empty() && m_order.begin()->m_listed <= now)
    {
        Entry& entry = *m_order.begin();
        Remove(entry);
        if (entry.m_deadline <= now)
        {
            entry.m_deadline = NEVER;
            entry.OnTimer(now);
        }
        else if (entry.m_deadline != NEVER)
        {
            Relist(entry, now);
        }
    }
    if (!m_order.empty())
    {
        m_event->ArmAt(now, m_order.begin()->m_listed);
    }
}

void
QpTimers::Dispose()
{
    m_event->Detach();
    m_order.clear();
}

} // namespace ns3::rdmacell
