/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fat-tree-topology.h"

#include "ns3/double.h"
#include "ns3/input-error.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <string>

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(FatTreeTopology);

TypeId
FatTreeTopology::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::FatTreeTopology")
            .SetParent<NetworkTopology>()
            .SetGroupName("RdmaCell")
            .AddConstructor<FatTreeTopology>()
            .AddAttribute("K",
                          "Ports of a switch without oversubscription: an even number. 8 makes 128 "
                          "hosts, the size of the ConWeave paper's simulations",
                          UintegerValue(8),
                          MakeUintegerAccessor(&FatTreeTopology::m_k),
                          MakeUintegerChecker<uint32_t>(2, 128))
            .AddAttribute("Oversubscription",
                          "Hosts per uplink of a ToR switch; times K/2, a whole number of hosts",
                          DoubleValue(1),
                          MakeDoubleAccessor(&FatTreeTopology::m_oversubscription),
                          MakeDoubleChecker<double>(0, 4096))
            .AddAttribute("HostRate",
                          "Line rate of the hosts' links",
                          DataRateValue(DataRate("100Gbps")),
                          MakeDataRateAccessor(&FatTreeTopology::m_hostRate),
                          MakeDataRateChecker())
            .AddAttribute("FabricRate",
                          "Line rate of the links between switches",
                          DataRateValue(DataRate("100Gbps")),
                          MakeDataRateAccessor(&FatTreeTopology::m_fabricRate),
                          MakeDataRateChecker())
            .AddAttribute("Delay",
                          "Propagation delay of each link",
                          TimeValue(MicroSeconds(1)),
                          MakeTimeAccessor(&FatTreeTopology::m_delay),
                          MakeTimeChecker(Time(0)));
    return tid;
}

uint32_t
FatTreeTopology::GetHostsPerRack() const
{
    const uint32_t half = m_k / 2;
    const double hosts = m_oversubscription * half;
    if (!(hosts >= 1 && hosts <= 4096) || hosts != std::floor(hosts))
    {
        throw InputError("fat tree: expected an oversubscription that gives each rack a whole "
                         "number of hosts with " +
                         std::to_string(half) + " uplinks, found " +
                         std::to_string(m_oversubscription));
    }
    return static_cast<uint32_t>(hosts);
}

NetworkGraph
FatTreeTopology::DoBuild() const
{
    if (m_k % 2 != 0)
    {
        throw InputError("fat tree: expected an even K from 2 to 128, found " +
                         std::to_string(m_k));
    }
    const uint32_t half = m_k / 2;
    const uint32_t racks = m_k * half; // and as many aggregation switches
    const uint32_t hostsPerRack = GetHostsPerRack();
    NetworkGraph graph;
    graph.name = "fat tree K=" + std::to_string(m_k);
    graph.hosts = racks * hostsPerRack;
    graph.switches = 2 * racks + half * half;
    CheckLinkCount(graph.name, uint64_t{graph.hosts} + 2ULL * racks * half);
    const uint32_t firstTor = graph.hosts;
    const uint32_t firstAggregation = firstTor + racks;
    const uint32_t firstCore = firstAggregation + racks;
    for (uint32_t host = 0; host < graph.hosts; ++host)
    {
        graph.links.push_back({host, firstTor + host / hostsPerRack, m_hostRate, m_delay, 0});
    }
    for (uint32_t rack = 0; rack < racks; ++rack)
    {
        const uint32_t pod = rack / half;
        for (uint32_t j = 0; j < half; ++j)
        {
            const uint32_t aggregation = firstAggregation + pod * half + j;
            graph.links.push_back({firstTor + rack, aggregation, m_fabricRate, m_delay, 0});
        }
    }
    for (uint32_t aggregation = 0; aggregation < racks; ++aggregation)
    {
        const uint32_t j = aggregation % half;
        for (uint32_t i = 0; i < half; ++i)
        {
            const uint32_t core = firstCore + j * half + i;
            graph.links.push_back({firstAggregation + aggregation, core, m_fabricRate, m_delay, 0});
        }
    }
    return graph;
}

} // namespace ns3::rdmacell
