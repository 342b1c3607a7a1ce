/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "qp-scheduler.h"

#include "ns3/log.h"

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("QpScheduler");

void
QpScheduler::Add(Entry& entry, int64_t now)
{
    NS_LOG_FUNCTION(this << &entry << entry.notBefore << now);
    if (entry.notBefore <= now)
    {
        MakeReady(entry);
    }
    else
    {
        entry.state = State::PACED;
        m_paced.insert(entry);
    }
}

void
QpScheduler::Requeue(Entry& entry)
{
    NS_LOG_FUNCTION(this << &entry << entry.notBefore);
    entry.state = State::IN_SERVICE;
    m_inService = &entry;
}

void
QpScheduler::Remove(Entry& entry)
{
    if (entry.state == State::READY)
    {
        ReadyList& list = m_ready[entry.trafficClass];
        list.erase(list.iterator_to(entry));
        if (list.empty())
        {
            m_readyClasses &= ~(1U << entry.trafficClass);
        }
    }
    else if (entry.state == State::PACED)
    {
        m_paced.erase(m_paced.iterator_to(entry));
    }
    else if (entry.state == State::IN_SERVICE)
    {
        m_inService = nullptr;
    }
    entry.state = State::IDLE;
}

QpScheduler::Entry*
QpScheduler::Pop(uint8_t pausedClasses, int64_t now)
{
    Promote(now);
    const uint32_t classes = m_readyClasses & ~static_cast<uint32_t>(pausedClasses);
    if (classes == 0)
    {
        return nullptr;
    }
    const uint32_t after = classes & ~((2U << m_lastClass) - 1);
    m_lastClass = static_cast<uint32_t>(__builtin_ctz(after ? after : classes));
    Entry& entry = m_ready[m_lastClass].front();
    NS_LOG_LOGIC("class " << m_lastClass << " is served, queue pair " << &entry);
    Remove(entry);
    return &entry;
}

bool
QpScheduler::HasReady(uint8_t pausedClasses, int64_t when)
{
    Promote(when);
    return (m_readyClasses & ~static_cast<uint32_t>(pausedClasses)) != 0;
}

int64_t
QpScheduler::GetNextTime() const
{
    return m_paced.empty() ? NEVER : m_paced.begin()->notBefore;
}

void
QpScheduler::Promote(int64_t when)
{
    while (!m_paced.empty() && m_paced.begin()->notBefore <= when)
    {
        Entry& entry = *m_paced.begin();
        m_paced.erase(m_paced.begin());
        MakeReady(entry);
    }
    if (m_inService)
    {
        Entry& entry = *m_inService;
        m_inService = nullptr;
        Add(entry, when);
    }
}

void
QpScheduler::MakeReady(Entry& entry)
{
    entry.state = State::READY;
    m_ready[entry.trafficClass].push_back(entry);
    m_readyClasses |= 1U << entry.trafficClass;
}

} // namespace ns3::rdmacell
