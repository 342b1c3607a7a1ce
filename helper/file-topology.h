/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FILE_TOPOLOGY_H
#define FILE_TOPOLOGY_H

#include "network-topology.h"

#include <string>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Any network, read from a file in the format of the HPCC family of simulators.
 *
 * First line: nodes, switches, links. Then the numbers of the switches. Then one line a link: two
 * nodes, rate (100Gbps), delay (1us or 0.001ms), and optionally the probability of losing a frame
 * (0.001 or 1e-3). As in ns-3, a rate without unit is in bits per second, a delay without unit in
 * seconds. Repeated lines are parallel links. '#' starts a comment. Nodes that are not switches are
 * hosts, renumbered from 0 in ascending order; NetworkGraph::fileNumbers keeps their numbers. Lines
 * after the last link, where the format's files have remarks, are not read; NetworkGraph::note says
 * so.
 *
 * Errors name file and line.
 */
class FileTopology : public NetworkTopology
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

  private:
    NetworkGraph DoBuild() const override;

    std::string m_path; ///< the file
};

} // namespace ns3::rdmacell

#endif // FILE_TOPOLOGY_H
