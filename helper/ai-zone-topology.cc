/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ai-zone-topology.h"

#include "ns3/double.h"
#include "ns3/input-error.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <string>

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(AiZoneTopology);

TypeId
AiZoneTopology::GetTypeId()
{
    using T = AiZoneTopology;
    static TypeId tid =
        TypeId("ns3::rdmacell::AiZoneTopology")
            .SetParent<NetworkTopology>()
            .SetGroupName("RdmaCell")
            .AddConstructor<AiZoneTopology>()
            .AddAttribute("Zones",
                          "Zones; aggregation switches connect them",
                          UintegerValue(2),
                          MakeUintegerAccessor(&T::m_zones),
                          MakeUintegerChecker<uint32_t>(1, 1024))
            .AddAttribute("RacksPerZone",
                          "Racks of a zone, each with a rack switch",
                          UintegerValue(4),
                          MakeUintegerAccessor(&T::m_racks),
                          MakeUintegerChecker<uint32_t>(1, 4096))
            .AddAttribute("HostsPerRack",
                          "GPUs of a rack, each with a NIC (16, two servers of eight GPUs: Gangidi "
                          "et al., section 3)",
                          UintegerValue(16),
                          MakeUintegerAccessor(&T::m_hosts),
                          MakeUintegerChecker<uint32_t>(1, 4096))
            .AddAttribute("ClusterSwitches",
                          "Cluster switches of a zone. As many as hosts of a rack give a rack as "
                          "many uplinks as hosts",
                          UintegerValue(16),
                          MakeUintegerAccessor(&T::m_clusterSwitches),
                          MakeUintegerChecker<uint32_t>(1, 4096))
            .AddAttribute("ParallelLinks",
                          "Links between each rack switch and each cluster switch. 2 gives racks "
                          "twice the uplinks, as Gangidi et al. gave them against collisions",
                          UintegerValue(1),
                          MakeUintegerAccessor(&T::m_parallelLinks),
                          MakeUintegerChecker<uint32_t>(1, 64))
            .AddAttribute("Oversubscription",
                          "Hosts of a zone per link from the zone to aggregation switches; their "
                          "number, which follows from it, is a whole one",
                          DoubleValue(2),
                          MakeDoubleAccessor(&T::m_oversubscription),
                          MakeDoubleChecker<double>(0, 4096))
            .AddAttribute("GpusPerServer",
                          "GPUs of a server, which exchange messages of collectives within it; a "
                          "divisor of HostsPerRack. 1: all messages are sent over the network",
                          UintegerValue(1),
                          MakeUintegerAccessor(&T::m_gpusPerServer),
                          MakeUintegerChecker<uint32_t>(1, 4096))
            .AddAttribute("HostRate",
                          "Line rate of the hosts' links",
                          DataRateValue(DataRate("100Gbps")),
                          MakeDataRateAccessor(&T::m_hostRate),
                          MakeDataRateChecker())
            .AddAttribute("FabricRate",
                          "Line rate of the links between switches",
                          DataRateValue(DataRate("100Gbps")),
                          MakeDataRateAccessor(&T::m_fabricRate),
                          MakeDataRateChecker())
            .AddAttribute("Delay",
                          "Propagation delay of each link",
                          TimeValue(MicroSeconds(1)),
                          MakeTimeAccessor(&T::m_delay),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("ServerRate",
                          "Rate of a GPU's link within its server, each way (450 GB/s: NVLink of "
                          "an H100)",
                          DataRateValue(DataRate("3600Gbps")),
                          MakeDataRateAccessor(&T::m_serverRate),
                          MakeDataRateChecker())
            .AddAttribute("ServerLatency",
                          "Latency of a message within a server (an assumption: that of a link)",
                          TimeValue(MicroSeconds(1)),
                          MakeTimeAccessor(&T::m_serverLatency),
                          MakeTimeChecker(Time(0)));
    return tid;
}

uint32_t
AiZoneTopology::CountAggregationSwitches() const
{
    if (m_zones == 1)
    {
        return 0;
    }
    const double count =
        static_cast<double>(m_racks) * m_hosts / (m_clusterSwitches * m_oversubscription);
    const double whole = std::round(count);
    if (!(whole >= 1 && whole <= 4096) || std::abs(count - whole) > 1e-9 * whole)
    {
        throw InputError("AI zone: expected an oversubscription that is " +
                         std::to_string(m_racks * m_hosts) + " hosts over a multiple of " +
                         std::to_string(m_clusterSwitches) + " links, found " +
                         std::to_string(m_oversubscription));
    }
    return static_cast<uint32_t>(whole);
}

NetworkGraph
AiZoneTopology::DoBuild() const
{
    NetworkGraph graph;
    graph.name = "AI zone";
    const uint32_t racks = m_zones * m_racks;
    const uint32_t clusters = m_zones * m_clusterSwitches;
    const uint32_t aggregations = CountAggregationSwitches();
    const uint64_t hosts = uint64_t{racks} * m_hosts;
    CheckLinkCount(graph.name,
                   hosts + uint64_t{racks} * m_clusterSwitches * m_parallelLinks +
                       uint64_t{clusters} * aggregations);
    graph.hosts = static_cast<uint32_t>(hosts);
    graph.switches = racks + clusters + aggregations;
    graph.SetServers(m_gpusPerServer, m_hosts, m_serverRate, m_serverLatency);
    const uint32_t firstCluster = graph.hosts + racks;
    const uint32_t firstAggregation = firstCluster + clusters;
    for (uint32_t host = 0; host < graph.hosts; ++host)
    {
        graph.links.push_back({host, graph.hosts + host / m_hosts, m_hostRate, m_delay, 0});
    }
    for (uint32_t rack = 0; rack < racks; ++rack)
    {
        const uint32_t cluster = firstCluster + rack / m_racks * m_clusterSwitches;
        for (uint32_t uplink = 0; uplink < m_clusterSwitches * m_parallelLinks; ++uplink)
        {
            graph.links.push_back(
                {graph.hosts + rack, cluster + uplink / m_parallelLinks, m_fabricRate, m_delay, 0});
        }
    }
    for (uint32_t cluster = firstCluster; cluster < firstAggregation; ++cluster)
    {
        for (uint32_t i = 0; i < aggregations; ++i)
        {
            graph.links.push_back({cluster, firstAggregation + i, m_fabricRate, m_delay, 0});
        }
    }
    return graph;
}

} // namespace ns3::rdmacell
