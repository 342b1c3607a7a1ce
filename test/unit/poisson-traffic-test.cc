/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Tests of random all-to-all traffic, with the numbers of its theory.
 */

#include "test-files.h"

#include "ns3/double.h"
#include "ns3/poisson-traffic.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <tuple>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

constexpr double LINK_RATE = 100e9;

/// The traffic of a test.
struct Scenario
{
    uint32_t hosts{128};                 ///< Number of hosts.
    double load{0.8};                    ///< Load of the links.
    Time duration{MilliSeconds(1)};      ///< Window of starts.
    std::string cdf{"alicloud-storage"}; ///< Distribution of sizes.
    uint64_t run{1};                     ///< ns-3's run number.
};

std::vector<Flow>
Generate(const Scenario& scenario)
{
    RngSeedManager::SetSeed(1);
    RngSeedManager::SetRun(scenario.run);
    auto traffic = CreateObject<PoissonTraffic>();
    traffic->SetAttribute("Hosts", UintegerValue(scenario.hosts));
    traffic->SetAttribute("Load", DoubleValue(scenario.load));
    traffic->SetAttribute("LinkRate", DataRateValue(DataRate("100Gbps")));
    traffic->SetAttribute("Duration", TimeValue(scenario.duration));
    traffic->SetCdf(SizeCdf::Load(ProjectFile("traces/" + scenario.cdf + ".cdf")));
    traffic->AssignStreams(1000);
    return traffic->Generate();
}

std::vector<std::tuple<int64_t, uint32_t, uint32_t, uint64_t>>
Rows(const std::vector<Flow>& flows)
{
    std::vector<std::tuple<int64_t, uint32_t, uint32_t, uint64_t>> rows;
    for (const auto& flow : flows)
    {
        rows.emplace_back(flow.start.GetNanoSeconds(), flow.src, flow.dst, flow.sizeBytes);
    }
    return rows;
}

std::vector<Flow>
FlowsOf(uint32_t src, const std::vector<Flow>& flows)
{
    std::vector<Flow> own;
    std::copy_if(flows.begin(), flows.end(), std::back_inserter(own), [src](const Flow& flow) {
        return flow.src == src;
    });
    return own;
}

} // namespace

TEST(PoissonTraffic, ArrivalsPerMillisecondAreThoseOfTheTheory)
{
    // Flows per ms of 128 hosts at 100 Gb/s.
    const std::tuple<std::string, double, double> cases[] = {
        {"alicloud-storage", 0.8, 31319},
        {"alicloud-storage", 0.5, 19574},
        {"alicloud-storage", 0.2, 7830},
        {"solar", 0.8, 32468},
    };
    for (const auto& [cdf, load, expected] : cases)
    {
        Scenario scenario;
        scenario.cdf = cdf;
        scenario.load = load;
        const auto count = static_cast<double>(Generate(scenario).size());
        EXPECT_NEAR(count, expected, 3 * std::sqrt(expected)) << cdf << ' ' << load;
    }
}

TEST(PoissonTraffic, OfferedBytesAreTheLoad)
{
    Scenario scenario;
    scenario.duration = MilliSeconds(10);
    const auto flows = Generate(scenario);
    double bytes = 0;
    double squares = 0;
    for (const auto& flow : flows)
    {
        const auto size = static_cast<double>(flow.sizeBytes);
        bytes += size;
        squares += size * size;
    }
    const double expected = 0.8 * LINK_RATE / 8 * 128 * 0.010;
    EXPECT_NEAR(bytes, expected, 0.03 * expected);
    // The sum of a Poisson number of sizes has the variance count * E[size^2]: 0.9 % here.
    const double deviation = std::sqrt(squares) / expected;
    EXPECT_GT(deviation, 0.005);
    EXPECT_LT(deviation, 0.012);
    EXPECT_NEAR(bytes, expected, 3 * deviation * expected);
}

