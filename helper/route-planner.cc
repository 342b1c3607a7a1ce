/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "route-planner.h"

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <unordered_map>

namespace ns3::rdmacell
{

namespace
{

/// Passes over all pairs that look for better paths, at most: what they gain falls quickly.
constexpr uint32_t MOST_PASSES = 20;

/// A path is better only if it adds less by more than rounding errors do.
constexpr double LEAST_GAIN = 1e-9;

/**
 * @brief Mix the bits of a number, so that sums of such numbers tell sets apart (SplitMix64,
 * Steele et al., OOPSLA 2014).
 * @param x the number
 * @return its hash
 */
uint64_t
Mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

/**
 * @brief Find which rounds of a collective have the same pairs.
 * @param graph the collective
 * @param count gets the number of different sets
 * @return by round: the set
 */
std::vector<uint32_t>
FindRoundSets(const CollectiveGraph& graph, uint32_t& count)
{
    std::vector<uint64_t> hashes;
    for (uint64_t number = 0; number < graph.CountSteps(); ++number)
    {
        const CollectiveStep step = graph.GetStep(number);
        hashes.resize(std::max<std::size_t>(hashes.size(), step.round + 1));
        hashes[step.round] += Mix(uint64_t{step.src} << 32 | step.dst);
    }
    std::unordered_map<uint64_t, uint32_t> sets;
    std::vector<uint32_t> setOf;
    for (const uint64_t hash : hashes)
    {
        setOf.push_back(sets.emplace(hash, static_cast<uint32_t>(sets.size())).first->second);
    }
    count = static_cast<uint32_t>(sets.size());
    return setOf;
}

} // namespace

RoutePlanner::RoutePlanner(std::shared_ptr<const RouteComputer> routes, PortSetter setPort)
    : m_routes(std::move(routes)),
      m_setPort(std::move(setPort))
{
    for (const NetworkGraph::Link& link : m_routes->GetGraph().links)
    {
        m_secondsPerByte.resize(m_secondsPerByte.size() + 2,
                                8.0 / static_cast<double>(link.rate.GetBitRate()));
    }
    m_others.resize(m_secondsPerByte.size());
}

std::vector<RoutePlanner::Demand>
RoutePlanner::CollectDemands(const CollectiveGraph& graph,
                             const std::vector<uint32_t>& hosts,
                             uint32_t& rounds) const
{
    const std::vector<uint32_t> setOf = FindRoundSets(graph, rounds);
    std::map<std::pair<uint32_t, uint32_t>, Demand> demands;
    for (uint64_t number = 0; number < graph.CountSteps(); ++number)
    {
        const CollectiveStep step = graph.GetStep(number);
        const uint32_t src = hosts[step.src];
        const uint32_t dst = hosts[step.dst];
        if (m_routes->GetTorOfHost(src) == m_routes->GetTorOfHost(dst))
        {
            continue;
        }
        Demand& demand =
            demands.try_emplace({src, dst}, Demand{src, dst, 0, {}, UINT32_MAX}).first->second;
        demand.bytes += static_cast<double>(step.bytes);
        const uint32_t set = setOf[step.round];
        const auto known =
            std::find_if(demand.rounds.begin(),
                         demand.rounds.end(),
                         [set](const RoundBytes& round) { return round.round == set; });
        if (known == demand.rounds.end())
        {
            demand.rounds.push_back({set, static_cast<double>(step.bytes)});
        }
        else
        {
            known->bytes += static_cast<double>(step.bytes);
        }
    }
    std::vector<Demand> sorted;
    for (const auto& [pair, demand] : demands)
    {
        sorted.push_back(demand);
    }
    std::stable_sort(sorted.begin(), sorted.end(), [](const Demand& a, const Demand& b) {
        return a.bytes > b.bytes;
    });
    return sorted;
}

const std::vector<RoutePlanner::Path>&
RoutePlanner::GetPaths(uint32_t from, uint32_t to)
{
    const auto [found, isNew] = m_paths.try_emplace({from, to});
    if (!isNew)
    {
        return found->second;
    }
    for (const FabricPath& path : m_routes->ComputePaths(from, to))
    {
        Path made;
        uint32_t node = m_routes->GetTorNode(from);
        for (uint32_t hop = 0; hop < path.hops; ++hop)
        {
            const NetworkGraph::Edge& edge = m_routes->GetEdge(node, path.ports[hop]);
            const bool isFromB = m_routes->GetGraph().links[edge.link].b == node;
            made.links.push_back(2 * edge.link + (isFromB ? 1 : 0));
            made.ports.emplace_back(node, path.ports[hop]);
            node = edge.peer;
        }
        found->second.push_back(std::move(made));
    }
    return found->second;
}

void
RoutePlanner::Place(Demand& demand, const std::vector<Path>& paths, const Loads& loads) const
{
    double least = 0;
    for (uint32_t i = 0; i < paths.size(); ++i)
    {
        double added = 0;
        for (const uint32_t link : paths[i].links)
        {
            for (const RoundBytes& round : demand.rounds)
            {
                const double time = round.bytes * m_secondsPerByte[link];
                added += time * (2 * (loads[round.round][link] + m_others[link]) + time);
            }
        }
        if (demand.path == UINT32_MAX || added < least * (1 - LEAST_GAIN))
        {
            least = added;
            demand.path = i;
        }
    }
}

void
RoutePlanner::AddLoad(const Demand& demand, const Path& path, double sign, Loads& loads) const
{
    for (const uint32_t link : path.links)
    {
        for (const RoundBytes& round : demand.rounds)
        {
            loads[round.round][link] += sign * round.bytes * m_secondsPerByte[link];
        }
    }
}

void
RoutePlanner::Plan(uint32_t job, const CollectiveGraph& graph, const std::vector<uint32_t>& hosts)
{
    uint32_t rounds = 0;
    std::vector<Demand> demands = CollectDemands(graph, hosts, rounds);
    m_others.assign(m_others.size(), 0);
    for (const auto& [other, loads] : m_loads)
    {
        for (std::size_t i = 0; other != job && i < loads.size() * m_others.size(); ++i)
        {
            m_others[i % m_others.size()] +=
                loads[i / m_others.size()][i % m_others.size()] / static_cast<double>(loads.size());
        }
    }
    Loads& loads = m_loads[job];
    loads.assign(rounds, std::vector<double>(m_secondsPerByte.size()));
    bool isMoving = true;
    for (uint32_t pass = 0; pass < MOST_PASSES && isMoving; ++pass)
    {
        isMoving = false;
        for (Demand& demand : demands)
        {
            const std::vector<Path>& paths =
                GetPaths(m_routes->GetTorOfHost(demand.src), m_routes->GetTorOfHost(demand.dst));
            if (paths.empty())
            {
                continue; // no link is left; switches have nothing to choose either
            }
            const uint32_t before = demand.path;
            if (before != UINT32_MAX)
            {
                AddLoad(demand, paths[before], -1, loads);
            }
            Place(demand, paths, loads);
            AddLoad(demand, paths[demand.path], 1, loads);
            isMoving = isMoving || demand.path != before;
        }
    }
    for (const Demand& demand : demands)
    {
        const std::vector<Path>& paths =
            GetPaths(m_routes->GetTorOfHost(demand.src), m_routes->GetTorOfHost(demand.dst));
        for (const auto& [node, port] :
             demand.path < paths.size() ? paths[demand.path].ports : decltype(Path::ports)())
        {
            m_setPort(node, demand.src, demand.dst, port);
        }
    }
}

double
RoutePlanner::GetLargestLoad(uint32_t job) const
{
    double largest = 0;
    for (const std::vector<double>& round : m_loads.at(job))
    {
        largest = std::max(largest, *std::max_element(round.begin(), round.end()));
    }
    return largest;
}

} // namespace ns3::rdmacell
