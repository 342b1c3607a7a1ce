/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "single-switch-topology.h"

#include "ns3/uinteger.h"

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(SingleSwitchTopology);

TypeId
SingleSwitchTopology::GetTypeId()
{
    static TypeId tid = TypeId("ns3::rdmacell::SingleSwitchTopology")
                            .SetParent<NetworkTopology>()
                            .SetGroupName("RdmaCell")
                            .AddConstructor<SingleSwitchTopology>()
                            .AddAttribute("Hosts",
                                          "Hosts, each on a port of the switch",
                                          UintegerValue(8),
                                          MakeUintegerAccessor(&SingleSwitchTopology::m_hosts),
                                          MakeUintegerChecker<uint32_t>(2, 1U << 15))
                            .AddAttribute("HostRate",
                                          "Line rate of each link",
                                          DataRateValue(DataRate("100Gbps")),
                                          MakeDataRateAccessor(&SingleSwitchTopology::m_hostRate),
                                          MakeDataRateChecker())
                            .AddAttribute("Delay",
                                          "Propagation delay of each link",
                                          TimeValue(MicroSeconds(1)),
                                          MakeTimeAccessor(&SingleSwitchTopology::m_delay),
                                          MakeTimeChecker(Time(0)));
    return tid;
}

NetworkGraph
SingleSwitchTopology::DoBuild() const
{
    NetworkGraph graph;
    graph.name = "single switch";
    graph.hosts = m_hosts;
    graph.switches = 1;
    for (uint32_t host = 0; host < m_hosts; ++host)
    {
        graph.links.push_back({host, m_hosts, m_hostRate, m_delay, 0});
    }
    return graph;
}

} // namespace ns3::rdmacell
