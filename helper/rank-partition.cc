/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rank-partition.h"

#include "collective-placement.h"

#include "ns3/exchange-graph.h"
#include "ns3/file-graph.h"
#include "ns3/input-error.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <numeric>
#include <utility>

#ifdef RDMACELL_METIS
#include <metis.h>
#endif

namespace ns3::rdmacell
{

namespace
{

/// Groups of members: ranks or hosts.
using Groups = std::vector<std::vector<uint32_t>>;

/**
 * @brief Group hosts by a number.
 * @param hosts the hosts
 * @param numberOf by host
 * @return groups in ascending order of their numbers
 */
Groups
GroupHosts(const std::vector<uint32_t>& hosts, const std::vector<uint32_t>& numberOf)
{
    std::map<uint32_t, std::vector<uint32_t>> groups;
    for (const uint32_t host : hosts)
    {
        groups[numberOf[host]].push_back(host);
    }
    Groups list;
    for (auto& [number, group] : groups)
    {
        list.push_back(std::move(group));
    }
    return list;
}

#ifdef RDMACELL_METIS

/// Weights of all edges together, in METIS' integers of 32 bits.
constexpr double WEIGHT_SUM = 1e9;

/// A graph of some ranks, whose weights are shares of WEIGHT_SUM.
class TrafficGraph
{
  public:
    /**
     * @brief Take the traffic between some ranks.
     * @param traffic of all
     * @param ranks which
     */
    TrafficGraph(const std::vector<RankTraffic>& traffic, const std::vector<uint32_t>& ranks)
        : m_neighbors(ranks.size())
    {
        std::map<uint32_t, uint32_t> vertexOf;
        for (const uint32_t rank : ranks)
        {
            vertexOf.emplace(rank, static_cast<uint32_t>(vertexOf.size()));
        }
        double sum = 0;
        for (const RankTraffic& pair : traffic)
        {
            sum += vertexOf.count(pair.a) > 0 && vertexOf.count(pair.b) > 0 ? pair.bytes : 0;
        }
        for (const RankTraffic& pair : traffic)
        {
            const auto a = vertexOf.find(pair.a);
            const auto b = vertexOf.find(pair.b);
            if (a != vertexOf.end() && b != vertexOf.end())
            {
                const auto weight =
                    std::max<idx_t>(static_cast<idx_t>(pair.bytes / sum * WEIGHT_SUM), 1);
                m_neighbors[a->second].emplace_back(b->second, weight);
                m_neighbors[b->second].emplace_back(a->second, weight);
            }
        }
    }

    /**
     * @brief Cut it into parts.
     * @param sizes of the parts, which sum up to the vertices
     * @return by vertex: its part
     */
    std::vector<idx_t> Cut(const std::vector<std::size_t>& sizes) const
    {
        std::vector<idx_t> part(m_neighbors.size());
        if (sizes.size() > 1)
        {
            CallMetis(sizes, part);
            Balance(sizes, part);
        }
        return part;
    }

  private:
    /**
     * @brief Cut it into parts of about the right sizes.
     * @param sizes of the parts
     * @param part gets the part of each vertex
     */
    void CallMetis(const std::vector<std::size_t>& sizes, std::vector<idx_t>& part) const
    {
        std::vector<idx_t> first{0};
        std::vector<idx_t> neighbors;
        std::vector<idx_t> weights;
        for (const auto& own : m_neighbors)
        {
            for (const auto& [vertex, weight] : own)
            {
                neighbors.push_back(static_cast<idx_t>(vertex));
                weights.push_back(weight);
            }
            first.push_back(static_cast<idx_t>(neighbors.size()));
        }
        std::vector<real_t> shares;
        for (const std::size_t size : sizes)
        {
            shares.push_back(static_cast<real_t>(size) / static_cast<real_t>(m_neighbors.size()));
        }
        idx_t options[METIS_NOPTIONS];
        METIS_SetDefaultOptions(options);
        options[METIS_OPTION_SEED] = 1;
        options[METIS_OPTION_NCUTS] = 10;
        options[METIS_OPTION_UFACTOR] = 1;
        auto vertices = static_cast<idx_t>(m_neighbors.size());
        auto parts = static_cast<idx_t>(sizes.size());
        idx_t constraints = 1;
        idx_t cut = 0;
        if (METIS_PartGraphRecursive(&vertices,
                                     &constraints,
                                     first.data(),
                                     neighbors.data(),
                                     nullptr,
                                     nullptr,
                                     weights.data(),
                                     &parts,
                                     shares.data(),
                                     nullptr,
                                     options,
                                     &cut,
                                     part.data()) != METIS_OK)
        {
            throw InputError(
                "expected traffic of ranks that METIS can partition, which has failed");
        }
    }

