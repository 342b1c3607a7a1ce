/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric.h"

#include "ns3/abort.h"
#include "ns3/load-balancer.h"
#include "ns3/object-factory.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <deque>
#include <limits>

namespace ns3::rdmacell
{

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
    return m_addresses;
}

uint16_t
Fabric::GetPort(uint32_t node, uint32_t link) const
{
    return m_graph.links[link].a == node ? m_ports[link].first : m_ports[link].second;
}

void
Fabric::FindTors()
{
    std::map<uint32_t, uint32_t> numbers; // ToR switches in ascending order of their nodes
    for (uint32_t host = 0; host < m_graph.hosts; ++host)
    {
        numbers[m_edges[host].front().peer] = 0;
    }
    for (auto& [node, number] : numbers)
    {
        number = static_cast<uint32_t>(m_tors.size());
        m_tors.push_back(node);
    }
    for (uint32_t host = 0; host < m_graph.hosts; ++host)
    {
        m_torOfHost.push_back(numbers[m_edges[host].front().peer]);
    }
    for (uint32_t i = 0; i < m_switches.size(); ++i)
    {
        const auto it = numbers.find(m_graph.hosts + i);
        m_switches[i]->SetTor(it == numbers.end() ? SwitchView::NO_TOR : it->second,
                              static_cast<uint32_t>(m_tors.size()));
        for (uint32_t host = 0; host < m_graph.hosts; ++host)
        {
            m_switches[i]->SetTorOfHost(Ipv4Address((*m_addresses)[host]), m_torOfHost[host]);
        }
    }
}

std::vector<Fabric::NextHops>
Fabric::FindNextHops(uint32_t tor, bool upOnly) const
{
    constexpr uint32_t UNREACHED = std::numeric_limits<uint32_t>::max();
    std::vector<uint32_t> distance(m_graph.GetNodes(), UNREACHED);
    std::vector<NextHops> nextHops(m_graph.GetNodes());
    std::deque<uint32_t> queue{m_tors[tor]};
    distance[m_tors[tor]] = 0;
    while (!queue.empty())
    {
        const uint32_t node = queue.front();
        queue.pop_front();
        for (const NetworkGraph::Edge& edge : m_edges[node])
        {
            const uint32_t peer = edge.peer;
            if (m_graph.IsHost(peer) || (upOnly && !m_channels[edge.link]->IsUp()))
            {
                continue; // hosts do not forward
            }
            if (distance[peer] == UNREACHED)
            {
                distance[peer] = distance[node] + 1;
                queue.push_back(peer);
            }
            if (distance[peer] == distance[node] + 1)
            {
                nextHops[peer].push_back({node, edge.link});
            }
        }
    }
    return nextHops;
}

void
Fabric::ComputeRoutes()
{
    TimeValue latency;
    m_switches.front()->GetAttribute("Latency", latency);
    m_switchLatency = latency.Get().GetTimeStep();
    m_profiles.resize(m_tors.size());
    std::vector<std::vector<uint32_t>> hostsOf(m_tors.size());
    for (uint32_t host = 0; host < m_graph.hosts; ++host)
    {
        hostsOf[m_torOfHost[host]].push_back(host);
    }
    const bool needsPaths = NeedsPaths();
    for (uint32_t tor = 0; tor < m_tors.size(); ++tor)
    {
        const auto nextHops = FindNextHops(tor, true);
        for (uint32_t i = 0; i < m_switches.size(); ++i)
        {
            const uint32_t node = m_graph.hosts + i;
            std::vector<uint16_t> ports;
            for (const NetworkGraph::Edge& edge : nextHops[node])
            {
                ports.push_back(GetPort(node, edge.link));
            }
            for (const uint32_t host : hostsOf[tor])
            {
                m_switches[i]->SetRoute(
                    Ipv4Address((*m_addresses)[host]),
                    node == m_tors[tor]
                        ? std::vector<uint16_t>{GetPort(node, m_edges[host].front().link)}
                        : ports);
            }
        }
        if (needsPaths)
        {
            SetPathsTo(tor, nextHops);
        }
    }
}

bool
Fabric::NeedsPaths() const
{
    TypeIdValue type;
    m_switches.front()->GetAttribute("LoadBalancerType", type);
    ObjectFactory factory;
    factory.SetTypeId(type.Get());
    return factory.Create<LoadBalancer>()->GetCapabilities() & LoadBalancer::PATHS;
}

