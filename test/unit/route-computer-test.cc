/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Tests of the computation of routes and paths.
 */

#include "test-files.h"

#include "ns3/route-computer.h"
#include "ns3/topology-registry.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

using Ports = std::vector<uint16_t>;

const NetworkGraph::Link LINK{0, 0, DataRate("100Gbps"), MicroSeconds(1), 0};

/// A link of 100 Gb/s and 1 us.
NetworkGraph::Link
Connect(uint32_t a, uint32_t b)
{
    NetworkGraph::Link link = LINK;
    link.a = a;
    link.b = b;
    return link;
}

/// The ports of a path.
Ports
PortsOf(const FabricPath& path)
{
    return {path.ports.begin(), path.ports.begin() + path.hops};
}

/// Two hosts with the given number of switches in a row between them.
NetworkGraph
MakeChain(uint32_t switches)
{
    NetworkGraph graph;
    graph.name = "chain";
    graph.hosts = 2;
    graph.switches = switches;
    graph.links = {Connect(0, 2), Connect(1, 1 + switches)};
    for (uint32_t i = 0; i + 1 < switches; ++i)
    {
        graph.links.push_back(Connect(2 + i, 3 + i));
    }
    return graph;
}

} // namespace

// K = 4: hosts 0 to 15; ToR switches 16 to 23, two a pod; aggregation 24 to 31; cores 32 to 35.
// Hosts and lower switches have the first ports.

TEST(RouteComputer, TorSwitchesAreThoseWithHosts)
{
    const RouteComputer routes(MakeTopology("fat-tree:k=4"));
    EXPECT_EQ(routes.GetTorCount(), 8U);
    EXPECT_EQ(routes.GetTorNode(0), 16U);
    EXPECT_EQ(routes.GetTorNode(7), 23U);
    EXPECT_EQ(routes.GetTorNumber(23), 7U);
    EXPECT_EQ(routes.GetTorNumber(24), RouteComputer::NO_TOR);
    EXPECT_EQ(routes.GetTorOfHost(1), 0U);
    EXPECT_EQ(routes.GetTorOfHost(15), 7U);
    EXPECT_EQ(routes.GetHostPort(14), 0U);
    EXPECT_EQ(routes.GetHostPort(15), 1U);
}

TEST(RouteComputer, PortsFaceHostsAndLowerAndHigherSwitches)
{
    const RouteComputer routes(MakeTopology("fat-tree:k=4"));
    EXPECT_EQ(routes.GetPortRole(16, 1), PortRole::HOST);
    EXPECT_EQ(routes.GetPortRole(16, 2), PortRole::UP);
    EXPECT_EQ(routes.GetPortRole(24, 1), PortRole::DOWN);
    EXPECT_EQ(routes.GetPortRole(24, 2), PortRole::UP);
    EXPECT_EQ(routes.GetPortRole(32, 3), PortRole::DOWN);
    const RouteComputer flat(MakeChain(2));
    EXPECT_EQ(flat.GetPortRole(2, 1), PortRole::DOWN) << "a switch of the same tier";
}

TEST(RouteComputer, AFatTreeHasAllShortestRoutes)
{
    const RouteComputer routes(MakeTopology("fat-tree:k=4"));
    const auto ports = routes.ComputePorts(0);
    ASSERT_EQ(ports.size(), 36U);
    EXPECT_EQ(ports[5], Ports{}) << "a host";
    EXPECT_EQ(ports[16], Ports{}) << "the ToR switch itself";
    EXPECT_EQ(ports[17], (Ports{2, 3})) << "the other ToR switch of the pod";
    EXPECT_EQ(ports[23], (Ports{2, 3})) << "a ToR switch of another pod";
    EXPECT_EQ(ports[25], Ports{0}) << "aggregation in the pod";
    EXPECT_EQ(ports[30], (Ports{2, 3})) << "aggregation in another pod";
    EXPECT_EQ(ports[35], Ports{0}) << "a core switch";
}

