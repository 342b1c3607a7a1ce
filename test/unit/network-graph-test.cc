/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Tests of the description of networks.
 */

#include "test-files.h"

#include "ns3/network-graph.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

const DataRate RATE("100Gbps");
const Time DELAY = MicroSeconds(1);

NetworkGraph::Link
Connect(uint32_t a, uint32_t b)
{
    return {a, b, RATE, DELAY, 0};
}

/// Hosts 0, 1 and 2; ToR switches 3 and 4; switch 5 above, two links to each ToR switch.
NetworkGraph
SmallGraph()
{
    NetworkGraph graph;
    graph.name = "small";
    graph.hosts = 3;
    graph.switches = 3;
    graph.links = {Connect(0, 3),
                   Connect(1, 3),
                   Connect(2, 4),
                   Connect(3, 5),
                   Connect(3, 5),
                   Connect(4, 5),
                   Connect(4, 5)};
    return graph;
}

std::string
CheckError(const NetworkGraph& graph)
{
    return ErrorOf([&graph] { graph.Check(); });
}

} // namespace

TEST(NetworkGraph, NodesAreHostsThenSwitches)
{
    const NetworkGraph graph = SmallGraph();
    EXPECT_EQ(graph.GetNodes(), 6U);
    EXPECT_TRUE(graph.IsHost(2));
    EXPECT_FALSE(graph.IsHost(3));
    EXPECT_NO_THROW(graph.Check());
}

TEST(NetworkGraph, PortsAreNumberedInTheOrderOfTheLinks)
{
    const auto edges = SmallGraph().GetEdges();
    ASSERT_EQ(edges.size(), 6U);
    ASSERT_EQ(edges[3].size(), 4U);
    const uint32_t peers[] = {0, 1, 5, 5};
    const uint32_t links[] = {0, 1, 3, 4};
    for (uint32_t port = 0; port < 4; ++port)
    {
        EXPECT_EQ(edges[3][port].peer, peers[port]);
        EXPECT_EQ(edges[3][port].link, links[port]);
    }
    EXPECT_EQ(edges[5][2].peer, 4U);
    EXPECT_EQ(edges[2][0].peer, 4U);
}

TEST(NetworkGraph, TiersCountLinksFromTheNearestHost)
{
    EXPECT_EQ(SmallGraph().GetTiers(), (std::vector<uint32_t>{0, 0, 0, 1, 1, 2}));
}

TEST(NetworkGraph, UplinksAreSharedOutByTheRatesOfTheHosts)
{
    // Two uplinks of 100 Gb/s for two hosts of 100 Gb/s, and two for one.
    EXPECT_EQ(SmallGraph().GetUplinkShares(),
              (std::vector<DataRate>{RATE, RATE, DataRate("200Gbps")}));

    NetworkGraph graph = SmallGraph();
    graph.links[1].rate = DataRate("300Gbps"); // 400 Gb/s of hosts over 200 Gb/s of uplinks
    graph.links[2].rate = DataRate("400Gbps"); // over 200 Gb/s
    EXPECT_EQ(
        graph.GetUplinkShares(),
        (std::vector<DataRate>{DataRate("50Gbps"), DataRate("150Gbps"), DataRate("200Gbps")}));

    graph = SmallGraph();
    graph.links.resize(5); // switch 4 has none
    EXPECT_EQ(ErrorOf([&graph] { graph.GetUplinkShares(); }),
              "small: expected uplinks at each switch with hosts, found none at switch 4");
}

TEST(NetworkGraph, WhatCannotBeBuiltIsRejected)
{
    NetworkGraph graph = SmallGraph();
    graph.hosts = 1;
    graph.switches = 5;
    EXPECT_EQ(CheckError(graph), "small: expected at least 2 hosts, found 1");

    graph = SmallGraph();
    graph.links.push_back(Connect(3, 6));
    EXPECT_EQ(CheckError(graph), "small: link 3 - 6: expected two different nodes below 6");

    graph = SmallGraph();
    graph.links.push_back(Connect(4, 4));
    EXPECT_EQ(CheckError(graph), "small: link 4 - 4: expected two different nodes below 6");

    graph = SmallGraph();
    graph.links[3].rate = DataRate(0);
    EXPECT_EQ(CheckError(graph),
              "small: link 3 - 5: expected a rate above 0 and a delay not below 0");

    graph = SmallGraph();
    graph.links[3].delay = NanoSeconds(-1);
    EXPECT_EQ(CheckError(graph),
              "small: link 3 - 5: expected a rate above 0 and a delay not below 0");

    graph = SmallGraph();
    graph.links.push_back(Connect(1, 4));
    EXPECT_EQ(CheckError(graph),
              "small: host 1: expected exactly one link, to a switch, found 2 links");

    graph = SmallGraph();
    graph.links.erase(graph.links.begin());
    EXPECT_EQ(CheckError(graph),
              "small: host 0: expected exactly one link, to a switch, found 0 links");

    graph = SmallGraph();
    graph.links[0] = Connect(0, 1);
    EXPECT_EQ(CheckError(graph),
              "small: host 0: expected exactly one link, to a switch, found one to host 1");

    graph = SmallGraph();
    graph.links.resize(5);
    EXPECT_EQ(CheckError(graph),
              "small: expected a connected network, but node 2 cannot be reached from host 0");

    graph = SmallGraph();
    ++graph.switches;
    EXPECT_EQ(CheckError(graph),
              "small: expected a connected network, but node 6 cannot be reached from host 0");
}

TEST(NetworkGraph, IsDescribedByTier)
{
    EXPECT_EQ(SmallGraph().Describe(),
              "small: 3 hosts, 3 switches, 7 links\n"
              "  tier 0: 3 hosts, 3 links up, 300 Gb/s in all\n"
              "  tier 1: 2 switches, 4 links up, 400 Gb/s in all, oversubscription 0.75:1\n"
              "  tier 2: 1 switch\n");
}

TEST(NetworkGraph, LinksWithinATierAreNotUplinks)
{
    NetworkGraph graph = SmallGraph();
    graph.links.push_back(Connect(3, 4));
    EXPECT_EQ(graph.Describe(),
              "small: 3 hosts, 3 switches, 8 links\n"
              "  tier 0: 3 hosts, 3 links up, 300 Gb/s in all\n"
              "  tier 1: 2 switches, 1 link within, 4 links up, 400 Gb/s in all, "
              "oversubscription 0.75:1\n"
              "  tier 2: 1 switch\n");
}
