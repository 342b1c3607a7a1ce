/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef COLLECTIVE_PLACEMENT_H
#define COLLECTIVE_PLACEMENT_H

#include "ns3/collective-spec.h"
#include "ns3/network-graph.h"

#include <cstdint>
#include <vector>

namespace ns3::rdmacell
{

/// Hosts of a network by rack: hosts of one switch.
using Racks = std::vector<std::vector<uint32_t>>;

/**
 * @brief Find the racks of a network.
 * @param graph the network
 * @return racks in the order of their first hosts
 */
Racks FindRacks(const NetworkGraph& graph);

/**
 * @brief Choose the hosts of the ranks of jobs. A host has one rank at most, unless a job says at
 * which host it begins.
 * @param graph the network
 * @param specs the jobs
 * @param stream random stream of random placements; each job has its own, from this on
 * @return by job, by rank: the host
 * @throws InputError if there are too few hosts
 */
std::vector<std::vector<uint32_t>> PlaceCollectives(const NetworkGraph& graph,
                                                    const std::vector<CollectiveSpec>& specs,
                                                    int64_t stream);

} // namespace ns3::rdmacell

#endif // COLLECTIVE_PLACEMENT_H
