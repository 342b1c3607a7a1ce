/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/hpcc-controller.h"

#include <gtest/gtest.h>
#include <vector>

using namespace ns3::rdmacell;

namespace
{

constexpr int64_t T = 10'000;              ///< base RTT, steps of a nanosecond
constexpr uint64_t RATE = 100'000'000'000; ///< 12.5 bytes in a nanosecond
constexpr uint64_t BDP = 125'000;          ///< bytes

/// The parameters of the HPCC paper on a path of T and RATE.
HpccParameters
Paper()
{
    HpccParameters p;
    p.baseRtt = T;
    p.initialWindow = BDP;
    p.stepsPerByteAndBitRate = 8e9;
    return p;
}

/// Feeds ACKs into a controller.
class Acks
{
  public:
    /**
     * @brief Start with one record, at time 0.
     * @param controller the controller
     * @param hops switches on the path
     */
    explicit Acks(HpccController& controller, uint32_t hops = 1)
        : m_controller(controller)
    {
        m_telemetry.count = static_cast<uint8_t>(hops);
        m_telemetry.pathId = 7;
        for (uint32_t i = 0; i < hops; ++i)
        {
            m_telemetry.records[i] = {0, 0, 0, RATE};
        }
    }

    /**
     * @brief Let time pass at a switch.
     * @param hop the switch
     * @param elapsed since its last record, ns
     * @param sent bytes that it has sent meanwhile
     * @param queue bytes that wait there
     */
    void Pass(uint32_t hop, int64_t elapsed, uint64_t sent, uint64_t queue)
    {
        TelemetryHop& record = m_telemetry.records[hop];
        record.time += elapsed;
        record.txBytes += sent;
        record.queueBytes = queue;
    }

    /**
     * @brief Have an ACK arrive.
     * @param acknowledged end of the PSNs that it acknowledges
     * @param sent end of the PSNs sent
     */
    void Arrive(int64_t acknowledged, int64_t sent)
    {
        AckFeedback feedback;
        feedback.acknowledged = acknowledged;
        feedback.sent = sent;
        feedback.telemetry = &m_telemetry;
        m_controller.OnAck(feedback, m_telemetry.records[0].time);
    }

    /// @brief The packets take another path.
    void ChangePath()
    {
        ++m_telemetry.pathId;
    }

  private:
    HpccController& m_controller;
    FrameTelemetry m_telemetry{};
};

} // namespace

TEST(HpccController, StartsWithOneBdpAtLineRate)
{
    HpccController c(Paper());
    EXPECT_EQ(c.GetWindow(), BDP);
    EXPECT_EQ(c.GetLastRate(), 1e11);
    EXPECT_EQ(c.OnSend(1082, 0), 0);
    EXPECT_EQ(c.GetAckInterval(), 1U);
}

