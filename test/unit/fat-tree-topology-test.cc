/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Tests of the description of fat trees.
 */

#include "test-files.h"

#include "ns3/topology-registry.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/// Nodes of each tier.
std::vector<uint32_t>
CountTiers(const NetworkGraph& graph)
{
    std::vector<uint32_t> nodes;
    for (const uint32_t tier : graph.GetTiers())
    {
        nodes.resize(std::max<std::size_t>(nodes.size(), tier + 1));
        ++nodes[tier];
    }
    return nodes;
}

} // namespace

TEST(FatTreeTopology, HasTheNodesAndLinksOfItsK)
{
    struct Case
    {
        uint32_t k;
        std::vector<uint32_t> tiers; ///< hosts, ToR, aggregation, core
        std::size_t links;
    };

    for (const Case& expected : {Case{4, {16, 8, 8, 4}, 48},
                                 Case{6, {54, 18, 18, 9}, 162},
                                 Case{8, {128, 32, 32, 16}, 384}})
    {
        const NetworkGraph graph = MakeTopology("fat-tree:k=" + std::to_string(expected.k));
        EXPECT_NO_THROW(graph.Check());
        EXPECT_EQ(CountTiers(graph), expected.tiers);
        EXPECT_EQ(graph.links.size(), expected.links);
        const auto edges = graph.GetEdges();
        for (uint32_t node = graph.hosts; node < graph.GetNodes(); ++node)
        {
            EXPECT_EQ(edges[node].size(), expected.k) << "ports of switch " << node;
        }
    }
}

TEST(FatTreeTopology, IsConnectedByPods)
{
    // K=4: ToR switches 16 to 23, two a pod; aggregation 24 to 31, two a pod; cores 32 to 35.
    const NetworkGraph graph = MakeTopology("fat-tree:k=4");
    const auto edges = graph.GetEdges();
    const auto peersOf = [&edges](uint32_t node) {
        std::vector<uint32_t> peers;
        for (const auto& edge : edges[node])
        {
            peers.push_back(edge.peer);
        }
        return peers;
    };
    EXPECT_EQ(peersOf(5), (std::vector<uint32_t>{18}));
    EXPECT_EQ(peersOf(18), (std::vector<uint32_t>{4, 5, 26, 27}));
    EXPECT_EQ(peersOf(26), (std::vector<uint32_t>{18, 19, 32, 33}));
    EXPECT_EQ(peersOf(27), (std::vector<uint32_t>{18, 19, 34, 35}));
    EXPECT_EQ(peersOf(34), (std::vector<uint32_t>{25, 27, 29, 31}));
}

TEST(FatTreeTopology, EachCoreReachesEachPodOnce)
{
    const NetworkGraph graph = MakeTopology("fat-tree:k=8");
    const auto edges = graph.GetEdges();
    const uint32_t firstAggregation = 128 + 32;
    for (uint32_t core = 128 + 64; core < graph.GetNodes(); ++core)
    {
        std::set<uint32_t> pods;
        for (const auto& edge : edges[core])
        {
            pods.insert((edge.peer - firstAggregation) / 4);
        }
        EXPECT_EQ(pods.size(), 8U);
    }
}

TEST(FatTreeTopology, OversubscriptionAddsHosts)
{
    const NetworkGraph graph = MakeTopology("fat-tree:oversubscription=2");
    EXPECT_NO_THROW(graph.Check());
    EXPECT_EQ(CountTiers(graph), (std::vector<uint32_t>{256, 32, 32, 16}));
    EXPECT_EQ(graph.links.size(), 512U);
    EXPECT_EQ(graph.GetEdges()[256].size(), 8U + 4);

    EXPECT_EQ(MakeTopology("fat-tree:oversubscription=0.25").hosts, 32U);
    EXPECT_EQ(MakeTopology("fat-tree:oversubscription=1.25").hosts, 160U);
}

TEST(FatTreeTopology, HostsAndFabricHaveTheirRates)
{
    const NetworkGraph graph =
        MakeTopology("fat-tree:k=4,hostRate=10Gbps,fabricRate=40Gbps,delay=600ns");
    const auto tiers = graph.GetTiers();
    for (const auto& link : graph.links)
    {
        const uint32_t tier = tiers[link.a];
        EXPECT_EQ(tiers[link.b], tier + 1);
        EXPECT_EQ(link.rate, DataRate((tier == 0 ? 10 : 40) * 1000000000ULL));
        EXPECT_EQ(link.delay, NanoSeconds(600));
    }
}

TEST(FatTreeTopology, IsDescribedByTier)
{
    EXPECT_EQ(MakeTopology("fat-tree:k=8").Describe(),
              "fat tree K=8: 128 hosts, 80 switches, 384 links\n"
              "  tier 0: 128 hosts, 128 links up, 12800 Gb/s in all\n"
              "  tier 1: 32 switches, 128 links up, 12800 Gb/s in all, oversubscription 1:1\n"
              "  tier 2: 32 switches, 128 links up, 12800 Gb/s in all, oversubscription 1:1\n"
              "  tier 3: 16 switches\n");
    EXPECT_NE(MakeTopology("fat-tree:oversubscription=2")
                  .Describe()
                  .find("12800 Gb/s in all, oversubscription 2:1\n"),
              std::string::npos);
}

TEST(FatTreeTopology, WhatIsNotAFatTreeIsRejected)
{
    EXPECT_EQ(ErrorOf([] { MakeTopology("fat-tree:k=7"); }),
              "fat tree: expected an even K from 2 to 128, found 7");
    for (const char* k : {"0", "1", "130", "-4", "x", ""})
    {
        EXPECT_EQ(ErrorOf([k] { MakeTopology(std::string("fat-tree:k=") + k); }),
                  "fat-tree: k: expected a value of type UintegerValue, uint32_t 2:128, found '" +
                      std::string(k) + "'");
    }
    for (const char* ratio : {"0", "0.3", "0.125", "4096"})
    {
        EXPECT_EQ(
            ErrorOf([ratio] { MakeTopology(std::string("fat-tree:oversubscription=") + ratio); })
                .rfind("fat tree: expected an oversubscription that gives each rack a whole "
                       "number of hosts with 4 uplinks, found ",
                       0),
            0U);
    }
}
