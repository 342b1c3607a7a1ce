/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric.h"

#include "network-discovery.h"

#include "ns3/abort.h"
#include "ns3/input-error.h"
#include "ns3/ipv4-address.h"
#include "ns3/load-balancer.h"
#include "ns3/nstime.h"
#include "ns3/rank-link.h"
#include "ns3/roce-nic.h"

#include <algorithm>
#include <set>
#include <sstream>
#include <unordered_map>
#include <utility>

namespace ns3::rdmacell
{

Fabric::Fabric(NetworkGraph graph,
               NodeContainer hosts,
               NodeContainer switches,
               std::vector<Ptr<FrameChannel>> channels)
    : m_graph(std::move(graph)),
      m_hosts(hosts),
      m_switchNodes(switches),
      m_hostDevices(m_graph.hosts),
      m_channels(std::move(channels))
{
    NS_ABORT_MSG_IF(m_hosts.GetN() != m_graph.hosts || m_switchNodes.GetN() != m_graph.switches ||
                        m_channels.size() != m_graph.links.size(),
                    "nodes and channels do not match the graph");
    for (uint32_t i = 0; i < m_switchNodes.GetN(); ++i)
    {
        m_switches.push_back(m_switchNodes.Get(i)->GetObject<FabricSwitch>());
    }
    for (uint32_t link = 0; link < m_channels.size(); ++link)
    {
        const uint32_t ends[] = {m_graph.links[link].a, m_graph.links[link].b};
        for (std::size_t end = 0; end < 2; ++end)
        {
            if (m_graph.IsHost(ends[end]))
            {
                m_hostDevices[ends[end]] =
                    DynamicCast<FrameNetDevice>(m_channels[link]->GetDevice(end));
            }
        }
    }
    m_routes = std::make_shared<RouteComputer>(m_graph, FindEdges());
    Update();
}

Ptr<Fabric>
Fabric::Discover(const NodeContainer& hosts)
{
    return NetworkDiscovery(hosts).Run();
}

RouteComputer::Edges
Fabric::FindEdges() const
{
    std::unordered_map<Channel*, uint32_t> links;
    for (uint32_t link = 0; link < m_channels.size(); ++link)
    {
        links[PeekPointer(m_channels[link])] = link;
    }
    RouteComputer::Edges edges(m_graph.GetNodes());
    const auto add = [&](uint32_t node, Ptr<FrameNetDevice> device) {
        const uint32_t link = links.at(PeekPointer(device->GetChannel()));
        const NetworkGraph::Link& ends = m_graph.links[link];
        edges[node].push_back({ends.a == node ? ends.b : ends.a, link});
    };
    for (uint32_t host = 0; host < m_graph.hosts; ++host)
    {
        add(host, m_hostDevices[host]);
    }
    for (uint32_t i = 0; i < m_switches.size(); ++i)
    {
        for (uint32_t port = 0; port < m_switches[i]->GetPortCount(); ++port)
        {
            add(m_graph.hosts + i, m_switches[i]->GetDevice(port));
        }
    }
    return edges;
}

const NetworkGraph&
Fabric::GetGraph() const
{
    return m_graph;
}

const NodeContainer&
Fabric::GetHosts() const
{
    return m_hosts;
}

const NodeContainer&
Fabric::GetSwitchNodes() const
{
    return m_switchNodes;
}

Ptr<FrameNetDevice>
Fabric::GetHostDevice(uint32_t host) const
{
    return m_hostDevices.at(host);
}

const std::vector<Ptr<FabricSwitch>>&
Fabric::GetSwitches() const
{
    return m_switches;
}

const std::vector<Ptr<FrameChannel>>&
Fabric::GetChannels() const
{
    return m_channels;
}

std::shared_ptr<const std::vector<uint32_t>>
Fabric::GetAddresses() const
{
    auto addresses = std::make_shared<std::vector<uint32_t>>();
    std::set<uint32_t> used;
    for (uint32_t host = 0; host < m_hosts.GetN(); ++host)
    {
        const auto nic = m_hosts.Get(host)->GetObject<RoceNic>();
        const std::string name = m_graph.name + ": host " + std::to_string(host);
        if (!nic)
        {
            throw InputError(name + ": expected a NIC (RoceNicHelper), found none");
        }
        const uint32_t address = nic->GetIpAddress();
        if (address == 0 || !used.insert(address).second)
        {
            std::ostringstream text;
            text << Ipv4Address(address);
            throw InputError(name + ": expected an address of its own (HostAddressHelper), found " +
                             text.str());
        }
        addresses->push_back(address);
    }
    return addresses;
}

const RouteComputer&
Fabric::GetRoutes() const
{
    return *m_routes;
}

std::shared_ptr<const RouteComputer>
Fabric::ShareRoutes() const
{
    return m_routes;
}

void
Fabric::Update()
{
    for (uint32_t link = 0; link < m_channels.size(); ++link)
    {
        m_routes->SetLinkUp(link, m_channels[link]->IsUp());
    }
    for (uint32_t i = 0; i < m_switches.size(); ++i)
    {
        TimeValue latency;
        m_switches[i]->GetAttribute("Latency", latency);
        m_routes->SetLatency(m_graph.hosts + i, latency.Get().GetTimeStep());
    }
}

uint64_t
Fabric::GetFrameHops() const
{
    uint64_t frames = 0;
    for (const auto& channel : m_channels)
    {
        frames += channel->GetWire(0).GetFrames() + channel->GetWire(1).GetFrames();
    }
    return frames;
}

FabricSwitchStats
Fabric::GetSwitchStats() const
{
    FabricSwitchStats sum;
    for (const auto& node : m_switches)
    {
        if (!RankLink::IsOwn(node->GetNodeId()))
        {
            continue;
        }
        const FabricSwitchStats stats = node->GetStats();
        sum.admitted += stats.admitted;
        for (std::size_t i = 0; i < sum.drops.size(); ++i)
        {
            sum.drops[i] += stats.drops[i];
        }
        sum.ecnMarks += stats.ecnMarks;
        sum.pfcPauses += stats.pfcPauses;
        sum.pfcResumes += stats.pfcResumes;
        sum.pfcRefreshes += stats.pfcRefreshes;
        sum.maxOccupiedBytes = std::max(sum.maxOccupiedBytes, stats.maxOccupiedBytes);
        sum.maxHeadroomBytes = std::max(sum.maxHeadroomBytes, stats.maxHeadroomBytes);
    }
    return sum;
}

std::map<std::string, uint64_t>
Fabric::GetSchemeCounters() const
{
    std::map<std::string, uint64_t> sum;
    for (const auto& node : m_switches)
    {
        if (!RankLink::IsOwn(node->GetNodeId()))
        {
            continue;
        }
        for (const auto& [name, value] : node->GetLoadBalancer()->GetCounters())
        {
            const std::size_t end = name.rfind("_peak");
            const bool peak = end != std::string::npos && end + 5 == name.size();
            sum[name] = peak ? std::max(sum[name], value) : sum[name] + value;
        }
    }
    return sum;
}

} // namespace ns3::rdmacell
