/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "experiment-traffic.h"

#include "attribute-default.h"

#include "ns3/flow-trace.h"
#include "ns3/incast-traffic.h"
#include "ns3/input-error.h"
#include "ns3/option-values.h"
#include "ns3/permutation-traffic.h"
#include "ns3/poisson-traffic.h"
#include "ns3/size-cdf.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstddef>
#include <string>

namespace ns3::rdmacell
{

namespace
{

/// First random stream of traffic; the network's begin at 0.
constexpr int64_t TRAFFIC_STREAMS = 1'000'000;

/// First random stream of incasts on top of other traffic.
constexpr int64_t INCAST_STREAMS = 2'000'000;

/// Makes the flows of a pattern.
class FlowFactory
{
  public:
    /**
     * @brief Prepare.
     * @param options the run
     * @param graph its network
     * @param attributes gets those of the generators
     */
    FlowFactory(const ExperimentOptions& options,
                const NetworkGraph& graph,
                AttributeRecord& attributes)
        : m_options(options),
          m_graph(graph),
          m_attributes(attributes)
    {
    }

    /**
     * @brief Make the flows.
     * @return flows
     */
    std::vector<Flow> Make() const
    {
        if (m_options.pattern == TrafficPattern::INCAST)
        {
            return MakeGenerator<IncastTraffic>(TRAFFIC_STREAMS)->GenerateOnce(0);
        }
        const SizeCdf cdf = SizeCdf::Load(m_options.workload);
        if (m_options.pattern == TrafficPattern::PERMUTATION)
        {
            auto permutation = MakeGenerator<PermutationTraffic>(TRAFFIC_STREAMS);
            permutation->SetCdf(cdf);
            return permutation->Generate();
        }
        auto poisson = MakeGenerator<PoissonTraffic>(TRAFFIC_STREAMS);
        poisson->SetCdf(cdf);
        if (m_options.incastLoad == 0)
        {
            return poisson->Generate();
        }
        auto incast = MakeGenerator<IncastTraffic>(INCAST_STREAMS);
        return MergeFlows({poisson->Generate(), incast->Generate()});
    }

  private:
    /**
     * @brief Make a generator for the network and the time of the run.
     * @tparam Generator its class
     * @param stream first random stream
     * @return the generator
     */
    template <typename Generator>
    Ptr<Generator> MakeGenerator(int64_t stream) const
    {
        const Time duration =
            m_options.duration.IsZero() ? ParseTime(DEFAULT_DURATION) : m_options.duration;
        auto generator = CreateObject<Generator>();
        generator->SetAttribute("Hosts", UintegerValue(m_graph.hosts));
        generator->SetLinkRates(m_graph.GetHostRates());
        generator->SetAttribute(
            "Duration",
            TimeValue(m_options.check ? TimeStep(1) : m_options.warmup + duration));
        generator->AssignStreams(stream);
        m_attributes.Visit(generator);
        return generator;
    }

    const ExperimentOptions& m_options; ///< the run
    const NetworkGraph& m_graph;        ///< its network
    AttributeRecord& m_attributes;      ///< gets those of the generators
};

/**
 * @brief Read the flows of a file.
 * @param options the run
 * @param graph its network
 * @param note gets what was passed over
 * @return flows
 */
std::vector<Flow>
ReadFlows(const ExperimentOptions& options, const NetworkGraph& graph, std::string& note)
{
    FlowTrace::Run run;
    run.hosts = graph.hosts;
    run.origin = options.flowsOrigin;
    run.listNumbers = graph.fileNumbers;
    run.listNumbers.resize(std::min<std::size_t>(run.listNumbers.size(), graph.hosts));
    const std::string path = options.scheme.hostApp + "::TrafficClass";
    TypeId::AttributeInformation attribute;
    if (TypeId::LookupByName(options.scheme.hostApp)
            .LookupAttributeByName("TrafficClass", &attribute))
    {
        run.trafficClass = static_cast<uint32_t>(ParseNumber(GetAttributeDefault(path), 0, 7));
        run.trafficClassName = "--" + path;
    }
    return FlowTrace::Read(options.flows, run, &note);
}

} // namespace

std::vector<Flow>
MakeFlows(const ExperimentOptions& options,
          const NetworkGraph& graph,
          AttributeRecord& attributes,
          std::string& note)
{
    if (!options.flows.empty())
    {
        return ReadFlows(options, graph, note);
    }
    return FlowFactory(options, graph, attributes).Make();
}

} // namespace ns3::rdmacell
