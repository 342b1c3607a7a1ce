/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/hula-probe.h"
#include "ns3/hula-table.h"
#include "ns3/roce-frame-pool.h"

#include <gtest/gtest.h>

using namespace ns3::rdmacell;

namespace
{

constexpr uint32_t TOR = 3;          ///< a ToR switch
constexpr int64_t KEEP_ALIVE = 600;  ///< steps
constexpr int64_t SUPPRESSION = 100; ///< steps

} // namespace

// An entry that could only improve would keep a path that has become congested.
TEST(HulaTable, TheBestHopMayBecomeWorse)
{
    HulaTable table(4, KEEP_ALIVE, SUPPRESSION);
    EXPECT_EQ(table.GetBestPort(TOR), HulaTable::NO_PORT);
    table.Update(TOR, 1, 50, 0);
    table.Update(TOR, 2, 30, 1);
    EXPECT_EQ(table.GetBestPort(TOR), 2U);
    table.Update(TOR, 2, 90, 2);
    EXPECT_EQ(table.GetBestPort(TOR), 2U);
    EXPECT_EQ(table.GetUtilization(TOR), 90U);
    table.Update(TOR, 1, 50, 3);
    EXPECT_EQ(table.GetBestPort(TOR), 1U);
    EXPECT_EQ(table.GetUtilization(TOR), 50U);
    EXPECT_EQ(table.GetChanges(), 2U);
    EXPECT_EQ(table.GetBestPort(0), HulaTable::NO_PORT); // entries are independent
}

TEST(HulaTable, EqualIsNotBetter)
{
    HulaTable table(4, KEEP_ALIVE, SUPPRESSION);
    EXPECT_EQ(table.Update(TOR, 1, 50, 0), HulaTable::Outcome::CHANGED);
    EXPECT_EQ(table.Update(TOR, 2, 50, 1), HulaTable::Outcome::TIED);
    EXPECT_EQ(table.GetBestPort(TOR), 1U);
    EXPECT_EQ(table.Update(TOR, 2, 51, 2), HulaTable::Outcome::KEPT);
    EXPECT_EQ(table.Update(TOR, 1, 50, 3), HulaTable::Outcome::UPDATED);
}

TEST(HulaTable, ATiedHopMayReplaceTheBestOneAndThenCountsAsIt)
{
    HulaTable table(4, KEEP_ALIVE, SUPPRESSION);
    table.Update(TOR, 1, 50, 0);
    table.Update(TOR, 2, 50, 1);
    table.ReplaceTied(TOR, 2, 1);
    EXPECT_EQ(table.GetBestPort(TOR), 2U);
    EXPECT_EQ(table.GetUtilization(TOR), 50U);
    EXPECT_EQ(table.GetChanges(), 1U);
    EXPECT_EQ(table.Update(TOR, 2, 70, 2), HulaTable::Outcome::UPDATED); // it may become worse
    EXPECT_EQ(table.Update(TOR, 1, 50, 3), HulaTable::Outcome::CHANGED);
}

TEST(HulaTable, AStaleEntryGivesWay)
{
    HulaTable table(4, KEEP_ALIVE, SUPPRESSION);
    table.Update(TOR, 1, 10, 0);
    table.Update(TOR, 2, 200, KEEP_ALIVE);
    EXPECT_EQ(table.GetBestPort(TOR), 1U); // and a worse one does not refresh it
    table.Update(TOR, 2, 200, KEEP_ALIVE + 1);
    EXPECT_EQ(table.GetBestPort(TOR), 2U);
    EXPECT_EQ(table.GetUtilization(TOR), 200U);
}

TEST(HulaTable, ReplicatesOneProbeOfAnOriginAtATime)
{
    HulaTable table(4, KEEP_ALIVE, SUPPRESSION);
    EXPECT_TRUE(table.TryReplicate(TOR, 0));
    EXPECT_FALSE(table.TryReplicate(TOR, 1));
    EXPECT_TRUE(table.TryReplicate(TOR - 1, 1));
    EXPECT_FALSE(table.TryReplicate(TOR, SUPPRESSION - 1));
    EXPECT_TRUE(table.TryReplicate(TOR, SUPPRESSION));
    EXPECT_FALSE(table.TryReplicate(TOR, SUPPRESSION + 1));
}

TEST(HulaTable, HasNoEntryForOtherNumbers)
{
    EXPECT_EQ(HulaTable(4, KEEP_ALIVE, SUPPRESSION).GetBestPort(UINT32_MAX), HulaTable::NO_PORT);
}

TEST(HulaProbe, IsReadAsWritten)
{
    RoceFramePtr frame = RoceFramePool::Get();
    HulaProbe{0xabcdef, 0x97}.Write(*frame);
    EXPECT_EQ(HulaProbe::Read(*frame).tor, 0xabcdefU);
    EXPECT_EQ(HulaProbe::Read(*frame).utilization, 0x97U);
    EXPECT_EQ(HulaProbe::WIRE_BYTES, 84U);
}
