/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Tests of the ideal flow completion time, against an independent simulation of packets.
 */

#include "ns3/ideal-fct.h"
#include "ns3/nstime.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <gtest/gtest.h>
#include <iostream>
#include <random>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/// Wire bytes besides the payload: Ethernet, IPv4, UDP, BTH, ICRC, FCS, preamble and gap.
constexpr uint32_t OVERHEAD = 14 + 20 + 8 + 12 + 4 + 4 + 20;
constexpr uint32_t RETH = 16;
constexpr uint32_t ACK = OVERHEAD + 4;

/// A link of a path that the test knows.
struct Link
{
    uint64_t bitRate;
    int64_t delay;
};

/// Wire bytes of each packet of a flow, which is segmented into messages and these into packets.
std::vector<uint32_t>
CutIntoPackets(uint64_t size, uint32_t mtu, uint32_t longestMessage)
{
    std::vector<uint32_t> packets;
    uint64_t left = size;
    do
    {
        uint64_t ofMessage = std::min<uint64_t>(left, longestMessage);
        left -= ofMessage;
        bool first = true;
        do
        {
            const uint32_t payload = static_cast<uint32_t>(std::min<uint64_t>(ofMessage, mtu));
            ofMessage -= payload;
            packets.push_back(OVERHEAD + (payload + 3) / 4 * 4 + (first ? RETH : 0));
            first = false;
        } while (ofMessage > 0);
    } while (left > 0);
    return packets;
}

/// When the last packet has arrived, if each link sends one after the other as soon as it can.
template <typename TxTime>
int64_t
Simulate(const std::vector<uint32_t>& packets, const std::vector<Link>& path, TxTime txTime)
{
    std::vector<int64_t> freeAt(path.size(), 0);
    std::vector<uint64_t> remainder(path.size(), 0);
    int64_t time = 0;
    for (const uint32_t bytes : packets)
    {
        time = 0;
        for (std::size_t i = 0; i < path.size(); ++i)
        {
            if (time > freeAt[i])
            {
                freeAt[i] = time;
                remainder[i] = 0;
            }
            freeAt[i] += txTime(path[i], bytes, remainder[i]);
            time = freeAt[i] + path[i].delay;
        }
    }
    return time;
}

/// Time of bytes on a link of which a byte takes whole steps.
int64_t
WholeSteps(const Link& link, uint32_t bytes, uint64_t& /* remainder */)
{
    return static_cast<int64_t>(bytes * (8 * Seconds(1).GetTimeStep() / link.bitRate));
}

/// Time of bytes on any link, in the way in which ports count.
int64_t
CarriedSteps(const Link& link, uint32_t bytes, uint64_t& remainder)
{
    return LineRate(DataRate(link.bitRate)).Steps(bytes, remainder);
}

PathProfile
ToProfile(const std::vector<Link>& path)
{
    PathProfile profile;
    for (const Link& link : path)
    {
        profile.rates.emplace_back(DataRate(link.bitRate));
        profile.delay += link.delay;
    }
    return profile;
}

/// A path of up to six links of the given rates.
std::vector<Link>
DrawPath(std::mt19937_64& random, const std::vector<uint64_t>& rates)
{
    std::vector<Link> path(1 + random() % 6);
    for (Link& link : path)
    {
        link = {rates[random() % rates.size()], static_cast<int64_t>(random() % 3000)};
    }
    return path;
}

/// Sizes around all edges, and any in between.
uint64_t
DrawSize(std::mt19937_64& random, uint32_t mtu, uint32_t longestMessage)
{
    const uint64_t edges[] =
        {0, 1, mtu, 2ULL * mtu, 3ULL * mtu, longestMessage, 2ULL * longestMessage};
    const uint64_t size = random() % 2 ? edges[random() % 7] : random() % (4ULL * longestMessage);
    return size + random() % 3 - (size > 0 ? 1 : 0);
}

} // namespace

TEST(IdealFct, EqualsASimulationOfPacketsForAnyRates)
{
    std::mt19937_64 random(1);
    // A byte takes 1 to 40 ns: whole steps at any resolution.
    const std::vector<uint64_t> rates{8000000000, 4000000000, 2000000000, 1000000000, 200000000};
    for (int i = 0; i < 3000; ++i)
    {
        const uint32_t mtu = std::vector<uint32_t>{256, 1000, 1024, 4096, 37}[random() % 5];
        const uint32_t longest = mtu * static_cast<uint32_t>(1 + random() % 30);
        const uint64_t size = DrawSize(random, mtu, longest);
        const std::vector<Link> there = DrawPath(random, rates);
        const std::vector<Link> back = DrawPath(random, rates);
        const IdealFct ideal(mtu, longest);
        const int64_t placed = Simulate(CutIntoPackets(size, mtu, longest), there, WholeSteps);
        ASSERT_EQ(ideal.GetPlacement(ToProfile(there), size), placed)
            << size << " bytes, MTU " << mtu << ", messages of " << longest << ", " << there.size()
            << " links";
        ASSERT_EQ(ideal.GetFct(ToProfile(there), ToProfile(back), size),
                  placed + Simulate({ACK}, back, WholeSteps));
    }
}

