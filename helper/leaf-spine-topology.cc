/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "leaf-spine-topology.h"

#include "ns3/input-error.h"
#include "ns3/uinteger.h"

#include <string>

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(LeafSpineTopology);

TypeId
LeafSpineTopology::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::LeafSpineTopology")
            .SetParent<NetworkTopology>()
            .SetGroupName("RdmaCell")
            .AddConstructor<LeafSpineTopology>()
            .AddAttribute("Hosts",
                          "Hosts in all: a multiple of Leaves. 128 with 8 leaves and 8 spines are "
                          "2:1 oversubscribed, as the ConWeave paper's leaf-spine network",
                          UintegerValue(128),
                          MakeUintegerAccessor(&LeafSpineTopology::m_hosts),
                          MakeUintegerChecker<uint32_t>(2, 1U << 20))
            .AddAttribute("Leaves",
                          "Leaf switches",
                          UintegerValue(8),
                          MakeUintegerAccessor(&LeafSpineTopology::m_leaves),
                          MakeUintegerChecker<uint32_t>(1, 4096))
            .AddAttribute("Spines",
                          "Spine switches",
                          UintegerValue(8),
                          MakeUintegerAccessor(&LeafSpineTopology::m_spines),
                          MakeUintegerChecker<uint32_t>(1, 4096))
            .AddAttribute("ParallelLinks",
                          "Links between each leaf and each spine",
                          UintegerValue(1),
                          MakeUintegerAccessor(&LeafSpineTopology::m_parallelLinks),
                          MakeUintegerChecker<uint32_t>(1, 64))
            .AddAttribute("HostRate",
                          "Line rate of the hosts' links",
                          DataRateValue(DataRate("100Gbps")),
                          MakeDataRateAccessor(&LeafSpineTopology::m_hostRate),
                          MakeDataRateChecker())
            .AddAttribute("FabricRate",
                          "Line rate of the links between switches",
                          DataRateValue(DataRate("100Gbps")),
                          MakeDataRateAccessor(&LeafSpineTopology::m_fabricRate),
                          MakeDataRateChecker())
            .AddAttribute("Delay",
                          "Propagation delay of each link",
                          TimeValue(MicroSeconds(1)),
                          MakeTimeAccessor(&LeafSpineTopology::m_delay),
                          MakeTimeChecker(Time(0)));
    return tid;
}

NetworkGraph
LeafSpineTopology::DoBuild() const
{
    NetworkGraph graph;
    graph.name = "leaf-spine";
    graph.hosts = m_hosts;
    graph.switches = m_leaves + m_spines;
    if (m_hosts % m_leaves != 0)
    {
        throw InputError(graph.name + ": expected a multiple of " + std::to_string(m_leaves) +
                         " hosts, one share for each leaf, found " + std::to_string(m_hosts));
    }
    const uint32_t uplinks = m_spines * m_parallelLinks;
    CheckLinkCount(graph.name, m_hosts + uint64_t{m_leaves} * uplinks);
    const uint32_t hostsPerLeaf = m_hosts / m_leaves;
    for (uint32_t host = 0; host < m_hosts; ++host)
    {
        graph.links.push_back({host, m_hosts + host / hostsPerLeaf, m_hostRate, m_delay, 0});
    }
    for (uint32_t leaf = 0; leaf < m_leaves; ++leaf)
    {
        for (uint32_t uplink = 0; uplink < uplinks; ++uplink)
        {
            const uint32_t spine = m_hosts + m_leaves + uplink / m_parallelLinks;
            graph.links.push_back({m_hosts + leaf, spine, m_fabricRate, m_delay, 0});
        }
    }
    return graph;
}

} // namespace ns3::rdmacell
