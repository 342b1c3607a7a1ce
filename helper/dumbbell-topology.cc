/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dumbbell-topology.h"

#include "ns3/uinteger.h"

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(DumbbellTopology);

TypeId
DumbbellTopology::GetTypeId()
{
    static TypeId tid = TypeId("ns3::rdmacell::DumbbellTopology")
                            .SetParent<NetworkTopology>()
                            .SetGroupName("RdmaCell")
                            .AddConstructor<DumbbellTopology>()
                            .AddAttribute("HostsPerSide",
                                          "Hosts of each of the two switches",
                                          UintegerValue(4),
                                          MakeUintegerAccessor(&DumbbellTopology::m_hostsPerSide),
                                          MakeUintegerChecker<uint32_t>(1, 1U << 15))
                            .AddAttribute("HostRate",
                                          "Line rate of the hosts' links",
                                          DataRateValue(DataRate("100Gbps")),
                                          MakeDataRateAccessor(&DumbbellTopology::m_hostRate),
                                          MakeDataRateChecker())
                            .AddAttribute("HostDelay",
                                          "Propagation delay of the hosts' links",
                                          TimeValue(MicroSeconds(1)),
                                          MakeTimeAccessor(&DumbbellTopology::m_hostDelay),
                                          MakeTimeChecker(Time(0)))
                            .AddAttribute("BottleneckRate",
                                          "Line rate of the link between the switches",
                                          DataRateValue(DataRate("100Gbps")),
                                          MakeDataRateAccessor(&DumbbellTopology::m_bottleneckRate),
                                          MakeDataRateChecker())
                            .AddAttribute("BottleneckDelay",
                                          "Propagation delay of the link between the switches",
                                          TimeValue(MicroSeconds(1)),
                                          MakeTimeAccessor(&DumbbellTopology::m_bottleneckDelay),
                                          MakeTimeChecker(Time(0)));
    return tid;
}

NetworkGraph
DumbbellTopology::DoBuild() const
{
    NetworkGraph graph;
    graph.name = "dumbbell";
    graph.hosts = 2 * m_hostsPerSide;
    graph.switches = 2;
    for (uint32_t host = 0; host < graph.hosts; ++host)
    {
        graph.links.push_back(
            {host, graph.hosts + host / m_hostsPerSide, m_hostRate, m_hostDelay, 0});
    }
    graph.links.push_back({graph.hosts, graph.hosts + 1, m_bottleneckRate, m_bottleneckDelay, 0});
    return graph;
}

} // namespace ns3::rdmacell
