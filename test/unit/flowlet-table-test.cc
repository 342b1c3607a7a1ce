/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/flowlet-table.h"

#include <gtest/gtest.h>

using namespace ns3::rdmacell;

namespace
{

/// Make the key of a flow.
FlowKey
KeyOf(uint32_t source, uint16_t port = 0xc000)
{
    return {{source, 0x0a000101, port | uint32_t{ROCE_UDP_PORT} << 16}};
}

constexpr int64_t US = 1000; ///< steps of a microsecond, here

} // namespace

TEST(FlowletTable, FirstPacketStartsAFlowlet)
{
    FlowletTable table(64, 100 * US);
    FlowletTable::Lookup visit = table.OnPacket(KeyOf(1), 0);
    EXPECT_TRUE(visit.starts);
    EXPECT_EQ(visit.flowlet.choice, FlowletTable::NO_CHOICE);
    table.Choose(visit.flowlet, 7);
    EXPECT_EQ(table.OnPacket(KeyOf(1), 1).flowlet.choice, 7U);
    EXPECT_EQ(table.GetCounters().at("flowlets"), 1U);
    EXPECT_EQ(table.GetCounters().at("reroutes"), 0U);
}

TEST(FlowletTable, OnlyAGapAboveTheLimitStartsAFlowlet)
{
    FlowletTable table(64, 100 * US);
    table.Choose(table.OnPacket(KeyOf(1), 0).flowlet, 7);
    EXPECT_FALSE(table.OnPacket(KeyOf(1), 100 * US).starts);
    const FlowletTable::Lookup late = table.OnPacket(KeyOf(1), 200 * US + 1);
    EXPECT_TRUE(late.starts);
    EXPECT_EQ(late.flowlet.choice, 7U); // the last one, for schemes that prefer it
}

TEST(FlowletTable, EveryPacketRefreshesTheTime)
{
    FlowletTable table(64, 100 * US);
    table.OnPacket(KeyOf(1), 0);
    for (int64_t now = 60 * US; now < 1000 * US; now += 60 * US)
    {
        EXPECT_FALSE(table.OnPacket(KeyOf(1), now).starts) << now;
    }
}

TEST(FlowletTable, AgeBitDetectsGapsOfOneToTwoLimits)
{
    FlowletTable table(64, 100 * US, FlowletGap::AGE_BIT);
    table.OnPacket(KeyOf(1), 99 * US);                       // just before a tick of the timer
    EXPECT_TRUE(table.OnPacket(KeyOf(1), 200 * US).starts);  // a gap of 101, two ticks
    table.OnPacket(KeyOf(2), 100 * US);                      // just behind one
    EXPECT_FALSE(table.OnPacket(KeyOf(2), 299 * US).starts); // a gap of 199, one tick
    EXPECT_TRUE(table.OnPacket(KeyOf(2), 499 * US).starts);  // a gap of 200
}

TEST(FlowletTable, CountsOnlyChoicesThatDifferAsReroutes)
{
    FlowletTable table(64, 100 * US);
    table.Choose(table.OnPacket(KeyOf(1), 0).flowlet, 7);
    table.Choose(table.OnPacket(KeyOf(1), 200 * US).flowlet, 7);
    EXPECT_EQ(table.GetCounters().at("reroutes"), 0U);
    table.Choose(table.OnPacket(KeyOf(1), 400 * US).flowlet, 8);
    EXPECT_EQ(table.GetCounters().at("reroutes"), 1U);
    EXPECT_EQ(table.GetCounters().at("flowlets"), 3U);
}

// The ConWeave simulator's key combines fields by OR, so that such flows share an entry there.
TEST(FlowletTable, HostsOfOneRackWithTheSamePortsHaveTheirOwnEntries)
{
    FlowletTable table(64, 100 * US);
    FlowletTable::Lookup first = table.OnPacket(KeyOf(0x0a000001), 0);
    table.Choose(first.flowlet, 1);
    FlowletTable::Lookup second = table.OnPacket(KeyOf(0x0a000002), 0);
    EXPECT_TRUE(second.starts);
    table.Choose(second.flowlet, 2);
    EXPECT_EQ(table.OnPacket(KeyOf(0x0a000001), 1).flowlet.choice, 1U);
    EXPECT_EQ(table.OnPacket(KeyOf(0x0a000002), 1).flowlet.choice, 2U);
}

TEST(FlowletTable, AFullSetEvictsTheFlowSeenLongestAgo)
{
    FlowletTable table(FlowletTable::WAYS, 100 * US); // one set: all flows collide
    for (uint32_t flow = 0; flow < FlowletTable::WAYS; ++flow)
    {
        table.Choose(table.OnPacket(KeyOf(flow), flow).flowlet, flow);
    }
    table.OnPacket(KeyOf(0), 10); // now flow 1 is the oldest
    table.Choose(table.OnPacket(KeyOf(100), 11).flowlet, 100);
    EXPECT_EQ(table.GetCounters().at("flowlet_evictions"), 1U);
    for (uint32_t flow : {0U, 2U, 3U, 100U})
    {
        EXPECT_EQ(table.OnPacket(KeyOf(flow), 12).flowlet.choice, flow);
    }
    EXPECT_EQ(table.OnPacket(KeyOf(1), 13).flowlet.choice, FlowletTable::NO_CHOICE);
}

TEST(FlowletTable, ReplacingAFlowThatHasPausedIsNoEviction)
{
    FlowletTable table(FlowletTable::WAYS, 100 * US);
    for (uint32_t flow = 0; flow <= FlowletTable::WAYS; ++flow)
    {
        EXPECT_TRUE(table.OnPacket(KeyOf(flow), flow * 50 * US).starts);
    }
    EXPECT_EQ(table.GetCounters().at("flowlet_evictions"), 0U);
}

TEST(FlowletTable, SpreadsFlowsOverItsEntries)
{
    FlowletTable table(16384, 100 * US);
    for (uint32_t flow = 0; flow < 1024; ++flow)
    {
        table.Choose(table.OnPacket(KeyOf(flow, 0xc000 + flow % 17), 0).flowlet, flow);
    }
    EXPECT_EQ(table.GetCounters().at("flowlet_evictions"), 0U)
        << "with a sixteenth in use, the hash must spread flows over all sets";
    for (uint32_t flow = 0; flow < 1024; ++flow)
    {
        EXPECT_EQ(table.OnPacket(KeyOf(flow, 0xc000 + flow % 17), 1).flowlet.choice, flow);
    }
}
