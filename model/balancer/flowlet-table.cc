/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flowlet-table.h"

namespace ns3::rdmacell
{

namespace
{

/// Differs from any node id, so that the hash is independent of those that switches choose by.
constexpr uint32_t TABLE_SEED = 0x9e3779b9;

} // namespace

FlowletTable::FlowletTable(uint32_t entries, int64_t gap, FlowletGap::Detection detection)
    : m_buckets(1),
      m_gap(gap),
      m_detection(detection)
{
    while (uint64_t{m_buckets} * WAYS < entries)
    {
        m_buckets *= 2;
    }
}

FlowletTable::Visit
FlowletTable::Arrive(const FlowKey& key, int64_t now)
{
    Flowlet& flowlet = Find(key, now);
    const bool starts = HasPaused(flowlet.lastSeen, now);
    flowlet.lastSeen = now;
    return {flowlet, starts};
}

void
FlowletTable::Choose(Flowlet& flowlet, uint32_t choice)
{
    ++m_chosen;
    if (flowlet.choice != NO_CHOICE && flowlet.choice != choice)
    {
        ++m_reroutes;
    }
    flowlet.choice = choice;
}

bool
FlowletTable::HasPaused(int64_t lastSeen, int64_t now) const
{
    if (lastSeen == NEVER)
    {
        return true;
    }
    if (m_detection == FlowletGap::TIMESTAMP)
    {
        return now - lastSeen > m_gap;
    }
    // The timer of period m_gap sets the age bit that a packet clears, and ends the flowlet if it
    // finds it set: two ticks without a packet.
    return now / m_gap - lastSeen / m_gap >= 2;
}

FlowletTable::Flowlet&
FlowletTable::Find(const FlowKey& key, int64_t now)
{
    if (m_flowlets.empty())
    {
        m_flowlets.resize(uint64_t{m_buckets} * WAYS);
    }
    Flowlet* const bucket =
        &m_flowlets[uint64_t{FlowHash(key, TABLE_SEED) & (m_buckets - 1)} * WAYS];
    Flowlet* oldest = bucket;
    for (Flowlet* entry = bucket; entry != bucket + WAYS; ++entry)
    {
        if (entry->key == key)
        {
            return *entry;
        }
        if (entry->lastSeen < oldest->lastSeen)
        {
            oldest = entry;
        }
    }
    if (!HasPaused(oldest->lastSeen, now))
    {
        ++m_evictions;
    }
    *oldest = Flowlet{};
    oldest->key = key;
    return *oldest;
}

std::map<std::string, uint64_t>
FlowletTable::GetCounters() const
{
    return {{"flowlets", m_chosen}, {"reroutes", m_reroutes}, {"flowlet_evictions", m_evictions}};
}

} // namespace ns3::rdmacell
