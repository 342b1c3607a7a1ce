/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCHEME_SCENARIOS_H
#define SCHEME_SCENARIOS_H

#include "scheme-test-case.h"

#include "ns3/double.h"
#include "ns3/fat-tree-helper.h"
#include "ns3/poisson-traffic.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @brief Make a distribution of flow sizes of which most have a few packets, while most bytes are
 * in flows of hundreds.
 * @return the distribution
 */
inline SizeCdf
MakeSmallSizes()
{
    return SizeCdf({{1, 0}, {4000, 50}, {16'000, 80}, {64'000, 95}, {400'000, 100}}, "test");
}

/**
 * @brief Make all-to-all traffic.
 * @param hosts how many
 * @param rate of their links
 * @param load share of it
 * @param duration how long flows start
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
 * @brief Describe a network of leaves and spines, each leaf connected to each spine.
 * @param leaves how many
 * @param spines how many
 * @param hostsPerLeaf hosts of each leaf
 * @param links parallel links between a leaf and a spine
 * @return the network, 100 Gb/s and 1 us; links of leaf l and spine s are number
 * hosts + (l * spines + s) * links and the following
 */
inline NetworkGraph
MakeLeafSpine(uint32_t leaves, uint32_t spines, uint32_t hostsPerLeaf, uint32_t links = 1)
{
    const DataRate rate("100Gbps");
    NetworkGraph graph;
    graph.name = "leaf-spine";
    graph.hosts = leaves * hostsPerLeaf;
    graph.switches = leaves + spines;
    for (uint32_t host = 0; host < graph.hosts; ++host)
    {
        graph.links.push_back({host, graph.hosts + host / hostsPerLeaf, rate, MicroSeconds(1), 0});
    }
    for (uint32_t leaf = 0; leaf < leaves; ++leaf)
    {
        for (uint32_t link = 0; link < spines * links; ++link)
        {
            const uint32_t spine = graph.hosts + leaves + link / links;
            graph.links.push_back({graph.hosts + leaf, spine, rate, MicroSeconds(1), 0});
        }
    }
    return graph;
}

/**
 * @brief Make the networks that every scheme must cope with.
 * @return scenarios
 */
inline std::vector<SchemeScenario>
MakeSchemeScenarios()
{
    const DataRate rate("100Gbps");
    std::vector<SchemeScenario> scenarios;
    const auto fourPods = MakeAllToAll(16, rate, 0.6, MicroSeconds(150));
    scenarios.push_back({"a fat tree of K = 4", FatTreeHelper(4).Build(), fourPods});
    scenarios.push_back({"a fat tree of K = 8",
                         FatTreeHelper(8).Build(),
                         MakeAllToAll(128, rate, 0.7, MicroSeconds(60))});
    scenarios.push_back({"four leaves and four spines", MakeLeafSpine(4, 4, 4), fourPods});
    scenarios.push_back({"two leaves with four parallel links to one spine",
                         MakeLeafSpine(2, 1, 4, 4),
                         MakeAllToAll(8, rate, 0.6, MicroSeconds(150))});

    // Four spines at 1 us, four at 4 us.
    NetworkGraph unequal = MakeLeafSpine(8, 8, 2);
    for (uint32_t leaf = 0; leaf < 8; ++leaf)
    {
        for (uint32_t spine = 4; spine < 8; ++spine)
        {
            unequal.links[16 + 8 * leaf + spine].delay = MicroSeconds(4);
        }
    }
    scenarios.push_back({"spines at 1 us and at 4 us", unequal, fourPods});

    // Hosts at 10 Gb/s in a fabric of 40 Gb/s, web search at 10 % and 100 flows into one host.
    FatTreeHelper mixed(8);
    mixed.SetRate(0, DataRate("10Gbps"));
    mixed.SetRate(1, DataRate("40Gbps"));
    mixed.SetRate(2, DataRate("40Gbps"));
    std::vector<Flow> incast;
    for (uint32_t sender = 1; sender <= 100; ++sender)
    {
        incast.push_back({0, sender, 0, 40'000, MicroSeconds(50)});
    }
    const std::string self = __FILE__;
    const SizeCdf webSearch =
        SizeCdf::Load(self.substr(0, self.rfind("scheme-scenarios.h")) + "../traces/websearch.cdf");
    const auto background =
        MakeAllToAll(128, DataRate("10Gbps"), 0.1, MicroSeconds(500), webSearch);
    scenarios.push_back({"10G hosts, a 40G fabric and an incast of 100",
                         mixed.Build(),
                         MergeFlows({incast, background}),
                         nullptr,
                         false});

    // A link between a leaf and a spine goes and comes back; routes follow, or they do not.
    for (const bool reroute : {false, true})
    {
        const auto schedule = [reroute](const FabricRun& run) {
            const Ptr<Fabric> fabric = run.fabric;
            constexpr uint32_t LINK = 16 + 1; // leaf 0, spine 1
            Simulator::Schedule(MicroSeconds(60), &Fabric::SetLinkUp, fabric, LINK, false, reroute);
            Simulator::Schedule(MicroSeconds(160), &Fabric::SetLinkUp, fabric, LINK, true, reroute);
        };
        scenarios.push_back({std::string("a leaf-spine whose link fails, ") +
                                 (reroute ? "routes computed anew" : "seen by its ends alone"),
                             MakeLeafSpine(4, 4, 4),
                             fourPods,
                             schedule});
    }
    return scenarios;
}

} // namespace ns3::rdmacell

#endif // SCHEME_SCENARIOS_H
