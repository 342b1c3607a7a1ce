/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NETWORK_GRAPH_H
#define NETWORK_GRAPH_H

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief The hosts, switches and links of a network.
 *
 * Nodes are numbered: hosts from 0, then switches. Links may be parallel. Each host has one link.
 */
struct NetworkGraph
{
    /// A full-duplex link.
    struct Link
    {
        uint32_t a{0};            ///< one end
        uint32_t b{0};            ///< the other end
        DataRate rate;            ///< each way
        Time delay;               ///< propagation delay, each way
        double frameErrorRate{0}; ///< probability of losing a frame, each way
    };

    /// A link as one of its ends sees it.
    struct Edge
    {
        uint32_t peer; ///< node at the other end
        uint32_t link; ///< index of the link
    };

    std::string name;        ///< for messages: the path of a file, or the kind of network
    uint32_t hosts{0};       ///< how many
    uint32_t switches{0};    ///< how many
    std::vector<Link> links; ///< in the order in which ports are numbered

    /// By node: its number in the file that describes the network; empty for other networks.
    std::vector<uint32_t> fileNumbers;

    std::string note; ///< what was passed over in that file, or empty

    /// Hosts that are GPUs of one server, and have consecutive numbers. They exchange messages of
    /// collectives by links of their own, at serverRate. 1: there are no such links.
    uint32_t serverSize{1};
    DataRate serverRate; ///< of a GPU's link within its server, each way
    Time serverLatency;  ///< of a message within a server

    /**
     * @brief Set the servers.
     * @param size GPUs of a server
     * @param together hosts that servers must not reach beyond: a multiple of size
     * @param rate of a GPU's link within its server, each way
     * @param latency of a message within a server
     * @throws InputError if together is no multiple of size, or the rate is 0
     */
    void SetServers(uint32_t size, uint32_t together, DataRate rate, Time latency);

    /**
     * @brief Check whether a node is a host.
     * @param node its number
     * @return true for a host
     */
    bool IsHost(uint32_t node) const;

    /**
     * @brief Count the nodes.
     * @return hosts and switches
     */
    uint32_t GetNodes() const;

    /**
     * @brief Get the number by which the user knows a node.
     * @param node its number
     * @return its number in the file of the network, or the same number if there is no file
     */
    uint32_t GetFileNumber(uint32_t node) const;

    /**
     * @brief Check that a network can be built from it. Messages have the numbers of the file.
     * @throws InputError if a node does not exist, a host has not exactly one link, that link does
     * not lead to a switch, a rate is 0, or not everything is connected
     */
    void Check() const;

    /**
     * @brief List each node's links, in the order of the links: its ports.
     * @return links by node
     */
    std::vector<std::vector<Edge>> GetEdges() const;

    /**
     * @brief List the rates of the hosts' links.
     * @return rates by host
     */
    std::vector<DataRate> GetHostRates() const;

    /**
     * @brief Share out the uplinks of each ToR switch, which are its links to other switches, among
     * its hosts in proportion to the rates of their links.
     * @return rates by host: with s:1 oversubscription, that of its link over s
     * @throws InputError if a ToR switch has no uplinks
     */
    std::vector<DataRate> GetUplinkShares() const;

    /**
     * @brief Compute how far each node is from the nearest host.
     * @return links by node: 0 for hosts, 1 for top-of-rack switches, 2 for the tier above ...
     */
    std::vector<uint32_t> GetTiers() const;

    /**
     * @brief Describe it in a few lines: nodes and links by tier, rates, oversubscription, and for
     * a network from a file the numbers that its nodes have there.
     * @return the text
     */
    std::string Describe() const;
};

} // namespace ns3::rdmacell

#endif // NETWORK_GRAPH_H
