/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Tests of the exact reading of numbers.
 */

#include "ns3/decimal.h"

#include <gtest/gtest.h>

using namespace ns3::rdmacell;

TEST(Decimal, WholeNumbersAreExactTo64Bits)
{
    EXPECT_EQ(ParseWhole("0"), 0U);
    EXPECT_EQ(ParseWhole("4294967296"), 4294967296U);
    EXPECT_EQ(ParseWhole("18446744073709551615"), 18446744073709551615U);
    EXPECT_FALSE(ParseWhole("18446744073709551616"));
}

TEST(Decimal, WholeNumbersAreDigitsOnly)
{
    for (const auto* text : {"", " 1", "1 ", "-1", "+1", "1.0", "1e3", "0x10", "12abc", "nan"})
    {
        EXPECT_FALSE(ParseWhole(text)) << '"' << text << '"';
    }
}

TEST(Decimal, SecondsBecomePicosecondsExactly)
{
    EXPECT_EQ(ParseDecimal("2.000000045", 12), 2000000045000);
    EXPECT_EQ(ParseDecimal("2.000000000001", 12), 2000000000001);
    EXPECT_EQ(ParseDecimal("2", 12), 2000000000000);
    EXPECT_EQ(ParseDecimal("2.", 12), 2000000000000);
    EXPECT_EQ(ParseDecimal(".5", 12), 500000000000);
    EXPECT_EQ(ParseDecimal("0", 12), 0);
    EXPECT_EQ(ParseDecimal("9223372.036854775807", 12), 9223372036854775807);
}

TEST(Decimal, DigitsBeyondThePlacesAreRounded)
{
    EXPECT_EQ(ParseDecimal("1.0004", 3), 1000);
    EXPECT_EQ(ParseDecimal("1.0005", 3), 1001);
    EXPECT_EQ(ParseDecimal("1.9999999", 3), 2000);
    EXPECT_EQ(ParseDecimal("0.4999", 0), 0);
}

TEST(Decimal, WhatDoesNotFitIsRefused)
{
    EXPECT_FALSE(ParseDecimal("9223372.036854775808", 12));
    EXPECT_FALSE(ParseDecimal("9223372.0368547758075", 12));
    EXPECT_FALSE(ParseDecimal("100000000000000000000", 0));
}

TEST(Decimal, DecimalNumbersHaveNoSignExponentOrText)
{
    for (const auto* text :
         {"", ".", " 1", "1 ", "-1", "+1", "1e3", "1.2.3", "1,5", "0x1", "nan", "inf", "1s"})
    {
        EXPECT_FALSE(ParseDecimal(text, 6)) << '"' << text << '"';
    }
}