TEST(HpccController, FollowsTheEquationsOfTheirPaper)
{
    HpccController c(Paper());
    Acks acks(c);
    acks.Arrive(1, 126); // nothing to compare with; the next update is at PSN 127
    EXPECT_EQ(c.GetWindow(), BDP);

    // One BDP in one T: u = 1. W = 125000 * 0.95 / 1 + 80; the reference stays.
    acks.Pass(0, T, BDP, 0);
    acks.Arrive(2, 127);
    EXPECT_DOUBLE_EQ(c.GetUtilization(), 1);
    EXPECT_DOUBLE_EQ(c.GetWindow(), 118'830);
    EXPECT_EQ(c.GetReferenceWindow(), BDP);
    // The rate is W / T, here 11.883 bytes in a nanosecond.
    EXPECT_EQ(c.OnSend(11'883, 0), 1'000);

    // Of two queue lengths the smaller one counts, here 0: u = 1. A round trip is over.
    acks.Pass(0, T, BDP, 12'500);
    acks.Arrive(127, 250);
    EXPECT_DOUBLE_EQ(c.GetWindow(), 118'830);
    EXPECT_DOUBLE_EQ(c.GetReferenceWindow(), 118'830);

    // u = 12500 / 125000 + 1 = 1.1. W = 118830 * 0.95 / 1.1 + 80.
    acks.Pass(0, T, BDP, 12'500);
    acks.Arrive(128, 251);
    EXPECT_DOUBLE_EQ(c.GetUtilization(), 1.1);
    EXPECT_NEAR(c.GetWindow(), 102'705.90909, 1e-4);
    EXPECT_DOUBLE_EQ(c.GetReferenceWindow(), 118'830);

    // Half of the rate for half of T: u = 0.5, U = (1.1 + 0.5) / 2 = 0.8 < 0.95: W = W_c + 80.
    acks.Pass(0, T / 2, BDP / 4, 0);
    acks.Arrive(251, 370);
    EXPECT_DOUBLE_EQ(c.GetUtilization(), 0.8);
    EXPECT_DOUBLE_EQ(c.GetWindow(), 118'910);
    EXPECT_DOUBLE_EQ(c.GetReferenceWindow(), 118'910);
}

TEST(HpccController, IsSetByTheUtilizationAfterFiveAdditiveIncreases)
{
    HpccController c(Paper());
    Acks acks(c);
    acks.Arrive(1, 1);
    // Full queue, once: U = 2, W = 125000 * 0.95 / 2 + 80 = 59455.
    acks.Pass(0, T, BDP, BDP);
    acks.Arrive(2, 2);
    acks.Pass(0, T, BDP, BDP);
    acks.Arrive(3, 3);
    EXPECT_DOUBLE_EQ(c.GetReferenceWindow(), 118'830 * 0.95 / 2 + 80);
    const double start = c.GetReferenceWindow();
    // From now on U = 0.5. Each ACK ends a round trip.
    for (int stage = 1; stage <= 5; ++stage)
    {
        acks.Pass(0, T, BDP / 2, 0);
        acks.Arrive(3 + stage, 3 + stage);
        EXPECT_DOUBLE_EQ(c.GetUtilization(), 0.5);
        EXPECT_DOUBLE_EQ(c.GetReferenceWindow(), start + stage * 80);
    }
    acks.Pass(0, T, BDP / 2, 0);
    acks.Arrive(9, 9);
    EXPECT_DOUBLE_EQ(c.GetReferenceWindow(), (start + 400) * 0.95 / 0.5 + 80);
    // And again five additive increases.
    acks.Pass(0, T, BDP / 2, 0);
    acks.Arrive(10, 10);
    EXPECT_DOUBLE_EQ(c.GetReferenceWindow(), (start + 400) * 0.95 / 0.5 + 160);
}

TEST(HpccController, TakesTheBusiestLink)
{
    HpccController c(Paper());
    Acks acks(c, 3);
    acks.Arrive(1, 100);
    acks.Pass(0, T, BDP / 4, 0);
    acks.Pass(1, T / 2, BDP / 2, 0); // at full rate, but for half of T: U = (1 + 1) / 2
    acks.Pass(2, T, BDP / 2, 0);
    acks.Arrive(2, 101);
    EXPECT_DOUBLE_EQ(c.GetUtilization(), 1);
    acks.Pass(0, T, BDP / 4, 0);
    acks.Pass(1, T, BDP / 8, 0);
    acks.Pass(2, T, BDP / 2, 0);
    acks.Arrive(3, 102);
    EXPECT_DOUBLE_EQ(c.GetUtilization(), 0.5);
}

TEST(HpccController, ForgetsTheRecordsOfAnotherPath)
{
    HpccController c(Paper());
    Acks acks(c);
    acks.Arrive(1, 1);
    acks.Pass(0, T, 2 * BDP, 0);
    acks.ChangePath();
    acks.Arrive(2, 2);
    EXPECT_EQ(c.GetWindow(), BDP);
    acks.Pass(0, T, BDP, 0);
    acks.Arrive(3, 3);
    EXPECT_DOUBLE_EQ(c.GetWindow(), 118'830);
}

TEST(HpccController, IgnoresRecordsThatAreNotNewer)
{
    HpccController c(Paper());
    Acks acks(c);
    acks.Pass(0, T, BDP, 0);
    acks.Arrive(1, 1);
    acks.Pass(0, -1, 0, BDP);
    acks.Arrive(2, 2);
    EXPECT_EQ(c.GetWindow(), BDP);
}
