/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/input-error.h"
#include "ns3/network-graph.h"
#include "ns3/network-partition.h"
#include "ns3/topology-registry.h"

#include <gtest/gtest.h>
#include <numeric>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/**
 * @brief Build a network.
 * @param spec as for --topology
 * @return the graph
 */
NetworkGraph
Build(const std::string& spec)
{
    return ParseTopology(spec)->Build();
}

/**
 * @brief Count the nodes of each rank.
 * @param graph the network
 * @param partition its partition
 * @param hosts whether to count hosts, otherwise switches
 * @param ranks number of ranks
 * @return nodes by rank
 */
std::vector<uint32_t>
CountNodes(const NetworkGraph& graph, const NetworkPartition& partition, bool hosts, uint32_t ranks)
{
    std::vector<uint32_t> counts(ranks);
    for (uint32_t node = 0; node < graph.GetNodes(); ++node)
    {
        counts.at(partition.GetRanks()[node]) += graph.IsHost(node) == hosts ? 1 : 0;
    }
    return counts;
}

} // namespace

TEST(NetworkPartition, GivesWholePodsToRanks)
{
    // K = 4: four pods of 4 hosts, 2 ToR and 2 aggregation switches, and four cores.
    const NetworkGraph graph = Build("fat-tree:k=4");
    const NetworkPartition two(graph, 2);
    EXPECT_EQ(CountNodes(graph, two, true, 2), (std::vector<uint32_t>{8, 8}));
    EXPECT_EQ(CountNodes(graph, two, false, 2), (std::vector<uint32_t>{10, 10}));
    // Each core has a link to each pod, so half of its links are cut: 4 x 2.
    EXPECT_EQ(two.CountCutLinks(), 8U);
    EXPECT_EQ(two.GetLookahead(), MicroSeconds(1));

    const NetworkPartition four(graph, 4);
    EXPECT_EQ(CountNodes(graph, four, true, 4), (std::vector<uint32_t>{4, 4, 4, 4}));
    EXPECT_EQ(CountNodes(graph, four, false, 4), (std::vector<uint32_t>{5, 5, 5, 5}));
    EXPECT_EQ(four.CountCutLinks(), 12U); // of a core's four links one is not cut
}

TEST(NetworkPartition, CutsPodsBetweenRacksIfThereAreMoreRanks)
{
    const NetworkGraph graph = Build("fat-tree:k=4");
    const NetworkPartition eight(graph, 8);
    EXPECT_EQ(CountNodes(graph, eight, true, 8), std::vector<uint32_t>(8, 2));
    const NetworkPartition three(graph, 3);
    const std::vector<uint32_t> hosts = CountNodes(graph, three, true, 3);
    EXPECT_EQ(std::accumulate(hosts.begin(), hosts.end(), 0U), 16U);
    for (const uint32_t count : hosts)
    {
        EXPECT_TRUE(count == 4 || count == 6) << count;
    }
    // Hosts are where their ToR switches are.
    for (const NetworkGraph::Link& link : graph.links)
    {
        if (graph.IsHost(link.a) || graph.IsHost(link.b))
        {
            EXPECT_EQ(three.GetRanks()[link.a], three.GetRanks()[link.b]);
        }
    }
}

TEST(NetworkPartition, OneRankHasAll)
{
    const NetworkGraph graph = Build("leaf-spine:hosts=8,leaves=2,spines=2");
    const NetworkPartition one(graph, 1);
    EXPECT_EQ(one.CountCutLinks(), 0U);
    EXPECT_NE(one.Describe().find("0 of "), std::string::npos);
}

TEST(NetworkPartition, DescribesEachRank)
{
    const NetworkGraph graph = Build("fat-tree:k=4");
    EXPECT_EQ(NetworkPartition(graph, 2).Describe(),
              "rank    hosts switches    links      cut  load\n"
              "   0        8       10       20        8 50.0%\n"
              "   1        8       10       20        8 50.0%\n"
              "8 of 48 links are cut, lookahead 1000 ns\n");
}

TEST(NetworkPartition, RefusesMoreRanksThanRacksAndLinksWithoutDelay)
{
    const NetworkGraph graph = Build("fat-tree:k=4");
    EXPECT_THROW(NetworkPartition(graph, 9), InputError);
    NetworkGraph fast = graph;
    for (NetworkGraph::Link& link : fast.links)
    {
        link.delay = Time(0);
    }
    EXPECT_THROW(NetworkPartition(fast, 2), InputError);
    EXPECT_NO_THROW(NetworkPartition(fast, 1));
}
