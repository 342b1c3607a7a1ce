/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/dre.h"
#include "ns3/nstime.h"

#include <gtest/gtest.h>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

constexpr uint64_t GBPS = 1000000000; ///< bits per second

/// Time steps of microseconds.
int64_t
Us(int64_t microseconds)
{
    return MicroSeconds(microseconds).GetTimeStep();
}

/// Send a frame every two microseconds from one time to another.
void
Send(Dre& dre, uint32_t bytes, int64_t from, int64_t to)
{
    for (int64_t us = from; us < to; us += 2)
    {
        dre.Add(bytes, Us(us));
    }
}

} // namespace

// C = 100G, T_dre = 50 us, alpha = 0.2, so tau = 250 us and C * tau = 3 125 000 bytes.
TEST(Dre, HalfRateTendsToHalfTheMetric)
{
    Dre dre(100 * GBPS, Us(50), 0.2, 3);
    Send(dre, 12500, 0, 10000); // 50 Gbit/s
    const int64_t end = Us(10000) - 1;
    EXPECT_NEAR(dre.GetBytes(end), 1562500, 10);
    EXPECT_EQ(dre.GetMetric(end), 4U);
    EXPECT_NEAR(dre.GetBytes(end + 1), 1250000, 10); // just decayed
    EXPECT_EQ(dre.GetMetric(end + 1), 3U);
}

TEST(Dre, FullRateIsClamped)
{
    Dre dre(100 * GBPS, Us(50), 0.2, 3);
    Send(dre, 25000, 0, 10000);
    EXPECT_GE(dre.GetBytes(Us(10000) - 1), 3125000);
    EXPECT_EQ(dre.GetMetric(Us(10000) - 1), 7U);
    dre.Add(1000000000, Us(10000));
    EXPECT_EQ(dre.GetMetric(Us(10000)), 7U);
}

// X * 0.8^5 after five periods.
TEST(Dre, IdleLinkDecays)
{
    Dre dre(100 * GBPS, Us(50), 0.2, 3);
    dre.Add(1562500, Us(10));
    EXPECT_DOUBLE_EQ(dre.GetBytes(Us(50) - 1), 1562500);
    EXPECT_NEAR(dre.GetBytes(Us(250)), 1562500 * 0.32768, 5);
    EXPECT_NEAR(dre.GetBytes(Us(299)), 1562500 * 0.32768, 5);
    EXPECT_LT(dre.GetBytes(Us(1000000)), 1);
    EXPECT_EQ(dre.GetMetric(Us(1000000)), 0U);
}

TEST(Dre, TheMetricDoesNotDependOnWhenItIsRead)
{
    Dre watched(100 * GBPS, Us(50), 0.1, 3);
    Dre ignored(100 * GBPS, Us(50), 0.1, 3);
    for (int64_t us = 0; us < 5000; ++us)
    {
        if (us % 311 == 0)
        {
            watched.Add(123457, Us(us));
            ignored.Add(123457, Us(us));
        }
        watched.GetMetric(Us(us));
    }
    EXPECT_EQ(watched.GetBytes(Us(5000)), ignored.GetBytes(Us(5000)));
}

TEST(Dre, FasterLinksAreLessCongested)
{
    Dre slow(40 * GBPS, Us(50), 0.2, 6);
    Dre fast(1600 * GBPS, Us(50), 0.2, 6);
    slow.Add(1250000, 0); // C * tau of the slow link
    fast.Add(1250000, 0);
    EXPECT_EQ(slow.GetMetric(0), 63U);
    EXPECT_EQ(fast.GetMetric(0), 1U); // 64 / 40
}

TEST(Dre, LargeRegistersDoNotOverflow)
{
    Dre dre(1600 * GBPS, Us(1000000), 0.001, 6); // C * tau = 2e14 bytes
    for (int i = 0; i < 50000; ++i)
    {
        dre.Add(4000000000U, 0); // 2e14 in all
    }
    EXPECT_DOUBLE_EQ(dre.GetBytes(0), 2e14);
    EXPECT_EQ(dre.GetMetric(0), 63U);
    EXPECT_NEAR(dre.GetBytes(Us(1000000)) / 2e14, 0.999, 1e-6);
}
