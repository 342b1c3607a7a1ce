/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rail-topology.h"

#include "ns3/input-error.h"
#include "ns3/uinteger.h"

#include <string>

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(RailTopology);

TypeId
RailTopology::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::RailTopology")
            .SetParent<NetworkTopology>()
            .SetGroupName("RdmaCell")
            .AddConstructor<RailTopology>()
            .AddAttribute("Servers",
                          "Servers in all: a multiple of ServersPerGroup",
                          UintegerValue(16),
                          MakeUintegerAccessor(&RailTopology::m_servers),
                          MakeUintegerChecker<uint32_t>(1, 1U << 17))
            .AddAttribute("GpusPerServer",
                          "GPUs of a server, each with a NIC on a rail of its own (8, as DGX "
                          "servers have)",
                          UintegerValue(8),
                          MakeUintegerAccessor(&RailTopology::m_gpusPerServer),
                          MakeUintegerChecker<uint32_t>(1, 64))
            .AddAttribute("ServersPerGroup",
                          "Servers whose NICs of one index are on the same rail switch",
                          UintegerValue(8),
                          MakeUintegerAccessor(&RailTopology::m_serversPerGroup),
                          MakeUintegerChecker<uint32_t>(1, 4096))
            .AddAttribute(
                "Spines",
                "Spine switches. As many as servers of a group give a rail switch as many "
                "uplinks as hosts",
                UintegerValue(8),
                MakeUintegerAccessor(&RailTopology::m_spines),
                MakeUintegerChecker<uint32_t>(1, 4096))
            .AddAttribute("ParallelLinks",
                          "Links between each rail switch and each spine",
                          UintegerValue(1),
                          MakeUintegerAccessor(&RailTopology::m_parallelLinks),
                          MakeUintegerChecker<uint32_t>(1, 64))
            .AddAttribute("HostRate",
                          "Line rate of the NICs' links",
                          DataRateValue(DataRate("100Gbps")),
                          MakeDataRateAccessor(&RailTopology::m_hostRate),
                          MakeDataRateChecker())
            .AddAttribute("FabricRate",
                          "Line rate of the links between switches",
                          DataRateValue(DataRate("100Gbps")),
                          MakeDataRateAccessor(&RailTopology::m_fabricRate),
                          MakeDataRateChecker())
            .AddAttribute("Delay",
                          "Propagation delay of each link",
                          TimeValue(MicroSeconds(1)),
                          MakeTimeAccessor(&RailTopology::m_delay),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("ServerRate",
                          "Rate of a GPU's link within its server, each way (450 GB/s: NVLink of "
                          "an H100)",
                          DataRateValue(DataRate("3600Gbps")),
                          MakeDataRateAccessor(&RailTopology::m_serverRate),
                          MakeDataRateChecker())
            .AddAttribute("ServerLatency",
                          "Latency of a message within a server (an assumption: that of a link)",
                          TimeValue(MicroSeconds(1)),
                          MakeTimeAccessor(&RailTopology::m_serverLatency),
                          MakeTimeChecker(Time(0)));
    return tid;
}

NetworkGraph
RailTopology::DoBuild() const
{
    NetworkGraph graph;
    graph.name = "rail";
    if (m_servers % m_serversPerGroup != 0)
    {
        throw InputError(graph.name + ": expected a multiple of " +
                         std::to_string(m_serversPerGroup) + " servers, those of a group, found " +
                         std::to_string(m_servers));
    }
    const uint32_t rails = m_servers / m_serversPerGroup * m_gpusPerServer;
    const uint32_t uplinks = m_spines * m_parallelLinks;
    graph.hosts = m_servers * m_gpusPerServer;
    graph.switches = rails + m_spines;
    CheckLinkCount(graph.name, graph.hosts + uint64_t{rails} * uplinks);
    graph.SetServers(m_gpusPerServer, graph.hosts, m_serverRate, m_serverLatency);
    for (uint32_t host = 0; host < graph.hosts; ++host)
    {
        const uint32_t group = host / m_gpusPerServer / m_serversPerGroup;
        const uint32_t rail = group * m_gpusPerServer + host % m_gpusPerServer;
        graph.links.push_back({host, graph.hosts + rail, m_hostRate, m_delay, 0});
    }
    for (uint32_t rail = 0; rail < rails; ++rail)
    {
        for (uint32_t uplink = 0; uplink < uplinks; ++uplink)
        {
            const uint32_t spine = graph.hosts + rails + uplink / m_parallelLinks;
            graph.links.push_back({graph.hosts + rail, spine, m_fabricRate, m_delay, 0});
        }
    }
    return graph;
}

} // namespace ns3::rdmacell
