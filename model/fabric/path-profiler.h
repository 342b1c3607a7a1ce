/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_PROFILER_H
#define PATH_PROFILER_H

#include "network-graph.h"
#include "path-class-table.h"
#include "path-profile.h"
#include "tor-search.h"

#include <cstdint>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Finds the rates and delays of the shortest paths between ToR switches when all links are
 * up.
 *
 * Paths are not enumerated: the paths from a switch are those from its next hops, with one link
 * more, by class (PathClassTable). The ToR switches of a batch to which a switch has the same
 * classes of paths are one group, so the work for a batch is a few operations for each link.
 * Batches are computed when they are first needed.
 */
class PathProfiler
{
  public:
    /**
     * @brief Use a network. All arguments outlive the profiler.
     * @param graph nodes and links
     * @param edges links by node
     * @param tors nodes of the ToR switches
     * @param latency by node, steps
     */
    PathProfiler(const NetworkGraph& graph,
                 const std::vector<std::vector<NetworkGraph::Edge>>& edges,
                 const std::vector<uint32_t>& tors,
                 const std::vector<int64_t>& latency);

    /// @brief Compute anew what depends on the latency of nodes.
    void Reset();

    /**
     * @brief Find the paths between two ToR switches.
     * @param keep the fastest ones or the slowest ones
     * @param from number of a ToR switch
     * @param to number of a ToR switch
     * @return the paths, without the links of the hosts
     */
    PathProfiles GetPaths(PathClassTable::Keep keep, uint32_t from, uint32_t to);

  private:
    using Paths = PathClassTable::Paths; ///< paths from one node to another

    /// The same for some ToR switches.
    struct Group
    {
        uint64_t tors; ///< bits of a batch
        Paths fastest; ///< the fastest paths to each of them
        Paths slowest; ///< the slowest paths to each of them

        /**
         * @brief Compare without the ToR switches.
         * @param other another group
         * @return true if the paths are the same
         */
        bool HasSamePaths(const Group& other) const
        {
            return fastest == other.fastest && slowest == other.slowest;
        }
    };

    /// The paths from a node to the ToR switches of a batch; each that it reaches is in one group.
    using Groups = std::vector<Group>;

    /**
     * @brief Add paths from a node.
     * @param groups its paths so far
     * @param more the paths, and the ToR switches that they lead to
     */
    void Add(Groups& groups, Group more);

    /**
     * @brief Compute the paths to the ToR switches of a batch.
     * @param batch its number
     * @return by ToR switch that they are from
     */
    std::vector<Groups> Compute(uint32_t batch);

    const NetworkGraph& m_graph;                ///< nodes and links
    const std::vector<uint32_t>& m_tors;        ///< nodes of the ToR switches
    const std::vector<int64_t>& m_latency;      ///< by node, steps
    TorSearch m_search;                         ///< finds the links on shortest paths
    std::vector<bool> m_allUp;                  ///< by link: true
    std::vector<LineRate> m_rates;              ///< each rate once, in ascending order
    std::vector<uint32_t> m_rateOf;             ///< by link: index of its rate
    PathClassTable m_fastest;                   ///< classes of the fastest paths
    PathClassTable m_slowest;                   ///< classes of the slowest paths
    std::vector<std::vector<Groups>> m_batches; ///< by batch; empty if not needed so far
};

} // namespace ns3::rdmacell

#endif // PATH_PROFILER_H
