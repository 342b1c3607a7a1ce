/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Tests of the links within servers.
 */

#include "ns3/nstime.h"
#include "ns3/server-links.h"

#include <cstdint>
#include <gtest/gtest.h>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/// 8 Gb/s: a byte takes a nanosecond. Latency: 100 ns.
ServerLinks
MakeLinks()
{
    return {8, 4, DataRate("8Gbps"), NanoSeconds(100).GetTimeStep()};
}

/// Nanoseconds as time steps.
int64_t
Ns(int64_t count)
{
    return NanoSeconds(count).GetTimeStep();
}

} // namespace

TEST(ServerLinks, HostsOfConsecutiveNumbersAreTogether)
{
    const ServerLinks links = MakeLinks();
    EXPECT_TRUE(links.AreTogether(0, 3));
    EXPECT_FALSE(links.AreTogether(3, 4));
    EXPECT_TRUE(links.AreTogether(7, 4));
}

TEST(ServerLinks, AMessageAloneTakesLatencyAndSerialization)
{
    ServerLinks links = MakeLinks();
    EXPECT_EQ(links.GetSerialization(1000), Ns(1000));
    EXPECT_EQ(links.Send(0, 1, 1000, Ns(50)), Ns(50 + 100 + 1000));
    EXPECT_EQ(links.Send(0, 1, 0, Ns(5000)), Ns(5100)) << "an empty one";
}

TEST(ServerLinks, MessagesWaitForTheSender)
{
    ServerLinks links = MakeLinks();
    EXPECT_EQ(links.Send(0, 1, 1000, 0), Ns(1100));
    EXPECT_EQ(links.Send(0, 2, 1000, 0), Ns(2100)) << "the sender's link is busy for 1000 ns";
    EXPECT_EQ(links.Send(1, 0, 1000, 0), Ns(1100)) << "the other direction is free";
}

TEST(ServerLinks, MessagesWaitForTheReceiver)
{
    ServerLinks links = MakeLinks();
    EXPECT_EQ(links.Send(0, 3, 1000, 0), Ns(1100));
    EXPECT_EQ(links.Send(1, 3, 500, 0), Ns(1600));
    EXPECT_EQ(links.Send(2, 3, 500, Ns(5000)), Ns(5600)) << "after a pause";
}
