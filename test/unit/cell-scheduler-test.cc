/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/cell-scheduler.h"

#include <gtest/gtest.h>
#include <vector>

using namespace ns3::rdmacell;

namespace
{

/// A group of four healthy queue pairs, hold-down 100.
CellScheduler
Make(CellScheduler::NextQp policy,
     uint16_t paths = 4,
     bool healthy = true,
     PathEstimator* history = nullptr)
{
    PathEstimator::Settings settings;
    settings.ceiling = 1'000'000;
    settings.initialSoft = 5'000;
    return {paths, healthy, policy, settings, 100, history};
}

/// Pick the queue pairs of some new cells.
std::vector<uint16_t>
Pick(CellScheduler& scheduler, int cells)
{
    std::vector<uint16_t> picked;
    for (int i = 0; i < cells; ++i)
    {
        picked.push_back(scheduler.PickNext());
    }
    return picked;
}

using Paths = std::vector<uint16_t>;

} // namespace

TEST(CellScheduler, StickyKeepsThePrimary)
{
    CellScheduler scheduler = Make(CellScheduler::STICKY);
    EXPECT_EQ(Pick(scheduler, 3), (Paths{0, 0, 0}));
    scheduler.Isolate(0, 0);
    EXPECT_EQ(Pick(scheduler, 2), (Paths{1, 1}));
    scheduler.Restore(0);
    EXPECT_EQ(Pick(scheduler, 2), (Paths{1, 1})) << "it does not go back";
    scheduler.Isolate(3, 0);
    EXPECT_EQ(scheduler.GetPrimary(), 1) << "another one was isolated";
}

TEST(CellScheduler, RoundRobinTakesAllHealthyOnes)
{
    CellScheduler scheduler = Make(CellScheduler::ROUND_ROBIN);
    EXPECT_EQ(Pick(scheduler, 5), (Paths{0, 1, 2, 3, 0}));
    scheduler.Isolate(2, 0);
    EXPECT_EQ(Pick(scheduler, 4), (Paths{1, 3, 0, 1}));
}

