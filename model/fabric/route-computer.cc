/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "route-computer.h"

#include "ns3/input-error.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <string>

namespace ns3::rdmacell
{

RouteComputer::RouteComputer(const NetworkGraph& graph)
    : RouteComputer(graph, graph.GetEdges())
{
}

RouteComputer::RouteComputer(const NetworkGraph& graph, Edges edges)
    : m_graph(graph),
      m_edges(std::move(edges)),
      m_ports(graph.links.size()),
      m_up(graph.links.size(), true),
      m_latency(graph.GetNodes(), 0),
      m_tiers(graph.GetTiers()),
      m_torNumber(graph.GetNodes(), NO_TOR)
{
    for (const NetworkGraph::Link& link : m_graph.links)
    {
        m_rates.emplace_back(link.rate);
    }
    for (uint32_t node = 0; node < m_edges.size(); ++node)
    {
        for (std::size_t port = 0; port < m_edges[node].size(); ++port)
        {
            const uint32_t link = m_edges[node][port].link;
            const bool first = m_graph.links[link].a == node;
            (first ? m_ports[link].first : m_ports[link].second) = static_cast<uint16_t>(port);
        }
    }
    FindTors();
}

void
RouteComputer::FindTors()
{
    for (uint32_t host = 0; host < m_graph.hosts; ++host)
    {
        m_torNumber[m_edges[host].front().peer] = 0;
    }
    for (uint32_t node = 0; node < m_torNumber.size(); ++node)
    {
        if (m_torNumber[node] != NO_TOR)
        {
            m_torNumber[node] = static_cast<uint32_t>(m_tors.size());
            m_tors.push_back(node);
        }
    }
    m_profiles.resize(m_tors.size());
}

void
RouteComputer::SetLatency(uint32_t node, int64_t latency)
{
    if (m_latency.at(node) != latency)
    {
        m_latency[node] = latency;
        m_profiles.assign(m_tors.size(), {});
    }
}

void
RouteComputer::SetLinkUp(uint32_t link, bool up)
{
    m_up.at(link) = up;
}

uint16_t
RouteComputer::GetPort(uint32_t node, uint32_t link) const
{
    return m_graph.links[link].a == node ? m_ports[link].first : m_ports[link].second;
}

PortRole
RouteComputer::GetPortRole(uint32_t node, uint16_t port) const
{
    const uint32_t peer = m_edges.at(node).at(port).peer;
    if (m_graph.IsHost(peer))
    {
        return PortRole::HOST;
    }
    return m_tiers[peer] > m_tiers[node] ? PortRole::UP : PortRole::DOWN;
}

uint32_t
RouteComputer::GetTorCount() const
{
    return static_cast<uint32_t>(m_tors.size());
}

uint32_t
RouteComputer::GetTorNode(uint32_t tor) const
{
    return m_tors.at(tor);
}

uint32_t
RouteComputer::GetTorNumber(uint32_t node) const
{
    return m_torNumber.at(node);
}

uint32_t
RouteComputer::GetTorOfHost(uint32_t host) const
{
    return m_torNumber[m_edges.at(host).front().peer];
}

uint16_t
RouteComputer::GetHostPort(uint32_t host) const
{
    const NetworkGraph::Edge& edge = m_edges.at(host).front();
    return GetPort(edge.peer, edge.link);
}

std::vector<RouteComputer::NextHops>
RouteComputer::FindNextHops(uint32_t tor, bool upOnly) const
{
    constexpr uint32_t UNREACHED = std::numeric_limits<uint32_t>::max();
    std::vector<uint32_t> distance(m_graph.GetNodes(), UNREACHED);
    std::vector<NextHops> nextHops(m_graph.GetNodes());
    std::deque<uint32_t> queue{m_tors.at(tor)};
    distance[m_tors[tor]] = 0;
    while (!queue.empty())
    {
        const uint32_t node = queue.front();
        queue.pop_front();
        for (const NetworkGraph::Edge& edge : m_edges[node])
        {
            const uint32_t peer = edge.peer;
            if (m_graph.IsHost(peer) || (upOnly && !m_up[edge.link]))
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

std::vector<std::vector<uint16_t>>
RouteComputer::ComputePorts(uint32_t tor) const
{
    const std::vector<NextHops> nextHops = FindNextHops(tor, true);
    std::vector<std::vector<uint16_t>> ports(nextHops.size());
    for (uint32_t node = 0; node < nextHops.size(); ++node)
    {
        for (const NetworkGraph::Edge& edge : nextHops[node])
        {
            ports[node].push_back(GetPort(node, edge.link));
        }
        std::sort(ports[node].begin(), ports[node].end());
    }
    return ports;
}

std::vector<std::vector<FabricPath>>
RouteComputer::ComputePaths(uint32_t tor) const
{
    const std::vector<NextHops> nextHops = FindNextHops(tor, true);
    std::vector<std::vector<FabricPath>> paths(m_tors.size());
    for (uint32_t from = 0; from < m_tors.size(); ++from)
    {
        if (from != tor && !nextHops[m_tors[from]].empty())
        {
            CollectPaths(m_tors[from], FabricPath(), nextHops, paths[from]);
        }
        std::sort(paths[from].begin(),
                  paths[from].end(),
                  [](const FabricPath& a, const FabricPath& b) { return a.ports < b.ports; });
    }
    return paths;
}

void
RouteComputer::CollectPaths(uint32_t node,
                            const FabricPath& path,
                            const std::vector<NextHops>& nextHops,
                            std::vector<FabricPath>& paths) const
{
    if (nextHops[node].empty())
    {
        paths.push_back(path);
        return;
    }
    if (path.hops == FabricPath::MAX_HOPS)
    {
        throw InputError(m_graph.name + ": expected at most " +
                         std::to_string(FabricPath::MAX_HOPS) +
                         " links between two ToR switches with a scheme that pins whole paths, "
                         "found more");
    }
    for (const NetworkGraph::Edge& edge : nextHops[node])
    {
        const NetworkGraph::Link& link = m_graph.links[edge.link];
        FabricPath longer = path;
        longer.delay += link.delay.GetTimeStep() + m_latency[node];
        longer.ports[longer.hops] = GetPort(node, edge.link);
        longer.arrivals[longer.hops] = GetPort(edge.peer, edge.link);
        longer.bitRates[longer.hops] = link.rate.GetBitRate();
        ++longer.hops;
        CollectPaths(edge.peer, longer, nextHops, paths);
    }
}

PathHop
RouteComputer::GetHop(uint32_t from, uint32_t link) const
{
    PathHop hop;
    hop.rate = m_rates[link];
    hop.delay = m_graph.links[link].delay.GetTimeStep() + m_latency[from];
    return hop;
}

void
RouteComputer::CollectProfiles(uint32_t node,
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
RouteComputer::GetProfiles(uint32_t src, uint32_t dst) const
{
    const uint32_t from = GetTorOfHost(src);
    const uint32_t to = GetTorOfHost(dst);
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

} // namespace ns3::rdmacell
