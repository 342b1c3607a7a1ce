/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/token-ring.h"
#include "ns3/token.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

using namespace ns3::rdmacell;

TEST(Token, HasSixteenBytesLittleEndian)
{
    Token token;
    token.cellId = 0x12345678;
    token.pathIndex = 0x9abc;
    token.status = Token::DUPLICATE;
    token.receivedAt = 0x0102030405060708;
    const std::array<uint8_t, 16> bytes = token.Encode();
    const std::array<uint8_t, 16> expected =
        {0x78, 0x56, 0x34, 0x12, 0xbc, 0x9a, 0x01, 0x00, 8, 7, 6, 5, 4, 3, 2, 1};
    EXPECT_EQ(bytes, expected);
    const Token back = Token::Decode(bytes.data());
    EXPECT_EQ(back.cellId, token.cellId);
    EXPECT_EQ(back.pathIndex, token.pathIndex);
    EXPECT_EQ(back.status, token.status);
    EXPECT_EQ(back.receivedAt, token.receivedAt);
}

TEST(TokenRing, SlotsFollowTheNumbersOfCells)
{
    const TokenRing ring(4096, 64);
    EXPECT_EQ(TokenRing::GetBytes(64), 1024U);
    EXPECT_EQ(ring.GetSlotAddress(0), 4096U);
    EXPECT_EQ(ring.GetSlotAddress(63), 4096U + 63 * 16);
    EXPECT_EQ(ring.GetSlotAddress(64), 4096U);
    EXPECT_EQ(ring.GetSlotAddress(0x1000005 & 0xffffff), ring.GetSlotAddress(0x1000005))
        << "truncated numbers give the same slot";
}
