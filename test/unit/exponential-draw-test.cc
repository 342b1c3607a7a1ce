/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Tests of the exponential distribution that is drawn by comparisons only.
 */

#include "ns3/exponential-draw.h"
#include "ns3/rng-seed-manager.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace ns3;
using namespace ns3::rdmacell;

TEST(ExponentialDraw, HasTheMomentsAndTailsOfTheDistribution)
{
    RngSeedManager::SetSeed(1);
    RngSeedManager::SetRun(1);
    auto uniform = CreateObject<UniformRandomVariable>();
    uniform->SetStream(0);

    constexpr int DRAWS = 400000;
    double sum = 0;
    double squares = 0;
    int above[4] = {0, 0, 0, 0};
    for (int i = 0; i < DRAWS; ++i)
    {
        const double x = DrawExponential(uniform);
        ASSERT_GE(x, 0);
        sum += x;
        squares += x * x;
        for (int t = 0; t < 4; ++t)
        {
            above[t] += x > 0.5 + 1.5 * t ? 1 : 0;
        }
    }
    // Four standard errors: the variance of x is 1, that of x^2 is 20.
    EXPECT_NEAR(sum / DRAWS, 1, 4 / std::sqrt(DRAWS));
    EXPECT_NEAR(squares / DRAWS, 2, 4 * std::sqrt(20.0 / DRAWS));
    for (int t = 0; t < 4; ++t)
    {
        const double p = std::exp(-(0.5 + 1.5 * t));
        EXPECT_NEAR(above[t] / double(DRAWS), p, 4 * std::sqrt(p * (1 - p) / DRAWS)) << t;
    }
}
