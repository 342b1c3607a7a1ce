/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROUTE_PLANNER_H
#define ROUTE_PLANNER_H

#include "ns3/collective-graph.h"
#include "ns3/route-computer.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Chooses a path for each pair of hosts that exchanges messages in a collective, from all
 * that the collective is going to send: what a central controller with full knowledge could do.
 *
 * Rounds that have the same pairs are one; in others, loads are apart, since they are on the links
 * at other times. The sum of the squares of the times that links between switches are busy, over
 * links and rounds, is made small: pairs are placed in descending order of their bytes, each on the
 * path that adds least, then pairs are moved to better paths as long as any is found. A pair keeps
 * to one path. Other jobs count with their mean load.
 */
class RoutePlanner
{
  public:
    /// Gets the port of a pair: switch (node), sender, receiver (hosts), port.
    using PortSetter = std::function<void(uint32_t, uint32_t, uint32_t, uint16_t)>;

    /**
     * @brief Plan for a network.
     * @param routes its routes
     * @param setPort gets the ports that are decided on
     */
    RoutePlanner(std::shared_ptr<const RouteComputer> routes, PortSetter setPort);

    /**
     * @brief Plan for a job, in place of its plan before.
     * @param job index of the job
     * @param graph its collective
     * @param hosts by rank
     */
    void Plan(uint32_t job, const CollectiveGraph& graph, const std::vector<uint32_t>& hosts);

    /**
     * @brief Get the time that the busiest link between switches is busy in a job's plan, without
     * other jobs: the most over rounds.
     * @param job index of the job
     * @return payload bytes over bytes per second
     */
    double GetLargestLoad(uint32_t job) const;

  private:
    /// Bytes in a round.
    struct RoundBytes
    {
        uint32_t round; ///< number of the set of pairs
        double bytes;   ///< of all its messages
    };

    /// What a pair of hosts sends.
    struct Demand
    {
        uint32_t src;                   ///< host
        uint32_t dst;                   ///< host
        double bytes{0};                ///< in all
        std::vector<RoundBytes> rounds; ///< each round once
        uint32_t path{UINT32_MAX};      ///< index of its path, or none yet
    };

    /// A path: directions of links, and the ports.
    struct Path
    {
        std::vector<uint32_t> links;                      ///< 2 * link, + 1 from end b
        std::vector<std::pair<uint32_t, uint16_t>> ports; ///< switch, port
    };

    /// Time that a direction of a link is busy, by round and direction, seconds.
    using Loads = std::vector<std::vector<double>>;

    /**
     * @brief Collect what pairs send.
     * @param graph the collective
     * @param hosts by rank
     * @param rounds gets the number of sets of pairs
     * @return pairs in different racks, in descending order of bytes
     */
    std::vector<Demand> CollectDemands(const CollectiveGraph& graph,
                                       const std::vector<uint32_t>& hosts,
                                       uint32_t& rounds) const;

    /**
     * @brief Get the paths between two racks.
     * @param from number of a ToR switch
     * @param to number of another
     * @return the paths
     */
    const std::vector<Path>& GetPaths(uint32_t from, uint32_t to);

    /**
     * @brief Put a pair on the path that adds least to the sum of squares.
     * @param demand the pair, without a path
     * @param paths the paths
     * @param loads of the job
     */
    void Place(Demand& demand, const std::vector<Path>& paths, const Loads& loads) const;

    /**
     * @brief Add the bytes of a pair to the links of its path, or take them away.
     * @param demand the pair
     * @param path its path
     * @param sign 1 or -1
     * @param loads of the job
     */
    void AddLoad(const Demand& demand, const Path& path, double sign, Loads& loads) const;

    std::shared_ptr<const RouteComputer> m_routes;                      ///< routes
    PortSetter m_setPort;                                               ///< gets ports
    std::vector<double> m_secondsPerByte;                               ///< by direction of a link
    std::map<std::pair<uint32_t, uint32_t>, std::vector<Path>> m_paths; ///< by ToR switches
    std::map<uint32_t, Loads> m_loads;                                  ///< by job
    std::vector<double> m_others; ///< mean load of other jobs, by direction, seconds
};

} // namespace ns3::rdmacell

#endif // ROUTE_PLANNER_H
