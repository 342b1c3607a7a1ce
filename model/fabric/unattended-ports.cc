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
    std::size_t kept = 0;
    m_firstEnd = NEVER;
    for (const Entry& entry : m_ports)
    {
        if (entry.end <= now)
        {
            entry.port->Settle(now);
        }
        else
        {
            m_firstEnd = entry.end < m_firstEnd ? entry.end : m_firstEnd;
            m_ports[kept++] = entry;
        }
    }
    m_ports.resize(kept);
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