TEST(CellScheduler, MinRttTriesAllAndTakesTheFastest)
{
    CellScheduler scheduler = Make(CellScheduler::MIN_RTT, 3);
    for (uint16_t path = 0; path < 3; ++path)
    {
        EXPECT_EQ(scheduler.PickNext(), path) << "one without samples is tried";
        scheduler.AddSample(path, path == 1 ? 100 : 200);
    }
    EXPECT_EQ(Pick(scheduler, 2), (Paths{1, 1}));
    scheduler.AddSample(1, 2'000);
    EXPECT_EQ(scheduler.PickNext(), 0);
    scheduler.Isolate(0, 0);
    EXPECT_EQ(scheduler.PickNext(), 2);
    scheduler.Restore(0);
    EXPECT_FALSE(scheduler.GetEstimator(0).HasSample()) << "its samples are forgotten";
    EXPECT_EQ(scheduler.PickNext(), 2) << "it counts as the average of all";
    scheduler.AddSample(2, 20'000);
    EXPECT_EQ(scheduler.PickNext(), 1);
    scheduler.AddSample(1, 100'000);
    EXPECT_EQ(scheduler.PickNext(), 2);
    scheduler.AddSample(2, 100'000);
    EXPECT_EQ(scheduler.PickNext(), 1);
}

TEST(CellScheduler, ResendsGoRoundFromTheNewPrimary)
{
    CellScheduler scheduler = Make(CellScheduler::STICKY);
    scheduler.Isolate(0, 0);
    EXPECT_EQ(scheduler.GetPrimary(), 1);
    EXPECT_EQ(scheduler.PickBackup(), 1);
    EXPECT_EQ(scheduler.PickBackup(), 2);
    EXPECT_EQ(scheduler.PickBackup(), 3);
    EXPECT_EQ(scheduler.PickBackup(), 1);
}

TEST(CellScheduler, IsolatesOneAtATimeAndNeverTheLast)
{
    CellScheduler scheduler = Make(CellScheduler::STICKY, 2);
    EXPECT_TRUE(scheduler.MayIsolate(0, 1'000));
    scheduler.Isolate(0, 1'000);
    EXPECT_EQ(scheduler.GetHoldDownEnd(), 1'100);
    EXPECT_FALSE(scheduler.MayIsolate(0, 5'000)) << "it is isolated";
    EXPECT_FALSE(scheduler.MayIsolate(1, 5'000)) << "it is the last";
    scheduler.Restore(0);
    EXPECT_TRUE(scheduler.MayIsolate(1, 5'000));
    scheduler.Isolate(1, 5'000);
    scheduler.Restore(1);
    EXPECT_FALSE(scheduler.MayIsolate(0, 5'099)) << "hold-down";
    EXPECT_TRUE(scheduler.MayIsolate(0, 5'100));
    CellScheduler single = Make(CellScheduler::STICKY, 1);
    EXPECT_FALSE(single.MayIsolate(0, 5'000));
}

TEST(CellScheduler, SurvivesTheIsolationOfAll)
{
    for (const auto policy :
         {CellScheduler::STICKY, CellScheduler::ROUND_ROBIN, CellScheduler::MIN_RTT})
    {
        CellScheduler scheduler = Make(policy, 2);
        scheduler.Isolate(0, 0); // its queue pair has failed
        scheduler.Isolate(1, 0);
        EXPECT_EQ(scheduler.CountHealthy(), 0);
        EXPECT_EQ(scheduler.PickNext(), CellScheduler::NONE);
        EXPECT_EQ(scheduler.PickBackup(), CellScheduler::NONE);
        scheduler.Restore(1);
        EXPECT_EQ(scheduler.PickBackup(), 1);
        EXPECT_EQ(scheduler.PickNext(), 1);
        EXPECT_EQ(scheduler.GetPrimary(), 1);
    }
}

TEST(CellScheduler, StartsWithoutConnectedQueuePairs)
{
    CellScheduler scheduler = Make(CellScheduler::STICKY, 2, false);
    EXPECT_EQ(scheduler.PickNext(), CellScheduler::NONE);
    scheduler.Restore(0);
    EXPECT_EQ(scheduler.PickNext(), 0);
}

TEST(CellScheduler, QueuePairsWithoutSamplesInheritTheSessions)
{
    CellScheduler scheduler = Make(CellScheduler::STICKY, 2);
    EXPECT_EQ(scheduler.GetSoftTimeout(0), 5'000) << "no sample at all";
    scheduler.AddSample(0, 100);
    EXPECT_EQ(scheduler.GetSoftTimeout(0), 300);
    EXPECT_EQ(scheduler.GetSoftTimeout(1), 300);
    scheduler.AddSample(1, 1'000);
    EXPECT_EQ(scheduler.GetSoftTimeout(1), 3'000) << "its own, now";
    EXPECT_EQ(scheduler.GetSoftTimeout(0), 300);
}

TEST(CellScheduler, GroupsWithoutSamplesInheritTheHosts)
{
    PathEstimator history;
    CellScheduler first = Make(CellScheduler::STICKY, 2, true, &history);
    EXPECT_EQ(first.GetSoftTimeout(0), 5'000) << "the host has no sample, either";
    first.AddSample(0, 100);
    CellScheduler second = Make(CellScheduler::STICKY, 2, true, &history);
    EXPECT_EQ(second.GetSoftTimeout(0), 300);
    second.AddSample(1, 1'000);
    EXPECT_EQ(second.GetSoftTimeout(0), 3'000) << "the group's own, now";
    EXPECT_EQ(first.GetSoftTimeout(1), 300);
    // RTT_var = 50 * 3/4 + 900 / 4, RTT_avg = 100 + 900 / 8
    EXPECT_DOUBLE_EQ(history.GetVariation(), 262.5);
    EXPECT_DOUBLE_EQ(history.GetAverage(), 212.5);
}

TEST(CellScheduler, DoublesUntilASampleAndNotForEver)
{
    CellScheduler scheduler = Make(CellScheduler::STICKY, 2);
    EXPECT_EQ(scheduler.GetBackoff(), 0);
    scheduler.BackOff();
    scheduler.BackOff();
    EXPECT_EQ(scheduler.GetBackoff(), 2);
    scheduler.AddSample(0, 100);
    EXPECT_EQ(scheduler.GetBackoff(), 0);
    for (int i = 0; i < 100; ++i)
    {
        scheduler.BackOff();
    }
    EXPECT_EQ(scheduler.GetBackoff(), CellScheduler::MAX_BACKOFF);
}
