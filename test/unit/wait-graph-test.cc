/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/wait-graph.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

using namespace ns3::rdmacell;

namespace
{

using Waits = std::vector<std::pair<uint32_t, uint32_t>>;
using Cycles = std::vector<std::vector<uint32_t>>;

/// Finds the cycles of a graph.
Cycles
Find(uint32_t nodes, const Waits& waits)
{
    WaitGraph graph(nodes);
    for (const auto& [from, to] : waits)
    {
        graph.AddWait(from, to);
    }
    return graph.FindCycles();
}

} // namespace

TEST(WaitGraph, HasNoCycleWithoutWaits)
{
    EXPECT_EQ(Find(0, {}), Cycles());
    EXPECT_EQ(Find(3, {}), Cycles());
}

TEST(WaitGraph, FindsNoCycleInATreeOrADiamond)
{
    EXPECT_EQ(Find(4, {{0, 1}, {1, 2}, {1, 3}}), Cycles());
    EXPECT_EQ(Find(4, {{0, 1}, {0, 2}, {1, 3}, {2, 3}}), Cycles());
}

TEST(WaitGraph, NamesACycleInTheOrderOfItsWaitsFromItsLowestNode)
{
    EXPECT_EQ(Find(5, {{4, 2}, {2, 0}, {0, 3}, {3, 1}, {1, 4}}), (Cycles{{0, 3, 1, 4, 2}}));
}

TEST(WaitGraph, FindsTwoNodesAndANodeThatWaitsForItself)
{
    EXPECT_EQ(Find(3, {{2, 1}, {1, 2}, {0, 0}}), (Cycles{{0}, {1, 2}}));
}

TEST(WaitGraph, LeavesOutWhatLeadsToACycleOrAwayFromIt)
{
    EXPECT_EQ(Find(6, {{0, 1}, {1, 2}, {2, 3}, {3, 1}, {3, 4}, {5, 0}}), (Cycles{{1, 2, 3}}));
}

TEST(WaitGraph, FindsTwoCyclesApart)
{
    EXPECT_EQ(Find(7, {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 6}, {6, 3}, {2, 3}}),
              (Cycles{{0, 1, 2}, {3, 4, 5, 6}}));
}

TEST(WaitGraph, FindsTwoCyclesThroughOneNode)
{
    EXPECT_EQ(Find(5, {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {4, 2}}),
              (Cycles{{0, 1, 2}, {2, 3, 4}}));
}

TEST(WaitGraph, TakesTheShortestCycleOfANode)
{
    EXPECT_EQ(Find(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {1, 0}}), (Cycles{{0, 1}, {0, 1, 2, 3}}));
}

TEST(WaitGraph, CountsARepeatedWaitOnce)
{
    WaitGraph graph(2);
    graph.AddWait(0, 1);
    graph.AddWait(0, 1);
    EXPECT_EQ(graph.GetWaits(0), std::vector<uint32_t>{1});
    EXPECT_EQ(graph.GetWaits(1), std::vector<uint32_t>{});
}

TEST(WaitGraph, CoversALongCycleWithOneCycle)
{
    constexpr uint32_t NODES = 100'000;
    Waits waits;
    for (uint32_t node = 0; node < NODES; ++node)
    {
        waits.emplace_back(node, (node + 1) % NODES);
    }
    const Cycles cycles = Find(NODES, waits);
    ASSERT_EQ(cycles.size(), 1U);
    EXPECT_EQ(cycles[0].size(), NODES);
}
