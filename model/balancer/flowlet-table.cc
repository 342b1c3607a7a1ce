/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flowlet-table.h"

#include "ns3/log.h"

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("FlowletTable");

FlowletTable::FlowletTable(uint32_t entries, int64_t gap, FlowletGap::Detection detection)
    : m_flows(entries),
      m_gap(gap),
      m_detection(detection)
{
    NS_LOG_FUNCTION(this << entries << gap << static_cast<int>(detection));
}

FlowletTable::Lookup
FlowletTable::OnPacket(const FlowKey& key, int64_t now)
{
    Flowlet& flowlet = m_flows.FindOrReplaceOldest(key, [this, now](const Flowlet& oldest) {
        if (!HasPaused(oldest.lastSeen, now))
        {
            ++m_evictions;
            NS_LOG_INFO("flow " << oldest.key << " loses its entry within its gap");
        }
    });
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
    NS_LOG_INFO("flowlet of flow " << flowlet.key << " takes " << choice
                                   << (flowlet.choice == NO_CHOICE ? ", the flow is new"
                                       : flowlet.choice == choice  ? ", as before"
                                                                   : ", a reroute"));
    flowlet.choice = choice;
}

bool
FlowletTable::HasPaused(int64_t lastSeen, int64_t now) const
{
    if (lastSeen == FlowEntry::NEVER)
    {
        return true;
    }
    if (m_detection == FlowletGap::TIMESTAMP)
    {
        return now - lastSeen > m_gap;
    }
    // CONGA, 3.4: every packet clears the age bit, a timer of period m_gap sets it, and ends the
    // flowlet if it is still set from the last time. So a flowlet ends at the second tick without
    // a packet, and counting ticks takes no timer.
    return now / m_gap - lastSeen / m_gap >= 2;
}

std::map<std::string, uint64_t>
FlowletTable::GetCounters() const
{
    return {{"flowlets", m_chosen}, {"reroutes", m_reroutes}, {"flowlet_evictions", m_evictions}};
}

} // namespace ns3::rdmacell
