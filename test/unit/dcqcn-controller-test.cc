/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/dcqcn-controller.h"

#include <cmath>
#include <gtest/gtest.h>
#include <utility>

using namespace ns3::rdmacell;

namespace
{

constexpr double G = 1e9;              ///< bits per second in a Gb/s
constexpr int64_t US = 1000;           ///< steps of a nanosecond in a microsecond
constexpr int64_t FOREVER = 1LL << 60; ///< a period that never ends

/// The parameters of the DCQCN paper, with timers that never expire.
DcqcnParameters
Paper()
{
    DcqcnParameters p;
    p.alphaPeriod = 55 * US;
    p.increasePeriod = FOREVER;
    p.recoveryThreshold = 5;
    p.additiveIncrease = 0.04 * G;
    p.hyperIncrease = 0.4 * G;
    p.minRate = 0.1 * G;
    p.stepsPerByteAndBitRate = 8e9;
    return p;
}

/// The parameters of the ConWeave evaluation.
DcqcnParameters
ConWeave()
{
    DcqcnParameters p = Paper();
    p.alphaPeriod = US;
    p.decreasePeriod = 4 * US;
    p.increasePeriod = 300 * US;
    p.recoveryThreshold = 1;
    p.countFirst = false;
    p.scaleHyperIncrease = false;
    p.clampTarget = false;
    p.hyperIncrease = 0.1 * G;
    return p;
}

} // namespace

TEST(DcqcnController, SendsAtLineRateBeforeTheFirstCnp)
{
    DcqcnController c(Paper(), 100 * G);
    EXPECT_EQ(c.OnSend(1000, 5), 0);
    EXPECT_EQ(c.GetRate(1000 * US), 100 * G);
}

TEST(DcqcnController, CutsThenRecoversInFiveHalvings)
{
    DcqcnParameters p = Paper();
    p.increasePeriod = 55 * US;
    DcqcnController c(p, 100 * G);
    c.OnCnp(0);
    EXPECT_EQ(c.GetRate(0), 50 * G);
    EXPECT_EQ(c.GetTarget(0), 100 * G);
    EXPECT_EQ(c.GetAlpha(), 1);
    const double expected[] = {75, 87.5, 93.75, 96.875, 98.4375, 99.21875, 99.609375};
    for (int i = 0; i < 7; ++i)
    {
        const int64_t tick = (i + 1) * 55 * US;
        EXPECT_EQ(c.GetRate(tick - 1), i == 0 ? 50 * G : expected[i - 1] * G);
        EXPECT_EQ(c.GetRate(tick), expected[i] * G);
        EXPECT_EQ(c.GetTarget(tick), 100 * G);
    }
}

TEST(DcqcnController, UsesAlphaBeforeItRaisesIt)
{
    DcqcnParameters p = Paper();
    p.initialAlpha = 0.5;
    DcqcnController c(p, 80 * G);
    c.OnCnp(0);
    EXPECT_EQ(c.GetRate(0), 60 * G);
    EXPECT_EQ(c.GetTarget(0), 80 * G);
    EXPECT_EQ(c.GetAlpha(), 0.501953125);
}

TEST(DcqcnController, LowersAlphaOnceBetweenCnps60MicrosecondsApart)
{
    DcqcnController c(Paper(), 100 * G);
    c.OnCnp(0);
    EXPECT_EQ(c.GetRate(59 * US), 50 * G);
    c.OnCnp(60 * US);
    EXPECT_EQ(c.GetRate(60 * US), 25.09765625 * G);
    EXPECT_EQ(c.GetTarget(60 * US), 50 * G);
}

TEST(DcqcnController, LowersAlphaByPowers)
{
    const std::pair<int64_t, double> expected[] = {{10, .96162},
                                                   {100, .67612},
                                                   {177, .50019},
                                                   {256, .36716}};
    for (const auto& [periods, alpha] : expected)
    {
        DcqcnController c(Paper(), 100 * G);
        c.OnCnp(0);
        c.OnCnp(periods * 55 * US);
        // The second CNP cut the rate by half of alpha, then raised alpha by (1 - alpha) / 256.
        EXPECT_NEAR(2 * (1 - c.GetRate(periods * 55 * US) / (50 * G)), alpha, 1e-5);
        EXPECT_NEAR(c.GetAlpha(), alpha + (1 - alpha) / 256, 1e-5);
    }
}

