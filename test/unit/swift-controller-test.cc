/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/swift-controller.h"

#include <gtest/gtest.h>

using namespace ns3::rdmacell;

namespace
{

constexpr int64_t US = 1000; ///< steps of a nanosecond in a microsecond
constexpr uint32_t HOPS = 3; ///< switches on the path

/// Parameters whose flow scaling is 50 us / sqrt(cwnd) - 5 us: 95 us / (1/sqrt(0.25) -
/// 1/sqrt(100)) = 50 us, and 50 us / sqrt(100) = 5 us.
SwiftParameters
Round()
{
    SwiftParameters p;
    p.baseTarget = 20 * US;
    p.hopTarget = 3 * US;
    p.flowRange = 95 * US;
    p.flowMinWindow = 0.25;
    p.flowMaxWindow = 100;
    p.minWindow = 0.01;
    p.maxWindow = 100;
    p.initialWindow = 100;
    p.lineRate = 1e11;
    p.stepsPerByteAndBitRate = 8e9;
    return p;
}

/**
 * @brief Have an ACK arrive.
 * @param controller the controller
 * @param rtt ns
 * @param at ns
 * @param packets that it acknowledges
 */
void
Acknowledge(SwiftController& controller, int64_t rtt, int64_t at, uint32_t packets = 1)
{
    AckFeedback feedback;
    feedback.rtt = rtt;
    feedback.hops = HOPS;
    feedback.packets = packets;
    controller.OnAck(feedback, at);
}

} // namespace

TEST(SwiftController, ScalesTheTargetWithHopsAndFlows)
{
    SwiftParameters p = Round();
    EXPECT_NEAR(SwiftController(p).GetTarget(0), 20 * US, 1e-6);
    EXPECT_NEAR(SwiftController(p).GetTarget(5), 35 * US, 1e-6);
    p.initialWindow = 25; // 50 / 5 - 5 = 5 us
    EXPECT_NEAR(SwiftController(p).GetTarget(0), 25 * US, 1e-6);
    p.initialWindow = 1; // 50 - 5 = 45 us
    EXPECT_NEAR(SwiftController(p).GetTarget(0), 65 * US, 1e-6);
    p.initialWindow = 0.01; // 495 us, but 95 us at most
    EXPECT_NEAR(SwiftController(p).GetTarget(0), 115 * US, 1e-6);
    p.maxWindow = p.initialWindow = 10'000; // nothing is taken away above fs_max_cwnd
    EXPECT_NEAR(SwiftController(p).GetTarget(0), 20 * US, 1e-6);
}

TEST(SwiftController, FollowsTheAlgorithmOfItsPaper)
{
    SwiftController c(Round());
    // Target 20 + 3 * 3 us. Delay 58 us: 1 - 0.8 * 29 / 58 = 0.6.
    Acknowledge(c, 58 * US, 58 * US);
    EXPECT_NEAR(c.GetPackets(), 60, 1e-9);
    EXPECT_NEAR(c.GetWindow(), 60'000, 1e-6);
    EXPECT_NEAR(c.GetLastRate(), 60'000 * 8e9 / (58 * US), 1);

    // Not again within a round trip.
    Acknowledge(c, 58 * US, 60 * US);
    EXPECT_NEAR(c.GetPackets(), 60, 1e-9);

    // A round trip later, but by half at most.
    Acknowledge(c, 290 * US, 58 * US + 290 * US);
    EXPECT_NEAR(c.GetPackets(), 30, 1e-9);

    // Below the target: ai / cwnd for each packet.
    Acknowledge(c, 20 * US, 400 * US, 3);
    EXPECT_NEAR(c.GetPackets(), 30.1, 1e-9);
    EXPECT_EQ(c.OnSend(1082, 0), 0);
}

TEST(SwiftController, PacesBelowOnePacket)
{
    SwiftParameters p = Round();
    p.maxWindow = p.initialWindow = 1;
    SwiftController c(p);
    // Target 20 + 9 + 45 = 74 us, delay 148 us: 0.6 packets in each round trip.
    Acknowledge(c, 148 * US, 148 * US);
    EXPECT_NEAR(c.GetPackets(), 0.6, 1e-9);
    EXPECT_NEAR(c.OnSend(1082, 0), 148 * US / 0.6, 1);
    // Below one packet, each acknowledged packet adds ai.
    Acknowledge(c, 50 * US, 400 * US);
    EXPECT_NEAR(c.GetPackets(), 1, 1e-9);
    EXPECT_EQ(c.OnSend(1082, 0), 0);
}

TEST(SwiftController, HalvesAtLossesAndResetsAtFiveTimeouts)
{
    SwiftController c(Round());
    Acknowledge(c, 10 * US, 10 * US);
    c.OnLoss(LossSign::NAK, 100 * US);
    EXPECT_NEAR(c.GetPackets(), 50, 1e-9);
    c.OnLoss(LossSign::NAK, 105 * US); // within a round trip
    EXPECT_NEAR(c.GetPackets(), 50, 1e-9);
    for (int i = 1; i <= 4; ++i)
    {
        c.OnLoss(LossSign::TIMEOUT, (100 + 100 * i) * US);
    }
    EXPECT_NEAR(c.GetPackets(), 50.0 / 16, 1e-9);
    c.OnLoss(LossSign::TIMEOUT, 601 * US);
    EXPECT_NEAR(c.GetPackets(), 0.01, 1e-9);
}
