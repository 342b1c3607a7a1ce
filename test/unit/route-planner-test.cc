/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Paths that a planner chooses, by hand.
 */

#include "ns3/exchange-graph.h"
#include "ns3/ring-graph.h"
#include "ns3/route-planner.h"
#include "ns3/topology-registry.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/// A planner, and the ports that it has decided on.
struct Planned
{
    explicit Planned(const std::string& topology)
        : routes(std::make_shared<RouteComputer>(MakeTopology(topology))),
          planner(routes, [this](uint32_t node, uint32_t src, uint32_t dst, uint16_t port) {
              ports[{node, src, dst}] = port;
          })
    {
    }

    std::shared_ptr<RouteComputer> routes;                              ///< of the network
    RoutePlanner planner;                                               ///< under test
    std::map<std::tuple<uint32_t, uint32_t, uint32_t>, uint16_t> ports; ///< by switch and pair
};

/// Seconds that a 100 Gb/s link is busy with a payload.
double
BusySeconds(double bytes)
{
    return bytes * 8 / 100e9;
}

} // namespace

TEST(RoutePlanner, RingNeighborsInOtherRacksGetUplinksOfTheirOwn)
{
    // Hosts in turn of two racks: each of 8 messages of a round leaves its rack, over 4 uplinks.
    Planned planned("leaf-spine:hosts=8,leaves=2,spines=4");
    const std::vector<uint32_t> hosts{0, 4, 1, 5, 2, 6, 3, 7};
    planned.planner.Plan(0, RingGraph(8, 8'000'000, 2), hosts);
    EXPECT_NEAR(planned.planner.GetLargestLoad(0), BusySeconds(14 * 1e6), 1e-12)
        << "2 (n - 1) messages of one pair on each uplink";
    for (const uint32_t leaf : {8U, 9U})
    {
        std::set<uint16_t> used;
        for (const auto& [key, port] : planned.ports)
        {
            if (std::get<0>(key) == leaf && port >= 4)
            {
                used.insert(port);
            }
        }
        EXPECT_EQ(used.size(), 4U) << "uplinks of switch " << leaf;
    }
}

TEST(RoutePlanner, RoundsOfAnAllToAllAreBalancedEach)
{
    Planned planned("fat-tree:k=4");
    const std::vector<uint32_t> hosts{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    planned.planner.Plan(0, ExchangeGraph(16, 16'000'000, true), hosts);
    // A round is a permutation, which a rearrangeable network carries without a shared link.
    EXPECT_NEAR(planned.planner.GetLargestLoad(0), BusySeconds(1e6), 1e-12);
    planned.planner.Plan(1, ExchangeGraph(16, 16'000'000, false), hosts);
    // All at once: 2 hosts of a rack send 14 MB each to other racks, over 2 uplinks.
    EXPECT_NEAR(planned.planner.GetLargestLoad(1), BusySeconds(14 * 1e6), 1e-12);
}

TEST(RoutePlanner, OtherJobsAreAvoided)
{
    Planned planned("leaf-spine:hosts=8,leaves=2,spines=4");
    planned.planner.Plan(0, RingGraph(2, 1'000'000, 1), {0, 4});
    planned.planner.Plan(1, RingGraph(2, 1'000'000, 1), {1, 5});
    planned.planner.Plan(2, RingGraph(2, 1'000'000, 1), {2, 6});
    planned.planner.Plan(0, RingGraph(2, 1'000'000, 1), {0, 4});
    std::set<uint16_t> used;
    for (const auto& [src, dst] : {std::pair{0U, 4U}, std::pair{1U, 5U}, std::pair{2U, 6U}})
    {
        used.insert(planned.ports.at({8, src, dst}));
    }
    EXPECT_EQ(used.size(), 3U);
}

TEST(RoutePlanner, LinksThatAreDownAreNotUsed)
{
    Planned planned("leaf-spine:hosts=4,leaves=2,spines=2");
    planned.routes->SetLinkUp(4, false); // leaf 0 to spine 0: port 2 of the leaf
    planned.planner.Plan(0, RingGraph(2, 1'000'000, 1), {0, 2});
    EXPECT_EQ(planned.ports.at({4, 0, 2}), 3);
    EXPECT_EQ(planned.ports.at({5, 2, 0}), 3) << "on the way back";
}