TEST(IdealFct, IsNeverLongerThanARunWhereBytesTakeParts)
{
    std::mt19937_64 random(2);
    const std::vector<uint64_t> rates{99999999999, 77000000000, 3333333333, 10000000000 / 7};
    int64_t most = 0;
    for (int i = 0; i < 3000; ++i)
    {
        const uint32_t mtu = 1000;
        const uint32_t longest = 1000 * mtu;
        const uint64_t size = random() % 200000;
        const std::vector<Link> path = DrawPath(random, rates);
        const IdealFct ideal(mtu, longest);
        const int64_t placed = Simulate(CutIntoPackets(size, mtu, longest), path, CarriedSteps);
        const int64_t shorter = placed - ideal.GetPlacement(ToProfile(path), size);
        ASSERT_GE(shorter, 0) << size << " bytes, " << path.size() << " links";
        most = std::max(most, shorter);
    }
    // One step for each link and for each of three turns, as each of them is rounded down.
    EXPECT_LE(most, 6 + 3);
}

TEST(IdealFct, ManyMessagesAreOneFlow)
{
    const std::vector<Link> path{{8000000000, 1000}, {8000000000, 1000}, {8000000000, 1000}};
    // 6 full packets in messages of 2: three of them carry an RETH, and the longest path turns
    // into the second and third link with one of these.
    const int64_t full = OVERHEAD + 1000;
    EXPECT_EQ(IdealFct(1000, 2000).GetPlacement(ToProfile(path), 6000),
              3000 + 6 * full + 3 * RETH + 2 * (full + RETH));
    EXPECT_EQ(IdealFct(1000, 6000).GetPlacement(ToProfile(path), 6000),
              3000 + 6 * full + RETH + 2 * (full + RETH));
}

TEST(IdealFct, OfGigabytesTakesNoTimeToCompute)
{
    const std::vector<Link> path(6, Link{8000000000, 1000});
    const uint64_t packets = 3000000;
    const int64_t full = OVERHEAD + 1000;
    const uint32_t longest = (1U << 31) / 1000 * 1000; // 2147483000: 2 messages
    EXPECT_EQ(IdealFct(1000, longest).GetPlacement(ToProfile(path), packets * 1000),
              static_cast<int64_t>(6000 + packets * full + 2 * RETH + 5 * (full + RETH)));
}

namespace
{

/// Compare with figures made by hand; at 1 ps, so in a process of its own.
int
CountWrongFigures()
{
    Time::SetResolution(Time::PS);

    struct Figure
    {
        std::size_t links;
        uint64_t size;
        double fctNs;
    };

    // 100 Gb/s: 80 ps a byte; 1 us a link; MTU 1000. Acknowledgement 86 bytes: 6.88 ns a link.
    const Figure figures[] = {
        // One packet of 98 and 1098 bytes (RETH, padding): 7.84 and 87.84 ns a link.
        {2, 0, 2 * (1000 + 7.84) + 2 * 1006.88},
        {2, 1, 2 * (1000 + 8.16) + 2 * 1006.88},
        {2, 1000, 2 * (1000 + 87.84) + 2 * 1006.88},
        {4, 1000, 4 * (1000 + 87.84) + 4 * 1006.88},
        {6, 1000, 6 * (1000 + 87.84) + 6 * 1006.88},
        // Then one of 86 bytes (1 byte, padded to 4), which waits for nothing behind the first.
        {6, 1001, 6 * (1000 + 87.84) + 6.88 + 6 * 1006.88},
        // 4490 bytes: 1098 + 3 * 1082 + 574 (490, padded to 492) on the first link; the first
        // packet goes on, and the others follow it as fast as the line goes.
        {6, 4490, 6 * (1000 + 87.84) + 3 * 86.56 + 45.92 + 6 * 1006.88},
        // 1000 packets: the first and then 999 of 1082 bytes.
        {2, 1000000, 2 * (1000 + 87.84) + 999 * 86.56 + 2 * 1006.88},
        {6, 1000000, 6 * (1000 + 87.84) + 999 * 86.56 + 6 * 1006.88},
        {6, 1000000000, 6 * (1000 + 87.84) + 999999 * 86.56 + 6 * 1006.88},
    };
    int wrong = 0;
    for (const Figure& figure : figures)
    {
        const std::vector<Link> path(figure.links, Link{100000000000, 1000000});
        const int64_t steps =
            IdealFct(1000, 2147483000).GetFct(ToProfile(path), ToProfile(path), figure.size);
        if (steps != std::llround(figure.fctNs * 1000))
        {
            std::cerr << figure.links << " links, " << figure.size << " bytes: expected "
                      << figure.fctNs << " ns, got " << steps << " ps\n";
            ++wrong;
        }
    }
    return wrong;
}

} // namespace

TEST(IdealFctDeathTest, AgreesWithFiguresMadeByHandFor100Gbps)
{
    // The resolution can be set once in a process, so this runs in one of its own.
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    EXPECT_EXIT(exit(CountWrongFigures()), testing::ExitedWithCode(0), "");
}

TEST(IdealFct, TakesTheFastestPathEachWay)
{
    const IdealFct ideal(1000, 1'000'000'000);
    const Link fast{100'000'000'000, 1'000};
    const Link slow{10'000'000'000, 1'000};
    const PathProfile there = ToProfile({fast, fast});
    const PathProfile detour = ToProfile({fast, slow, fast});
    for (const uint64_t bytes : {0, 1000, 250'000})
    {
        EXPECT_EQ(ideal.GetFastestFct({detour, there}, {detour, there}, bytes),
                  ideal.GetFct(there, there, bytes));
        EXPECT_EQ(ideal.GetFastestFct({detour}, {detour, there}, bytes),
                  ideal.GetFct(detour, there, bytes));
    }
}
