/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Tests of flows that are made piece by piece.
 */

#include "test-files.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/flow-source.h"
#include "ns3/incast-traffic.h"
#include "ns3/permutation-traffic.h"
#include "ns3/poisson-traffic.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <initializer_list>
#include <tuple>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

using Row = std::tuple<uint64_t, int64_t, uint32_t, uint32_t, uint64_t>;

std::vector<Row>
Rows(const std::vector<Flow>& flows)
{
    std::vector<Row> rows;
    for (const Flow& flow : flows)
    {
        rows.emplace_back(flow.id, flow.start.GetTimeStep(), flow.src, flow.dst, flow.sizeBytes);
    }
    return rows;
}

/// The flows of a source, taken up to each of some times.
std::vector<Row>
TakePieces(FlowSource source, std::initializer_list<int64_t> microseconds)
{
    std::vector<Row> rows;
    for (const int64_t end : microseconds)
    {
        for (const Row& row : Rows(source.TakeUntil(MicroSeconds(end))))
        {
            rows.push_back(row);
        }
    }
    return rows;
}

/// A process with an arrival each 10 us from a time on, numbered by its size.
ArrivalProcess
Every10Us(uint32_t src, double firstUs)
{
    return {firstUs * 1e6, [src, size = uint64_t{0}](Time start, std::vector<Flow>& flows) mutable {
                flows.push_back({0, src, src + 1, ++size, start});
                return 10e6;
            }};
}

template <typename Traffic>
Ptr<Traffic>
MakeTraffic(int64_t stream)
{
    auto traffic = CreateObject<Traffic>();
    traffic->SetAttribute("Hosts", UintegerValue(8));
    traffic->SetAttribute("Load", DoubleValue(0.8));
    traffic->SetAttribute("Duration", TimeValue(MicroSeconds(300)));
    traffic->AssignStreams(stream);
    return traffic;
}

} // namespace

TEST(FlowSource, FlowsComeInTheOrderOfTheirStartsAndAreNumberedOn)
{
    FlowSource source({Every10Us(0, 5), Every10Us(2, 0)});
    using List = std::vector<Row>;
    const int64_t us = MicroSeconds(1).GetTimeStep();
    EXPECT_EQ(Rows(source.TakeUntil(MicroSeconds(10))),
              (List{{0, 0, 2, 3, 1}, {1, 5 * us, 0, 1, 1}}));
    EXPECT_TRUE(source.TakeUntil(MicroSeconds(10)).empty()); // one that starts at the end is left
    EXPECT_EQ(Rows(source.TakeUntil(MicroSeconds(15))), (List{{2, 10 * us, 2, 3, 2}}));
    EXPECT_EQ(Rows(source.TakeUntil(MicroSeconds(21))),
              (List{{3, 15 * us, 0, 1, 2}, {4, 20 * us, 2, 3, 3}}));
}

TEST(FlowSource, OfFlowsThatStartTogetherThoseOfTheMergedSourceComeLast)
{
    FlowSource source({Every10Us(4, 0)});
    source.Merge(FlowSource({Every10Us(0, 0)}));
    const auto flows = source.TakeUntil(MicroSeconds(20));
    ASSERT_EQ(flows.size(), 4U);
    for (std::size_t i = 0; i < 4; ++i)
    {
        EXPECT_EQ(flows[i].src, i % 2 == 0 ? 4U : 0U);
        EXPECT_EQ(flows[i].id, i);
    }
}

TEST(FlowSource, WithoutProcessesThereAreNoFlows)
{
    EXPECT_TRUE(FlowSource().TakeUntil(Seconds(1)).empty());
}

TEST(FlowSource, PiecesOfAllTrafficAreTheWholeThatIsGenerated)
{
    const SizeCdf cdf = SizeCdf::Load(ProjectFile("traces/solar.cdf"));
    const auto poisson = MakeTraffic<PoissonTraffic>(1000);
    const auto even = MakeTraffic<PermutationTraffic>(2000);
    const auto random = MakeTraffic<PermutationTraffic>(3000);
    const auto incast = MakeTraffic<IncastTraffic>(4000);
    poisson->SetCdf(cdf);
    even->SetCdf(cdf);
    random->SetCdf(cdf);
    random->SetAttribute("Poisson", BooleanValue(true));
    incast->SetAttribute("FanIn", UintegerValue(3));
    incast->SetAttribute("ResponseSize", UintegerValue(20000));
    for (const auto& traffic :
         std::initializer_list<Ptr<const TrafficGenerator>>{poisson, even, random, incast})
    {
        const auto whole = Rows(traffic->Generate());
        EXPECT_GT(whole.size(), 50U);
        EXPECT_EQ(TakePieces(traffic->Begin(), {1, 40, 41, 200, 300}), whole);
        EXPECT_EQ(TakePieces(traffic->Begin(), {150, 300}), whole);
    }
    FlowSource merged = poisson->Begin();
    merged.Merge(incast->Begin());
    EXPECT_EQ(TakePieces(merged, {100, 250, 300}),
              Rows(MergeFlows({poisson->Generate(), incast->Generate()})));
}

TEST(FlowSource, WhatFollowsGoesOnAtTheSameLoad)
{
    const auto traffic = MakeTraffic<PoissonTraffic>(1000);
    traffic->SetCdf(SizeCdf::Fixed(10000));
    FlowSource source = traffic->Begin();
    source.TakeUntil(MilliSeconds(1));
    // 8 hosts, 0.8 * 12.5 GB/s each, flows of 10 kB: 8,000 a ms, give or take three deviations.
    EXPECT_NEAR(source.TakeUntil(MilliSeconds(2)).size(), 8000, 3 * 90);
    EXPECT_NEAR(source.TakeUntil(MilliSeconds(5)).size(), 24000, 3 * 155);
}
