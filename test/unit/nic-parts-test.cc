/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/aeth-syndrome.h"
#include "ns3/cnp-generator.h"
#include "ns3/rnr-timer.h"
#include "ns3/slot-table.h"
#include "ns3/udp-source-port.h"

#include <gtest/gtest.h>
#include <set>
#include <vector>

using namespace ns3::rdmacell;

TEST(UdpSourcePort, EqualsThatOfLinux)
{
    EXPECT_EQ(ComputeUdpSourcePort(0x11, 0x12), 0xc132);
    EXPECT_EQ(ComputeUdpSourcePort(100, 200), 0xce21);
    EXPECT_EQ(ComputeUdpSourcePort(0x123456, 0x654321), 0xf787);
    EXPECT_EQ(ComputeUdpSourcePort(0xabcde, 0x12345), 0xc2b9);
    EXPECT_EQ(ComputeUdpSourcePort(0x654321, 0x123456), 0xf787);
}

TEST(RnrTimer, EqualsTheTableOfTheSpecification)
{
    const std::vector<uint32_t> first = {655360, 10, 20, 30, 40, 60, 80, 120, 160, 240, 320, 480};
    for (uint8_t code = 0; code < first.size(); ++code)
    {
        EXPECT_EQ(RnrTimerMicroseconds(code), first[code]);
    }
    EXPECT_EQ(RnrTimerMicroseconds(14), 1280U);
    EXPECT_EQ(RnrTimerMicroseconds(31), 491520U);
}

TEST(CnpGenerator, SendsTheFirstAtOnceAndThenOneInEachInterval)
{
    CnpGenerator cnp;
    EXPECT_TRUE(cnp.OnMarked(0, 50));
    EXPECT_FALSE(cnp.OnMarked(10, 50));
    EXPECT_FALSE(cnp.OnMarked(49, 50));
    EXPECT_TRUE(cnp.OnMarked(51, 50));
    EXPECT_TRUE(cnp.OnMarked(120, 50)) << "the interval runs from the last CNP";
    EXPECT_TRUE(cnp.OnMarked(120, 0));
}

TEST(SlotTable, FindsLiveObjectsOnly)
{
    SlotTable<int> table;
    std::vector<uint32_t> numbers;
    for (int i = 0; i < 1000; ++i)
    {
        numbers.push_back(table.GetNext());
        EXPECT_EQ(*table.Make(i), i);
    }
    EXPECT_EQ(std::set<uint32_t>(numbers.begin(), numbers.end()).size(), 1000U);
    for (int i = 0; i < 1000; ++i)
    {
        ASSERT_NE(table.Find(numbers[i]), nullptr);
        EXPECT_EQ(*table.Find(numbers[i]), i);
        EXPECT_GE(numbers[i], 2U);
        EXPECT_LT(numbers[i], 1U << 24);
    }
    EXPECT_EQ(table.Find(0), nullptr);
    EXPECT_EQ(table.Find(0x123456), nullptr);
    for (int i = 0; i < 1000; i += 2)
    {
        table.Erase(numbers[i]);
        table.Erase(numbers[i]);
    }
    for (int i = 0; i < 1000; ++i)
    {
        EXPECT_EQ(table.Find(numbers[i]) != nullptr, i % 2 == 1);
    }
    table.Clear();
    EXPECT_EQ(table.Find(numbers[1]), nullptr);
}

TEST(SlotTable, StaysSmallAndReusesNumbersLate)
{
    SlotTable<int> table;
    const uint32_t kept = table.GetNext();
    table.Make(7);
    const uint32_t first = table.GetNext();
    table.Make(8);
    table.Erase(first);
    for (int i = 0; i < 1000000; ++i)
    {
        const uint32_t number = table.GetNext();
        ASSERT_NE(number, first);
        ASSERT_NE(number, kept);
        table.Make(i);
        table.Erase(number);
    }
    EXPECT_LE(table.GetSlots(), 16U);
    EXPECT_EQ(*table.Find(kept), 7);
}

TEST(SlotTable, SkipsNumbersInUseAfterTheWrap)
{
    SlotTable<int> table(0xfffffe);
    EXPECT_EQ(table.GetNext(), 0xfffffeU);
    table.Make(0);
    EXPECT_EQ(table.GetNext(), 0xffffffU);
    table.Make(1);
    EXPECT_EQ(table.GetNext(), 2U) << "0 and 1 are never used";
    table.Make(2);
    EXPECT_EQ(*table.Find(0xffffff), 1);
    for (uint32_t i = 3; i < 100; ++i)
    {
        EXPECT_NE(table.GetNext() % table.GetSlots(), 0xfffffeU % table.GetSlots());
        table.Make(3);
        table.Erase(i);
    }
    EXPECT_EQ(*table.Find(0xfffffe), 0);
    EXPECT_EQ(*table.Find(2), 2);
}
