/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROUTE_COMPUTER_H
#define ROUTE_COMPUTER_H

#include "network-graph.h"
#include "path-profile.h"
#include "switch-view.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Computes routes and paths in a graph: shortest paths, all of equal length.
 *
 * It knows numbers only, no nodes, switches or channels. Hosts do not forward. ToR switches are
 * those that hosts are connected to, numbered from 0 in ascending order of their nodes. All links
 * are up at first.
 */
class RouteComputer
{
  public:
    /// Links by node; a link's index in its node's list is its port there.
    using Edges = std::vector<std::vector<NetworkGraph::Edge>>;

    static constexpr uint32_t NO_TOR = SwitchView::NO_TOR; ///< of a node that is no ToR switch

    /**
     * @brief Use a graph whose ports are numbered in the order of its links.
     * @param graph one that NetworkGraph::Check() accepts
     */
    explicit RouteComputer(const NetworkGraph& graph);

    /**
     * @brief Use a graph whose ports are numbered in another order.
     * @param graph one that NetworkGraph::Check() accepts
     * @param edges each node's links in the order of its ports
     */
    RouteComputer(const NetworkGraph& graph, Edges edges);

    /**
     * @brief Set the latency of a switch, 0 at first.
     * @param node the switch
     * @param latency of its pipeline, steps
     */
    void SetLatency(uint32_t node, int64_t latency);

    /**
     * @brief Say whether a link carries frames.
     * @param link index of the link
     * @param up false if it is down
     */
    void SetLinkUp(uint32_t link, bool up);

    /**
     * @brief Find the port of a link.
     * @param node one of its ends
     * @param link index of the link
     * @return port of that node
     */
    uint16_t GetPort(uint32_t node, uint32_t link) const;

    /**
     * @brief Find what a switch's port faces.
     * @param node the switch
     * @param port its port
     * @return a host, a switch farther from hosts than this one, or another switch
     */
    PortRole GetPortRole(uint32_t node, uint16_t port) const;

    /**
     * @brief Count the ToR switches.
     * @return ToR switches
     */
    uint32_t GetTorCount() const;

    /**
     * @brief Find the node of a ToR switch.
     * @param tor its number among the ToR switches
     * @return its node
     */
    uint32_t GetTorNode(uint32_t tor) const;

    /**
     * @brief Find the number of a switch among the ToR switches.
     * @param node the switch
     * @return its number, or NO_TOR
     */
    uint32_t GetTorNumber(uint32_t node) const;

    /**
     * @brief Find the ToR switch that a host is connected to.
     * @param host the host
     * @return number of the ToR switch
     */
    uint32_t GetTorOfHost(uint32_t host) const;

    /**
     * @brief Find the port of its ToR switch that a host is connected to.
     * @param host the host
     * @return port of the ToR switch
     */
    uint16_t GetHostPort(uint32_t host) const;

    /**
     * @brief Compute the routes to a ToR switch over the links that are up.
     * @param tor its number
     * @return by node, the ports on shortest paths; none for hosts, the ToR switch itself, and
     * switches that do not reach it
     */
    std::vector<std::vector<uint16_t>> ComputePorts(uint32_t tor) const;

    /**
     * @brief Compute the whole paths to a ToR switch over the links that are up.
     * @param tor its number
     * @return by source ToR switch, all shortest paths in ascending order of their ports
     * @throws InputError if a path has more than FabricPath::MAX_HOPS links
     */
    std::vector<std::vector<FabricPath>> ComputePaths(uint32_t tor) const;

    /**
     * @brief Find the shortest paths between two hosts when all links are up.
     * @param src host
     * @param dst another host
     * @return profiles that differ in a rate or a delay, at least one
     */
    PathProfiles GetProfiles(uint32_t src, uint32_t dst) const;

  private:
    /// A node's next hops.
    using NextHops = std::vector<NetworkGraph::Edge>;

    /// @brief Number the ToR switches.
    void FindTors();

    /**
     * @brief Compute the next hops towards a ToR switch.
     * @param tor its number
     * @param upOnly true to use only links that are up
     * @return by node
     */
    std::vector<NextHops> FindNextHops(uint32_t tor, bool upOnly) const;

    /**
     * @brief Follow all shortest paths from a node to a ToR switch, noting the ports.
     * @param node where to start
     * @param path links so far
     * @param nextHops towards the ToR switch
     * @param paths gets the paths
     */
    void CollectPaths(uint32_t node,
                      const FabricPath& path,
                      const std::vector<NextHops>& nextHops,
                      std::vector<FabricPath>& paths) const;

    /**
     * @brief Follow all shortest paths from a node to a ToR switch, noting rates and delays.
     * @param node where to start
     * @param profile links so far
     * @param nextHops towards the ToR switch
     * @param profiles gets each profile that differs from the others, links so far included
     */
    void CollectProfiles(uint32_t node,
                         PathProfile& profile,
                         const std::vector<NextHops>& nextHops,
                         PathProfiles& profiles) const;

    /**
     * @brief Describe a hop.
     * @param from node that sends
     * @param link the link
     * @return rate, and delay with the node's latency
     */
    PathHop GetHop(uint32_t from, uint32_t link) const;

    NetworkGraph m_graph;                               ///< nodes and links
    Edges m_edges;                                      ///< links of each node by port
    std::vector<LineRate> m_rates;                      ///< by link
    std::vector<std::pair<uint16_t, uint16_t>> m_ports; ///< by link: port at end a, at end b
    std::vector<bool> m_up;                             ///< by link
    std::vector<int64_t> m_latency;                     ///< by node, steps
    std::vector<uint32_t> m_tiers;                      ///< by node: links from the nearest host
    std::vector<uint32_t> m_tors;                       ///< nodes of the ToR switches
    std::vector<uint32_t> m_torNumber;                  ///< by node
    /// By ToR switch, from each other one, without the hosts' links; computed when first needed.
    mutable std::vector<std::vector<PathProfiles>> m_profiles;
};

} // namespace ns3::rdmacell

#endif // ROUTE_COMPUTER_H