TEST(PoissonTraffic, FlowsAreSortedNumberedAndWithinTheWindow)
{
    const auto flows = Generate(Scenario());
    for (std::size_t i = 0; i < flows.size(); ++i)
    {
        ASSERT_EQ(flows[i].id, i);
        ASSERT_LT(flows[i].start, MilliSeconds(1));
        ASSERT_TRUE(i == 0 || flows[i - 1].start <= flows[i].start);
        ASSERT_GE(flows[i].sizeBytes, 1U);
    }
}

TEST(PoissonTraffic, DestinationsAreUniformOverTheOthers)
{
    const auto flows = Generate(Scenario());
    std::vector<double> received(128, 0);
    for (const auto& flow : flows)
    {
        ASSERT_LT(flow.dst, 128U);
        ASSERT_NE(flow.src, flow.dst);
        received[flow.dst] += 1;
    }
    // Chi-square of 127 degrees of freedom: mean 127, standard deviation sqrt(254).
    const double mean = static_cast<double>(flows.size()) / 128;
    double chiSquare = 0;
    for (const double count : received)
    {
        chiSquare += (count - mean) * (count - mean) / mean;
    }
    EXPECT_NEAR(chiSquare, 127, 4 * std::sqrt(254));
}

TEST(PoissonTraffic, TwoHostsSendToEachOther)
{
    Scenario scenario;
    scenario.hosts = 2;
    const auto flows = Generate(scenario);
    EXPECT_GT(FlowsOf(0, flows).size(), 100U);
    EXPECT_GT(FlowsOf(1, flows).size(), 100U);
    for (const auto& flow : flows)
    {
        ASSERT_EQ(flow.dst, 1 - flow.src);
    }
}

TEST(PoissonTraffic, SameSeedGivesTheSameListAndAnotherSeedAnother)
{
    Scenario scenario;
    const auto first = Rows(Generate(scenario));
    EXPECT_EQ(first, Rows(Generate(scenario)));
    scenario.run = 2;
    EXPECT_NE(first, Rows(Generate(scenario)));
}

TEST(PoissonTraffic, GeneratingAgainGivesTheSameList)
{
    auto traffic = CreateObject<PoissonTraffic>();
    traffic->SetCdf(SizeCdf::Fixed(100000));
    EXPECT_EQ(traffic->AssignStreams(5), 3 * 128);
    EXPECT_EQ(Rows(traffic->Generate()), Rows(traffic->Generate()));
}

TEST(PoissonTraffic, MoreHostsChangeNeitherStartsNorSizesOfTheOthers)
{
    Scenario scenario;
    scenario.hosts = 16;
    const auto few = FlowsOf(3, Generate(scenario));
    scenario.hosts = 128;
    const auto many = FlowsOf(3, Generate(scenario));
    ASSERT_EQ(few.size(), many.size());
    ASSERT_GT(few.size(), 100U);
    for (std::size_t i = 0; i < few.size(); ++i)
    {
        ASSERT_EQ(few[i].start, many[i].start);
        ASSERT_EQ(few[i].sizeBytes, many[i].sizeBytes);
    }
}

TEST(PoissonTraffic, LoadChangesTheIntervalsOnly)
{
    Scenario scenario;
    scenario.load = 0.4;
    const auto slow = FlowsOf(3, Generate(scenario));
    scenario.load = 0.8;
    const auto fast = FlowsOf(3, Generate(scenario));
    ASSERT_GT(slow.size(), 50U);
    for (std::size_t i = 0; i < slow.size(); ++i)
    {
        ASSERT_EQ(slow[i].dst, fast[i].dst);
        ASSERT_EQ(slow[i].sizeBytes, fast[i].sizeBytes);
        ASSERT_NEAR(slow[i].start.GetNanoSeconds(), 2 * fast[i].start.GetNanoSeconds(), 2);
    }
}

