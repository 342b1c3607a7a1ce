/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/address-map.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <vector>

using namespace ns3::rdmacell;

TEST(AddressMap, HasNothingBeforeAnAddressIsEntered)
{
    const AddressMap<uint16_t> map(7);
    EXPECT_EQ(map.Get(0), 7);
    EXPECT_EQ(map.Get(UINT32_MAX), 7);
    EXPECT_EQ(map.GetSpan(), 0);
}

TEST(AddressMap, FindsContiguousAddressesInAnArray)
{
    AddressMap<uint16_t> map(0);
    for (uint32_t i = 0; i < 1000; ++i)
    {
        map.At(0xc0a80001 + i) = static_cast<uint16_t>(i + 1);
    }
    for (uint32_t i = 0; i < 1000; ++i)
    {
        ASSERT_EQ(map.Get(0xc0a80001 + i), i + 1);
    }
    EXPECT_EQ(map.Get(0xc0a80000), 0) << "below the first";
    EXPECT_EQ(map.Get(0xc0a80001 + 1000), 0) << "above the last";
    EXPECT_EQ(map.GetSpan(), 1000) << "no more than the addresses entered";
}

TEST(AddressMap, CoversSubnetsThatAreCloseTogether)
{
    AddressMap<uint16_t> map(0);
    for (uint32_t subnet = 0; subnet < 64; ++subnet) // 64 times /24, 16 hosts each
    {
        for (uint32_t host = 1; host <= 16; ++host)
        {
            map.At(0x0a000000 + 256 * subnet + host) = static_cast<uint16_t>(subnet * 16 + host);
        }
    }
    EXPECT_EQ(map.GetSpan(), 63 * 256 + 16);
    EXPECT_EQ(map.Get(0x0a000000 + 256 * 63 + 16), 1024);
    EXPECT_EQ(map.Get(0x0a000000 + 256 * 7 + 17), 0) << "between two subnets";
}

TEST(AddressMap, KeepsAddressesThatAreFarApartOutOfTheArray)
{
    AddressMap<uint32_t> map(UINT32_MAX);
    map.At(0x0a000001) = 1;
    map.At(0xc0a80001) = 2;
    map.At(0x00000000) = 3;
    map.At(0xffffffff) = 4;
    EXPECT_EQ(map.Get(0x0a000001), 1);
    EXPECT_EQ(map.Get(0xc0a80001), 2);
    EXPECT_EQ(map.Get(0x00000000), 3);
    EXPECT_EQ(map.Get(0xffffffff), 4);
    EXPECT_EQ(map.Get(0xc0a80002), UINT32_MAX);
    EXPECT_EQ(map.GetSpan(), 1) << "the array covers the first one only";
    map.At(0xc0a80001) = 5;
    EXPECT_EQ(map.Get(0xc0a80001), 5) << "changed in place";
}

TEST(AddressMap, MovesAddressesIntoTheArrayOnceTheyAreCloseEnough)
{
    AddressMap<uint16_t> map(0);
    map.At(100000) = 1; // 4096 + 64 n addresses are covered for n entered
    map.At(106000) = 2;
    EXPECT_EQ(map.GetSpan(), 1);
    for (uint32_t i = 1; i <= 40; ++i)
    {
        map.At(100000 + i * 100) = 9;
    }
    map.At(106001) = 3;
    EXPECT_EQ(map.GetSpan(), 6002) << "43 addresses";
    EXPECT_EQ(map.Get(106000), 2);
    EXPECT_EQ(map.Get(106001), 3);
    EXPECT_EQ(map.Get(100000), 1);
}

TEST(AddressMap, AgreesWithAMapWhateverTheOrder)
{
    std::mt19937 random(1);
    for (const uint32_t range : {1000U, 100000U, 4000000000U})
    {
        AddressMap<uint16_t> map(0);
        std::map<uint32_t, uint16_t> expected;
        for (uint32_t i = 1; i <= 3000; ++i)
        {
            const uint32_t address = random() % range;
            map.At(address) = static_cast<uint16_t>(i);
            expected[address] = static_cast<uint16_t>(i);
        }
        for (const auto& [address, value] : expected)
        {
            ASSERT_EQ(map.Get(address), value) << address << " of " << range;
            if (expected.count(address + 1) == 0)
            {
                ASSERT_EQ(map.Get(address + 1), 0) << address << " + 1 of " << range;
            }
        }
    }
}
