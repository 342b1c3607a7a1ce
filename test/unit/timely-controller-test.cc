/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/timely-controller.h"

#include <gtest/gtest.h>

using namespace ns3::rdmacell;

namespace
{

constexpr int64_t US = 1000; ///< steps of a nanosecond in a microsecond
constexpr double G = 1e9;    ///< bits per second in a Gb/s

/// The parameters of TIMELY at 10 Gb/s.
TimelyParameters
Paper()
{
    TimelyParameters p;
    p.additiveIncrease = 0.01 * G;
    p.lowRtt = 50 * US;
    p.highRtt = 500 * US;
    p.minRtt = 20 * US;
    p.minRate = 0.1 * G;
    p.lineRate = 10 * G;
    p.ackInterval = 16;
    p.stepsPerByteAndBitRate = 8e9;
    return p;
}

/**
 * @brief Have an ACK give a sample.
 * @param controller the controller
 * @param rtt microseconds
 */
void
Sample(TimelyController& controller, int64_t rtt)
{
    AckFeedback feedback;
    feedback.rtt = rtt * US;
    controller.OnAck(feedback, 0);
}

} // namespace

TEST(TimelyController, FollowsTheAlgorithmOfItsPaper)
{
    TimelyController c(Paper());
    EXPECT_EQ(c.GetAckInterval(), 16U);
    Sample(c, 100); // no difference yet, and no rate above the line's
    EXPECT_EQ(c.GetLastRate(), 10 * G);
    EXPECT_EQ(c.OnSend(1000, 0), 0);

    // A difference of 20 us weighs 0.875 * 20 = 17.5 us: gradient 0.875, factor 1 - 0.8 * 0.875.
    Sample(c, 120);
    EXPECT_DOUBLE_EQ(c.GetGradient(), 0.875);
    EXPECT_NEAR(c.GetLastRate(), 3 * G, 1);
    EXPECT_EQ(c.OnSend(3000, 0), 8'000);

    // 17.5 + 0.875 * (-10 - 17.5) = -6.5625 us.
    Sample(c, 110);
    EXPECT_DOUBLE_EQ(c.GetGradient(), -0.328125);
    EXPECT_NEAR(c.GetLastRate(), 3.01 * G, 1);

    // The fifth sample in a row without a rise increases by five steps.
    for (const double expected : {3.02, 3.03, 3.04, 3.09, 3.14})
    {
        Sample(c, 110);
        EXPECT_NEAR(c.GetLastRate(), expected * G, 1);
    }

    // Above T_high: factor 1 - 0.8 * (1 - 500 / 1000).
    Sample(c, 1'000);
    EXPECT_NEAR(c.GetLastRate(), 3.14 * 0.6 * G, 1);

    // Below T_low: one step, however the RTT changes.
    for (const int64_t rtt : {30, 49, 20, 48})
    {
        const double before = c.GetLastRate();
        Sample(c, rtt);
        EXPECT_NEAR(c.GetLastRate(), before + 0.01 * G, 1);
    }

    // The series of samples without a rise has ended: a single step, at first.
    Sample(c, 50);
    Sample(c, 50);
    const double before = c.GetLastRate();
    Sample(c, 50);
    EXPECT_LT(c.GetLastRate(), before);
}

TEST(TimelyController, KeepsTheLimitsOfTheRate)
{
    TimelyController c(Paper());
    Sample(c, 100);
    Sample(c, 400); // gradient 13.1: down to nothing
    EXPECT_EQ(c.GetLastRate(), 0.1 * G);
}

TEST(TimelyController, NeedsATimeStamp)
{
    TimelyController c(Paper());
    Sample(c, 100);
    Sample(c, 0);
    Sample(c, 120);
    EXPECT_DOUBLE_EQ(c.GetGradient(), 0.875);
}