TEST(RouteComputer, AFatTreeHasAllShortestPaths)
{
    RouteComputer routes(MakeTopology("fat-tree:k=4"));
    for (uint32_t node = 16; node < 36; ++node)
    {
        routes.SetLatency(node, 7);
    }
    const auto paths = routes.ComputePaths(0);
    ASSERT_EQ(paths.size(), 8U);
    EXPECT_EQ(paths[0].size(), 0U) << "to itself";
    ASSERT_EQ(paths[1].size(), 2U) << "within the pod";
    EXPECT_EQ(PortsOf(paths[1][1]), (Ports{3, 0}));
    ASSERT_EQ(paths[7].size(), 4U) << "between pods";
    const std::vector<Ports> expected{{2, 2, 0, 0}, {2, 3, 0, 0}, {3, 2, 0, 0}, {3, 3, 0, 0}};
    for (uint32_t i = 0; i < 4; ++i)
    {
        EXPECT_EQ(PortsOf(paths[7][i]), expected[i]);
        EXPECT_EQ(paths[7][i].delay, 4 * MicroSeconds(1).GetTimeStep() + 4 * 7);
        EXPECT_EQ(paths[7][i].bitRates[3], 100'000'000'000U);
    }
    // At port 1 of the aggregation switch, port 3 of a core switch (pod 3), back down.
    EXPECT_EQ(paths[7][2].arrivals[0], 1);
    EXPECT_EQ(paths[7][2].arrivals[1], 3);
    EXPECT_EQ(paths[7][2].arrivals[2], 2);
    EXPECT_EQ(paths[7][2].arrivals[3], 3);
}

TEST(RouteComputer, ParallelLinksAreRoutesOfTheirOwn)
{
    const RouteComputer routes(
        MakeTopology("leaf-spine:hosts=4,leaves=2,spines=2,parallelLinks=2"));
    const auto ports = routes.ComputePorts(1);
    EXPECT_EQ(ports[4], (Ports{2, 3, 4, 5})) << "leaf 0";
    EXPECT_EQ(ports[6], (Ports{2, 3})) << "spine 0";
    EXPECT_EQ(routes.ComputePaths(1)[0].size(), 2U * 2 * 2);
}

TEST(RouteComputer, RoutesAvoidLinksThatAreDown)
{
    // Hosts 0 and 1, leaves 2 and 3, spines 4 and 5; link 2 is leaf 0 - spine 0.
    RouteComputer routes(MakeTopology("leaf-spine:hosts=2,leaves=2,spines=2"));
    routes.SetLinkUp(2, false);
    EXPECT_EQ(routes.ComputePorts(1)[2], Ports{2}) << "leaf 0 has spine 1 only";
    EXPECT_EQ(routes.ComputePorts(0)[4], Ports{1}) << "spine 0 goes by way of leaf 1";
    EXPECT_EQ(routes.ComputePorts(0)[3], Ports{2}) << "which goes by way of spine 1";
    ASSERT_EQ(routes.ComputePaths(1)[0].size(), 1U);
    EXPECT_EQ(PortsOf(routes.ComputePaths(1)[0][0]), (Ports{2, 1}));
    EXPECT_EQ(routes.GetProfiles(0, 1).size(), 1U);

    routes.SetLinkUp(3, false); // leaf 0 - spine 1
    EXPECT_EQ(routes.ComputePorts(1)[2], Ports{}) << "cut off";
    EXPECT_EQ(routes.ComputePaths(1)[0].size(), 0U);
    EXPECT_EQ(routes.GetProfiles(0, 1).size(), 1U)
        << "profiles are those of a network without faults";

    routes.SetLinkUp(2, true);
    routes.SetLinkUp(3, true);
    EXPECT_EQ(routes.ComputePorts(1)[2], (Ports{1, 2}));
}

TEST(RouteComputer, ProfilesDifferInRateOrDelay)
{
    NetworkGraph graph = MakeTopology("leaf-spine:hosts=4,leaves=2,spines=4");
    // Leaf 0's links are 4 to 7, leaf 1's 8 to 11.
    graph.links[5].rate = DataRate("40Gbps");
    graph.links[10].delay = MicroSeconds(3);
    RouteComputer routes(graph);
    const auto there = routes.GetProfiles(0, 2);
    ASSERT_EQ(there.size(), 3U) << "spines 0 and 3 are alike";
    for (const PathProfile& path : there)
    {
        ASSERT_EQ(path.size(), 4U);
    }
    EXPECT_EQ(there[1][1].rate.GetBitRate(), 40'000'000'000U);
    EXPECT_EQ(there[2][2].delay, MicroSeconds(3).GetTimeStep());
    EXPECT_EQ(routes.GetProfiles(2, 0)[1][2].rate.GetBitRate(), 40'000'000'000U) << "and back";

    const auto near = routes.GetProfiles(0, 1);
    ASSERT_EQ(near.size(), 1U) << "on the same leaf";
    EXPECT_EQ(near[0].size(), 2U);
}

TEST(RouteComputer, AHopHasTheLatencyOfTheSwitchThatSends)
{
    RouteComputer routes(MakeTopology("leaf-spine:hosts=2,leaves=2,spines=1"));
    ASSERT_EQ(routes.GetProfiles(0, 1).size(), 1U);
    routes.SetLatency(2, 10); // leaf 0
    routes.SetLatency(3, 20); // leaf 1
    routes.SetLatency(4, 40); // spine
    const int64_t link = MicroSeconds(1).GetTimeStep();
    const PathProfile path = routes.GetProfiles(0, 1)[0];
    ASSERT_EQ(path.size(), 4U);
    EXPECT_EQ(path[0].delay, link) << "the host";
    EXPECT_EQ(path[1].delay, link + 10);
    EXPECT_EQ(path[2].delay, link + 40);
    EXPECT_EQ(path[3].delay, link + 20);
}

TEST(RouteComputer, PortsMayHaveAnyOrder)
{
    const NetworkGraph graph = MakeTopology("leaf-spine:hosts=2,leaves=2,spines=2");
    auto edges = graph.GetEdges();
    std::swap(edges[2][0], edges[2][2]); // leaf 0: spine 1, spine 0, host 0
    const RouteComputer routes(graph, edges);
    EXPECT_EQ(routes.GetHostPort(0), 2U);
    EXPECT_EQ(routes.GetPort(2, 3), 0U) << "leaf 0 - spine 1";
    EXPECT_EQ(routes.GetPortRole(2, 2), PortRole::HOST);
    EXPECT_EQ(routes.ComputePorts(1)[2], (Ports{0, 1}));
    EXPECT_EQ(PortsOf(routes.ComputePaths(1)[0][0]), (Ports{0, 1})) << "by spine 1";
    EXPECT_EQ(routes.ComputePaths(0)[1][1].arrivals[1], 0) << "from spine 1";
}

TEST(RouteComputer, WholePathsHaveALongestLength)
{
    // Eight switches in a row are seven links from ToR to ToR switch.
    EXPECT_EQ(RouteComputer(MakeChain(8)).ComputePaths(1)[0].at(0).hops, FabricPath::MAX_HOPS);
    const RouteComputer routes(MakeChain(9));
    EXPECT_EQ(ErrorOf([&routes] { routes.ComputePaths(1); }),
              "chain: expected at most 7 links between two ToR switches with a scheme that pins "
              "whole paths, found more");
    EXPECT_EQ(routes.ComputePorts(1)[2], Ports{1}) << "routes by hop have none";
}
