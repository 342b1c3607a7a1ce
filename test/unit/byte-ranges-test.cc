/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/byte-ranges.h"

#include <gtest/gtest.h>

using namespace ns3::rdmacell;

TEST(ByteRanges, CountsWhatIsNew)
{
    ByteRanges ranges;
    EXPECT_EQ(ranges.Add(0, 100), 100U);
    EXPECT_EQ(ranges.Add(100, 50), 50U);
    EXPECT_EQ(ranges.CountRanges(), 1U) << "in order is one range";
    EXPECT_EQ(ranges.Add(0, 150), 0U) << "all known";
    EXPECT_EQ(ranges.Add(300, 100), 100U);
    EXPECT_EQ(ranges.CountRanges(), 2U);
    EXPECT_EQ(ranges.GetEnd(), 400U);
    EXPECT_EQ(ranges.Add(120, 200), 150U) << "150 to 300 is new";
    EXPECT_EQ(ranges.GetEnd(), 400U) << "the later range ends before it";
    EXPECT_EQ(ranges.CountRanges(), 1U);
    EXPECT_EQ(ranges.GetBytes(), 400U);
}

TEST(ByteRanges, JoinsSeveralRanges)
{
    ByteRanges ranges;
    for (uint64_t begin = 0; begin < 1000; begin += 100)
    {
        EXPECT_EQ(ranges.Add(begin, 10), 10U);
    }
    EXPECT_EQ(ranges.CountRanges(), 10U);
    EXPECT_EQ(ranges.Add(5, 900), 900U - 5 - 80 - 5) << "overlaps ten ranges, the ends in part";
    EXPECT_EQ(ranges.CountRanges(), 1U);
    EXPECT_EQ(ranges.GetBytes(), 910U);
}

TEST(ByteRanges, NothingAddsNothing)
{
    ByteRanges ranges;
    EXPECT_EQ(ranges.Add(7, 0), 0U);
    EXPECT_EQ(ranges.CountRanges(), 0U);
    EXPECT_EQ(ranges.GetEnd(), 0U);
    EXPECT_EQ(ranges.Add(uint64_t{1} << 40, 1), 1U) << "above 4 GiB";
    EXPECT_EQ(ranges.Add(0, 1), 1U) << "before all others";
    EXPECT_EQ(ranges.CountRanges(), 2U);
}
