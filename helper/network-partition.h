/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NETWORK_PARTITION_H
#define NETWORK_PARTITION_H

#include "ns3/network-graph.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Which rank runs which node of a network: whole pods where their number allows it,
 * otherwise whole racks (a ToR switch and its hosts).
 *
 * ToR switches are taken pod by pod and cut into parts of as many hosts as possible each. A switch
 * of the tier above belongs to the rank that most of its links lead to; switches above that are
 * spread over the ranks. The load of a node is estimated by the rates of its links.
 */
class NetworkPartition
{
  public:
    /**
     * @brief Share out a network.
     * @param graph the network; outlives this
     * @param ranks number of ranks, at least 1
     * @throws InputError if there are fewer ToR switches than ranks, or a link between ranks has no
     * delay
     */
    NetworkPartition(const NetworkGraph& graph, uint32_t ranks);

    /**
     * @brief Get the rank of each node.
     * @return ranks by node
     */
    const std::vector<uint32_t>& GetRanks() const;

    /**
     * @brief Count the links whose ends have different ranks.
     * @return links
     */
    uint32_t CountCutLinks() const;

    /**
     * @brief Get the smallest delay of these links.
     * @return delay; Time::Max() if there are none
     */
    Time GetLookahead() const;

    /**
     * @brief Describe it in a few lines: nodes, links and share of the load of each rank, the
     * lookahead.
     * @return the text
     */
    std::string Describe() const;

  private:
    /**
     * @brief List the ToR switches, pod by pod.
     * @return their nodes
     */
    std::vector<uint32_t> ListTors() const;

    /// @brief Give the ToR switches and their hosts to ranks.
    void AssignRacks();

    /**
     * @brief Give a switch that is no ToR switch to a rank.
     * @param node the switch
     */
    void AssignSwitch(uint32_t node);

    /**
     * @brief Give a node to a rank.
     * @param node the node
     * @param rank the rank
     */
    void Assign(uint32_t node, uint32_t rank);

    const NetworkGraph& m_graph;                          ///< the network
    std::vector<std::vector<NetworkGraph::Edge>> m_edges; ///< links by node
    std::vector<uint32_t> m_tiers;                        ///< by node
    std::vector<uint32_t> m_rankOf;                       ///< by node
    std::vector<double> m_load;                           ///< by rank, bits per second
};

} // namespace ns3::rdmacell

#endif // NETWORK_PARTITION_H