TEST(PoissonTraffic, ListIsTheSameOnAnyMachine)
{
    // Flows of one nanosecond are sorted by host or by picosecond, as ns-3's resolution allows.
    auto rows = Rows(Generate(Scenario()));
    std::sort(rows.begin(), rows.end());
    // FNV-1a: changes only if the generator is changed on purpose.
    uint64_t hash = 14695981039346656037U;
    for (const auto& [start, src, dst, size] : rows)
    {
        for (const uint64_t value : {uint64_t(start), uint64_t(src), uint64_t(dst), size})
        {
            hash = (hash ^ value) * 1099511628211U;
        }
    }
    EXPECT_EQ(hash, 16657842529710052005U);
}

TEST(PoissonTraffic, ImpossibleSettingsAreRefused)
{
    auto traffic = CreateObject<PoissonTraffic>();
    const auto generate = [traffic] { traffic->Generate(); };
    EXPECT_EQ(ErrorOf(generate), "PoissonTraffic: expected a distribution of flow sizes");
    traffic->SetCdf(SizeCdf::Fixed(1000));
    traffic->SetAttribute("Load", DoubleValue(0));
    EXPECT_EQ(ErrorOf(generate), "Load: expected a share above 0 and at most 1, found 0.000000");
    traffic->SetAttribute("Load", DoubleValue(1));
    traffic->SetAttribute("Duration", TimeValue(Time(0)));
    EXPECT_EQ(ErrorOf(generate), "Duration: expected a time above 0");
    traffic->SetAttribute("Duration", TimeValue(MicroSeconds(1)));
    traffic->SetAttribute("LinkRate", DataRateValue(DataRate(0)));
    EXPECT_EQ(ErrorOf(generate), "LinkRate: expected a rate above 0");
}

TEST(PoissonTraffic, LoadIsRelativeToEachHostsOwnRate)
{
    // The kind: the rate of one link counts for all. Rates from 10 to 400 Gb/s.
    auto traffic = CreateObject<PoissonTraffic>();
    traffic->SetAttribute("Hosts", UintegerValue(3));
    traffic->SetAttribute("Load", DoubleValue(0.3));
    traffic->SetAttribute("Duration", TimeValue(MilliSeconds(100)));
    const std::vector<DataRate> rates{DataRate("10Gbps"), DataRate("100Gbps"), DataRate("400Gbps")};
    traffic->SetLinkRates(rates);
    traffic->SetCdf(SizeCdf::Fixed(10000));
    traffic->AssignStreams(0);
    const auto flows = traffic->Generate();
    for (uint32_t host = 0; host < 3; ++host)
    {
        const double expected =
            0.3 * 0.1 * static_cast<double>(rates[host].GetBitRate()) / (8 * 10000);
        EXPECT_NEAR(static_cast<double>(FlowsOf(host, flows).size()),
                    expected,
                    4 * std::sqrt(expected));
    }
    DataRateValue mean;
    traffic->GetAttribute("LinkRate", mean);
    EXPECT_EQ(mean.Get(), DataRate("170Gbps"));
    traffic->SetAttribute("Hosts", UintegerValue(4));
    EXPECT_EQ(ErrorOf([traffic] { traffic->Generate(); }),
              "Hosts: expected as many hosts as there are link rates, 3, found 4");
}

TEST(PoissonTraffic, EqualRatesByHostDrawTheSameFlows)
{
    const auto draw = [](bool byHost) {
        auto traffic = CreateObject<PoissonTraffic>();
        traffic->SetAttribute("Hosts", UintegerValue(7));
        traffic->SetAttribute("LinkRate", DataRateValue(DataRate("25Gbps")));
        if (byHost)
        {
            traffic->SetLinkRates(std::vector<DataRate>(7, DataRate("25Gbps")));
        }
        traffic->SetCdf(SizeCdf::Fixed(10000));
        traffic->AssignStreams(0);
        return Rows(traffic->Generate());
    };
    EXPECT_EQ(draw(true), draw(false));
}
