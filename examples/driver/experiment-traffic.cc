/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "experiment-traffic.h"

#include "attribute-default.h"

#include "ns3/double.h"
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
    ExperimentTraffic Make() const
    {
        ExperimentTraffic traffic;
        if (m_options.pattern == TrafficPattern::INCAST)
        {
            traffic.flows = MakeGenerator<IncastTraffic>(TRAFFIC_STREAMS)->GenerateOnce(0);
            return traffic;
        }
        const SizeCdf cdf = SizeCdf::Load(m_options.workload);
        if (!m_options.cooldown.IsZero())
        {
            // Those made during the run are not checked one by one.
            CheckFlowSize(m_options.workload + ": with --cooldown", cdf.Quantile(1));
        }
        if (m_options.pattern == TrafficPattern::PERMUTATION)
        {
            auto permutation = MakeGenerator<PermutationTraffic>(TRAFFIC_STREAMS);
            permutation->SetCdf(cdf);
            traffic.later = permutation->Begin();
        }
        else
        {
            auto poisson = MakeGenerator<PoissonTraffic>(TRAFFIC_STREAMS);
            poisson->SetCdf(cdf);
            traffic.later = poisson->Begin();
            if (m_options.incastLoad > 0)
            {
                traffic.later.Merge(MakeGenerator<IncastTraffic>(INCAST_STREAMS)->Begin());
            }
        }
        traffic.flows = traffic.later.TakeUntil(GetEnd());
        return traffic;
    }

  private:
    /**
     * @brief Get the end of the measurement window.
     * @return time; with --check the least one, since no flow is needed then
     */
    Time GetEnd() const
    {
        const Time duration =
            m_options.duration.IsZero() ? ParseTime(DEFAULT_DURATION) : m_options.duration;
        return m_options.check ? TimeStep(1) : m_options.warmup + duration;
    }

    /**
     * @brief Make a generator for the network and the time of the run.
     * @tparam Generator its class
     * @param stream first random stream
     * @return the generator
     */
    template <typename Generator>
    Ptr<Generator> MakeGenerator(int64_t stream) const
    {
        auto generator = CreateObject<Generator>();
        generator->SetAttribute("Hosts", UintegerValue(m_graph.hosts));
        generator->SetLinkRates(GetLoadRates(m_options, m_graph));
        generator->SetAttribute("Duration", TimeValue(GetEnd()));
        generator->AssignStreams(stream);
        if (m_options.loadAt == LoadAt::UPLINKS && m_options.pattern != TrafficPattern::INCAST)
        {
            CheckHostLoad(*generator);
        }
        m_attributes.Visit(generator);
        return generator;
    }

    /**
     * @brief Check that the hosts' links can carry a load that is counted at uplinks.
     * @param generator the traffic
     */
    void CheckHostLoad(const TrafficGenerator& generator) const
    {
        DoubleValue load;
        generator.GetAttribute("Load", load);
        const std::vector<DataRate> links = m_graph.GetHostRates();
        const std::vector<DataRate> shares = GetLoadRates(m_options, m_graph);
        for (uint32_t host = 0; host < m_graph.hosts; ++host)
        {
            const double most = static_cast<double>(links[host].GetBitRate()) /
                                static_cast<double>(shares[host].GetBitRate());
            if (load.Get() > most)
            {
                throw InputError("--load: expected at most " + std::to_string(most) +
                                 " of the uplinks, which fills the link of host " +
                                 std::to_string(host) + ", found " + std::to_string(load.Get()));
            }
        }
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

void
CheckFlowSize(const std::string& what, uint64_t bytes)
{
    // The applications give each flow addresses of its own, 2^40 of them.
    if (bytes >> 40)
    {
        throw InputError(what + ": expected a size below 1 TiB, found " + std::to_string(bytes) +
                         " bytes");
    }
}

std::vector<DataRate>
GetLoadRates(const ExperimentOptions& options, const NetworkGraph& graph)
{
    if (options.loadAt == LoadAt::HOSTS)
    {
        return graph.GetHostRates();
    }
    try
    {
        return graph.GetUplinkShares();
    }
    catch (const InputError& error)
    {
        throw InputError(std::string("--loadAt: ") + error.what());
    }
}

ExperimentTraffic
MakeTraffic(const ExperimentOptions& options,
            const NetworkGraph& graph,
            AttributeRecord& attributes)
{
    if (options.flows.empty() && !options.collectives.empty())
    {
        return {};
    }
    if (options.flows.empty())
    {
        return FlowFactory(options, graph, attributes).Make();
    }
    ExperimentTraffic traffic;
    traffic.flows = ReadFlows(options, graph, traffic.note);
    return traffic;
}

} // namespace ns3::rdmacell