    /**
     * @brief Move vertices from parts that are too large to those that are too small, which METIS
     * leaves if no balance is exact, and each time the one that adds least to the cut.
     * @param sizes of the parts
     * @param part of each vertex
     */
    void Balance(const std::vector<std::size_t>& sizes, std::vector<idx_t>& part) const
    {
        std::vector<std::ptrdiff_t> surplus;
        for (const std::size_t size : sizes)
        {
            surplus.push_back(-static_cast<std::ptrdiff_t>(size));
        }
        for (const idx_t own : part)
        {
            ++surplus[own];
        }
        const auto isFull = [](std::ptrdiff_t left) { return left > 0; };
        while (std::any_of(surplus.begin(), surplus.end(), isFull))
        {
            std::size_t moved = 0;
            idx_t to = -1;
            int64_t best = 0;
            for (std::size_t vertex = 0; vertex < part.size(); ++vertex)
            {
                if (surplus[part[vertex]] <= 0)
                {
                    continue;
                }
                std::vector<int64_t> weightTo(sizes.size());
                for (const auto& [other, weight] : m_neighbors[vertex])
                {
                    weightTo[part[other]] += weight;
                }
                for (idx_t target = 0; target < static_cast<idx_t>(sizes.size()); ++target)
                {
                    const int64_t gain = weightTo[target] - weightTo[part[vertex]];
                    if (surplus[target] < 0 && (to < 0 || gain > best))
                    {
                        moved = vertex;
                        to = target;
                        best = gain;
                    }
                }
            }
            --surplus[part[moved]];
            ++surplus[to];
            part[moved] = to;
        }
    }