TEST(DcqcnController, IncreasesAdditivelyThenHyper)
{
    DcqcnParameters p = Paper();
    p.increasePeriod = 55 * US;
    p.byteCounter = 1000000;
    DcqcnController c(p, 100 * G);
    c.OnCnp(0);
    c.OnCnp(1); // rate 25, target 50
    EXPECT_EQ(c.GetTarget(1), 50 * G);
    // Seven expiries of the byte counter, all before the timer's first.
    for (int i = 0; i < 4; ++i)
    {
        c.OnSend(1000000, 2);
        EXPECT_EQ(c.GetTarget(2), 50 * G) << "fast recovery " << i;
    }
    c.OnSend(1000000, 2);
    EXPECT_EQ(c.GetTarget(2), 50.04 * G);
    c.OnSend(999999, 2);
    EXPECT_EQ(c.GetTarget(2), 50.04 * G);
    c.OnSend(1, 2);
    EXPECT_EQ(c.GetTarget(2), 50.08 * G);
    c.OnSend(1000000, 2);
    EXPECT_EQ(c.GetTarget(2), 50.12 * G);
    // The first five expiries of the timer: the smaller count is at most F.
    EXPECT_NEAR(c.GetTarget(1 + 5 * 55 * US), (50.12 + 5 * 0.04) * G, 1);
    // The sixth, with 7 of the byte counter: the smaller count is F + 1; the seventh: F + 2.
    EXPECT_NEAR(c.GetTarget(1 + 6 * 55 * US), (50.32 + 0.4) * G, 1);
    EXPECT_NEAR(c.GetTarget(1 + 7 * 55 * US), (50.72 + 0.8) * G, 1);
}

TEST(DcqcnController, ACnpRestartsCounterAndTimer)
{
    DcqcnParameters p = Paper();
    p.increasePeriod = 55 * US;
    p.byteCounter = 1000;
    DcqcnController c(p, 100 * G);
    c.OnCnp(0);
    c.OnSend(999, 1);
    c.OnCnp(50 * US);
    const double rate = c.GetRate(50 * US);
    c.OnSend(999, 50 * US);
    EXPECT_EQ(c.GetRate(105 * US - 1), rate);
    c.OnSend(1, 105 * US - 1);
    EXPECT_GT(c.GetRate(105 * US - 1), rate);
    const double byBytes = c.GetRate(105 * US - 1);
    EXPECT_GT(c.GetRate(105 * US), byBytes);
}

TEST(DcqcnController, ConWeaveCutsAtTheEndOfThePeriod)
{
    DcqcnController c(ConWeave(), 100 * G);
    c.OnCnp(0);
    EXPECT_EQ(c.GetRate(4 * US - 1), 100 * G);
    // Four periods of alpha without another CNP.
    const double alpha = 255.0 * 255 * 255 * 255 / (256.0 * 256 * 256 * 256);
    EXPECT_DOUBLE_EQ(c.GetRate(4 * US), 100 * G * (1 - alpha / 2));
    EXPECT_EQ(c.GetTarget(4 * US), 100 * G);
    // Several CNPs in one period cut once; a period without CNPs does not cut.
    c.OnCnp(9 * US);
    c.OnCnp(10 * US);
    c.OnCnp(11 * US);
    const double before = c.GetRate(12 * US - 1);
    const double after = c.GetRate(12 * US);
    EXPECT_LT(after, before);
    EXPECT_EQ(c.GetRate(16 * US), after);
    EXPECT_EQ(c.GetTarget(16 * US), 100 * G) << "without an increase in between, the target stays";
}

TEST(DcqcnController, ConWeaveRaisesAlphaOnceInAPeriod)
{
    DcqcnController c(ConWeave(), 100 * G);
    c.OnCnp(0);
    c.OnCnp(100);
    c.OnCnp(200);
    c.GetRate(4 * US);
    const double first = 1; // raised from 1 to 1 by the CNPs of the first microsecond
    const double alpha = first * 255 * 255 * 255 / (256.0 * 256 * 256);
    EXPECT_DOUBLE_EQ(c.GetAlpha(), alpha);
}

