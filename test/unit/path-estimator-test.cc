/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/path-estimator.h"

#include <gtest/gtest.h>

using namespace ns3::rdmacell;

namespace
{

/// Settings of RFC 6298 in steps of 1 ns, with a ceiling of 1 ms and no floor.
PathEstimator::Settings
MakeSettings(int64_t floor = 0)
{
    PathEstimator::Settings settings;
    settings.floor = floor;
    settings.ceiling = 1'000'000;
    settings.initialSoft = 56'160;
    return settings;
}

} // namespace

// Samples from R = 12.48 us: RTT_avg, RTT_var, T_soft after each sample.
TEST(PathEstimator, FollowsTheTrace)
{
    const PathEstimator::Settings settings = MakeSettings();
    PathEstimator estimator;
    EXPECT_FALSE(estimator.HasSample());
    EXPECT_EQ(estimator.GetSoftTimeout(settings), 56'160);
    estimator.AddSample(12'480, settings);
    EXPECT_TRUE(estimator.HasSample());
    EXPECT_EQ(estimator.GetSoftTimeout(settings), 37'440);

    const struct
    {
        int64_t sample;
        double average;
        double variation;
        int64_t soft;
    } trace[] = {{12'480, 12'480, 4'680, 31'200},
                 {12'480, 12'480, 3'510, 26'520},
                 {20'000, 13'420, 4'512.5, 31'470},
                 {40'000, 16'742.5, 10'029.375, 56'860},
                 {12'480, 16'209.6875, 8'587.65625, 50'560}};

    for (const auto& step : trace)
    {
        estimator.AddSample(step.sample, settings);
        EXPECT_NEAR(estimator.GetAverage(), step.average, 0.1);
        EXPECT_NEAR(estimator.GetVariation(), step.variation, 0.1);
        EXPECT_NEAR(static_cast<double>(estimator.GetSoftTimeout(settings)), step.soft, 1.0);
    }
}

TEST(PathEstimator, ConstantSamplesNeedTheFloor)
{
    const PathEstimator::Settings raw = MakeSettings();
    const PathEstimator::Settings floored = MakeSettings(18'720);
    PathEstimator estimator;
    for (int i = 0; i < 21; ++i)
    {
        estimator.AddSample(12'480, raw);
    }
    EXPECT_NEAR(estimator.GetVariation(), 19.79, 0.01) << "6240 * 0.75^20";
    EXPECT_LT(estimator.GetSoftTimeout(raw), 12'600);
    EXPECT_EQ(estimator.GetSoftTimeout(floored), 12'480 + 18'720);
}

TEST(PathEstimator, HasACeiling)
{
    PathEstimator::Settings settings = MakeSettings();
    PathEstimator estimator;
    estimator.AddSample(500'000, settings);
    EXPECT_EQ(estimator.GetSoftTimeout(settings), 1'000'000);
    settings.initialSoft = 2'000'000;
    estimator.Reset();
    EXPECT_FALSE(estimator.HasSample());
    EXPECT_EQ(estimator.GetSoftTimeout(settings), 1'000'000);
}
