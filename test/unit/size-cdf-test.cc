/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Tests of the distributions of flow sizes and of the files in traces/.
 */

#include "test-files.h"

#include "ns3/rng-seed-manager.h"
#include "ns3/size-cdf.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

std::string
LoadError(const std::string& content)
{
    const ScratchFile file(content);
    const auto text = ErrorOf([&file] { SizeCdf::Load(file.GetPath()); });
    // What follows the path, so that expectations can be written down.
    return text.rfind(file.GetPath(), 0) == 0 ? text.substr(file.GetPath().size()) : text;
}

} // namespace

TEST(SizeCdf, AliCloudStorageHasThePublishedMoments)
{
    const auto cdf = SizeCdf::Load(ProjectFile("traces/alicloud-storage.cdf"));
    EXPECT_NEAR(cdf.Mean(), 40869.8, 40869.8e-4);
    EXPECT_EQ(cdf.Quantile(0.5), 6340U);
    EXPECT_EQ(cdf.Quantile(0.9), 31237U);
    EXPECT_EQ(cdf.Quantile(0.99), 1293927U);
    EXPECT_EQ(cdf.Quantile(1), 2000000U);
}

TEST(SizeCdf, SolarHasThePublishedMomentsAndSteps)
{
    const auto cdf = SizeCdf::Load(ProjectFile("traces/solar.cdf"));
    EXPECT_NEAR(cdf.Mean(), 39423.5, 39423.5e-4);
    EXPECT_EQ(cdf.Quantile(0.5), 16384U);
    EXPECT_EQ(cdf.Quantile(0.99), 222822U);
    // 30 % of all messages have 4 KiB, 35 % have 64 KiB, within a byte.
    EXPECT_NEAR(cdf.Quantile(0.0001), 4095, 1);
    EXPECT_EQ(cdf.Quantile(0.2999), 4096U);
    EXPECT_NEAR(cdf.Quantile(0.6001), 65535, 1);
    EXPECT_EQ(cdf.Quantile(0.9499), 65536U);
}

TEST(SizeCdf, WebSearchHasThePublishedMean)
{
    const auto cdf = SizeCdf::Load(ProjectFile("traces/websearch.cdf"));
    EXPECT_NEAR(cdf.Mean(), 1711250, 171);
    EXPECT_NEAR(cdf.Quantile(0.5), 73077, 1);
    EXPECT_NEAR(cdf.Quantile(0.99), 23333333, 1);
}

TEST(SizeCdf, QuantilesAreLinearAndAtLeastOneByte)
{
    const SizeCdf cdf({{0, 0}, {1000, 50}, {3000, 100}}, "test");
    EXPECT_EQ(cdf.Quantile(0), 1U);
    EXPECT_EQ(cdf.Quantile(0.0007), 1U);
    EXPECT_EQ(cdf.Quantile(0.0008), 2U);
    EXPECT_EQ(cdf.Quantile(0.25), 500U);
    EXPECT_EQ(cdf.Quantile(0.5), 1000U);
    EXPECT_EQ(cdf.Quantile(0.75), 2000U);
    EXPECT_EQ(cdf.Quantile(1), 3000U);
    EXPECT_DOUBLE_EQ(cdf.Mean(), 1250);
}

TEST(SizeCdf, EqualSizesAndEqualPercentagesAreSteps)
{
    // 40 % of 100 B, nothing between 100 and 900 B, 60 % uniform from 900 to 1000 B.
    const SizeCdf cdf({{100, 0}, {100, 40}, {900, 40}, {1000, 100}}, "test");
    EXPECT_EQ(cdf.Quantile(0.01), 100U);
    EXPECT_EQ(cdf.Quantile(0.4), 100U);
    EXPECT_EQ(cdf.Quantile(0.41), 902U);
    EXPECT_DOUBLE_EQ(cdf.Mean(), 0.4 * 100 + 0.6 * 950);
}

TEST(SizeCdf, FirstPointAboveZeroPercentIsAStep)
{
    const SizeCdf cdf({{100, 50}, {200, 100}}, "test");
    EXPECT_EQ(cdf.Quantile(0), 100U);
    EXPECT_EQ(cdf.Quantile(0.5), 100U);
    EXPECT_DOUBLE_EQ(cdf.Mean(), 0.5 * 100 + 0.5 * 150);
}

