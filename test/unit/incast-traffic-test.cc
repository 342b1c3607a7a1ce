/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Tests of incasts.
 */

#include "test-files.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/incast-traffic.h"
#include "ns3/poisson-traffic.h"
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

/// What 128 hosts at 100 Gb/s carry in a nanosecond, in bytes.
constexpr double CAPACITY = 128 * 100.0 / 8;

Ptr<IncastTraffic>
MakeIncast(bool poisson, Time duration)
{
    RngSeedManager::SetSeed(1);
    RngSeedManager::SetRun(1);
    auto incast = CreateObject<IncastTraffic>();
    incast->SetAttribute("Hosts", UintegerValue(128));
    incast->SetAttribute("LinkRate", DataRateValue(DataRate("100Gbps")));
    incast->SetAttribute("FanIn", UintegerValue(60));
    incast->SetAttribute("ResponseSize", UintegerValue(500000));
    incast->SetAttribute("Load", DoubleValue(0.02));
    incast->SetAttribute("Poisson", BooleanValue(poisson));
    incast->SetAttribute("Duration", TimeValue(duration));
    incast->AssignStreams(0);
    return incast;
}

/// The flows of each start.
std::map<Time, std::vector<Flow>>
Events(const std::vector<Flow>& flows)
{
    std::map<Time, std::vector<Flow>> events;
    for (const auto& flow : flows)
    {
        events[flow.start].push_back(flow);
    }
    return events;
}

double
OfferedLoad(const std::vector<Flow>& flows, Time duration)
{
    double bytes = 0;
    for (const auto& flow : flows)
    {
        bytes += static_cast<double>(flow.sizeBytes);
    }
    return bytes / (CAPACITY * static_cast<double>(duration.GetNanoSeconds()));
}

} // namespace

TEST(IncastTraffic, LoadIsMetByEvenEvents)
{
    // 60 senders of 500 KB: 2 % of the capacity, +- 0.1.
    const auto duration = MilliSeconds(100);
    const auto flows = MakeIncast(false, duration)->Generate();
    EXPECT_NEAR(OfferedLoad(flows, duration), 0.02, 0.001);
    const auto events = Events(flows);
    // 60 * 500 KB take 937.5 us of 2 % of 12.8 Tb/s.
    EXPECT_EQ(events.size(), 107U);
    EXPECT_EQ(events.begin()->first, NanoSeconds(468750));
    EXPECT_EQ(std::next(events.begin())->first, NanoSeconds(468750 + 937500));
}

TEST(IncastTraffic, LoadIsMetByPoissonEvents)
{
    const auto duration = Seconds(5);
    const auto flows = MakeIncast(true, duration)->Generate();
    const double expected = 5e9 / 937500;
    const auto events = static_cast<double>(Events(flows).size());
    EXPECT_NEAR(events, expected, 3 * std::sqrt(expected));
    EXPECT_GT(std::abs(events - expected), 0);
    EXPECT_NEAR(OfferedLoad(flows, duration), 0.02, 0.001);
}

TEST(IncastTraffic, SendersAreDistinctAndNotTheReceiver)
{
    std::set<uint32_t> receivers;
    std::set<std::set<uint32_t>> groups;
    const auto events = Events(MakeIncast(false, MilliSeconds(100))->Generate());
    for (const auto& [start, flows] : events)
    {
        std::set<uint32_t> senders;
        for (const auto& flow : flows)
        {
            ASSERT_EQ(flow.dst, flows.front().dst);
            ASSERT_EQ(flow.sizeBytes, 500000U);
            ASSERT_LT(flow.src, 128U);
            senders.insert(flow.src);
        }
        ASSERT_EQ(flows.size(), 60U);
        ASSERT_EQ(senders.size(), 60U);
        ASSERT_EQ(senders.count(flows.front().dst), 0U);
        receivers.insert(flows.front().dst);
        groups.insert(senders);
    }
    EXPECT_EQ(groups.size(), events.size());
    EXPECT_GT(receivers.size(), 50U);
}

