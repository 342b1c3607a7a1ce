/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROUTE_COMPUTER_H
#define ROUTE_COMPUTER_H

#include "network-graph.h"
#include "path-profile.h"
#include "path-profiler.h"
#include "switch-view.h"
#include "tor-search.h"

#include <cstdint>
#include <functional>
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

    RouteComputer(const RouteComputer&) = delete;
    RouteComputer& operator=(const RouteComputer&) = delete;

    /**
     * @brief Get the graph.
     * @return the graph
     */
    const NetworkGraph& GetGraph() const;

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
     * @brief Find the link of a port.
     * @param node the port's node
     * @param port its port
     * @return the link, as this node sees it
     */
    const NetworkGraph::Edge& GetEdge(uint32_t node, uint16_t port) const;

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

    /// Gets the routes of a node to some ToR switches: node, ToR switches, ports, ascending.
    using RouteVisitor =
        std::function<void(uint32_t, const std::vector<uint32_t>&, const std::vector<uint16_t>&)>;

    /**
     * @brief Compute the routes of all switches to all ToR switches over the links that are up.
     * @param visit gets for each switch each ToR switch but itself once, together with others to
     * which the same ports are on shortest paths; without ports those that it does not reach
     */
    void VisitRoutes(const RouteVisitor& visit) const;

    /**
     * @brief Check that schemes that pin whole paths can use the network.
     * @throws InputError if a shortest path over links that are up, from one ToR switch to another,
     * has more than FabricPath::MAX_HOPS links
     */
    void CheckPathLengths() const;

    /**
     * @brief Compute the whole paths from a ToR switch to another over the links that are up.
     * @param from number of a ToR switch
     * @param to number of a ToR switch
     * @return all shortest paths in ascending order of their ports, if CheckPathLengths() accepts
     * them; none if from and to are the same
     */
    std::vector<FabricPath> ComputePaths(uint32_t from, uint32_t to) const;

    /**
     * @brief Find the fastest of the shortest paths between two hosts when all links are up.
     * @param src host
     * @param dst another host
     * @return at least one; those that another one surpasses in rates and delay are left out
     */
    PathProfiles GetFastestPaths(uint32_t src, uint32_t dst) const;

    /**
     * @brief Find the slowest of the shortest paths between two hosts when all links are up.
     * @param src host
     * @param dst another host
     * @return at least one; those that surpass another one in rates and delay are left out
     */
    PathProfiles GetSlowestPaths(uint32_t src, uint32_t dst) const;

  private:
    /// @brief Number the ToR switches.
    void FindTors();

    /**
     * @brief Find the ports on shortest paths to the ToR switches of a batch, over links that are
     * up.
     * @param batch its number
     * @return by m_firstPort of a node, and its port: the ToR switches, as bits of the batch
     */
    std::vector<uint64_t> FindNextHops(uint32_t batch) const;

    /**
     * @brief Group the ToR switches of a batch by the ports that lead to them.
     * @param node the switch whose ports they are
     * @param batch its number
     * @param nextHops what FindNextHops() returns for it
     * @param visit gets each group
     */
    void VisitGroups(uint32_t node,
                     uint32_t batch,
                     const std::vector<uint64_t>& nextHops,
                     const RouteVisitor& visit) const;

    /**
     * @brief Follow all shortest paths from a node to a ToR switch.
     * @param node where to start
     * @param to number of the ToR switch
     * @param path links so far
     * @param paths gets the paths
     */
    void CollectPaths(uint32_t node,
                      uint32_t to,
                      const FabricPath& path,
                      std::vector<FabricPath>& paths) const;

    /**
     * @brief Find paths between two hosts.
     * @param keep the fastest ones or the slowest ones
     * @param src host
     * @param dst another host
     * @return the paths
     */
    PathProfiles GetPaths(PathClassTable::Keep keep, uint32_t src, uint32_t dst) const;

    NetworkGraph m_graph;                               ///< nodes and links
    Edges m_edges;                                      ///< links of each node by port
    std::vector<uint32_t> m_firstPort;                  ///< by node: ports of the nodes before it
    std::vector<std::pair<uint16_t, uint16_t>> m_ports; ///< by link: port at end a, at end b
    std::vector<bool> m_up;                             ///< by link
    std::vector<int64_t> m_latency;                     ///< by node, steps
    std::vector<uint32_t> m_tiers;                      ///< by node: links from the nearest host
    std::vector<uint32_t> m_tors;                       ///< nodes of the ToR switches
    std::vector<uint32_t> m_torNumber;                  ///< by node
    TorSearch m_search;                                 ///< finds the links on shortest paths
    mutable PathProfiler m_profiler;                    ///< finds rates and delays of paths
    /// By batch: what FindNextHops() returns; empty if ComputePaths() did not need it so far.
    mutable std::vector<std::vector<uint64_t>> m_nextHops;
};

} // namespace ns3::rdmacell

#endif // ROUTE_COMPUTER_H
