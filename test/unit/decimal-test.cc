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

TEST(Decimal, ExponentsMoveThePoint)
{
    EXPECT_EQ(ParseScientific("1e-3", 12), 1000000000);
    EXPECT_EQ(ParseScientific("0.001", 12), 1000000000);
    EXPECT_EQ(ParseScientific("1.25E+2", 0), 125);
    EXPECT_EQ(ParseScientific("2.0000000450e0", 12), 2000000045000);
    EXPECT_EQ(ParseScientific("200000000.1234567e-8", 12), 2000000001235);
    EXPECT_EQ(ParseScientific(".5e1", 1), 50);
    EXPECT_EQ(ParseScientific("4e-13", 12), 0);
    EXPECT_EQ(ParseScientific("5e-13", 12), 1);
    EXPECT_EQ(ParseScientific("0e300", 12), 0);
    EXPECT_EQ(ParseScientific("1e-400", 12), 0);
    for (const auto* text : {"e1",
                             "1e",
                             "1e-",
                             "1e+-1",
                             "1e1.5",
                             "-1e1",
                             "1e1e1",
                             "1.2.3e1",
                             "1.2.3e2",
                             "1e20",
                             "1e401",
                             "1e99999999999999999999",
                             "1e 1",
                             "1ee1"})
    {
        EXPECT_FALSE(ParseScientific(text, 6)) << '"' << text << '"';
    }
}
