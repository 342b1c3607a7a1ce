/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mp-rdma-controller.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <set>

using namespace ns3::rdmacell;

namespace
{

/**
 * @brief Make parameters of a window of four packets that may be late by two.
 * @return the parameters
 */
MpRdmaParameters
Small()
{
    MpRdmaParameters p;
    p.initialWindow = 4;
    p.delta = 2;
    p.probeEach = 0;
    p.firstPort = 0xfffe;
    p.pathMtu = 1000;
    p.lineRate = 1e11;
    return p;
}

/**
 * @brief Send packets.
 * @param controller the controller
 * @param count how many
 * @return UDP source port of the last one
 */
uint16_t
Send(MpRdmaController& controller, int count)
{
    uint16_t port = 0;
    for (int i = 0; i < count; ++i)
    {
        port = controller.ChoosePort();
    }
    return port;
}

/**
 * @brief Have an ACK arrive. PSNs start with 100.
 * @param controller the controller
 * @param answered PSN of the packet that it answers
 * @param acknowledged end of the PSNs that it acknowledges
 * @param packets that no earlier ACK has acknowledged
 * @param sent end of the PSNs sent
 * @param port UDP source port of the packet
 * @param isMarked it carries a notification
 */
void
Acknowledge(MpRdmaController& controller,
            int64_t answered,
            int64_t acknowledged,
            uint32_t packets,
            int64_t sent,
            uint16_t port,
            bool isMarked = false)
{
    AckFeedback feedback;
    feedback.answered = answered;
    feedback.acknowledged = acknowledged;
    feedback.packets = packets;
    feedback.sent = sent;
    feedback.port = port;
    feedback.isMarked = isMarked;
    controller.OnAck(feedback, 0);
}

} // namespace

TEST(MpRdmaController, SpreadsTheInitialWindowOverNewPaths)
{
    MpRdmaController c(Small());
    EXPECT_EQ(c.GetAckInterval(), 1U);
    EXPECT_EQ(c.GetWindow(), 4000);
    EXPECT_EQ(c.ChoosePort(), 0xfffe);
    EXPECT_EQ(c.ChoosePort(), 0xffff);
    EXPECT_EQ(c.ChoosePort(), 0xc000); // the first of the range follows the last
    EXPECT_EQ(c.ChoosePort(), 0xc001);
    EXPECT_EQ(c.GetWindow(), 4000);
}

TEST(MpRdmaController, AnAckClocksOutAPacketOnItsPath)
{
    MpRdmaController c(Small());
    Send(c, 4);
    // 4 + 1/4: room for four packets, of which three are in flight.
    Acknowledge(c, 100, 101, 1, 104, 0xfffe);
    EXPECT_EQ(c.GetCongestionWindow(), 4.25);
    EXPECT_EQ(c.GetWindow(), 4000); // from PSN 101 on
    EXPECT_EQ(c.ChoosePort(), 0xfffe);
    // Out of order, yet it has left the network: four PSNs from 101 on, one of them acknowledged.
    Acknowledge(c, 102, 101, 0, 105, 0xc000);
    EXPECT_NEAR(c.GetCongestionWindow(), 4.25 + 1 / 4.25, 1e-12);
    EXPECT_EQ(c.GetWindow(), 5000);
    EXPECT_EQ(c.ChoosePort(), 0xc000);
    EXPECT_EQ(c.GetWindow(), 5000);
}

TEST(MpRdmaController, AMarkTakesHalfAPacketOffTheWindow)
{
    MpRdmaController c(Small());
    Send(c, 4);
    // 3.5: room for three packets, and three are in flight.
    Acknowledge(c, 100, 101, 1, 104, 0xfffe, true);
    EXPECT_EQ(c.GetCongestionWindow(), 3.5);
    EXPECT_EQ(c.GetWindow(), 3000);
    // 3.5 + 1/3.5 = 3.79: two in flight, one on this path.
    Acknowledge(c, 101, 102, 1, 104, 0xffff);
    EXPECT_EQ(c.GetWindow(), 3000);
    EXPECT_EQ(c.ChoosePort(), 0xffff);
    for (int i = 0; i < 20; ++i)
    {
        c.OnCnp(0);
    }
    EXPECT_EQ(c.GetCongestionWindow(), 1); // never less
}

TEST(MpRdmaController, ALatePacketPrunesItsPath)
{
    MpRdmaController c(Small());
    Send(c, 4);
    Acknowledge(c, 102, 100, 0, 104, 0xc000); // 4.25
    EXPECT_EQ(Send(c, 1), 0xc000);
    const double before = 4.25 + 1 / 4.25;
    Acknowledge(c, 103, 100, 0, 105, 0xc001);
    EXPECT_NEAR(c.GetCongestionWindow(), before, 1e-12);
    EXPECT_EQ(Send(c, 1), 0xc001);
    // 101 is 103 - 2: not too late. 100 is.
    Acknowledge(c, 101, 100, 0, 106, 0xffff);
    EXPECT_EQ(c.GetPruned(), 0U);
    EXPECT_EQ(Send(c, 1), 0xffff);
    const double grown = c.GetCongestionWindow() + 1 / c.GetCongestionWindow();
    Acknowledge(c, 100, 104, 4, 107, 0xfffe);
    EXPECT_EQ(c.GetPruned(), 1U);
    EXPECT_NEAR(c.GetCongestionWindow(), grown - 1, 1e-12); // 3.9
    EXPECT_EQ(c.GetWindow(), 3000);                         // 104 to 106 are in flight: no more
}

TEST(MpRdmaController, AnAckClocksOutTwoPacketsAtMost)
{
    MpRdmaController c(Small());
    Send(c, 4);
    Acknowledge(c, 102, 103, 3, 104, 0xc000); // of four, one is in flight
    EXPECT_EQ(c.GetWindow(), 3000);
    EXPECT_EQ(Send(c, 2), 0xc000);
    Acknowledge(c, 103, 104, 1, 106, 0xc001); // of four, two are in flight
    EXPECT_EQ(c.GetWindow(), 4000);
    EXPECT_EQ(Send(c, 2), 0xc001);
}

TEST(MpRdmaController, WithNothingInFlightTheWindowTakesNewPaths)
{
    MpRdmaController c(Small());
    Send(c, 4);
    Acknowledge(c, 103, 104, 4, 104, 0xc001); // 4.25: two on its path, two on new ones
    EXPECT_EQ(c.GetWindow(), 4000);
    EXPECT_EQ(Send(c, 2), 0xc001);
    EXPECT_EQ(Send(c, 2), 0xc003);
}

TEST(MpRdmaController, SomePacketsProbeNewPaths)
{
    MpRdmaParameters p = Small();
    p.probeEach = 3;
    MpRdmaController c(p);
    Send(c, 4);
    std::multiset<uint16_t> used;
    for (int64_t psn = 100; psn < 106; ++psn)
    {
        Acknowledge(c, psn, psn + 1, 1, psn + 4, 0xd000);
        used.insert(c.ChoosePort());
    }
    EXPECT_EQ(used.count(0xd000), 4U);
    EXPECT_EQ(used.count(0xc002), 1U);
    EXPECT_EQ(used.count(0xc003), 1U);
}

TEST(MpRdmaController, ANakClocksOutNothing)
{
    MpRdmaController c(Small());
    Send(c, 4);
    AckFeedback nak;
    nak.acknowledged = 102;
    nak.packets = 2;
    nak.sent = 104;
    nak.isMarked = true;
    c.OnAck(nak, 0);
    EXPECT_EQ(c.GetCongestionWindow(), 3.5);
    EXPECT_EQ(c.GetWindow(), 2000);
}
