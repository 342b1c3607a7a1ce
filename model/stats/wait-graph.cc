/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "wait-graph.h"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>
#include <deque>

namespace ns3::rdmacell
{

WaitGraph::WaitGraph(uint32_t nodes)
    : m_waits(nodes)
{
}

void
WaitGraph::AddWait(uint32_t from, uint32_t to)
{
    std::vector<uint32_t>& waits = m_waits.at(from);
    if (std::find(waits.begin(), waits.end(), to) == waits.end())
    {
        waits.push_back(to);
    }
}

const std::vector<uint32_t>&
WaitGraph::GetWaits(uint32_t node) const
{
    return m_waits.at(node);
}

std::vector<std::vector<uint32_t>>
WaitGraph::FindCycles() const
{
    boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS> graph(m_waits.size());
    for (uint32_t node = 0; node < m_waits.size(); ++node)
    {
        for (const uint32_t next : m_waits[node])
        {
            boost::add_edge(node, next, graph);
        }
    }
    std::vector<uint32_t> component(m_waits.size());
    boost::strong_components(
        graph,
        boost::make_iterator_property_map(component.begin(),
                                          boost::get(boost::vertex_index, graph)));

    std::vector<std::vector<uint32_t>> cycles;
    std::vector<bool> isFound(m_waits.size());
    for (uint32_t node = 0; node < m_waits.size(); ++node)
    {
        // A node is in a cycle if it waits for one of its own component.
        const bool isInCycle =
            std::any_of(m_waits[node].begin(), m_waits[node].end(), [&](uint32_t next) {
                return component[next] == component[node];
            });
        if (!isInCycle || isFound[node])
        {
            continue;
        }
        std::vector<uint32_t> cycle = FindShortestCycle(node, component);
        for (const uint32_t member : cycle)
        {
            isFound[member] = true;
        }
        std::rotate(cycle.begin(), std::min_element(cycle.begin(), cycle.end()), cycle.end());
        cycles.push_back(std::move(cycle));
    }
    return cycles;
}

std::vector<uint32_t>
WaitGraph::FindShortestCycle(uint32_t node, const std::vector<uint32_t>& component) const
{
    const auto none = static_cast<uint32_t>(m_waits.size());
    std::vector<uint32_t> before(m_waits.size(), none);
    std::deque<uint32_t> toVisit{node};
    while (before[node] == none)
    {
        const uint32_t at = toVisit.front();
        toVisit.pop_front();
        for (const uint32_t next : m_waits[at])
        {
            if (component[next] == component[node] && before[next] == none)
            {
                before[next] = at;
                toVisit.push_back(next);
            }
        }
    }
    std::vector<uint32_t> cycle;
    uint32_t at = node;
    do
    {
        at = before[at];
        cycle.push_back(at);
    } while (at != node);
    std::reverse(cycle.begin(), cycle.end());
    return cycle;
}

} // namespace ns3::rdmacell
