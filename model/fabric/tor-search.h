/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOR_SEARCH_H
#define TOR_SEARCH_H

#include "network-graph.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Searches the shortest paths to ToR switches, breadth first, 64 ToR switches at a time.
 *
 * A set of ToR switches is a word with a bit for each, so that a link is visited once for all ToR
 * switches that are equally far from it. ToR switches 64 i to 64 i + 63 are batch i. Hosts do not
 * forward.
 */
class TorSearch
{
  public:
    static constexpr uint32_t BATCH = 64; ///< ToR switches in a batch

    /// A link on shortest paths.
    struct Step
    {
        uint32_t from;     ///< switch that sends on it
        uint32_t to;       ///< switch that receives: one link nearer to the ToR switches
        uint32_t link;     ///< index of the link
        uint32_t distance; ///< links from the sending switch to the ToR switches
        uint64_t tors;     ///< the ToR switches that it leads to: bits of the batch
    };

    /**
     * @brief Prepare a search.
     * @param hosts nodes below this number are hosts
     * @param edges links by node; outlives the search
     * @param tors nodes of the ToR switches; outlives the search
     */
    TorSearch(uint32_t hosts,
              const std::vector<std::vector<NetworkGraph::Edge>>& edges,
              const std::vector<uint32_t>& tors)
        : m_hosts(hosts),
          m_edges(edges),
          m_tors(tors)
    {
    }

    /**
     * @brief Count the batches.
     * @return batches
     */
    uint32_t GetBatches() const
    {
        return static_cast<uint32_t>((m_tors.size() + BATCH - 1) / BATCH);
    }

    /**
     * @brief Find all links on the shortest paths to the ToR switches of a batch.
     * @tparam Visit callable with a const Step&
     * @param batch number of the batch
     * @param up by link: false if it is not to be used
     * @param visit gets each step once for each distance, those of smaller distance first
     */
    template <typename Visit>
    void Run(uint32_t batch, const std::vector<bool>& up, Visit&& visit) const
    {
        std::vector<uint64_t> reached(m_edges.size(), 0);  // by node: ToR switches found so far
        std::vector<uint64_t> frontier(m_edges.size(), 0); // and in the last round
        std::vector<uint64_t> found(m_edges.size(), 0);    // and in this round
        std::vector<uint32_t> active;
        std::vector<uint32_t> next;
        for (uint32_t i = 0; i < BATCH && batch * BATCH + i < m_tors.size(); ++i)
        {
            const uint32_t node = m_tors[batch * BATCH + i];
            reached[node] = frontier[node] = uint64_t{1} << i;
            active.push_back(node);
        }
        for (uint32_t distance = 1; !active.empty(); ++distance)
        {
            for (const uint32_t node : active)
            {
                for (const NetworkGraph::Edge& edge : m_edges[node])
                {
                    const uint64_t tors = frontier[node] & ~reached[edge.peer];
                    if (tors == 0 || edge.peer < m_hosts || !up[edge.link])
                    {
                        continue;
                    }
                    visit(Step{edge.peer, node, edge.link, distance, tors});
                    if (found[edge.peer] == 0)
                    {
                        next.push_back(edge.peer);
                    }
                    found[edge.peer] |= tors;
                }
            }
            for (const uint32_t node : active)
            {
                frontier[node] = 0;
            }
            for (const uint32_t node : next)
            {
                reached[node] |= found[node];
                frontier[node] = std::exchange(found[node], 0);
            }
            active.swap(next);
            next.clear();
        }
    }

  private:
    uint32_t m_hosts;                                            ///< nodes below are hosts
    const std::vector<std::vector<NetworkGraph::Edge>>& m_edges; ///< links by node
    const std::vector<uint32_t>& m_tors;                         ///< nodes of the ToR switches
};

} // namespace ns3::rdmacell

#endif // TOR_SEARCH_H
