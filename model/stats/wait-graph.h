/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef WAIT_GRAPH_H
#define WAIT_GRAPH_H

#include <cstdint>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief A directed graph of what waits for what, and its cycles: deadlocks.
 */
class WaitGraph
{
  public:
    /**
     * @brief Make a graph in which nothing waits.
     * @param nodes how many nodes it has
     */
    explicit WaitGraph(uint32_t nodes);

    /**
     * @brief Note that a node waits for another. Repeated waits count once.
     * @param from the node that waits, below the number of nodes
     * @param to the node that it waits for, below the number of nodes
     */
    void AddWait(uint32_t from, uint32_t to);

    /**
     * @brief Get what a node waits for.
     * @param node the node
     * @return nodes in the order in which they were added
     */
    const std::vector<uint32_t>& GetWaits(uint32_t node) const;

    /**
     * @brief Find cycles that contain all nodes that are in any cycle: for each such node, in
     * ascending order, a shortest cycle through it, unless an earlier one has it already.
     * @return cycles; each begins with its lowest node, and each node waits for the next one, the
     * last for the first
     */
    std::vector<std::vector<uint32_t>> FindCycles() const;

  private:
    /**
     * @brief Find a shortest cycle through a node.
     * @param node the node, which is in a cycle
     * @param component by node: its strongly connected component
     * @return the cycle, which begins with the node
     */
    std::vector<uint32_t> FindShortestCycle(uint32_t node,
                                            const std::vector<uint32_t>& component) const;

    std::vector<std::vector<uint32_t>> m_waits; ///< by node: what it waits for
};

} // namespace ns3::rdmacell

#endif // WAIT_GRAPH_H
