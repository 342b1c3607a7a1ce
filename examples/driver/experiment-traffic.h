/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EXPERIMENT_TRAFFIC_H
#define EXPERIMENT_TRAFFIC_H

#include "attribute-record.h"
#include "experiment-options.h"

#include "ns3/data-rate.h"
#include "ns3/flow-source.h"
#include "ns3/flow.h"
#include "ns3/network-graph.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::rdmacell
{

/// The flows of a run.
struct ExperimentTraffic
{
    std::vector<Flow> flows; ///< those up to the end of the window, sorted, with dense ids
    FlowSource later;        ///< generated ones after them
    std::string note;        ///< on what was passed over in a file of flows, or nothing
};

/**
 * @brief Make or read the flows of a run; with --check, only check that they can be generated.
 * @param options the run
 * @param graph its network
 * @param attributes gets those of the traffic generators
 * @return the flows
 * @throws InputError if they cannot be made
 */
ExperimentTraffic MakeTraffic(const ExperimentOptions& options,
                              const NetworkGraph& graph,
                              AttributeRecord& attributes);

/**
 * @brief Check the size of a flow.
 * @param what the flow, for the message
 * @param bytes its size
 * @throws InputError if the applications cannot carry it
 */
void CheckFlowSize(const std::string& what, uint64_t bytes);

/**
 * @brief List the rates that the loads of a run are shares of.
 * @param options the run
 * @param graph its network
 * @return rates by host
 * @throws InputError if the network does not have the links that loads are counted at
 */
std::vector<DataRate> GetLoadRates(const ExperimentOptions& options, const NetworkGraph& graph);

} // namespace ns3::rdmacell

#endif // EXPERIMENT_TRAFFIC_H
