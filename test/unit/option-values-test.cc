/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Tests of reading the values of options.
 */

#include "test-files.h"

#include "ns3/option-values.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

TEST(ParseRate, IsStrictAboutUnits)
{
    EXPECT_EQ(ParseRate("100Gbps"), DataRate(100000000000));
    EXPECT_EQ(ParseRate("100Gb/s"), DataRate(100000000000));
    EXPECT_EQ(ParseRate("0.1Tbps"), DataRate(100000000000));
    EXPECT_EQ(ParseRate("2.5Mbps"), DataRate(2500000));
    EXPECT_EQ(ParseRate("64kbps"), DataRate(64000));
    EXPECT_EQ(ParseRate("64Kb/s"), DataRate(64000));
    EXPECT_EQ(ParseRate("100bps"), DataRate(100));
    for (const char* text : {"100GBps",
                             "100GB/s",
                             "100G",
                             "100",
                             "Gbps",
                             "100 Gbps",
                             "100gbps",
                             "100Gibps",
                             "100Gbpsx",
                             "-100Gbps",
                             "+100Gbps",
                             "1e2Gbps",
                             "1.0.0Gbps",
                             "0Gbps",
                             "0.1bps",
                             "99999999999Gbps",
                             "nanGbps",
                             ""})
    {
        EXPECT_EQ(ErrorOf([text] { ParseRate(text); }),
                  "expected a rate in bits per second above 0 such as 100Gbps, found '" +
                      std::string(text) + "'");
    }
}

TEST(ParseTime, IsStrictAboutUnits)
{
    EXPECT_EQ(ParseTime("1us"), MicroSeconds(1));
    EXPECT_EQ(ParseTime("0.001ms"), MicroSeconds(1));
    EXPECT_EQ(ParseTime("1000ns"), MicroSeconds(1));
    EXPECT_EQ(ParseTime("1000000ps"), MicroSeconds(1));
    EXPECT_EQ(ParseTime("2s"), Seconds(2));
    EXPECT_EQ(ParseTime("0s"), Time(0));
    for (const char* text : {"1",
                             "us",
                             "1 us",
                             "1US",
                             "1usx",
                             "-1us",
                             "1e3ns",
                             "1.2.3us",
                             "1min",
                             "10000000s",
                             "1,5us",
                             ""})
    {
        EXPECT_EQ(ErrorOf([text] { ParseTime(text); }),
                  "expected a time such as 1us or 0.001ms, found '" + std::string(text) + "'");
    }
}

TEST(ParseDuration, IsAboveZero)
{
    EXPECT_EQ(ParseDuration("5ms"), MilliSeconds(5));
    EXPECT_EQ(ErrorOf([] { ParseDuration("0ms"); }), "expected a time above 0, found '0ms'");
    EXPECT_EQ(ErrorOf([] { ParseDuration("5"); }),
              "expected a time such as 1us or 0.001ms, found '5'");
}

TEST(ParseShare, IsAFractionOrAPercentage)
{
    EXPECT_EQ(ParseShare("0.8"), 0.8);
    EXPECT_EQ(ParseShare("80%"), 0.8);
    EXPECT_EQ(ParseShare("1"), 1);
    EXPECT_EQ(ParseShare("100%"), 1);
    EXPECT_EQ(ParseShare("0.5%"), 0.005);
    for (const char* text : {"0", "0%", "-0.5", "1.01", "101%", "80", "80 %", "%", "", "0.8x"})
    {
        EXPECT_EQ(ErrorOf([text] { ParseShare(text); }),
                  "expected a share above 0 and at most 1, such as 0.8 or 80%, found '" +
                      std::string(text) + "'");
    }
}

TEST(ParseNumber, IsWithinItsRange)
{
    EXPECT_EQ(ParseNumber("2", 2, 9), 2U);
    EXPECT_EQ(ParseNumber("9", 2, 9), 9U);
    for (const char* text : {"1", "10", "-3", "3.0", "1e1", "three", ""})
    {
        EXPECT_EQ(ErrorOf([text] { ParseNumber(text, 2, 9); }),
                  "expected a whole number from 2 to 9, found '" + std::string(text) + "'");
    }
}

TEST(ParseSwitch, IsOnOrOff)
{
    for (const char* text : {"on", "true", "1"})
    {
        EXPECT_TRUE(ParseSwitch(text));
    }
    for (const char* text : {"off", "false", "0"})
    {
        EXPECT_FALSE(ParseSwitch(text));
    }
    EXPECT_EQ(ErrorOf([] { ParseSwitch("yes"); }), "expected on or off, found 'yes'");
}

TEST(ParseName, ListsWhatIsKnown)
{
    const std::vector<std::pair<std::string, int>> known{{"red", 1}, {"green", 2}};
    EXPECT_EQ(ParseName("green", known), 2);
    EXPECT_EQ(ErrorOf([&known] { ParseName("blue", known); }),
              "expected one of red, green, found 'blue'");
}

TEST(QuoteForShell, QuotesWhatAShellWouldChange)
{
    EXPECT_EQ(QuoteForShell("--load=0.8"), "--load=0.8");
    EXPECT_EQ(QuoteForShell("80%"), "80%");
    EXPECT_EQ(QuoteForShell(""), "''");
    EXPECT_EQ(QuoteForShell("a b"), "'a b'");
    EXPECT_EQ(QuoteForShell("$HOME;ls"), "'$HOME;ls'");
    EXPECT_EQ(QuoteForShell("it's"), "'it'\\''s'");
    EXPECT_EQ(QuoteForShell("caf\xc3\xa9"), "'caf\xc3\xa9'");
    EXPECT_EQ(QuoteForShell("a\xff"), "'a'$'\\xff'''"); // no UTF-8, which meta.json must be
}
