/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "deferred-releases.h"

#include "ns3/log.h"

#include <cstddef>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("DeferredReleases");

void
DeferredReleases::ReleaseEnded(int64_t now)
{
    NS_LOG_FUNCTION(this << now);
    m_firstEnd = NEVER;
    for (std::size_t i = 0; i < m_entries.size();)
    {
        const Entry entry = m_entries[i];
        if (entry.end > now)
        {
            m_firstEnd = entry.end < m_firstEnd ? entry.end : m_firstEnd;
            ++i;
            continue;
        }
        entry.port->ReportSent(now);
        m_entries[i] = m_entries.back();
        m_entries.pop_back();
    }
}

void
DeferredReleases::ReplaceByEvents(int64_t now)
{
    NS_LOG_FUNCTION(this << now << m_entries.size());
    for (const Entry& entry : m_entries)
    {
        entry.port->WakeAtEnd(now);
    }
    m_entries.clear();
    m_firstEnd = NEVER;
}

} // namespace ns3::rdmacell
