/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCHEME_SCENARIOS_H
#define SCHEME_SCENARIOS_H

#include "scheme-test-case.h"

#include "ns3/double.h"
#include "ns3/poisson-traffic.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @brief Make a distribution of flow sizes: most flows have a few packets, and most bytes are in
 * flows of hundreds of packets.
 * @return the distribution
 */
inline SizeCdf
MakeSmallSizes()
{
    return SizeCdf({{1, 0}, {4000, 50}, {16'000, 80}, {64'000, 95}, {400'000, 100}}, "test");
}

/**
 * @brief Make all-to-all traffic.
 * @param hosts number of hosts
 * @param rate of their links
 * @param load share of it
 * @param duration time in which flows start
 * @param sizes of the flows
 * @return flows
 */
inline std::vector<Flow>
MakeAllToAll(uint32_t hosts,
             DataRate rate,
             double load,
             Time duration,
             const SizeCdf& sizes = MakeSmallSizes())
{
    auto traffic = CreateObject<PoissonTraffic>();
    traffic->SetAttribute("Hosts", UintegerValue(hosts));
    traffic->SetAttribute("LinkRate", DataRateValue(rate));
    traffic->SetAttribute("Load", DoubleValue(load));
    traffic->SetAttribute("Duration", TimeValue(duration));
    traffic->AssignStreams(1000);
    traffic->SetCdf(sizes);
    return traffic->Generate();
}

/**
 * @brief Make the networks that every scheme is tested on.
 * @return scenarios
 */
inline std::vector<SchemeScenario>
MakeSchemeScenarios()
{
    const DataRate rate("100Gbps");
    std::vector<SchemeScenario> scenarios;
    const auto fourPods = MakeAllToAll(16, rate, 0.6, MicroSeconds(150));
    scenarios.push_back({"a fat tree of K = 4", MakeTopology("fat-tree:k=4"), fourPods});
    scenarios.push_back({"a fat tree of K = 8",
                         MakeTopology("fat-tree:k=8"),
                         MakeAllToAll(128, rate, 0.7, MicroSeconds(60))});
    scenarios.push_back({"four leaves and four spines",
                         MakeTopology("leaf-spine:hosts=16,leaves=4,spines=4"),
                         fourPods});
    scenarios.push_back({"two leaves with four parallel links to one spine",
                         MakeTopology("leaf-spine:hosts=8,leaves=2,spines=1,parallelLinks=4"),
                         MakeAllToAll(8, rate, 0.6, MicroSeconds(150))});

    // Four spines at 1 us, four at 4 us.
    NetworkGraph unequal = MakeTopology("leaf-spine:hosts=16,leaves=8,spines=8");
    for (uint32_t leaf = 0; leaf < 8; ++leaf)
    {
        for (uint32_t spine = 4; spine < 8; ++spine)
        {
            unequal.links[16 + 8 * leaf + spine].delay = MicroSeconds(4);
        }
    }
    scenarios.push_back({"spines at 1 us and at 4 us", unequal, fourPods});

    // Hosts at 10 Gb/s in a fabric of 40 Gb/s, web search at 10 % and 100 flows into one host.
    std::vector<Flow> incast;
    for (uint32_t sender = 1; sender <= 100; ++sender)
    {
        incast.push_back({0, sender, 0, 40'000, MicroSeconds(50)});
    }
    const SizeCdf webSearch = SizeCdf::Load(RDMACELL_TRACE_DIR "/websearch.cdf");
    const auto background =
        MakeAllToAll(128, DataRate("10Gbps"), 0.1, MicroSeconds(500), webSearch);
    scenarios.push_back({"10G hosts, a 40G fabric and an incast of 100",
                         MakeTopology("fat-tree:k=8,hostRate=10Gbps,fabricRate=40Gbps"),
                         MergeFlows({incast, background}),
                         nullptr,
                         false});

    // A link between a leaf and a spine goes down and up, with and without recomputed routes.
    for (const bool reroute : {false, true})
    {
        const auto schedule = [reroute](FabricRun& run) {
            constexpr uint32_t LINK = 16 + 1; // leaf 0, spine 1
            Simulator::Schedule(MicroSeconds(60),
                                [&run, reroute]() { run.SetLinkUp(LINK, false, reroute); });
            Simulator::Schedule(MicroSeconds(160),
                                [&run, reroute]() { run.SetLinkUp(LINK, true, reroute); });
        };
        scenarios.push_back({std::string("a leaf-spine whose link fails, ") +
                                 (reroute ? "routes computed anew" : "seen by its ends alone"),
                             MakeTopology("leaf-spine:hosts=16,leaves=4,spines=4"),
                             fourPods,
                             schedule});
    }
    return scenarios;
}

} // namespace ns3::rdmacell

#endif // SCHEME_SCENARIOS_H
