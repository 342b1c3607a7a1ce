/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/min-rtt-cell-scheduler.h"
#include "ns3/object.h"
#include "ns3/rerouting-cell-scheduler.h"
#include "ns3/round-robin-cell-scheduler.h"
#include "ns3/sticky-cell-scheduler.h"

#include <gtest/gtest.h>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/// A group of healthy queue pairs, hold-down 100.
PathTable
Make(uint16_t paths, bool healthy = true)
{
    PathEstimator::Settings settings;
    settings.ceiling = 1'000'000;
    settings.initialSoft = 5'000;
    return {paths, healthy, settings, 100, nullptr};
}

/// Pick the queue pairs of some new cells.
std::vector<uint16_t>
Pick(const CellScheduler& scheduler, PathTable& table, int cells)
{
    std::vector<uint16_t> picked;
    for (int i = 0; i < cells; ++i)
    {
        picked.push_back(scheduler.PickNext(table));
    }
    return picked;
}

using Paths = std::vector<uint16_t>;

} // namespace

TEST(CellScheduler, StickyKeepsThePrimary)
{
    const StickyCellScheduler scheduler;
    PathTable table = Make(4);
    EXPECT_EQ(Pick(scheduler, table, 3), (Paths{0, 0, 0}));
    table.Isolate(0, 0);
    EXPECT_EQ(Pick(scheduler, table, 2), (Paths{1, 1}));
    table.Restore(0);
    EXPECT_EQ(Pick(scheduler, table, 2), (Paths{1, 1})) << "it does not go back";
    table.Isolate(3, 0);
    EXPECT_EQ(table.GetPrimary(), 1) << "another one was isolated";
}

TEST(CellScheduler, RoundRobinTakesAllHealthyOnes)
{
    const RoundRobinCellScheduler scheduler;
    PathTable table = Make(4);
    EXPECT_EQ(Pick(scheduler, table, 5), (Paths{0, 1, 2, 3, 0}));
    table.Isolate(2, 0);
    EXPECT_EQ(Pick(scheduler, table, 4), (Paths{1, 3, 0, 1}));
}

TEST(CellScheduler, MinRttTriesAllAndTakesTheFastest)
{
    const MinRttCellScheduler scheduler;
    PathTable table = Make(3);
    for (uint16_t path = 0; path < 3; ++path)
    {
        EXPECT_EQ(scheduler.PickNext(table), path) << "one without samples is tried";
        table.AddSample(path, path == 1 ? 100 : 200, 0);
    }
    EXPECT_EQ(Pick(scheduler, table, 2), (Paths{1, 1}));
    table.AddSample(1, 2'000, 0);
    EXPECT_EQ(scheduler.PickNext(table), 0);
    table.Isolate(0, 0);
    EXPECT_EQ(scheduler.PickNext(table), 2);
    table.Restore(0);
    EXPECT_FALSE(table.GetEstimator(0).HasSample()) << "its samples are forgotten";
    EXPECT_EQ(scheduler.PickNext(table), 2) << "it counts as the average of all";
    table.AddSample(2, 20'000, 0);
    EXPECT_EQ(scheduler.PickNext(table), 1);
    table.AddSample(1, 100'000, 0);
    EXPECT_EQ(scheduler.PickNext(table), 2);
    table.AddSample(2, 100'000, 0);
    EXPECT_EQ(scheduler.PickNext(table), 1);
}

TEST(CellScheduler, SurvivesTheIsolationOfAll)
{
    const StickyCellScheduler sticky;
    const RoundRobinCellScheduler roundRobin;
    const MinRttCellScheduler minRtt;
    for (const CellScheduler* policy :
         std::vector<const CellScheduler*>{&sticky, &roundRobin, &minRtt})
    {
        const CellScheduler& scheduler = *policy;
        PathTable table = Make(2);
        table.Isolate(0, 0); // its queue pair has failed
        table.Isolate(1, 0);
        EXPECT_EQ(table.CountHealthy(), 0);
        EXPECT_EQ(scheduler.PickNext(table), PathTable::NONE);
        EXPECT_EQ(table.PickBackup(), PathTable::NONE);
        table.Restore(1);
        EXPECT_EQ(table.PickBackup(), 1);
        EXPECT_EQ(scheduler.PickNext(table), 1);
        EXPECT_EQ(table.GetPrimary(), 1);
    }
}

TEST(CellScheduler, StartsWithoutConnectedQueuePairs)
{
    const StickyCellScheduler scheduler;
    PathTable table = Make(2, false);
    EXPECT_EQ(scheduler.PickNext(table), PathTable::NONE);
    table.Restore(0);
    EXPECT_EQ(scheduler.PickNext(table), 0);
}

/// A path has given a sample: the scheduler is told.
void
Sample(const CellScheduler& scheduler, PathTable& table, uint16_t path, int64_t rtt, int64_t now)
{
    table.AddSample(path, rtt, now);
    scheduler.OnSample(table, path, 1'000, now);
}

TEST(CellScheduler, ReroutingLeavesASlowPathForAnUnknownOne)
{
    const auto scheduler = CreateObject<ReroutingCellScheduler>();
    PathTable table = Make(4);
    Sample(*scheduler, table, 0, 3'000, 0);
    EXPECT_EQ(scheduler->PickNext(table), 0) << "three base RTTs are not slow yet";
    Sample(*scheduler, table, 0, 3'001, 0);
    EXPECT_EQ(scheduler->PickNext(table), 1);
    Sample(*scheduler, table, 0, 9'000, 0);
    EXPECT_EQ(scheduler->PickNext(table), 1) << "a late token of the path that was left";
}

TEST(CellScheduler, ReroutingStaysWhereAllAreAsSlow)
{
    const auto scheduler = CreateObject<ReroutingCellScheduler>();
    PathTable table = Make(2);
    Sample(*scheduler, table, 0, 5'000, 0);
    EXPECT_EQ(scheduler->PickNext(table), 1);
    Sample(*scheduler, table, 1, 5'000, 0);
    EXPECT_EQ(scheduler->PickNext(table), 1);
    // 8 of 32 base RTTs later the other one promises 1000 + 4000 * 3/4: not below 0.75 * 5000.
    Sample(*scheduler, table, 1, 5'000, 8'000);
    EXPECT_EQ(scheduler->PickNext(table), 1);
    // Another 3 later 1000 + 4000 * 21/32 = 3625: it is.
    Sample(*scheduler, table, 1, 5'000, 11'000);
    EXPECT_EQ(scheduler->PickNext(table), 0) << "it comes back";
}

TEST(CellScheduler, ReroutingTakesTheMostPromisingHealthyPath)
{
    const auto scheduler = CreateObject<ReroutingCellScheduler>();
    PathTable table = Make(4);
    Sample(*scheduler, table, 1, 2'000, 0);
    Sample(*scheduler, table, 2, 1'500, 0);
    Sample(*scheduler, table, 3, 1'400, 0);
    table.Isolate(3, 0);
    Sample(*scheduler, table, 0, 4'000, 0);
    EXPECT_EQ(scheduler->PickNext(table), 2);
    PathTable single = Make(1);
    Sample(*scheduler, single, 0, 9'000, 0);
    EXPECT_EQ(scheduler->PickNext(single), 0) << "there is no other";
}