TEST(DcqcnController, ConWeaveRecoversOnceThenIncreasesAdditivelyOnceThenHyper)
{
    DcqcnController c(ConWeave(), 100 * G);
    for (int64_t t = 0; t < 40 * US; t += US / 2)
    {
        c.OnCnp(t);
    }
    const int64_t cut = 40 * US;
    c.OnCnp(cut + 305 * US); // an increase, then a cut that lowers the target
    const int64_t next = cut + 308 * US;
    const double target = c.GetTarget(next);
    EXPECT_LT(target, 100 * G);
    EXPECT_EQ(c.GetTarget(next + 300 * US), target);
    EXPECT_NEAR(c.GetTarget(next + 600 * US), target + 0.04 * G, 1);
    EXPECT_NEAR(c.GetTarget(next + 900 * US), target + 0.14 * G, 1);
    EXPECT_NEAR(c.GetTarget(next + 1200 * US), target + 0.24 * G, 1);
}

TEST(DcqcnController, AGapBetweenCnpsKeepsAlphaLowHoweverMuchIsMarked)
{
    const double keep = 255.0 / 256;
    for (const auto& [gap, alpha] :
         {std::pair{US / 2, 1.0},
          // One period in four raises alpha: a = (keep a + g) keep^3.
          std::pair{4 * US, std::pow(keep, 3) / 256 / (1 - std::pow(keep, 4))}})
    {
        DcqcnController c(ConWeave(), 100 * G);
        for (int64_t t = 0; t < 20000 * US; t += gap)
        {
            c.OnCnp(t);
        }
        c.GetRate(20000 * US);
        EXPECT_NEAR(c.GetAlpha(), alpha, 0.001) << "a CNP each " << gap << " ns";
    }
}

TEST(DcqcnController, ALossCountsAsACnp)
{
    for (const LossSign sign : {LossSign::NAK, LossSign::TIMEOUT})
    {
        DcqcnController c(Paper(), 100 * G);
        c.OnLoss(sign, 0);
        EXPECT_EQ(c.GetRate(0), 50 * G);
        c.OnCnp(0);
        EXPECT_EQ(c.GetRate(0), 25 * G);
    }
}

TEST(DcqcnController, StaysBetweenTheLimits)
{
    DcqcnController c(ConWeave(), 100 * G);
    for (int64_t t = 0; t < 1000 * US; t += US)
    {
        c.OnCnp(t);
    }
    EXPECT_EQ(c.GetRate(1000 * US), 0.1 * G);
    EXPECT_EQ(c.GetRate(1000 * 1000 * 1000 * US), 100 * G);
    EXPECT_EQ(c.OnSend(1000, 1000 * 1000 * 1000 * US), 0);
}

TEST(DcqcnController, GapIsTheTimeOfTheFrameAtTheRate)
{
    DcqcnController c(Paper(), 100 * G);
    c.OnCnp(0); // 50 Gb/s
    EXPECT_EQ(c.OnSend(84, 0), 13) << "84 bytes take 13.44 ns";
    EXPECT_EQ(c.OnSend(1082, 0), 173) << "1082 bytes take 173.12 ns";
}

TEST(DcqcnController, GettingTheRateChangesNothing)
{
    DcqcnController asked(ConWeave(), 100 * G);
    DcqcnController left(ConWeave(), 100 * G);
    for (int64_t t = 0; t < 5000 * US; t += 7 * US)
    {
        for (int64_t q = t; q < t + 7 * US; q += US / 3)
        {
            asked.GetRate(q);
        }
        if (t % 3 == 0)
        {
            asked.OnCnp(t + 7 * US);
            left.OnCnp(t + 7 * US);
        }
    }
    EXPECT_EQ(asked.GetRate(6000 * US), left.GetRate(6000 * US));
    EXPECT_EQ(asked.GetAlpha(), left.GetAlpha());
}