void
Fabric::SetPathsTo(uint32_t tor, const std::vector<NextHops>& nextHops)
{
    for (uint32_t from = 0; from < m_tors.size(); ++from)
    {
        std::vector<FabricPath> paths;
        if (from != tor)
        {
            FabricPath path;
            CollectPaths(m_tors[from], path, nextHops, paths);
        }
        std::sort(paths.begin(), paths.end(), [](const FabricPath& a, const FabricPath& b) {
            return a.ports < b.ports;
        });
        m_switches[m_tors[from] - m_graph.hosts]->SetPaths(tor, std::move(paths));
    }
}

void
Fabric::CollectPaths(uint32_t node,
                     FabricPath& path,
                     const std::vector<NextHops>& nextHops,
                     std::vector<FabricPath>& paths) const
{
    if (nextHops[node].empty())
    {
        if (path.hops > 0)
        {
            paths.push_back(path);
        }
        return;
    }
    NS_ABORT_MSG_IF(path.hops == FabricPath::MAX_HOPS,
                    "a path between two ToR switches has more than "
                        << FabricPath::MAX_HOPS << " links: schemes that pin whole paths cannot "
                        << "run on this network");
    for (const NetworkGraph::Edge& edge : nextHops[node])
    {
        const NetworkGraph::Link& link = m_graph.links[edge.link];
        FabricPath longer = path;
        longer.delay += link.delay.GetTimeStep() + m_switchLatency;
        longer.ports[longer.hops] = GetPort(node, edge.link);
        longer.arrivals[longer.hops] = GetPort(edge.peer, edge.link);
        longer.bitRates[longer.hops] = link.rate.GetBitRate();
        ++longer.hops;
        CollectPaths(edge.peer, longer, nextHops, paths);
    }
}

PathHop
Fabric::GetHop(uint32_t from, uint32_t link) const
{
    PathHop hop;
    hop.rate = m_rates[link];
    hop.delay = m_graph.links[link].delay.GetTimeStep();
    hop.delay += m_graph.IsHost(from) ? 0 : m_switchLatency;
    return hop;
}

void
Fabric::CollectProfiles(uint32_t node,
                        PathProfile& profile,
                        const std::vector<NextHops>& nextHops,
                        PathProfiles& profiles) const
{
    if (nextHops[node].empty())
    {
        const auto equal = [&profile](const PathProfile& other) {
            return std::equal(profile.begin(),
                              profile.end(),
                              other.begin(),
                              other.end(),
                              [](const PathHop& a, const PathHop& b) {
                                  return a.delay == b.delay &&
                                         a.rate.GetBitRate() == b.rate.GetBitRate();
                              });
        };
        if (std::none_of(profiles.begin(), profiles.end(), equal))
        {
            profiles.push_back(profile);
        }
        return;
    }
    for (const NetworkGraph::Edge& edge : nextHops[node])
    {
        profile.push_back(GetHop(node, edge.link));
        CollectProfiles(edge.peer, profile, nextHops, profiles);
        profile.pop_back();
    }
}

PathProfiles
Fabric::GetPaths(uint32_t src, uint32_t dst) const
{
    const uint32_t from = m_torOfHost.at(src);
    const uint32_t to = m_torOfHost.at(dst);
    std::vector<PathProfiles>& towards = m_profiles[to];
    if (towards.empty())
    {
        towards.resize(m_tors.size());
        const auto nextHops = FindNextHops(to, false);
        for (uint32_t i = 0; i < m_tors.size(); ++i)
        {
            PathProfile profile;
            CollectProfiles(m_tors[i], profile, nextHops, towards[i]);
        }
    }
    PathProfiles paths;
    for (const PathProfile& between : towards[from])
    {
        PathProfile& path = paths.emplace_back();
        path.push_back(GetHop(src, m_edges[src].front().link));
        path.insert(path.end(), between.begin(), between.end());
        path.push_back(GetHop(m_tors[to], m_edges[dst].front().link));
    }
    return paths;
}

void
Fabric::SetLinkUp(uint32_t link, bool up, bool reroute)
{
    m_channels.at(link)->SetUp(up);
    if (reroute)
    {
        ComputeRoutes();
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
        for (const auto& [name, value] : node->GetLoadBalancer()->GetCounters())
        {
            const std::size_t end = name.rfind("_peak");
            const bool peak = end != std::string::npos && end + 5 == name.size();
            sum[name] = peak ? std::max(sum[name], value) : sum[name] + value;
        }
    }
    return sum;
}

int64_t
Fabric::AssignStreams(int64_t stream)
{
    const int64_t first = stream;
    for (const auto& node : m_switches)
    {
        stream += node->AssignStreams(stream);
    }
    for (const auto& model : m_errorModels)
    {
        stream += model->AssignStreams(stream);
    }
    return stream - first;
}

} // namespace ns3::rdmacell
