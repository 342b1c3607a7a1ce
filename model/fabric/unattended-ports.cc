/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "unattended-ports.h"

#include <cstddef>

namespace ns3::rdmacell
{

void
UnattendedPorts::SettleDue(int64_t now)
{
    m_firstEnd = NEVER;
    for (std::size_t i = 0; i < m_ports.size();)
    {
        const Entry entry = m_ports[i];
        if (entry.end > now)
        {
            m_firstEnd = entry.end < m_firstEnd ? entry.end : m_firstEnd;
            ++i;
            continue;
        }
        entry.port->Settle(now);
        m_ports[i] = m_ports.back();
        m_ports.pop_back();
    }
}

void
UnattendedPorts::Attend(int64_t now)
{
    for (const Entry& entry : m_ports)
    {
        entry.port->WakeAtEnd(now);
    }
    m_ports.clear();
    m_firstEnd = NEVER;
}

} // namespace ns3::rdmacell
