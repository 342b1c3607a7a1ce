/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fat-tree-helper.h"

#include "ns3/abort.h"
#include "ns3/input-error.h"

#include <cmath>
#include <string>

namespace ns3::rdmacell
{

FatTreeHelper::FatTreeHelper(uint32_t k)
    : m_half(k / 2),
      m_hostsPerRack(k / 2)
{
    if (k < 2 || k > 128 || k % 2 != 0)
    {
        throw InputError("fat tree: expected an even K from 2 to 128, found " + std::to_string(k));
    }
    for (uint32_t tier = 0; tier < TIERS; ++tier)
    {
        m_rate[tier] = DataRate("100Gbps");
        m_delay[tier] = MicroSeconds(1);
    }
}

void
FatTreeHelper::SetOversubscription(double ratio)
{
    const double hosts = ratio * m_half;
    if (!(hosts >= 1 && hosts <= 4096) || hosts != std::floor(hosts))
    {
        throw InputError("fat tree: expected an oversubscription that gives each rack a whole "
                         "number of hosts with " +
                         std::to_string(m_half) + " uplinks, found " + std::to_string(ratio));
    }
    m_hostsPerRack = static_cast<uint32_t>(hosts);
}

void
FatTreeHelper::SetRate(uint32_t tier, DataRate rate)
{
    NS_ABORT_IF(tier >= TIERS);
    m_rate[tier] = rate;
}

void
FatTreeHelper::SetDelay(uint32_t tier, Time delay)
{
    NS_ABORT_IF(tier >= TIERS);
    m_delay[tier] = delay;
}

NetworkGraph
FatTreeHelper::Build() const
{
    const uint32_t pods = 2 * m_half;
    const uint32_t racks = pods * m_half; // and as many aggregation switches
    NetworkGraph graph;
    graph.name = "fat tree K=" + std::to_string(pods);
    graph.hosts = racks * m_hostsPerRack;
    graph.switches = 2 * racks + m_half * m_half;
    const uint32_t firstTor = graph.hosts;
    const uint32_t firstAggregation = firstTor + racks;
    const uint32_t firstCore = firstAggregation + racks;
    const auto add = [&](uint32_t tier, uint32_t below, uint32_t above) {
        graph.links.push_back({below, above, m_rate[tier], m_delay[tier], 0});
    };
    for (uint32_t host = 0; host < graph.hosts; ++host)
    {
        add(0, host, firstTor + host / m_hostsPerRack);
    }
    for (uint32_t rack = 0; rack < racks; ++rack)
    {
        const uint32_t pod = rack / m_half;
        for (uint32_t j = 0; j < m_half; ++j)
        {
            add(1, firstTor + rack, firstAggregation + pod * m_half + j);
        }
    }
    for (uint32_t aggregation = 0; aggregation < racks; ++aggregation)
    {
        const uint32_t j = aggregation % m_half;
        for (uint32_t i = 0; i < m_half; ++i)
        {
            add(2, firstAggregation + aggregation, firstCore + j * m_half + i);
        }
    }
    return graph;
}

} // namespace ns3::rdmacell
