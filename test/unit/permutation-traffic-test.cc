/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Tests of permutation traffic.
 */

#include "test-files.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/permutation-traffic.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <set>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

Ptr<PermutationTraffic>
MakePermutation(uint32_t hosts, Time duration, uint64_t run = 1)
{
    RngSeedManager::SetSeed(1);
    RngSeedManager::SetRun(run);
    auto traffic = CreateObject<PermutationTraffic>();
    traffic->SetAttribute("Hosts", UintegerValue(hosts));
    traffic->SetAttribute("LinkRate", DataRateValue(DataRate("100Gbps")));
    traffic->SetAttribute("Duration", TimeValue(duration));
    // 1 MB takes 80 us at 100 Gb/s.
    traffic->SetCdf(SizeCdf::Fixed(1000000));
    traffic->AssignStreams(0);
    return traffic;
}

} // namespace

TEST(PermutationTraffic, EveryHostSendsToOneOtherAndReceivesFromOneOther)
{
    // Odd and small numbers, where a careless draw leaves somebody to itself.
    for (const uint32_t hosts : {2, 3, 4, 7, 128})
    {
        for (uint64_t run = 1; run <= 20; ++run)
        {
            const auto flows = MakePermutation(hosts, NanoSeconds(1), run)->Generate();
            ASSERT_EQ(flows.size(), hosts);
            std::set<uint32_t> destinations;
            for (const auto& flow : flows)
            {
                ASSERT_EQ(flow.src, flow.id);
                ASSERT_NE(flow.src, flow.dst);
                ASSERT_LT(flow.dst, hosts);
                ASSERT_TRUE(flow.start.IsZero());
                destinations.insert(flow.dst);
            }
            ASSERT_EQ(destinations.size(), hosts);
        }
    }
}

TEST(PermutationTraffic, PermutationsAreUniform)
{
    // 4 hosts have 9 permutations without a fixed point: 6 cycles and 3 double swaps.
    std::map<std::vector<uint32_t>, int> seen;
    constexpr int RUNS = 1800;
    for (uint64_t run = 1; run <= RUNS; ++run)
    {
        std::vector<uint32_t> destinations;
        for (const auto& flow : MakePermutation(4, NanoSeconds(1), run)->Generate())
        {
            destinations.push_back(flow.dst);
        }
        ++seen[destinations];
    }
    ASSERT_EQ(seen.size(), 9U);
    double chiSquare = 0;
    for (const auto& [destinations, count] : seen)
    {
        chiSquare += (count - RUNS / 9.0) * (count - RUNS / 9.0) / (RUNS / 9.0);
    }
    // 8 degrees of freedom: exceeded with probability 0.001.
    EXPECT_LT(chiSquare, 26.1);
}

TEST(PermutationTraffic, BackToBackFlowsFollowAtTheLinkRate)
{
    auto traffic = MakePermutation(4, MicroSeconds(400));
    const auto flows = traffic->Generate();
    ASSERT_EQ(flows.size(), 4U * 5);
    std::map<uint32_t, uint32_t> destinations;
    for (const auto& flow : flows)
    {
        EXPECT_EQ(flow.start, MicroSeconds(80 * (flow.id / 4)));
        EXPECT_EQ(flow.sizeBytes, 1000000U);
        EXPECT_EQ(destinations.emplace(flow.src, flow.dst).first->second, flow.dst);
    }
    traffic->SetAttribute("Load", DoubleValue(0.5));
    EXPECT_EQ(traffic->Generate()[4].start, MicroSeconds(160));
}

TEST(PermutationTraffic, BackToBackFlowsOfADistributionKeepTheLoad)
{
    auto traffic = MakePermutation(2, MilliSeconds(100));
    traffic->SetCdf(SizeCdf::Load(ProjectFile("traces/alicloud-storage.cdf")));
    double bytes = 0;
    double last = 0;
    for (const auto& flow : traffic->Generate())
    {
        if (flow.src == 0)
        {
            // 12.5 bytes a nanosecond.
            ASSERT_NEAR(flow.start.GetNanoSeconds(), bytes / 12.5, 1.01);
            bytes += static_cast<double>(flow.sizeBytes);
            last = static_cast<double>(flow.sizeBytes);
        }
    }
    EXPECT_GE(bytes, 1.25e9 - 13);
    EXPECT_LT(bytes - last, 1.25e9);
}

TEST(PermutationTraffic, PoissonFlowsKeepTheLoad)
{
    auto traffic = MakePermutation(128, MilliSeconds(40));
    traffic->SetAttribute("Poisson", BooleanValue(true));
    traffic->SetAttribute("Load", DoubleValue(0.4));
    const auto flows = traffic->Generate();
    // A flow each 200 us and host.
    const double expected = 128 * 40000 / 200.0;
    EXPECT_NEAR(static_cast<double>(flows.size()), expected, 3 * std::sqrt(expected));
    std::set<Time> starts;
    for (const auto& flow : flows)
    {
        starts.insert(flow.start);
    }
    EXPECT_GT(starts.size(), flows.size() - 100);
}

TEST(PermutationTraffic, SizesAreNeeded)
{
    auto traffic = CreateObject<PermutationTraffic>();
    EXPECT_EQ(ErrorOf([traffic] { traffic->Generate(); }),
              "PermutationTraffic: expected a distribution of flow sizes");
}

TEST(PermutationTraffic, EachHostSendsAtItsOwnRate)
{
    auto traffic = MakePermutation(2, MicroSeconds(400));
    traffic->SetLinkRates({DataRate("50Gbps"), DataRate("200Gbps")});
    std::map<uint32_t, uint32_t> counts;
    for (const auto& flow : traffic->Generate())
    {
        ++counts[flow.src];
    }
    // 1 MB takes 160 us and 40 us.
    EXPECT_EQ(counts[0], 3U);
    EXPECT_EQ(counts[1], 10U);
}
