/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/psn.h"

#include <gtest/gtest.h>

using namespace ns3::rdmacell;

TEST(Psn, AddWrapsAt24Bits)
{
    EXPECT_EQ(PsnAdd(0xfffffe, 1), 0xffffffU);
    EXPECT_EQ(PsnAdd(0xfffffe, 2), 0U);
    EXPECT_EQ(PsnAdd(0xfffffe, 4), 2U);
    EXPECT_EQ(PsnAdd(1, -2), 0xffffffU);
}

TEST(Psn, DiffIsASigned24BitNumber)
{
    EXPECT_EQ(PsnDiff(0x000001, 0xffffff), 2);
    EXPECT_EQ(PsnDiff(0xffffff, 0x000001), -2);
    EXPECT_EQ(PsnDiff(5, 5), 0);
    EXPECT_EQ(PsnDiff(0x7fffff, 0), 0x7fffff);
    EXPECT_EQ(PsnDiff(0x800000, 0), -0x800000);
}
