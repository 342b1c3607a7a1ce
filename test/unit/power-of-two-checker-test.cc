/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Tests of the checker of attributes that are a power of two.
 */

#include "ns3/double.h"
#include "ns3/power-of-two-checker.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <gtest/gtest.h>

using namespace ns3;
using namespace ns3::rdmacell;

TEST(PowerOfTwoChecker, TakesPowersOfTwoUpToTheLargest)
{
    const Ptr<const AttributeChecker> checker = MakePowerOfTwoChecker(64);
    for (uint64_t value = 0; value < 200; ++value)
    {
        const bool right = value == 1 || value == 2 || value == 4 || value == 8 || value == 16 ||
                           value == 32 || value == 64;
        EXPECT_EQ(checker->Check(UintegerValue(value)), right) << value;
    }
    EXPECT_FALSE(checker->Check(UintegerValue(1ULL << 63)));
    EXPECT_FALSE(checker->Check(DoubleValue(4)));
}

TEST(PowerOfTwoChecker, ReadsText)
{
    const Ptr<const AttributeChecker> checker = MakePowerOfTwoChecker(64);
    EXPECT_TRUE(checker->CreateValidValue(StringValue("32")));
    EXPECT_FALSE(checker->CreateValidValue(StringValue("33")));
    EXPECT_FALSE(checker->CreateValidValue(StringValue("128")));
    EXPECT_EQ(checker->GetUnderlyingTypeInformation(), "power of two 1:64");
}
