/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "route-computer.h"

#include "ns3/bit-scan.h"
#include "ns3/input-error.h"

#include <cstddef>
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
      m_torNumber(graph.GetNodes(), NO_TOR),
      m_search(m_graph.hosts, m_edges, m_tors),
      m_profiler(m_graph, m_edges, m_tors, m_latency)
{
    uint32_t ports = 0;
    for (uint32_t node = 0; node < m_edges.size(); ++node)
    {
        m_firstPort.push_back(ports);
        ports += static_cast<uint32_t>(m_edges[node].size());
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
    m_nextHops.resize(m_search.GetBatches());
    m_profiler.Reset();
}

const NetworkGraph&
RouteComputer::GetGraph() const
{
    return m_graph;
}

void
RouteComputer::SetLatency(uint32_t node, int64_t latency)
{
    if (m_latency.at(node) != latency)
    {
        m_latency[node] = latency;
        m_profiler.Reset();
    }
}

void
RouteComputer::SetLinkUp(uint32_t link, bool up)
{
    if (m_up.at(link) != up)
    {
        m_up[link] = up;
        m_nextHops.assign(m_search.GetBatches(), {});
    }
}

uint16_t
RouteComputer::GetPort(uint32_t node, uint32_t link) const
{
    return m_graph.links[link].a == node ? m_ports[link].first : m_ports[link].second;
}

const NetworkGraph::Edge&
RouteComputer::GetEdge(uint32_t node, uint16_t port) const
{
    return m_edges.at(node).at(port);
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

std::vector<uint64_t>
RouteComputer::FindNextHops(uint32_t batch) const
{
    std::vector<uint64_t> nextHops(m_firstPort.back() + m_edges.back().size(), 0);
    m_search.Run(batch, m_up, [&](const TorSearch::Step& step) {
        nextHops[m_firstPort[step.from] + GetPort(step.from, step.link)] |= step.tors;
    });
    return nextHops;
}

void
RouteComputer::VisitRoutes(const RouteVisitor& visit) const
{
    for (uint32_t batch = 0; batch < m_search.GetBatches(); ++batch)
    {
        const std::vector<uint64_t> nextHops = FindNextHops(batch);
        for (uint32_t node = m_graph.hosts; node < m_graph.GetNodes(); ++node)
        {
            VisitGroups(node, batch, nextHops, visit);
        }
    }
}

void
RouteComputer::VisitGroups(uint32_t node,
                           uint32_t batch,
                           const std::vector<uint64_t>& nextHops,
                           const RouteVisitor& visit) const
{
    struct Group
    {
        uint64_t bits;
        std::vector<uint16_t> ports;
    };

    const uint32_t first = batch * TorSearch::BATCH;
    std::vector<Group> groups(1);
    for (uint32_t i = 0; i < TorSearch::BATCH && first + i < m_tors.size(); ++i)
    {
        groups[0].bits |= uint64_t{m_tors[first + i] != node} << i;
    }
    for (uint16_t port = 0; port < m_edges[node].size(); ++port)
    {
        const uint64_t bits = nextHops[m_firstPort[node] + port];
        for (std::size_t i = 0, count = groups.size(); i < count; ++i)
        {
            const uint64_t others = groups[i].bits & ~bits;
            if (others == groups[i].bits)
            {
                continue;
            }
            if (others != 0)
            {
                groups.push_back({others, groups[i].ports});
            }
            groups[i].bits &= bits;
            groups[i].ports.push_back(port);
        }
    }
    std::vector<uint32_t> tors;
    for (const Group& group : groups)
    {
        tors.clear();
        for (uint64_t left = group.bits; left != 0; left &= left - 1)
        {
            tors.push_back(first + LowestBit(left));
        }
        visit(node, tors, group.ports);
    }
}

void
RouteComputer::CheckPathLengths() const
{
    for (uint32_t batch = 0; batch < m_search.GetBatches(); ++batch)
    {
        m_search.Run(batch, m_up, [this](const TorSearch::Step& step) {
            if (step.distance > FabricPath::MAX_HOPS && m_torNumber[step.from] != NO_TOR)
            {
                throw InputError(
                    m_graph.name + ": expected at most " + std::to_string(FabricPath::MAX_HOPS) +
                    " links between two ToR switches with a scheme that pins whole paths, found " +
                    std::to_string(step.distance));
            }
        });
    }
}

std::vector<FabricPath>
RouteComputer::ComputePaths(uint32_t from, uint32_t to) const
{
    std::vector<uint64_t>& nextHops = m_nextHops.at(to / TorSearch::BATCH);
    if (nextHops.empty())
    {
        nextHops = FindNextHops(to / TorSearch::BATCH);
    }
    std::vector<FabricPath> paths;
    if (from != to)
    {
        CollectPaths(m_tors.at(from), to, FabricPath(), paths);
    }
    return paths;
}

void
RouteComputer::CollectPaths(uint32_t node,
                            uint32_t to,
                            const FabricPath& path,
                            std::vector<FabricPath>& paths) const
{
    if (node == m_tors[to])
    {
        paths.push_back(path);
        return;
    }
    const uint64_t* nextHops = m_nextHops[to / TorSearch::BATCH].data() + m_firstPort[node];
    for (uint16_t port = 0; port < m_edges[node].size(); ++port)
    {
        if (!(nextHops[port] >> to % TorSearch::BATCH & 1))
        {
            continue;
        }
        const NetworkGraph::Edge& edge = m_edges[node][port];
        const NetworkGraph::Link& link = m_graph.links[edge.link];
        FabricPath longer = path;
        longer.delay += link.delay.GetTimeStep() + m_latency[node];
        longer.ports.at(longer.hops) = port;
        longer.arrivals[longer.hops] = GetPort(edge.peer, edge.link);
        longer.bitRates[longer.hops] = link.rate.GetBitRate();
        ++longer.hops;
        CollectPaths(edge.peer, to, longer, paths);
    }
}

PathProfiles
RouteComputer::GetFastestPaths(uint32_t src, uint32_t dst) const
{
    return GetPaths(PathClassTable::Keep::FASTEST, src, dst);
}

PathProfiles
RouteComputer::GetSlowestPaths(uint32_t src, uint32_t dst) const
{
    return GetPaths(PathClassTable::Keep::SLOWEST, src, dst);
}

PathProfiles
RouteComputer::GetPaths(PathClassTable::Keep keep, uint32_t src, uint32_t dst) const
{
    const uint32_t to = GetTorOfHost(dst);
    const NetworkGraph::Link& first = m_graph.links[m_edges.at(src).front().link];
    const NetworkGraph::Link& last = m_graph.links[m_edges.at(dst).front().link];
    PathProfiles paths = m_profiler.GetPaths(keep, GetTorOfHost(src), to);
    for (PathProfile& path : paths)
    {
        path.rates.insert(path.rates.begin(), LineRate(first.rate));
        path.rates.emplace_back(last.rate);
        path.delay += first.delay.GetTimeStep() + m_latency[src] + last.delay.GetTimeStep() +
                      m_latency[m_tors[to]];
    }
    return paths;
}

} // namespace ns3::rdmacell
