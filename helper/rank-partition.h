/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RANK_PARTITION_H
#define RANK_PARTITION_H

#include "ns3/collective-spec.h"
#include "ns3/network-graph.h"

#include <cstdint>
#include <vector>

namespace ns3::rdmacell
{

/// What a pair of ranks exchanges.
struct RankTraffic
{
    uint32_t a;   ///< a rank
    uint32_t b;   ///< another, above a
    double bytes; ///< both ways
};

/**
 * @brief Collect what the ranks of a job exchange in an iteration. That of a mixture of experts,
 * whose loads are drawn later, is taken to be even.
 * @param spec the job
 * @param ranks how many
 * @return pairs that exchange anything, each once
 */
std::vector<RankTraffic> CollectTraffic(const CollectiveSpec& spec, uint32_t ranks);

/**
 * @brief Find the zones of a network: parts that only its top tier connects. Those of a network of
 * one tier are its switches.
 * @param graph the network
 * @return by host: the zone, from 0 in the order of the first hosts
 */
std::vector<uint32_t> FindZones(const NetworkGraph& graph);

/**
 * @brief Ask whether this build can assign ranks.
 * @return false if it was built without METIS
 */
bool CanPartitionRanks();

/**
 * @brief Assign ranks to given hosts so that little is exchanged between zones, and within zones
 * between racks: the minimum cut of the job's traffic, by METIS' multilevel recursive bisection
 * (Karypis and Kumar, SIAM J. Sci. Comput. 20(1), 1998). Topology-aware scheduling of Gangidi et
 * al., SIGCOMM 2024, section 4.
 * @param graph the network
 * @param traffic of the job
 * @param hosts as many as ranks
 * @return by rank: its host
 */
std::vector<uint32_t> PartitionRanks(const NetworkGraph& graph,
                                     const std::vector<RankTraffic>& traffic,
                                     const std::vector<uint32_t>& hosts);

/**
 * @brief Sum up what a job exchanges between zones.
 * @param graph the network
 * @param traffic of the job
 * @param hosts by rank
 * @return bytes, both ways
 */
double CountCutBytes(const NetworkGraph& graph,
                     const std::vector<RankTraffic>& traffic,
                     const std::vector<uint32_t>& hosts);

} // namespace ns3::rdmacell

#endif // RANK_PARTITION_H
