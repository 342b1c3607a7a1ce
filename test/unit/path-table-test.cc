/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/path-table.h"

#include <gtest/gtest.h>

using namespace ns3::rdmacell;

namespace
{

/// A group of healthy queue pairs, hold-down 100.
PathTable
Make(uint16_t paths, bool healthy = true, PathEstimator* history = nullptr)
{
    PathEstimator::Settings settings;
    settings.ceiling = 1'000'000;
    settings.initialSoft = 5'000;
    return {paths, healthy, settings, 100, history};
}

} // namespace

TEST(PathTable, ResendsGoRoundFromTheNewPrimary)
{
    PathTable table = Make(4);
    table.Isolate(0, 0);
    EXPECT_EQ(table.GetPrimary(), 1);
    EXPECT_EQ(table.PickBackup(), 1);
    EXPECT_EQ(table.PickBackup(), 2);
    EXPECT_EQ(table.PickBackup(), 3);
    EXPECT_EQ(table.PickBackup(), 1);
}

TEST(PathTable, IsolatesOneAtATimeAndNeverTheLast)
{
    PathTable table = Make(2);
    EXPECT_TRUE(table.MayIsolate(0, 1'000));
    table.Isolate(0, 1'000);
    EXPECT_EQ(table.GetHoldDownEnd(), 1'100);
    EXPECT_FALSE(table.MayIsolate(0, 5'000)) << "it is isolated";
    EXPECT_FALSE(table.MayIsolate(1, 5'000)) << "it is the last";
    table.Restore(0);
    EXPECT_TRUE(table.MayIsolate(1, 5'000));
    table.Isolate(1, 5'000);
    table.Restore(1);
    EXPECT_FALSE(table.MayIsolate(0, 5'099)) << "hold-down";
    EXPECT_TRUE(table.MayIsolate(0, 5'100));
    PathTable single = Make(1);
    EXPECT_FALSE(single.MayIsolate(0, 5'000));
}

TEST(PathTable, QueuePairsWithoutSamplesInheritTheSessions)
{
    PathTable table = Make(2);
    EXPECT_EQ(table.GetSoftTimeout(0), 5'000) << "no sample at all";
    table.AddSample(0, 100, 0);
    EXPECT_EQ(table.GetSoftTimeout(0), 300);
    EXPECT_EQ(table.GetSoftTimeout(1), 300);
    table.AddSample(1, 1'000, 0);
    EXPECT_EQ(table.GetSoftTimeout(1), 3'000) << "its own, now";
    EXPECT_EQ(table.GetSoftTimeout(0), 300);
}

TEST(PathTable, GroupsWithoutSamplesInheritTheHosts)
{
    PathEstimator history;
    PathTable first = Make(2, true, &history);
    EXPECT_EQ(first.GetSoftTimeout(0), 5'000) << "the host has no sample, either";
    first.AddSample(0, 100, 0);
    PathTable second = Make(2, true, &history);
    EXPECT_EQ(second.GetSoftTimeout(0), 300);
    second.AddSample(1, 1'000, 0);
    EXPECT_EQ(second.GetSoftTimeout(0), 3'000) << "the group's own, now";
    EXPECT_EQ(first.GetSoftTimeout(1), 300);
    // RTT_var = 50 * 3/4 + 900 / 4, RTT_avg = 100 + 900 / 8
    EXPECT_DOUBLE_EQ(history.GetVariation(), 262.5);
    EXPECT_DOUBLE_EQ(history.GetAverage(), 212.5);
}

TEST(PathTable, DoublesUntilASampleAndNotForEver)
{
    PathTable table = Make(2);
    EXPECT_EQ(table.GetBackoff(), 0);
    table.BackOff();
    table.BackOff();
    EXPECT_EQ(table.GetBackoff(), 2);
    table.AddSample(0, 100, 0);
    EXPECT_EQ(table.GetBackoff(), 0);
    for (int i = 0; i < 100; ++i)
    {
        table.BackOff();
    }
    EXPECT_EQ(table.GetBackoff(), PathTable::MAX_BACKOFF);
}

TEST(PathTable, LeavesThePrimaryForTheNextHealthyPath)
{
    PathTable table = Make(3);
    EXPECT_TRUE(table.Leave(0));
    EXPECT_EQ(table.GetPrimary(), 1);
    EXPECT_TRUE(table.Leave(0)) << "it is not the primary";
    EXPECT_EQ(table.GetPrimary(), 1);
    table.Isolate(2, 0);
    EXPECT_TRUE(table.Leave(1));
    EXPECT_EQ(table.GetPrimary(), 0) << "over the isolated one";
    table.Isolate(1, 1'000);
    EXPECT_FALSE(table.Leave(0)) << "it is the last";
    EXPECT_EQ(table.GetPrimary(), 0);
}

TEST(PathTable, RemembersWhatAPathHasShownLast)
{
    PathTable table = Make(2);
    EXPECT_EQ(table.GetLastRtt(0), 0);
    table.AddSample(0, 500, 1'000);
    EXPECT_EQ(table.GetLastRtt(0), 500);
    EXPECT_EQ(table.GetLastTime(0), 1'000);
    table.NoteLate(0, 800, 2'000);
    EXPECT_EQ(table.GetLastRtt(0), 800) << "a cell without a token for longer";
    EXPECT_EQ(table.GetLastTime(0), 2'000);
    table.NoteLate(0, 300, 3'000);
    EXPECT_EQ(table.GetLastRtt(0), 800) << "a shorter wait says nothing";
    table.AddSample(0, 100, 4'000);
    EXPECT_EQ(table.GetLastRtt(0), 100);
    table.Isolate(0, 5'000);
    table.Restore(0);
    EXPECT_EQ(table.GetLastRtt(0), 0) << "forgotten with the reset";
}
