/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/global-cell-id.h"

#include <gtest/gtest.h>

using namespace ns3::rdmacell;

using Layout = GlobalCellId::Layout;

TEST(GlobalCellId, OwnLayoutHasItsBitsWhereTheyBelong)
{
    GlobalCellId id;
    id.sequence = 0x123456;
    id.attempt = 0x7;
    id.flags = GlobalCellId::LAST | GlobalCellId::RETRANSMITTED;
    EXPECT_EQ(id.Encode(Layout::OWN), 0x1234567aU);
    const GlobalCellId back = GlobalCellId::Decode(0x1234567a, Layout::OWN);
    EXPECT_EQ(back.sequence, 0x123456U);
    EXPECT_EQ(back.attempt, 7);
    EXPECT_EQ(back.flags, GlobalCellId::LAST | GlobalCellId::RETRANSMITTED);
    EXPECT_EQ(back.slot, 0);
}

TEST(GlobalCellId, PoolLayoutHasItsBitsWhereTheyBelong)
{
    GlobalCellId id;
    id.slot = 0xabc;
    id.sequence = 0xdef0;
    id.attempt = 0x5;
    id.flags = GlobalCellId::FIRST; // do not travel
    EXPECT_EQ(id.Encode(Layout::POOL), 0xabcdef05U);
    const GlobalCellId back = GlobalCellId::Decode(0xabcdef05, Layout::POOL);
    EXPECT_EQ(back.slot, 0xabc);
    EXPECT_EQ(back.sequence, 0xdef0U);
    EXPECT_EQ(back.attempt, 5);
    EXPECT_EQ(back.flags, 0);
}

TEST(GlobalCellId, AttemptsAndNumbersAreCut)
{
    GlobalCellId id;
    id.sequence = 0x1000001;
    id.attempt = 17;
    EXPECT_EQ(id.Encode(Layout::OWN), 0x00000110U);
    EXPECT_EQ(id.Encode(Layout::POOL), 0x00000011U);
}

TEST(GlobalCellId, NumbersAreExtendedNearestToWhatIsKnown)
{
    EXPECT_EQ(GlobalCellId::Extend(5, 3, Layout::OWN), 5U);
    EXPECT_EQ(GlobalCellId::Extend(5, 7, Layout::OWN), 5U);
    EXPECT_EQ(GlobalCellId::Extend(2, 0xffffff, Layout::OWN), 0x1000002U) << "wrapped";
    EXPECT_EQ(GlobalCellId::Extend(0xffffff, 0x1000002, Layout::OWN), 0xffffffU) << "not yet";
    EXPECT_EQ(GlobalCellId::Extend(1, 0x3fffe, Layout::POOL), 0x40001U);
    EXPECT_EQ(GlobalCellId::Extend(0xfffe, 0x40001, Layout::POOL), 0x3fffeU);
}
