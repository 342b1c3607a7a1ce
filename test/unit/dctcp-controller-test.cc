/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/dctcp-controller.h"

#include <gtest/gtest.h>

using namespace ns3::rdmacell;

namespace
{

constexpr double G = 1e9; ///< bits per second in a Gb/s

/// The parameters of the HPCC simulator at 100 Gb/s.
DctcpParameters
HpccSimulator()
{
    DctcpParameters p;
    p.additiveIncrease = 0.615 * G;
    p.minRate = 0.1 * G;
    p.lineRate = 100 * G;
    p.largestWindow = 125'000;
    p.stepsPerByteAndBitRate = 8e9;
    return p;
}

/**
 * @brief Have an ACK arrive.
 * @param controller the controller
 * @param acknowledged end of the PSNs that it acknowledges
 * @param sent end of the PSNs sent
 * @param marked with BECN
 */
void
Acknowledge(DctcpController& controller, int64_t acknowledged, int64_t sent, bool marked)
{
    AckFeedback feedback;
    feedback.acknowledged = acknowledged;
    feedback.sent = sent;
    feedback.isMarked = marked;
    controller.OnAck(feedback, 0);
}

} // namespace

TEST(DctcpController, CutsOnceInARoundTripByTheShareOfMarks)
{
    DctcpController c(HpccSimulator());
    Acknowledge(c, 1, 125, false); // the first round trip: 125 - 1 + 1 packets
    EXPECT_EQ(c.GetLastRate(), 100 * G);
    EXPECT_EQ(c.GetAlpha(), 1);
    EXPECT_EQ(c.OnSend(1082, 0), 0);

    Acknowledge(c, 2, 126, true);
    EXPECT_EQ(c.GetLastRate(), 50 * G);
    EXPECT_EQ(c.GetWindow(), 62'500);
    EXPECT_EQ(c.OnSend(1000, 0), 160);
    Acknowledge(c, 3, 126, true); // the packet was sent before the cut
    EXPECT_EQ(c.GetLastRate(), 50 * G);

    // Two of 125 were marked: alpha = 1 + (0.016 - 1) / 16. PSN 125 was sent before the cut.
    Acknowledge(c, 126, 180, false);
    EXPECT_DOUBLE_EQ(c.GetAlpha(), 0.9385);
    EXPECT_EQ(c.GetLastRate(), 50 * G);
    Acknowledge(c, 127, 181, false);

    // One of 180 - 126 + 1 = 55: alpha = 0.9385 + (1 / 55 - 0.9385) / 16 = 0.880980114.
    Acknowledge(c, 181, 240, true);
    EXPECT_NEAR(c.GetAlpha(), 0.880980114, 1e-9);
    EXPECT_NEAR(c.GetLastRate(), 27.97549716 * G, 1e3);

    // None of 60: the rate increases.
    Acknowledge(c, 241, 270, false);
    EXPECT_NEAR(c.GetAlpha(), 0.880980114 * 15 / 16, 1e-9);
    EXPECT_NEAR(c.GetLastRate(), (27.97549716 + 0.615) * G, 1e3);
}

TEST(DctcpController, CountsNotificationsWithoutAnAck)
{
    DctcpController c(HpccSimulator());
    Acknowledge(c, 1, 10, false);
    for (int i = 0; i < 5; ++i)
    {
        c.OnCnp(0);
    }
    Acknowledge(c, 11, 20, false); // 5 of 10: alpha = 1 - 0.5 / 16
    EXPECT_DOUBLE_EQ(c.GetAlpha(), 0.96875);
}
