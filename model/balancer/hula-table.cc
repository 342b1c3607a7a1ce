/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "hula-table.h"

#include "ns3/log.h"

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("HulaTable");

HulaTable::HulaTable(uint32_t tors, int64_t keepAlive, int64_t suppression)
    : m_entries(tors),
      m_keepAlive(keepAlive),
      m_suppression(suppression)
{
    NS_LOG_FUNCTION(this << tors << keepAlive << suppression);
}

HulaTable::Outcome
HulaTable::Update(uint32_t tor, uint32_t port, uint32_t utilization, int64_t now)
{
    Entry& entry = m_entries[tor];
    const bool first = entry.port == NO_PORT;
    const bool change = port != entry.port;
    // Without the second condition an entry could only improve, whatever its path had become.
    if (first || !change || utilization < entry.utilization || now - entry.updated > m_keepAlive)
    {
        m_changes += !first && change ? 1 : 0;
        entry.port = port;
        entry.utilization = utilization;
        entry.updated = now;
        return change ? Outcome::CHANGED : Outcome::UPDATED;
    }
    return utilization > entry.utilization ? Outcome::KEPT : Outcome::TIED;
}

void
HulaTable::ReplaceTied(uint32_t tor, uint32_t port, int64_t now)
{
    Entry& entry = m_entries[tor];
    ++m_changes;
    entry.port = port;
    entry.updated = now;
}

bool
HulaTable::TryReplicate(uint32_t tor, int64_t now)
{
    Entry& entry = m_entries[tor];
    if (entry.hasReplicated && now - entry.replicated < m_suppression)
    {
        return false;
    }
    entry.hasReplicated = true;
    entry.replicated = now;
    return true;
}

} // namespace ns3::rdmacell
