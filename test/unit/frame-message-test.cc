/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/frame-message.h"
#include "ns3/frame-telemetry.h"
#include "ns3/roce-frame-pool.h"

#include <array>
#include <cstring>
#include <gtest/gtest.h>
#include <random>
#include <vector>

using namespace ns3::rdmacell;

namespace
{

/**
 * @brief Make a frame whose fields have values of their own.
 * @param opcode BTH opcode
 * @return the frame
 */
RoceFramePtr
MakeFrame(RoceOpcode opcode)
{
    RoceFramePtr frame = RoceFramePool::Get();
    frame->srcIp = 0x0a000001;
    frame->dstIp = 0x0a0000fe;
    frame->srcPort = 0xc123;
    frame->priority = 3;
    frame->ecn = EcnCodePoint::CE;
    frame->timeToLive = 61;
    frame->opcode = opcode;
    frame->ackRequest = 1;
    frame->destQp = 0xabcdef;
    frame->psn = 0xfffffe;
    frame->payloadBytes = 1000;
    frame->wireBytes = 1078;
    frame->balancerBytes = 4;
    frame->inlineBytes = 16;
    frame->ingressPort = 9;
    frame->immediate = 0x12345678;
    frame->msn = 77;
    frame->syndrome = 0x1f;
    frame->becn = 1;
    frame->solicited = 1;
    return frame;
}

/**
 * @brief Write a frame and read it.
 * @param frame the frame
 * @param expected bytes that it takes
 * @return the copy
 */
RoceFramePtr
SendAndReceive(const RoceFrame& frame, std::size_t expected)
{
    std::array<uint8_t, FrameMessage::MAX_BYTES> bytes{};
    const std::size_t length = FrameMessage::Write(frame, bytes.data());
    EXPECT_EQ(length, expected);
    EXPECT_LE(length, bytes.size());
    for (std::size_t part = 0; part < length; ++part)
    {
        EXPECT_EQ(FrameMessage::Read(bytes.data(), part), nullptr) << part << " bytes are too few";
    }
    EXPECT_EQ(FrameMessage::Read(bytes.data(), length + 1), nullptr) << "one byte too many";
    return FrameMessage::Read(bytes.data(), length);
}

/**
 * @brief Compare the bytes of frames, but for pointers and the time on a wire.
 * @param a one
 * @param b the other
 */
void
ExpectSame(const RoceFrame& a, const RoceFrame& b)
{
    RoceFrame left = a;
    RoceFrame right = b;
    for (RoceFrame* frame : {&left, &right})
    {
        frame->next = nullptr;
        frame->telemetry = nullptr;
        frame->nextArrival = 0;
    }
    EXPECT_EQ(std::memcmp(&left, &right, sizeof(RoceFrame)), 0);
}

} // namespace

TEST(FrameMessage, CarriesAllFieldsOfAWriteInAsFewBytesAsItHas)
{
    const RoceFramePtr frame = MakeFrame(RoceOpcode::WRITE_ONLY_WITH_IMM);
    frame->reth = {0x123456789abcdefULL, 42, 1000};
    const RoceFramePtr withReth = SendAndReceive(*frame, 1 + 48 + 16);
    ASSERT_NE(withReth, nullptr);
    ExpectSame(*withReth, *frame);

    const RoceFramePtr middle = MakeFrame(RoceOpcode::WRITE_MIDDLE);
    const RoceFramePtr copy = SendAndReceive(*middle, 1 + 48);
    ASSERT_NE(copy, nullptr);
    ExpectSame(*copy, *middle);
}

TEST(FrameMessage, CarriesInlineBytesAndBalancersFields)
{
    const RoceFramePtr frame = MakeFrame(RoceOpcode::WRITE_MIDDLE);
    frame->inlineData.back() = 7;
    frame->scratch.front() = 1;
    frame->scratch.back() = 2;
    const RoceFramePtr copy = SendAndReceive(*frame, 1 + 48 + 16 + 24);
    ASSERT_NE(copy, nullptr);
    ExpectSame(*copy, *frame);
}

TEST(FrameMessage, CarriesPausesAndFramesOfBalancers)
{
    for (const FrameKind kind : {FrameKind::PFC, FrameKind::BALANCER})
    {
        const RoceFramePtr frame = MakeFrame(RoceOpcode::WRITE_MIDDLE);
        frame->kind = kind;
        frame->pfcClassEnable = 8;
        frame->pfc.quanta = {0, 0, 0, 65535, 0, 0, 0, 1};
        const RoceFramePtr copy = SendAndReceive(*frame, 1 + 48 + 16);
        ASSERT_NE(copy, nullptr);
        ExpectSame(*copy, *frame);
        EXPECT_EQ(copy->pfc.quanta[3], 65535);
    }
}

TEST(FrameMessage, CarriesTelemetryThatTheCopyOwns)
{
    {
        const RoceFramePtr frame = MakeFrame(RoceOpcode::ACKNOWLEDGE);
        frame->telemetryBytes = 42;
        frame->telemetry = FrameTelemetryPool::Get();
        frame->telemetry->sentAt = 123456789;
        frame->telemetry->room = 5;
        frame->telemetry->count = 2;
        frame->telemetry->hops = 3;
        frame->telemetry->pathId = 0xbeef;
        frame->telemetry->records[0] = {1, 2, 3, 4};
        frame->telemetry->records[1] = {5, 6, 7, 100'000'000'000};
        const RoceFramePtr copy = SendAndReceive(*frame, 1 + 48 + 16 + 2 * 32);
        ASSERT_NE(copy, nullptr);
        ExpectSame(*copy, *frame);
        EXPECT_NE(copy->telemetry, frame->telemetry);
        EXPECT_EQ(copy->telemetry->sentAt, 123456789);
        EXPECT_EQ(copy->telemetry->room, 5);
        EXPECT_EQ(copy->telemetry->count, 2);
        EXPECT_EQ(copy->telemetry->hops, 3);
        EXPECT_EQ(copy->telemetry->pathId, 0xbeef);
        EXPECT_EQ(copy->telemetry->records[1].bitRate, 100'000'000'000U);
        EXPECT_EQ(FrameTelemetryPool::GetLive(), 2U);
    }
    EXPECT_EQ(FrameTelemetryPool::GetLive(), 0U);
    EXPECT_EQ(RoceFramePool::GetLive(), 0U);
}

TEST(FrameMessage, ReadsNoBytesBeyondThoseThatItGets)
{
    std::mt19937 random(1);
    for (uint32_t i = 0; i < 20'000; ++i)
    {
        std::vector<uint8_t> bytes(random() % 200);
        for (uint8_t& byte : bytes)
        {
            byte = static_cast<uint8_t>(random());
        }
        FrameMessage::Read(bytes.data(), bytes.size()); // a sanitizer would notice
    }
    EXPECT_EQ(FrameTelemetryPool::GetLive(), 0U);
    EXPECT_EQ(RoceFramePool::GetLive(), 0U);
}