    std::vector<std::vector<std::pair<uint32_t, idx_t>>> m_neighbors; ///< by vertex: with weights
};

/**
 * @brief Divide ranks into groups.
 * @param traffic of the job
 * @param ranks to divide
 * @param groups of hosts, whose sizes the groups of ranks get
 * @return ranks by group
 */
Groups
DivideRanks(const std::vector<RankTraffic>& traffic,
            const std::vector<uint32_t>& ranks,
            const Groups& groups)
{
    std::vector<std::size_t> sizes;
    for (const auto& group : groups)
    {
        sizes.push_back(group.size());
    }
    const std::vector<idx_t> part = TrafficGraph(traffic, ranks).Cut(sizes);
    Groups divided(groups.size());
    for (std::size_t i = 0; i < ranks.size(); ++i)
    {
        divided[part[i]].push_back(ranks[i]);
    }
    return divided;
}

#else

/**
 * @brief Divide ranks into groups: not possible here.
 * @return nothing
 */
Groups
DivideRanks(const std::vector<RankTraffic>& /* traffic */,
            const std::vector<uint32_t>& /* ranks */,
            const Groups& /* groups */)
{
    throw InputError("expected a build with METIS (Debian's libmetis-dev)");
}

#endif

} // namespace

bool
CanPartitionRanks()
{
#ifdef RDMACELL_METIS
    return true;
#else
    return false;
#endif
}

std::vector<RankTraffic>
CollectTraffic(const CollectiveSpec& spec, uint32_t ranks)
{
    std::unique_ptr<CollectiveGraph> graph;
    const CollectiveKind& kind = FindCollectiveKind(spec.kind);
    if (spec.kind == COLLECTIVE_FILE)
    {
        graph = std::make_unique<FileGraph>(spec.path);
    }
    else if (kind.make)
    {
        graph = kind.make(ranks, spec.bytes);
    }
    else
    {
        graph = std::make_unique<ExchangeGraph>(ranks, spec.bytes, false);
    }
    std::map<std::pair<uint32_t, uint32_t>, double> bytes;
    for (uint64_t number = 0; number < graph->CountSteps(); ++number)
    {
        const CollectiveStep step = graph->GetStep(number);
        if (step.src != step.dst)
        {
            bytes[std::minmax(step.src, step.dst)] += static_cast<double>(step.bytes);
        }
    }
    std::vector<RankTraffic> traffic;
    for (const auto& [pair, sum] : bytes)
    {
        traffic.push_back({pair.first, pair.second, sum});
    }
    return traffic;
}

std::vector<uint32_t>
FindZones(const NetworkGraph& graph)
{
    constexpr uint32_t NONE = UINT32_MAX;
    const std::vector<uint32_t> tiers = graph.GetTiers();
    const uint32_t top = *std::max_element(tiers.begin(), tiers.end());
    const auto edges = graph.GetEdges();
    std::vector<uint32_t> zoneOf(graph.GetNodes(), NONE);
    uint32_t zones = 0;
    for (uint32_t host = 0; host < graph.hosts; ++host)
    {
        if (zoneOf[host] != NONE)
        {
            continue;
        }
        std::deque<uint32_t> next{host};
        zoneOf[host] = zones;
        while (!next.empty())
        {
            const uint32_t node = next.front();
            next.pop_front();
            for (const NetworkGraph::Edge& edge : edges[node])
            {
                const bool isRack = tiers[node] + tiers[edge.peer] == 1;
                if (zoneOf[edge.peer] == NONE &&
                    (isRack || (tiers[edge.peer] < top && tiers[node] < top)))
                {
                    zoneOf[edge.peer] = zones;
                    next.push_back(edge.peer);
                }
            }
        }
        ++zones;
    }
    zoneOf.resize(graph.hosts);
    return zoneOf;
}

std::vector<uint32_t>
PartitionRanks(const NetworkGraph& graph,
               const std::vector<RankTraffic>& traffic,
               const std::vector<uint32_t>& hosts)
{
    std::vector<uint32_t> rackOf(graph.hosts);
    const Racks racks = FindRacks(graph);
    for (uint32_t rack = 0; rack < racks.size(); ++rack)
    {
        for (const uint32_t host : racks[rack])
        {
            rackOf[host] = rack;
        }
    }
    std::vector<uint32_t> ranks(hosts.size());
    std::iota(ranks.begin(), ranks.end(), 0);
    std::vector<uint32_t> hostOf(hosts.size());
    const Groups zones = GroupHosts(hosts, FindZones(graph));
    const Groups ranksByZone = DivideRanks(traffic, ranks, zones);
    for (std::size_t zone = 0; zone < zones.size(); ++zone)
    {
        const Groups own = GroupHosts(zones[zone], rackOf);
        const Groups ranksByRack = DivideRanks(traffic, ranksByZone[zone], own);
        for (std::size_t rack = 0; rack < own.size(); ++rack)
        {
            for (std::size_t i = 0; i < own[rack].size(); ++i)
            {
                hostOf[ranksByRack[rack][i]] = own[rack][i];
            }
        }
    }
    return hostOf;
}

double
CountCutBytes(const NetworkGraph& graph,
              const std::vector<RankTraffic>& traffic,
              const std::vector<uint32_t>& hosts)
{
    const std::vector<uint32_t> zoneOf = FindZones(graph);
    double bytes = 0;
    for (const RankTraffic& pair : traffic)
    {
        bytes += zoneOf[hosts[pair.a]] != zoneOf[hosts[pair.b]] ? pair.bytes : 0;
    }
    return bytes;
}

} // namespace ns3::rdmacell
