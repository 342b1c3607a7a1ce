/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/balancer-bytes.h"
#include "ns3/source-route.h"

#include <gtest/gtest.h>
#include <initializer_list>

using namespace ns3::rdmacell;

namespace
{

constexpr uint32_t OFFSET = 4; ///< where the path is

/// Make a path.
FabricPath
PathOf(std::initializer_list<uint16_t> ports)
{
    FabricPath path;
    for (uint16_t port : ports)
    {
        path.ports[path.hops++] = port;
    }
    return path;
}

/// Make a WRITE of 1000 bytes.
RoceFramePtr
MakeFrame()
{
    RoceFramePtr frame = RoceFramePool::Get();
    frame->opcode = RoceOpcode::WRITE_MIDDLE;
    frame->payloadBytes = 1000;
    frame->wireBytes = static_cast<uint16_t>(RoceWireBytes(frame->opcode, 1000));
    return frame;
}

} // namespace

TEST(SourceRoute, GivesThePortsInOrder)
{
    RoceFramePtr frame = MakeFrame();
    SourceRoute route(*frame, OFFSET);
    EXPECT_EQ(route.Write(PathOf({4, 7, 0, 255})), 5U);
    for (uint32_t port : {4U, 7U, 0U, 255U})
    {
        EXPECT_EQ(SourceRoute(*frame, OFFSET).GetPort(), port);
        route.Advance();
    }
    EXPECT_EQ(route.GetPort(), SourceRoute::NO_PORT);
    route.Advance();
    EXPECT_EQ(route.GetPort(), SourceRoute::NO_PORT);
}

TEST(SourceRoute, WidensForLargeSwitches)
{
    RoceFramePtr frame = MakeFrame();
    SourceRoute route(*frame, OFFSET);
    EXPECT_EQ(route.Write(PathOf({1, 256, 0xfffd, 0, 2, 3, 4})), SourceRoute::MAX_BYTES);
    for (uint32_t port : {1U, 256U, 0xfffdU, 0U, 2U, 3U, 4U})
    {
        EXPECT_EQ(route.GetPort(), port);
        route.Advance();
    }
    EXPECT_EQ(route.GetPort(), SourceRoute::NO_PORT);
}

TEST(SourceRoute, LeavesTheOtherFieldsAlone)
{
    RoceFramePtr frame = MakeFrame();
    frame->scratch.fill(0xa5);
    SourceRoute route(*frame, OFFSET);
    const uint32_t bytes = route.Write(PathOf({1, 2}));
    EXPECT_EQ(bytes, 3U);
    for (uint32_t i = 0; i < WireSize::SCRATCH; ++i)
    {
        EXPECT_EQ(frame->scratch[i] == 0xa5, i < OFFSET || i >= OFFSET + bytes) << i;
    }
}

TEST(SourceRoute, EmptyFrameHasNoPath)
{
    RoceFramePtr frame = MakeFrame();
    EXPECT_EQ(SourceRoute(*frame, 0).GetPort(), SourceRoute::NO_PORT);
}

// Headers of schemes take time on the wire between switches, and none on the links of hosts.
TEST(BalancerBytes, AreOnTheWireUntilTheyAreRemoved)
{
    RoceFramePtr frame = MakeFrame();
    const uint32_t plain = frame->wireBytes;
    SetBalancerBytes(*frame, 9);
    EXPECT_EQ(frame->wireBytes, plain + 9);
    EXPECT_EQ(frame->balancerBytes, 9U);
    frame->scratch[0] = 1;
    SetBalancerBytes(*frame, 7);
    EXPECT_EQ(frame->wireBytes, plain + 7);
    EXPECT_EQ(frame->scratch[0], 1U);
    SetBalancerBytes(*frame, 0);
    EXPECT_EQ(frame->wireBytes, plain);
    EXPECT_EQ(frame->scratch[0], 0U);
}

TEST(BalancerBytes, UseThePaddingOfTheSmallestFrame)
{
    RoceFramePtr frame = RoceFramePool::Get();
    frame->opcode = RoceOpcode::SEND_ONLY; // 62 bytes, padded to 64
    frame->wireBytes = 84;
    SetBalancerBytes(*frame, 2);
    EXPECT_EQ(frame->wireBytes, 84U);
    SetBalancerBytes(*frame, 9);
    EXPECT_EQ(frame->wireBytes, 91U);
    SetBalancerBytes(*frame, 0);
    EXPECT_EQ(frame->wireBytes, 84U);
}
