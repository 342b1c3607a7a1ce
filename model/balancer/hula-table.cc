/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "hula-table.h"

namespace ns3::rdmacell
{

HulaTable::HulaTable(uint32_t tors, int64_t keepAlive, int64_t quiet)
    : m_entries(tors),
      m_keepAlive(keepAlive),
      m_quiet(quiet)
{
}

void
HulaTable::Learn(uint32_t tor, uint32_t port, uint32_t utilization, int64_t now)
{
    Entry& entry = m_entries[tor];
    const bool first = entry.port == NO_PORT;
    if (first || port == entry.port || utilization < entry.utilization ||
        now - entry.updated > m_keepAlive)
    {
        m_changes += !first && port != entry.port ? 1 : 0;
        entry.port = port;
        entry.utilization = utilization;
        entry.updated = now;
    }
}

bool
HulaTable::TakeTurn(uint32_t tor, int64_t now)
{
    Entry& entry = m_entries[tor];
    if (entry.hasPassedOn && now - entry.passedOn < m_quiet)
    {
        return false;
    }
    entry.hasPassedOn = true;
    entry.passedOn = now;
    return true;
}

} // namespace ns3::rdmacell
