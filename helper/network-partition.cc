/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "network-partition.h"

#include "ns3/input-error.h"

#include <algorithm>
#include <iomanip>
#include <numeric>
#include <sstream>

namespace ns3::rdmacell
{

namespace
{

constexpr uint32_t NONE = UINT32_MAX; ///< no rank yet

} // namespace

NetworkPartition::NetworkPartition(const NetworkGraph& graph, uint32_t ranks)
    : m_graph(graph),
      m_edges(graph.GetEdges()),
      m_tiers(graph.GetTiers()),
      m_rankOf(graph.GetNodes(), NONE),
      m_load(ranks)
{
    AssignRacks();
    std::vector<uint32_t> others;
    for (uint32_t node = graph.hosts; node < graph.GetNodes(); ++node)
    {
        if (m_rankOf[node] == NONE)
        {
            others.push_back(node);
        }
    }
    std::stable_sort(others.begin(), others.end(), [this](uint32_t a, uint32_t b) {
        return m_tiers[a] < m_tiers[b];
    });
    for (const uint32_t node : others)
    {
        AssignSwitch(node);
    }
    if (GetLookahead().IsZero())
    {
        throw InputError(graph.name + ": expected a delay above 0 of each link between ranks");
    }
}

std::vector<uint32_t>
NetworkPartition::ListTors() const
{
    // A pod is what hangs together by switches of the two lowest tiers.
    std::vector<uint32_t> pod(m_graph.GetNodes(), NONE);
    std::vector<uint32_t> tors;
    for (uint32_t first = m_graph.hosts; first < m_graph.GetNodes(); ++first)
    {
        if (m_tiers[first] != 1 || pod[first] != NONE)
        {
            continue;
        }
        std::vector<uint32_t> found{first};
        pod[first] = first;
        for (std::size_t i = 0; i < found.size(); ++i)
        {
            for (const NetworkGraph::Edge& edge : m_edges[found[i]])
            {
                const bool isInside = m_tiers[edge.peer] == 1 || m_tiers[edge.peer] == 2;
                if (isInside && pod[edge.peer] == NONE)
                {
                    pod[edge.peer] = first;
                    found.push_back(edge.peer);
                }
            }
        }
        std::sort(found.begin(), found.end());
        std::copy_if(found.begin(), found.end(), std::back_inserter(tors), [this](uint32_t node) {
            return m_tiers[node] == 1;
        });
    }
    return tors;
}

void
NetworkPartition::Assign(uint32_t node, uint32_t rank)
{
    m_rankOf[node] = rank;
    for (const NetworkGraph::Edge& edge : m_edges[node])
    {
        m_load[rank] += static_cast<double>(m_graph.links[edge.link].rate.GetBitRate());
    }
}

void
NetworkPartition::AssignRacks()
{
    const std::vector<uint32_t> tors = ListTors();
    const auto ranks = static_cast<uint32_t>(m_load.size());
    if (ranks > tors.size())
    {
        throw InputError("expected at most " + std::to_string(tors.size()) +
                         " ranks, one for each ToR switch of " + m_graph.name + ", found " +
                         std::to_string(ranks));
    }
    uint32_t rank = 0;
    uint64_t before = 0; // hosts of racks that have a rank
    for (std::size_t i = 0; i < tors.size(); ++i)
    {
        std::vector<uint32_t> hosts;
        for (const NetworkGraph::Edge& edge : m_edges[tors[i]])
        {
            if (m_graph.IsHost(edge.peer))
            {
                hosts.push_back(edge.peer);
            }
        }
        // The next rank begins with the rack whose middle is behind this rank's share, or where the
        // racks that are left are just enough.
        const bool isFull =
            (2 * before + hosts.size()) * ranks > 2 * (rank + 1) * uint64_t{m_graph.hosts};
        const bool isNeeded = tors.size() - i < ranks - rank;
        if (i > 0 && rank + 1 < ranks && (isFull || isNeeded))
        {
            ++rank;
        }
        Assign(tors[i], rank);
        for (const uint32_t host : hosts)
        {
            Assign(host, rank);
        }
        before += hosts.size();
    }
}

void
NetworkPartition::AssignSwitch(uint32_t node)
{
    std::vector<uint32_t> links(m_load.size());
    for (const NetworkGraph::Edge& edge : m_edges[node])
    {
        const uint32_t rank = m_rankOf[edge.peer];
        if (m_tiers[node] == 2 && rank != NONE)
        {
            ++links[rank];
        }
    }
    uint32_t best = 0;
    for (uint32_t rank = 1; rank < links.size(); ++rank)
    {
        if (links[rank] > links[best] ||
            (links[rank] == links[best] && m_load[rank] < m_load[best]))
        {
            best = rank;
        }
    }
    Assign(node, best);
}

const std::vector<uint32_t>&
NetworkPartition::GetRanks() const
{
    return m_rankOf;
}

uint32_t
NetworkPartition::CountCutLinks() const
{
    return static_cast<uint32_t>(
        std::count_if(m_graph.links.begin(), m_graph.links.end(), [this](const auto& link) {
            return m_rankOf[link.a] != m_rankOf[link.b];
        }));
}

Time
NetworkPartition::GetLookahead() const
{
    Time lookahead = Time::Max();
    for (const NetworkGraph::Link& link : m_graph.links)
    {
        if (m_rankOf[link.a] != m_rankOf[link.b])
        {
            lookahead = Min(lookahead, link.delay);
        }
    }
    return lookahead;
}

std::string
NetworkPartition::Describe() const
{
    /// What a rank has.
    struct Share
    {
        uint32_t hosts{0};    ///< hosts
        uint32_t switches{0}; ///< switches
        uint32_t inner{0};    ///< links between its nodes
        uint32_t cut{0};      ///< links to nodes of other ranks
    };

    std::vector<Share> shares(m_load.size());
    for (uint32_t node = 0; node < m_rankOf.size(); ++node)
    {
        Share& share = shares[m_rankOf[node]];
        ++(m_graph.IsHost(node) ? share.hosts : share.switches);
    }
    for (const NetworkGraph::Link& link : m_graph.links)
    {
        const uint32_t a = m_rankOf[link.a];
        const uint32_t b = m_rankOf[link.b];
        if (a == b)
        {
            ++shares[a].inner;
            continue;
        }
        ++shares[a].cut;
        ++shares[b].cut;
    }
    const double all = std::accumulate(m_load.begin(), m_load.end(), 0.0);
    std::ostringstream text;
    text << "rank    hosts switches    links      cut  load\n"
         << std::fixed << std::setprecision(1);
    for (std::size_t rank = 0; rank < shares.size(); ++rank)
    {
        const Share& share = shares[rank];
        text << std::setw(4) << rank << std::setw(9) << share.hosts << std::setw(9)
             << share.switches << std::setw(9) << share.inner << std::setw(9) << share.cut
             << std::setw(5) << 100 * m_load[rank] / all << "%\n";
    }
    text << CountCutLinks() << " of " << m_graph.links.size() << " links are cut";
    if (CountCutLinks() > 0)
    {
        text << ", lookahead " << GetLookahead().GetNanoSeconds() << " ns";
    }
    text << '\n';
    return text.str();
}

} // namespace ns3::rdmacell
