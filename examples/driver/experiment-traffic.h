/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EXPERIMENT_TRAFFIC_H
#define EXPERIMENT_TRAFFIC_H

#include "attribute-record.h"
#include "experiment-options.h"

#include "ns3/flow.h"
#include "ns3/network-graph.h"

#include <string>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @brief Make or read the flows of a run; with --check, only check that they can be generated.
 * @param options the run
 * @param graph its network
 * @param attributes gets those of the traffic generators
 * @param note gets a text on what was passed over in a file of flows, or nothing
 * @return flows, sorted, with dense ids
 * @throws InputError if they cannot be made
 */
std::vector<Flow> MakeFlows(const ExperimentOptions& options,
                            const NetworkGraph& graph,
                            AttributeRecord& attributes,
                            std::string& note);

} // namespace ns3::rdmacell

#endif // EXPERIMENT_TRAFFIC_H
