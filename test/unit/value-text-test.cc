/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Tests of writing numbers, times and rates as options take them.
 */

#include "value-text.h"

#include "ns3/option-values.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <string>

using namespace ns3;
using namespace ns3::rdmacell;

TEST(NumberText, HasAsFewDigitsAsReadBackTheSame)
{
    EXPECT_EQ(NumberText(0.8), "0.8");
    EXPECT_EQ(NumberText(1), "1");
    EXPECT_EQ(NumberText(0), "0");
    EXPECT_EQ(NumberText(1.0 / 256), "0.00390625");
    for (const double value : {1.0 / 3, 0.1 + 0.2, 2.0 / 3, 1e300, 5e-324})
    {
        EXPECT_EQ(std::strtod(NumberText(value).c_str(), nullptr), value);
    }
    EXPECT_NE(NumberText(0.1 + 0.2), NumberText(0.3));
}

TEST(TimeText, IsExactInTheLargestUnit)
{
    EXPECT_EQ(TimeText(Time(0)), "0s");
    EXPECT_EQ(TimeText(Seconds(3)), "3s");
    EXPECT_EQ(TimeText(MicroSeconds(800)), "800us");
    EXPECT_EQ(TimeText(MicroSeconds(5000)), "5ms");
    EXPECT_EQ(TimeText(MicroSeconds(1500)), "1500us");
    EXPECT_EQ(TimeText(NanoSeconds(4194304)), "4194304ns");
    EXPECT_EQ(TimeText(NanoSeconds(-5)), "-5ns");
    for (const char* text : {"1us", "999ns", "70s", "4194304ns"})
    {
        EXPECT_EQ(TimeText(ParseTime(text)), text);
    }
}

TEST(RateText, IsExactInTheLargestUnit)
{
    for (const char* text : {"100Gbps", "12500Mbps", "1600Gbps", "400Gbps", "100bps", "0bps"})
    {
        EXPECT_EQ(RateText(DataRate(text)), text);
    }
    EXPECT_EQ(RateText(DataRate("12.5Gbps")), "12500Mbps");
    EXPECT_EQ(RateText(DataRate(100000000001)), "100000000001bps");
}