TEST(IncastTraffic, OneIncastOfEverybodyElse)
{
    auto incast = MakeIncast(false, MilliSeconds(1));
    incast->SetAttribute("FanIn", UintegerValue(127));
    const auto flows = incast->GenerateOnce(5);
    std::set<uint32_t> senders;
    for (const auto& flow : flows)
    {
        EXPECT_EQ(flow.dst, 5U);
        EXPECT_TRUE(flow.start.IsZero());
        senders.insert(flow.src);
    }
    EXPECT_EQ(flows.size(), 127U);
    EXPECT_EQ(flows.back().id, 126U);
    EXPECT_EQ(senders.size(), 127U);
    EXPECT_EQ(senders.count(5), 0U);
    EXPECT_EQ(*senders.rbegin(), 127U);
}

TEST(IncastTraffic, AddsItsLoadToBackgroundTraffic)
{
    // Row L02: 30 % + 2 %, +- 1.
    const auto duration = MilliSeconds(20);
    auto background = CreateObject<PoissonTraffic>();
    background->SetAttribute("Load", DoubleValue(0.3));
    background->SetAttribute("Duration", TimeValue(duration));
    background->SetCdf(SizeCdf::Load(ProjectFile("traces/alicloud-storage.cdf")));
    auto incast = MakeIncast(false, duration);
    background->AssignStreams(incast->AssignStreams(0));
    const auto alone = background->Generate();
    const auto merged = MergeFlows({alone, incast->Generate()});
    EXPECT_NEAR(OfferedLoad(merged, duration), 0.32, 0.01);
    EXPECT_NEAR(OfferedLoad(merged, duration) - OfferedLoad(alone, duration), 0.02, 0.001);
    for (std::size_t i = 1; i < merged.size(); ++i)
    {
        ASSERT_EQ(merged[i].id, i);
        ASSERT_LE(merged[i - 1].start, merged[i].start);
    }
}

TEST(IncastTraffic, FanInOfZeroMeansAllOtherHosts)
{
    auto incast = MakeIncast(false, MilliSeconds(1));
    incast->SetAttribute("FanIn", UintegerValue(0));
    const auto flows = incast->GenerateOnce(5);
    std::set<uint32_t> senders;
    for (const auto& flow : flows)
    {
        senders.insert(flow.src);
    }
    EXPECT_EQ(flows.size(), 127U);
    EXPECT_EQ(senders.size(), 127U);
    EXPECT_EQ(senders.count(5), 0U);
}

TEST(IncastTraffic, ImpossibleSettingsAreRefused)
{
    auto incast = MakeIncast(false, MilliSeconds(1));
    EXPECT_EQ(ErrorOf([incast] { incast->GenerateOnce(128); }),
              "receiver: expected a host below 128, found 128");
    incast->SetAttribute("FanIn", UintegerValue(128));
    const std::string fanIn = "FanIn: expected fewer senders than the 128 hosts, found 128";
    EXPECT_EQ(ErrorOf([incast] { incast->Generate(); }), fanIn);
    EXPECT_EQ(ErrorOf([incast] { incast->GenerateOnce(0); }), fanIn);
    incast->SetAttribute("FanIn", UintegerValue(60));
    incast->SetAttribute("Load", DoubleValue(0));
    EXPECT_NE(ErrorOf([incast] { incast->Generate(); }), "no error");
}

TEST(IncastTraffic, LoadIsThatOfAllHostsLinks)
{
    // Half of the hosts have 4 times the rate of the others: 2.5 times the capacity.
    auto incast = MakeIncast(false, MilliSeconds(100));
    std::vector<DataRate> rates(64, DataRate("100Gbps"));
    rates.resize(128, DataRate("400Gbps"));
    incast->SetLinkRates(rates);
    const auto events = Events(incast->Generate());
    EXPECT_EQ(std::next(events.begin())->first - events.begin()->first, NanoSeconds(937500 / 2.5));
}