TEST(SizeCdf, FixedSizeIsExact)
{
    const auto cdf = SizeCdf::Fixed(5000000000);
    EXPECT_DOUBLE_EQ(cdf.Mean(), 5e9);
    EXPECT_EQ(cdf.Quantile(0), 5000000000U);
    EXPECT_EQ(cdf.Quantile(0.3), 5000000000U);
    EXPECT_EQ(cdf.Quantile(1), 5000000000U);
    EXPECT_NE(ErrorOf([] { SizeCdf::Fixed(0); }), "no error");
}

TEST(SizeCdf, SampleMeanIsTheMean)
{
    RngSeedManager::SetSeed(1);
    RngSeedManager::SetRun(1);
    auto uniform = CreateObject<UniformRandomVariable>();
    uniform->SetStream(0);
    const auto cdf = SizeCdf::Load(ProjectFile("traces/solar.cdf"));
    constexpr int DRAWS = 200000;
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < DRAWS; ++i)
    {
        const auto bytes = static_cast<double>(cdf.Sample(uniform));
        sum += bytes;
        squares += bytes * bytes;
    }
    const double mean = sum / DRAWS;
    const double error = std::sqrt((squares / DRAWS - mean * mean) / DRAWS);
    EXPECT_NEAR(mean, cdf.Mean(), 4 * error);
    EXPECT_LT(error, 0.005 * mean);
}

TEST(SizeCdf, CommentsEmptyLinesAndCarriageReturnsAreAccepted)
{
    EXPECT_EQ(LoadError("# sizes\r\n\r\n 0\t0 \r\n100 25.5 # a quarter\r\n200 100\r\n"),
              "no error");
}

TEST(SizeCdf, ErrorsNameFileLineAndExpectation)
{
    const std::string numbers = ": expected two numbers, \"bytes cumulative_percent\", found ";
    EXPECT_EQ(LoadError("0 0\nlarge 100\n"), ":2" + numbers + "\"large 100\"");
    EXPECT_EQ(LoadError("0 0\n100\n"), ":2" + numbers + "\"100\"");
    EXPECT_EQ(LoadError("0 0\n\n# x\n10 100 junk\n"), ":4" + numbers + "\"10 100 junk\"");
    EXPECT_EQ(LoadError("0 0\n10B 100\n"), ":2" + numbers + "\"10B 100\"");
    EXPECT_EQ(LoadError("0 0\n-10 100\n"), ":2" + numbers + "\"-10 100\"");
    EXPECT_EQ(LoadError("0 0\n10 nan\n"), ":2" + numbers + "\"10 nan\"");
    EXPECT_EQ(LoadError("0 0\n9 50\n8 100\n"),
              ":3: expected sizes that never fall, found \"8 100\"");
    EXPECT_EQ(LoadError("0 0\n9 50\n10 40\n"),
              ":3: expected cumulative percentages that never fall, found \"10 40\"");
    EXPECT_EQ(LoadError("0 0\n9 100.1\n"),
              ":2: expected a cumulative percentage from 0 to 100, found \"9 100.1\"");
    const std::string rise = ": expected cumulative percentages that rise to 100 by the end of the "
                             "file";
    EXPECT_EQ(LoadError("0 0\n9 99.9\n"), ":2" + rise);
    EXPECT_EQ(LoadError(""), rise);
    EXPECT_EQ(LoadError("0 0\n0 100\n"), ": expected a size above 0 bytes");
}

TEST(SizeCdf, MissingFileAndDirectoryAreNamed)
{
    EXPECT_EQ(ErrorOf([] { SizeCdf::Load("/nonexistent/x.cdf"); }),
              "/nonexistent/x.cdf: cannot be opened for reading");
    EXPECT_EQ(ErrorOf([] { SizeCdf::Load("/tmp"); }), "/tmp: cannot be read");
}

TEST(SizeCdf, PointsGivenInCodeAreChecked)
{
    EXPECT_EQ(ErrorOf([] { SizeCdf({}, "mine"); }),
              "mine: expected cumulative percentages that rise to 100");
    EXPECT_EQ(ErrorOf([] {
                  SizeCdf({{0, 0}, {std::nan(""), 100}}, "mine");
              }),
              "mine: expected a size from 0 to 2^53 bytes");
}
