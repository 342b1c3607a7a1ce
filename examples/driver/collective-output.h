/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef COLLECTIVE_OUTPUT_H
#define COLLECTIVE_OUTPUT_H

#include "ns3/collective-run.h"
#include "ns3/network-graph.h"

#include <string>

namespace ns3::rdmacell
{

/**
 * @brief Write the files of collectives: iterations, rounds, where ranks are, and what they
 * exchange.
 * @param directory where to
 * @param run the collectives
 * @param graph the network
 */
void WriteCollectiveFiles(const std::string& directory,
                          const CollectiveRun& run,
                          const NetworkGraph& graph);

} // namespace ns3::rdmacell

#endif // COLLECTIVE_OUTPUT_H
