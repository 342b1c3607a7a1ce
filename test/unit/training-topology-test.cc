/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Tests of the networks of training clusters: nodes, links, path lengths, oversubscription.
 */

#include "test-files.h"

#include "ns3/route-computer.h"
#include "ns3/topology-registry.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <string>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/// How a network is described, without its first line.
std::string
DescribeTiers(const std::string& spec)
{
    const std::string text = MakeTopology(spec).Describe();
    return text.substr(text.find('\n') + 1);
}

/// Links between two hosts on the shortest path.
std::size_t
CountLinks(const RouteComputer& routes, uint32_t src, uint32_t dst)
{
    return routes.GetFastestPaths(src, dst).front().rates.size();
}

/// Paths between the racks of two hosts.
std::size_t
CountPaths(const RouteComputer& routes, uint32_t src, uint32_t dst)
{
    return routes.ComputePaths(routes.GetTorOfHost(src), routes.GetTorOfHost(dst)).size();
}

/// The error of a specification.
std::string
SpecError(const std::string& spec)
{
    return ErrorOf([&spec] { MakeTopology(spec); });
}

const std::string SMALL_ZONES = "ai-zone:racksPerZone=2,hostsPerRack=4,clusterSwitches=4";

} // namespace

TEST(AiZoneTopology, HasTheSwitchesThatItsOversubscriptionAsksFor)
{
    // 8 hosts of a zone on 4 cluster switches: 2 links each for 1:1, so 2 aggregation switches.
    EXPECT_EQ(DescribeTiers(SMALL_ZONES + ",oversubscription=2"),
              "  tier 0: 16 hosts, 16 links up, 1600 Gb/s in all\n"
              "  tier 1: 4 switches, 16 links up, 1600 Gb/s in all, oversubscription 1:1\n"
              "  tier 2: 8 switches, 8 links up, 800 Gb/s in all, oversubscription 2:1\n"
              "  tier 3: 1 switch\n");
    EXPECT_EQ(DescribeTiers(SMALL_ZONES + ",oversubscription=1"),
              "  tier 0: 16 hosts, 16 links up, 1600 Gb/s in all\n"
              "  tier 1: 4 switches, 16 links up, 1600 Gb/s in all, oversubscription 1:1\n"
              "  tier 2: 8 switches, 16 links up, 1600 Gb/s in all, oversubscription 1:1\n"
              "  tier 3: 2 switches\n");
    EXPECT_EQ(DescribeTiers(SMALL_ZONES + ",zones=1,gpusPerServer=2"),
              "  tier 0: 8 hosts, 8 links up, 800 Gb/s in all\n"
              "  tier 1: 2 switches, 8 links up, 800 Gb/s in all, oversubscription 1:1\n"
              "  tier 2: 4 switches\n"
              "  servers: 4 of 2 GPUs, 3600 Gb/s and 1 us within\n");
    EXPECT_EQ(SpecError(SMALL_ZONES + ",oversubscription=3"),
              "AI zone: expected an oversubscription that is 8 hosts over a multiple of 4 links, "
              "found 3.000000");
    EXPECT_EQ(SpecError(SMALL_ZONES + ",gpusPerServer=3"),
              "AI zone: expected servers of a number of GPUs that divides 4, found 3");
    EXPECT_EQ(SpecError(SMALL_ZONES + ",serverRate=0bps"),
              "AI zone: expected a rate above 0 within servers");
}

TEST(AiZoneTopology, TwiceTheUplinks)
{
    EXPECT_EQ(DescribeTiers(SMALL_ZONES + ",parallelLinks=2,oversubscription=2"),
              "  tier 0: 16 hosts, 16 links up, 1600 Gb/s in all\n"
              "  tier 1: 4 switches, 32 links up, 3200 Gb/s in all, oversubscription 0.5:1\n"
              "  tier 2: 8 switches, 8 links up, 800 Gb/s in all, oversubscription 4:1\n"
              "  tier 3: 1 switch\n");
}

TEST(AiZoneTopology, HasLongerPathsBetweenZones)
{
    const NetworkGraph graph = MakeTopology(SMALL_ZONES + ",oversubscription=1,delay=500ns");
    const RouteComputer routes(graph);
    EXPECT_EQ(CountLinks(routes, 0, 3), 2U) << "same rack";
    EXPECT_EQ(CountLinks(routes, 0, 4), 4U) << "same zone";
    EXPECT_EQ(CountLinks(routes, 0, 8), 6U) << "between zones";
    EXPECT_EQ(routes.GetFastestPaths(0, 8).front().delay, NanoSeconds(3000).GetTimeStep());
    EXPECT_EQ(CountPaths(routes, 0, 4), 4U) << "a cluster switch each";
    EXPECT_EQ(CountPaths(routes, 0, 8), 4U * 2 * 4) << "cluster, aggregation, cluster";
}

TEST(RailTopology, EachRailIsASwitch)
{
    EXPECT_EQ(DescribeTiers("rail:servers=4,gpusPerServer=2,serversPerGroup=2,spines=2,"
                            "serverRate=900Gbps,serverLatency=500ns"),
              "  tier 0: 8 hosts, 8 links up, 800 Gb/s in all\n"
              "  tier 1: 4 switches, 8 links up, 800 Gb/s in all, oversubscription 1:1\n"
              "  tier 2: 2 switches\n"
              "  servers: 4 of 2 GPUs, 900 Gb/s and 0.5 us within\n");
    EXPECT_EQ(SpecError("rail:servers=6,serversPerGroup=4"),
              "rail: expected a multiple of 4 servers, those of a group, found 6");
}

TEST(RailTopology, GpusOfOneIndexAreOneHopApart)
{
    const NetworkGraph graph =
        MakeTopology("rail:servers=4,gpusPerServer=2,serversPerGroup=2,spines=3,parallelLinks=2");
    const RouteComputer routes(graph);
    EXPECT_EQ(CountLinks(routes, 0, 2), 2U) << "GPU 0 of servers 0 and 1";
    EXPECT_EQ(CountLinks(routes, 0, 1), 4U) << "two GPUs of a server, over the network";
    EXPECT_EQ(CountLinks(routes, 0, 4), 4U) << "GPU 0 of servers of two groups";
    EXPECT_EQ(CountPaths(routes, 0, 4), 3U * 2 * 2);
    EXPECT_EQ(graph.links[5].b, 8U + 3) << "GPU 1 of server 2 is on rail 1 of group 1";
}
