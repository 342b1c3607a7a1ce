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

#include <algorithm>
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

/// By node: the ports on shortest paths to a ToR switch.
std::vector<Ports>
PortsTo(const RouteComputer& routes, uint32_t nodes, uint32_t tor)
{
    std::vector<Ports> ports(nodes);
    routes.VisitRoutes([&](uint32_t node, const std::vector<uint32_t>& tors, const Ports& to) {
        if (std::count(tors.begin(), tors.end(), tor) > 0)
        {
            EXPECT_TRUE(ports[node].empty()) << "routes from one node more than once";
            ports[node] = to;
        }
    });
    return ports;
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
    const auto ports = PortsTo(routes, 36, 0);
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
    EXPECT_EQ(routes.ComputePaths(0, 0).size(), 0U) << "to itself";
    const auto near = routes.ComputePaths(1, 0);
    ASSERT_EQ(near.size(), 2U) << "within the pod";
    EXPECT_EQ(PortsOf(near[1]), (Ports{3, 0}));
    const auto paths = routes.ComputePaths(7, 0);
    ASSERT_EQ(paths.size(), 4U) << "between pods";
    const std::vector<Ports> expected{{2, 2, 0, 0}, {2, 3, 0, 0}, {3, 2, 0, 0}, {3, 3, 0, 0}};
    for (uint32_t i = 0; i < 4; ++i)
    {
        EXPECT_EQ(PortsOf(paths[i]), expected[i]);
        EXPECT_EQ(paths[i].delay, 4 * MicroSeconds(1).GetTimeStep() + 4 * 7);
        EXPECT_EQ(paths[i].bitRates[3], 100'000'000'000U);
    }
    // At port 1 of the aggregation switch, port 3 of a core switch (pod 3), back down.
    EXPECT_EQ(paths[2].arrivals[0], 1);
    EXPECT_EQ(paths[2].arrivals[1], 3);
    EXPECT_EQ(paths[2].arrivals[2], 2);
    EXPECT_EQ(paths[2].arrivals[3], 3);
}

TEST(RouteComputer, ParallelLinksAreRoutesOfTheirOwn)
{
    const RouteComputer routes(
        MakeTopology("leaf-spine:hosts=4,leaves=2,spines=2,parallelLinks=2"));
    const auto ports = PortsTo(routes, 8, 1);
    EXPECT_EQ(ports[4], (Ports{2, 3, 4, 5})) << "leaf 0";
    EXPECT_EQ(ports[6], (Ports{2, 3})) << "spine 0";
    EXPECT_EQ(routes.ComputePaths(0, 1).size(), 2U * 2 * 2);
}

TEST(RouteComputer, RoutesAvoidLinksThatAreDown)
{
    // Hosts 0 and 1, leaves 2 and 3, spines 4 and 5; link 2 is leaf 0 - spine 0.
    RouteComputer routes(MakeTopology("leaf-spine:hosts=2,leaves=2,spines=2"));
    routes.SetLinkUp(2, false);
    EXPECT_EQ(PortsTo(routes, 6, 1)[2], Ports{2}) << "leaf 0 has spine 1 only";
    EXPECT_EQ(PortsTo(routes, 6, 0)[4], Ports{1}) << "spine 0 goes by way of leaf 1";
    EXPECT_EQ(PortsTo(routes, 6, 0)[3], Ports{2}) << "which goes by way of spine 1";
    ASSERT_EQ(routes.ComputePaths(0, 1).size(), 1U);
    EXPECT_EQ(PortsOf(routes.ComputePaths(0, 1)[0]), (Ports{2, 1}));
    EXPECT_EQ(routes.GetFastestPaths(0, 1).size(), 1U);

    routes.SetLinkUp(3, false); // leaf 0 - spine 1
    EXPECT_EQ(PortsTo(routes, 6, 1)[2], Ports{}) << "cut off";
    EXPECT_EQ(routes.ComputePaths(0, 1).size(), 0U);
    EXPECT_EQ(routes.GetFastestPaths(0, 1).size(), 1U)
        << "profiles are those of a network without faults";

    routes.SetLinkUp(2, true);
    routes.SetLinkUp(3, true);
    EXPECT_EQ(PortsTo(routes, 6, 1)[2], (Ports{1, 2}));
}

TEST(RouteComputer, PathsThatOthersSurpassAreLeftOut)
{
    NetworkGraph graph = MakeTopology("leaf-spine:hosts=4,leaves=2,spines=4");
    // Leaf 0's links are 4 to 7, leaf 1's 8 to 11.
    graph.links[5].rate = DataRate("40Gbps");
    graph.links[6].rate = DataRate("200Gbps");
    graph.links[10].delay = MicroSeconds(3);
    const RouteComputer routes(graph);
    const auto bitRates = [](const PathProfile& path) {
        std::vector<uint64_t> rates;
        for (const LineRate& rate : path.rates)
        {
            rates.push_back(rate.GetBitRate() / 1'000'000'000);
        }
        return rates;
    };
    const int64_t link = MicroSeconds(1).GetTimeStep();
    // By spine: 0 and 3 are alike, 1 is slower than they, 2 is faster and longer.
    const auto fast = routes.GetFastestPaths(0, 2);
    ASSERT_EQ(fast.size(), 2U);
    EXPECT_EQ(bitRates(fast[0]), (std::vector<uint64_t>{100, 100, 100, 100}));
    EXPECT_EQ(fast[0].delay, 4 * link);
    EXPECT_EQ(bitRates(fast[1]), (std::vector<uint64_t>{100, 200, 100, 100}));
    EXPECT_EQ(fast[1].delay, 6 * link);
    const auto slow = routes.GetSlowestPaths(2, 0);
    ASSERT_EQ(slow.size(), 2U);
    EXPECT_EQ(bitRates(slow[0]), (std::vector<uint64_t>{100, 100, 40, 100}));
    EXPECT_EQ(bitRates(slow[1]), (std::vector<uint64_t>{100, 100, 200, 100}));

    const auto near = routes.GetFastestPaths(0, 1);
    ASSERT_EQ(near.size(), 1U) << "on the same leaf";
    EXPECT_EQ(near[0].rates.size(), 2U);
    EXPECT_EQ(near[0].delay, 2 * link);
}

TEST(RouteComputer, APathHasTheLatencyOfTheSwitchesThatSend)
{
    RouteComputer routes(MakeTopology("leaf-spine:hosts=4,leaves=2,spines=1"));
    const int64_t link = MicroSeconds(1).GetTimeStep();
    EXPECT_EQ(routes.GetFastestPaths(0, 2).at(0).delay, 4 * link);
    routes.SetLatency(4, 10); // leaf 0
    routes.SetLatency(5, 20); // leaf 1
    routes.SetLatency(6, 40); // spine
    EXPECT_EQ(routes.GetFastestPaths(0, 2).at(0).delay, 4 * link + 70);
    EXPECT_EQ(routes.GetSlowestPaths(2, 0).at(0).delay, 4 * link + 70);
    EXPECT_EQ(routes.GetFastestPaths(0, 1).at(0).delay, 2 * link + 10);
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
    EXPECT_EQ(PortsTo(routes, 6, 1)[2], (Ports{0, 1}));
    EXPECT_EQ(PortsOf(routes.ComputePaths(0, 1)[0]), (Ports{0, 1})) << "by spine 1";
    EXPECT_EQ(routes.ComputePaths(1, 0)[1].arrivals[1], 0) << "from spine 1";
}

TEST(RouteComputer, WholePathsHaveALongestLength)
{
    // Eight switches in a row are seven links from ToR to ToR switch.
    const RouteComputer longest(MakeChain(8));
    longest.CheckPathLengths();
    EXPECT_EQ(longest.ComputePaths(0, 1).at(0).hops, FabricPath::MAX_HOPS);
    const RouteComputer routes(MakeChain(9));
    EXPECT_EQ(ErrorOf([&routes] { routes.CheckPathLengths(); }),
              "chain: expected at most 7 links between two ToR switches with a scheme that pins "
              "whole paths, found 8");
    EXPECT_EQ(PortsTo(routes, 11, 1)[2], Ports{1}) << "routes by hop have none";
}
