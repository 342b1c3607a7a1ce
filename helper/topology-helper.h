/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPOLOGY_HELPER_H
#define TOPOLOGY_HELPER_H

#include "network-graph.h"

#include <string>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Reads any network from a file in the format of the HPCC family of simulators.
 *
 * First line: nodes, switches, links. Second line: the numbers of the switches. Then one line a
 * link: two nodes, rate (100Gbps), delay (1us or 0.001ms), and optionally the probability of
 * losing a frame. Repeated lines are parallel links. '#' starts a comment. Nodes that are not
 * switches are hosts, renumbered from 0 in ascending order.
 */
class TopologyHelper
{
  public:
    /**
     * @brief Read a file.
     * @param path the file
     * @return a graph that has been checked
     * @throws InputError that names file and line
     */
    static NetworkGraph Load(const std::string& path);
};

} // namespace ns3::rdmacell

#endif // TOPOLOGY_HELPER_H
