/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "experiment-traffic.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/fat-tree-helper.h"
#include "ns3/flow-trace.h"
#include "ns3/incast-traffic.h"
#include "ns3/input-error.h"
#include "ns3/option-values.h"
#include "ns3/permutation-traffic.h"
#include "ns3/poisson-traffic.h"
#include "ns3/size-cdf.h"
#include "ns3/topology-helper.h"
#include "ns3/uinteger.h"

#include <string>

namespace ns3::rdmacell
{

namespace
{

/// First random stream of traffic; the network's begin at 0.
constexpr int64_t TRAFFIC_STREAMS = 1'000'000;

/// First random stream of incasts on top of other traffic.
constexpr int64_t INCAST_STREAMS = 2'000'000;

/**
 * @brief Set what all traffic generators need.
 * @param generator the generator
 * @param options the run
 * @param graph its network
 * @param stream first random stream
 */
void
SetUp(TrafficGenerator& generator,
      const ExperimentOptions& options,
      const NetworkGraph& graph,
      int64_t stream)
{
    generator.SetAttribute("Hosts", UintegerValue(graph.hosts));
    generator.SetAttribute("LinkRate", DataRateValue(graph.links.front().rate));
    generator.SetAttribute("Duration", TimeValue(options.warmup + options.duration));
    generator.AssignStreams(stream);
}

/**
 * @brief Make an incast generator.
 * @param options the run
 * @param graph its network
 * @param stream first random stream
 * @return the generator
 */
Ptr<IncastTraffic>
MakeIncast(const ExperimentOptions& options, const NetworkGraph& graph, int64_t stream)
{
    auto incast = CreateObject<IncastTraffic>();
    incast->SetAttribute("FanIn",
                         UintegerValue(options.fanIn > 0 ? options.fanIn : graph.hosts - 1));
    incast->SetAttribute("ResponseSize", UintegerValue(options.incastSize));
    SetUp(*incast, options, graph, stream);
    return incast;
}

/**
 * @brief Make the flows of a pattern.
 * @param options the run
 * @param graph its network
 * @return flows
 */
std::vector<Flow>
MakePattern(const ExperimentOptions& options, const NetworkGraph& graph)
{
    if (options.pattern == TrafficPattern::INCAST)
    {
        return MakeIncast(options, graph, TRAFFIC_STREAMS)->GenerateOnce(0);
    }
    const SizeCdf cdf = SizeCdf::Load(options.workload);
    if (options.pattern == TrafficPattern::PERMUTATION)
    {
        auto permutation = CreateObject<PermutationTraffic>();
        permutation->SetAttribute("Load", DoubleValue(options.load));
        permutation->SetAttribute("Poisson", BooleanValue(true));
        permutation->SetCdf(cdf);
        SetUp(*permutation, options, graph, TRAFFIC_STREAMS);
        return permutation->Generate();
    }
    auto poisson = CreateObject<PoissonTraffic>();
    poisson->SetAttribute("Load", DoubleValue(options.load));
    poisson->SetCdf(cdf);
    SetUp(*poisson, options, graph, TRAFFIC_STREAMS);
    std::vector<Flow> flows = poisson->Generate();
    if (options.incastLoad > 0)
    {
        auto incast = MakeIncast(options, graph, INCAST_STREAMS);
        incast->SetAttribute("Load", DoubleValue(options.incastLoad));
        flows = MergeFlows({flows, incast->Generate()});
    }
    return flows;
}

} // namespace

NetworkGraph
MakeNetwork(const ExperimentOptions& options)
{
    if (!options.topology.empty())
    {
        return TopologyHelper::Load(options.topology);
    }
    FatTreeHelper tree(options.k);
    tree.SetOversubscription(options.oversubscription);
    for (uint32_t tier = 0; tier < 3; ++tier)
    {
        tree.SetRate(tier, tier == 0 ? options.hostRate : options.fabricRate);
        tree.SetDelay(tier, options.delay);
    }
    return tree.Build();
}

std::vector<Flow>
MakeFlows(const ExperimentOptions& options, const NetworkGraph& graph)
{
    if (!options.flows.empty())
    {
        return FlowTrace::Read(options.flows, graph.hosts, options.flowsOrigin);
    }
    ExperimentOptions timed = options;
    if (timed.duration.IsZero())
    {
        timed.duration = ParseTime(DEFAULT_DURATION);
    }
    return MakePattern(timed, graph);
}

} // namespace ns3::rdmacell
