/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-profiler.h"

#include <algorithm>
#include <map>
#include <utility>

namespace ns3::rdmacell
{

namespace
{

/**
 * @brief List the rates of a network.
 * @param graph the network
 * @return each rate once, in ascending order
 */
std::vector<LineRate>
ListRates(const NetworkGraph& graph)
{
    std::map<uint64_t, LineRate> rates;
    for (const NetworkGraph::Link& link : graph.links)
    {
        rates.emplace(link.rate.GetBitRate(), link.rate);
    }
    std::vector<LineRate> list;
    for (const auto& [bitRate, rate] : rates)
    {
        list.push_back(rate);
    }
    return list;
}

} // namespace

PathProfiler::PathProfiler(const NetworkGraph& graph,
                           const std::vector<std::vector<NetworkGraph::Edge>>& edges,
                           const std::vector<uint32_t>& tors,
                           const std::vector<int64_t>& latency)
    : m_graph(graph),
      m_tors(tors),
      m_latency(latency),
      m_search(graph.hosts, edges, tors),
      m_allUp(graph.links.size(), true),
      m_rates(ListRates(graph)),
      m_fastest(PathClassTable::Keep::FASTEST, m_rates),
      m_slowest(PathClassTable::Keep::SLOWEST, m_rates)
{
    const auto isLower = [](const LineRate& rate, uint64_t bitRate) {
        return rate.GetBitRate() < bitRate;
    };
    for (const NetworkGraph::Link& link : graph.links)
    {
        const auto rate =
            std::lower_bound(m_rates.begin(), m_rates.end(), link.rate.GetBitRate(), isLower);
        m_rateOf.push_back(static_cast<uint32_t>(rate - m_rates.begin()));
    }
    Reset();
}

void
PathProfiler::Reset()
{
    m_batches.assign(m_search.GetBatches(), {});
}

void
PathProfiler::Add(Groups& groups, Group more)
{
    uint64_t known = 0; // of more.tors: those that have a group
    for (std::size_t i = 0, count = groups.size(); i < count && known != more.tors; ++i)
    {
        const uint64_t common = groups[i].tors & more.tors;
        if (common == 0)
        {
            continue;
        }
        known |= common;
        const Group joined{common,
                           m_fastest.Join(groups[i].fastest, more.fastest),
                           m_slowest.Join(groups[i].slowest, more.slowest)};
        if (joined.HasSamePaths(groups[i]))
        {
            continue;
        }
        if (common == groups[i].tors)
        {
            groups[i] = joined;
        }
        else
        {
            groups[i].tors &= ~common;
            groups.push_back(joined);
        }
    }
    more.tors &= ~known;
    if (more.tors == 0)
    {
        return;
    }
    const auto same = std::find_if(groups.begin(), groups.end(), [&more](const Group& group) {
        return group.HasSamePaths(more);
    });
    if (same != groups.end())
    {
        same->tors |= more.tors;
    }
    else
    {
        groups.push_back(more);
    }
}

std::vector<PathProfiler::Groups>
PathProfiler::Compute(uint32_t batch)
{
    std::vector<Groups> groups(m_graph.GetNodes()); // by node
    for (uint32_t i = 0; i < TorSearch::BATCH && batch * TorSearch::BATCH + i < m_tors.size(); ++i)
    {
        groups[m_tors[batch * TorSearch::BATCH + i]] = {{uint64_t{1} << i, {}, {}}};
    }
    m_search.Run(batch, m_allUp, [&](const TorSearch::Step& step) {
        const uint32_t rate = m_rateOf[step.link];
        const int64_t delay = m_graph.links[step.link].delay.GetTimeStep() + m_latency[step.from];
        for (const Group& behind : groups[step.to])
        {
            if (const uint64_t tors = behind.tors & step.tors)
            {
                Add(groups[step.from],
                    {tors,
                     m_fastest.Prepend(rate, delay, behind.fastest),
                     m_slowest.Prepend(rate, delay, behind.slowest)});
            }
        }
    });
    std::vector<Groups> ofTors;
    for (const uint32_t tor : m_tors)
    {
        ofTors.push_back(std::move(groups[tor]));
    }
    return ofTors;
}

PathProfiles
PathProfiler::GetPaths(PathClassTable::Keep keep, uint32_t from, uint32_t to)
{
    std::vector<Groups>& batch = m_batches.at(to / TorSearch::BATCH);
    if (batch.empty())
    {
        batch = Compute(to / TorSearch::BATCH);
    }
    for (const Group& group : batch.at(from))
    {
        if (group.tors >> to % TorSearch::BATCH & 1)
        {
            return keep == PathClassTable::Keep::FASTEST ? m_fastest.List(group.fastest)
                                                         : m_slowest.List(group.slowest);
        }
    }
    return {};
}

} // namespace ns3::rdmacell
