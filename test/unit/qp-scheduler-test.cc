/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/qp-scheduler.h"

#include <array>
#include <gtest/gtest.h>

using namespace ns3::rdmacell;

namespace
{

/// A scheduler and some queue pairs, which are removed before they are destroyed.
struct QpSchedulerTest : public testing::Test
{
    ~QpSchedulerTest() override
    {
        for (auto& qp : qps)
        {
            scheduler.Remove(qp);
        }
    }

    QpScheduler scheduler;                 ///< under test
    std::array<QpScheduler::Entry, 4> qps; ///< queue pairs
};

} // namespace

TEST_F(QpSchedulerTest, ServesRoundRobin)
{
    for (auto& qp : qps)
    {
        scheduler.Add(qp, 0);
    }
    for (int round = 0; round < 3; ++round)
    {
        for (auto& qp : qps)
        {
            ASSERT_EQ(scheduler.Pop(0, 0), &qp);
            scheduler.Add(qp, 0);
        }
    }
}

TEST_F(QpSchedulerTest, PacesUntilTheTimeComes)
{
    qps[0].notBefore = 100;
    qps[1].notBefore = 50;
    scheduler.Add(qps[0], 0);
    scheduler.Add(qps[1], 0);
    EXPECT_EQ(scheduler.GetNextTime(), 50);
    EXPECT_FALSE(scheduler.HasReady(0, 49));
    EXPECT_EQ(scheduler.Pop(0, 49), nullptr);
    EXPECT_TRUE(scheduler.HasReady(0, 50));
    EXPECT_EQ(scheduler.Pop(0, 50), &qps[1]);
    EXPECT_EQ(scheduler.Pop(0, 99), nullptr);
    EXPECT_EQ(scheduler.Pop(0, 200), &qps[0]);
    EXPECT_EQ(scheduler.GetNextTime(), QpScheduler::NEVER);
}

TEST_F(QpSchedulerTest, ServesEqualTimesInOrder)
{
    for (auto& qp : qps)
    {
        qp.notBefore = 100;
        scheduler.Add(qp, 0);
    }
    for (auto& qp : qps)
    {
        EXPECT_EQ(scheduler.Pop(0, 100), &qp);
    }
}

TEST_F(QpSchedulerTest, PutsTheOneInServiceBehindThoseDueByTheEndOfItsFrame)
{
    scheduler.Add(qps[0], 0);
    qps[1].notBefore = 80;
    scheduler.Add(qps[1], 0);
    qps[2].notBefore = 120;
    scheduler.Add(qps[2], 0);
    ASSERT_EQ(scheduler.Pop(0, 0), &qps[0]);
    scheduler.Requeue(qps[0]);
    EXPECT_TRUE(scheduler.HasReady(0, 100)) << "its frame ends at 100";
    EXPECT_EQ(scheduler.Pop(0, 100), &qps[1]);
    EXPECT_EQ(scheduler.Pop(0, 100), &qps[0]);
    qps[0].notBefore = 300;
    scheduler.Requeue(qps[0]);
    EXPECT_EQ(scheduler.Pop(0, 200), &qps[2]);
    EXPECT_EQ(scheduler.GetNextTime(), 300);
    scheduler.Requeue(qps[2]);
    scheduler.Remove(qps[2]);
    EXPECT_FALSE(scheduler.HasReady(0, 299));
}

TEST_F(QpSchedulerTest, SkipsPausedClassesAndSharesAmongTheOthers)
{
    qps[0].trafficClass = 3;
    qps[1].trafficClass = 5;
    qps[2].trafficClass = 5;
    qps[3].trafficClass = 7;
    for (auto& qp : qps)
    {
        scheduler.Add(qp, 0);
    }
    EXPECT_EQ(scheduler.Pop(1 << 3 | 1 << 7, 0), &qps[1]);
    scheduler.Add(qps[1], 0);
    EXPECT_FALSE(scheduler.HasReady(1 << 3 | 1 << 5 | 1 << 7, 0));
    EXPECT_EQ(scheduler.Pop(0, 0), &qps[3]);
    EXPECT_EQ(scheduler.Pop(0, 0), &qps[0]);
    EXPECT_EQ(scheduler.Pop(0, 0), &qps[2]);
    EXPECT_EQ(scheduler.Pop(0, 0), &qps[1]);
    EXPECT_EQ(scheduler.Pop(0, 0), nullptr);
}

TEST_F(QpSchedulerTest, ForgetsRemovedQueuePairs)
{
    qps[1].notBefore = 10;
    scheduler.Add(qps[0], 0);
    scheduler.Add(qps[1], 0);
    scheduler.Remove(qps[0]);
    scheduler.Remove(qps[1]);
    scheduler.Remove(qps[2]);
    EXPECT_FALSE(scheduler.HasReady(0, 100));
    EXPECT_EQ(scheduler.GetNextTime(), QpScheduler::NEVER);
}
