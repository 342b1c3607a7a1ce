/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/conga-from-leaf-table.h"
#include "ns3/conga-to-leaf-table.h"
#include "ns3/roce-frame-pool.h"

#include <gtest/gtest.h>
#include <vector>

using namespace ns3::rdmacell;

namespace
{

constexpr uint32_t NONE = CongaPathMetric::NO_TAG; ///< no feedback
constexpr int64_t AGING = 500;                     ///< steps

/// Take feedback for a ToR switch, and list its tags.
std::vector<uint32_t>
TakeTags(CongaFromLeafTable& table, uint32_t tor, int64_t now, int count)
{
    std::vector<uint32_t> tags;
    for (int i = 0; i < count; ++i)
    {
        tags.push_back(table.TakeFeedback(tor, now).tag);
    }
    return tags;
}

} // namespace

TEST(CongaMetric, DecaysToZeroWithinTheAgingTime)
{
    const CongaMetric metric{1000, 7};
    EXPECT_EQ(metric.At(1000, AGING), 7U);
    EXPECT_EQ(metric.At(1071, AGING), 7U); // 7 * 429 / 500 = 6.006
    EXPECT_EQ(metric.At(1072, AGING), 6U); // 7 * 428 / 500 = 5.992
    EXPECT_EQ(metric.At(1250, AGING), 4U); // 3.5
    EXPECT_EQ(metric.At(1499, AGING), 1U);
    EXPECT_EQ(metric.At(1500, AGING), 0U);
    EXPECT_EQ(metric.At(1000000, AGING), 0U);
}

TEST(CongaHeader, HoldsPathAndFeedback)
{
    RoceFramePtr frame = RoceFramePool::Get();
    CongaHeader header(*frame);
    header.SetPath({1022, 0});
    header.SetFeedback({15, 63});
    header.RaiseCongestion(5);
    header.RaiseCongestion(3); // the largest counts
    EXPECT_EQ(header.GetPath().tag, 1022U);
    EXPECT_EQ(header.GetPath().metric, 5U);
    EXPECT_EQ(header.GetFeedback().tag, 15U);
    EXPECT_EQ(header.GetFeedback().metric, 63U);
    EXPECT_EQ(frame->scratch[CongaHeader::BYTES], 0U);
    header.SetFeedback({});
    EXPECT_EQ(header.GetFeedback().tag, NONE);
    EXPECT_EQ(header.GetPath().tag, 1022U);
}

TEST(CongaToLeafTable, MetricsDecayUnlessRefreshed)
{
    CongaToLeafTable table(4, AGING);
    EXPECT_EQ(table.GetMetric(2, 9, 0), 0U) << "unknown paths are taken to be idle";
    table.Store(2, {9, 7}, 100);
    EXPECT_EQ(table.GetMetric(2, 9, 100), 7U);
    EXPECT_EQ(table.GetMetric(1, 9, 100), 0U);
    EXPECT_EQ(table.GetMetric(2, 8, 100), 0U);
    table.Store(2, {9, 6}, 400);
    EXPECT_EQ(table.GetMetric(2, 9, 650), 3U) << "half of 6";
    EXPECT_EQ(table.GetMetric(2, 9, 900), 0U);
}

TEST(CongaFromLeafTable, FeedsBackRoundRobin)
{
    CongaFromLeafTable table(4, AGING);
    EXPECT_EQ(table.TakeFeedback(1, 0).tag, NONE);
    for (uint32_t tag : {0U, 3U, 5U})
    {
        table.Store(1, {tag, tag}, 0);
    }
    const std::vector<uint32_t> turns{0, 3, 5, 0, 3, 5, 0};
    EXPECT_EQ(TakeTags(table, 1, 0, 7), turns);
    EXPECT_EQ(table.TakeFeedback(2, 0).tag, NONE) << "other ToR switches have their own";
}

TEST(CongaFromLeafTable, FeedsBackChangesFirst)
{
    CongaFromLeafTable table(4, AGING);
    for (uint32_t tag = 0; tag < 8; ++tag)
    {
        table.Store(1, {tag, 1}, 0);
    }
    TakeTags(table, 1, 0, 9);  // each once, then 0: 1 is next
    table.Store(1, {2, 1}, 1); // no change
    table.Store(1, {4, 6}, 1);
    table.Store(1, {0, 2}, 1);
    const CongaPathMetric first = table.TakeFeedback(1, 1);
    EXPECT_EQ(first.tag, 4U);
    EXPECT_EQ(first.metric, 6U);
    EXPECT_EQ(table.TakeFeedback(1, 1).tag, 0U);
    EXPECT_EQ(table.TakeFeedback(1, 1).tag, 1U) << "no more changes: round robin goes on";
}

TEST(CongaFromLeafTable, DoesNotFeedBackWhatHasDecayed)
{
    CongaFromLeafTable table(4, AGING);
    table.Store(1, {0, 7}, 0);
    table.Store(1, {1, 4}, 300);
    EXPECT_EQ(table.TakeFeedback(1, 250).metric, 4U) << "half of 7, rounded up";
    const std::vector<uint32_t> turns{1, 1, 1};
    EXPECT_EQ(TakeTags(table, 1, 500, 3), turns);
    EXPECT_EQ(table.TakeFeedback(1, 800).tag, NONE);
    table.Store(1, {0, 7}, 900); // measured again: a change
    EXPECT_EQ(table.TakeFeedback(1, 900).tag, 0U);
}
