/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/link-utilization.h"
#include "ns3/nstime.h"

#include <gtest/gtest.h>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

constexpr uint64_t RATE = 100'000'000'000; ///< bits per second

/// Time steps of microseconds.
int64_t
Us(int64_t microseconds)
{
    return MicroSeconds(microseconds).GetTimeStep();
}

/// Send frames of a size, one each microsecond, from 1 us to a time.
LinkUtilization
SendUntil(int64_t end, uint32_t bytes)
{
    LinkUtilization use(RATE, Us(400));
    for (int64_t t = 1; t <= end; ++t)
    {
        use.Add(bytes, Us(t));
    }
    return use;
}

} // namespace

// tau = 400 us at 100 Gb/s, so that C * tau is 5 MB.
TEST(LinkUtilization, TendsToRateTimesTimeConstant)
{
    const LinkUtilization use = SendUntil(20'000, 12'500);
    EXPECT_NEAR(use.GetBytes(Us(20'000)), 5e6, 1);
    EXPECT_EQ(use.GetLevel(Us(20'000)), 255U);
}

TEST(LinkUtilization, IsClamped)
{
    // One and a half times the rate of the line: 383 of 256.
    const LinkUtilization use = SendUntil(20'000, 18'750);
    EXPECT_NEAR(use.GetBytes(Us(20'000)), 7.5e6, 2);
    EXPECT_EQ(use.GetLevel(Us(20'000)), 255U);
}

TEST(LinkUtilization, HalfTheRateIsHalfTheScale)
{
    const LinkUtilization use = SendUntil(20'000, 6'260); // 50.08 Gb/s
    EXPECT_EQ(use.GetLevel(Us(20'000)), 128U);
}

TEST(LinkUtilization, AfterAPauseOfTheTimeConstantOnlyTheLastPacketCounts)
{
    LinkUtilization use = SendUntil(2'000, 12'500);
    use.Add(1'000, Us(2'400));
    EXPECT_EQ(use.GetBytes(Us(2'400)), 1'000);
    LinkUtilization shorter = SendUntil(20'000, 12'500);
    shorter.Add(1'000, Us(20'300)); // three quarters of it
    EXPECT_NEAR(shorter.GetBytes(Us(20'300)), 1'000 + 1.25e6, 1);
}

TEST(LinkUtilization, DecaysWithoutPackets)
{
    const LinkUtilization use = SendUntil(20'000, 12'500);
    EXPECT_EQ(use.GetLevel(Us(20'200)), 127U); // half of just below 256
    EXPECT_EQ(use.GetLevel(Us(20'400)), 0U);
    EXPECT_EQ(LinkUtilization(RATE, Us(400)).GetLevel(0), 0U);
}
