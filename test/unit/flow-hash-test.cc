/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/flow-hash.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <random>
#include <set>
#include <vector>

namespace ns3::rdmacell
{

namespace
{

/**
 * @brief Hash a RoCEv2 flow.
 * @param src source address
 * @param dst destination address
 * @param srcPort UDP source port
 * @param seed seed
 * @return the hash
 */
uint32_t
Hash(uint32_t src, uint32_t dst, uint16_t srcPort, uint32_t seed)
{
    RoceFrame frame{};
    frame.srcIp = src;
    frame.dstIp = dst;
    frame.srcPort = srcPort;
    return FlowHash(FlowKey::Of(frame), seed);
}

constexpr uint32_t SRC = 0x0a000001; ///< a host
constexpr uint32_t DST = 0x0a000102; ///< another one

} // namespace

TEST(FlowHash, MurmurHash3OfTest)
{
    EXPECT_EQ(MurmurHash3<1>({0x74736574}, 0), 0xba6bd213) << "ASCII \"test\"";
}

TEST(FlowHash, PublishedVectors)
{
    EXPECT_EQ(Hash(SRC, DST, 0xc000, 0), 0x2c85bc21);
    EXPECT_EQ(Hash(SRC, DST, 0xc000, 1), 0x505672ba);
    EXPECT_EQ(Hash(SRC, DST, 0xc000, 7), 0xa69f6e01);
    EXPECT_EQ(Hash(SRC, DST, 0xc001, 0), 0x92c04645);
    EXPECT_EQ(Hash(SRC, DST, 0xc001, 1), 0x96006b2e);
    EXPECT_EQ(Hash(SRC, DST, 0xc001, 7), 0xbe48e6f5);
    EXPECT_EQ(Hash(SRC, DST, 0xc132, 0), 0x1aacccef);
    EXPECT_EQ(Hash(SRC, DST, 0xc132, 1), 0xdef0d349);
    EXPECT_EQ(Hash(SRC, DST, 0xc132, 7), 0x6249dfe5);
}

TEST(FlowHash, SpreadsSourcePortsEvenly)
{
    std::array<int, 4> count{};
    for (uint32_t i = 0; i < 4096; ++i)
    {
        ++count[Hash(SRC, DST, static_cast<uint16_t>(0xc000 + i), 1) % 4];
    }
    for (int flows : count)
    {
        EXPECT_NEAR(flows, 1024, 96);
    }
}

TEST(FlowHash, OneSeedAtTwoTiersPolarises)
{
    const auto paths = [](uint32_t lower, const std::array<uint32_t, 4>& upper) {
        std::set<uint32_t> used;
        for (uint32_t i = 0; i < 4000; ++i)
        {
            const auto port = static_cast<uint16_t>(0xc000 + i);
            const uint32_t first = Hash(SRC, DST, port, lower) % 4;
            used.insert(first * 4 + Hash(SRC, DST, port, upper[first]) % 4);
        }
        return used.size();
    };
    EXPECT_EQ(paths(5, {5, 5, 5, 5}), 4);
    EXPECT_EQ(paths(5, {6, 7, 8, 9}), 16);
}

TEST(FlowHash, RandomFlowsUseAsManyPathsAsExpected)
{
    std::mt19937 dice(11);
    for (uint32_t paths : {4U, 16U})
    {
        for (uint32_t flows : {2U, 4U, 8U, 16U})
        {
            constexpr int RUNS = 4000;
            uint64_t distinct = 0;
            for (int run = 0; run < RUNS; ++run)
            {
                std::set<uint32_t> used;
                for (uint32_t i = 0; i < flows; ++i)
                {
                    const auto port = static_cast<uint16_t>(0xc000 | dice() % 0x4000);
                    used.insert(Hash(SRC + run, DST, port, 1) % paths);
                }
                distinct += used.size();
            }
            const double expected = paths * (1 - std::pow(1 - 1.0 / paths, flows));
            EXPECT_NEAR(static_cast<double>(distinct) / RUNS, expected, 0.02 * expected)
                << flows << " flows over " << paths << " paths";
        }
    }
}

TEST(FlowHash, HostsWithTheSamePortsHaveKeysOfTheirOwn)
{
    RoceFrame one{};
    one.srcIp = SRC;
    one.dstIp = DST;
    one.srcPort = 0xc000;
    RoceFrame other = one;
    other.srcIp = SRC + 1;
    EXPECT_TRUE(FlowKey::Of(one) == FlowKey::Of(one));
    EXPECT_FALSE(FlowKey::Of(one) == FlowKey::Of(other));
    EXPECT_NE(FlowHash(FlowKey::Of(one), 1), FlowHash(FlowKey::Of(other), 1));
}

} // namespace ns3::rdmacell
