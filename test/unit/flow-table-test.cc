/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/flow-table.h"

#include <gtest/gtest.h>
#include <vector>

using namespace ns3::rdmacell;

namespace
{

/// An entry with some state.
struct Entry : FlowEntry
{
    int value{0}; ///< state
};

/// Four entries, in one set.
using SmallTable = FlowTable<Entry, 4>;

/// Make the key of a flow.
FlowKey
KeyOf(uint32_t flow)
{
    return {{0x0a000001, 0x0a000002, flow}};
}

/// Insert flows 1 to 4, seen at times 1 to 4.
void
Fill(SmallTable& table)
{
    for (uint32_t flow = 1; flow <= 4; ++flow)
    {
        Entry* entry = table.FindOrReplaceIdle(KeyOf(flow), flow, 100);
        ASSERT_NE(entry, nullptr);
        EXPECT_EQ(entry->lastSeen, FlowEntry::NEVER) << "new";
        entry->lastSeen = flow;
        entry->value = static_cast<int>(flow);
    }
}

} // namespace

TEST(FlowTable, FindsFlowsByTheirKey)
{
    SmallTable table(4);
    EXPECT_EQ(table.Find(KeyOf(1)), nullptr);
    Fill(table);
    for (uint32_t flow = 1; flow <= 4; ++flow)
    {
        ASSERT_NE(table.Find(KeyOf(flow)), nullptr);
        EXPECT_EQ(table.Find(KeyOf(flow))->value, static_cast<int>(flow));
    }
    EXPECT_EQ(table.Find(KeyOf(5)), nullptr);
    EXPECT_EQ(table.FindOrReplaceIdle(KeyOf(3), 50, 100)->value, 3);
}

TEST(FlowTable, ReplacesIdleFlowsOnly)
{
    SmallTable table(4);
    Fill(table);
    EXPECT_EQ(table.FindOrReplaceIdle(KeyOf(5), 101, 100), nullptr) << "flow 1 was seen 100 ago";
    Entry* entry = table.FindOrReplaceIdle(KeyOf(5), 102, 100);
    ASSERT_NE(entry, nullptr);
    EXPECT_EQ(entry->value, 0) << "no state of flow 1 is left";
    entry->lastSeen = 102;
    EXPECT_EQ(table.Find(KeyOf(1)), nullptr);
    EXPECT_EQ(table.Find(KeyOf(2))->value, 2);
}

TEST(FlowTable, ReplacesTheOldestFlow)
{
    SmallTable table(4);
    Fill(table);
    table.Find(KeyOf(1))->lastSeen = 10; // now flow 2 is the oldest
    std::vector<int> evicted;
    const auto evict = [&evicted](const Entry& entry) { evicted.push_back(entry.value); };
    EXPECT_EQ(table.FindOrReplaceOldest(KeyOf(4), evict).value, 4);
    EXPECT_TRUE(evicted.empty()) << "a flow that has an entry evicts none";
    Entry& entry = table.FindOrReplaceOldest(KeyOf(5), evict);
    EXPECT_EQ(entry.value, 0);
    EXPECT_EQ(entry.lastSeen, FlowEntry::NEVER);
    EXPECT_EQ(evicted, std::vector<int>{2});
    EXPECT_EQ(table.Find(KeyOf(2)), nullptr);
    EXPECT_EQ(table.Find(KeyOf(1))->value, 1);
}

TEST(FlowTable, HasRoomForAllFlowsWhileAnEighthIsInUse)
{
    // 16 ways, as ConWeave has. At 100 Gb/s and 80 %, four hosts send 2000 flows of 40 KB in 2 ms.
    constexpr uint32_t ALIVE = 2048;
    FlowTable<Entry, 16> table(8 * ALIVE);
    for (uint32_t flow = 0; flow < 200'000; ++flow)
    {
        Entry* entry = table.FindOrReplaceIdle(KeyOf(flow), flow, ALIVE);
        ASSERT_NE(entry, nullptr) << "flow " << flow;
        ASSERT_EQ(entry->lastSeen, FlowEntry::NEVER);
        entry->lastSeen = flow;
    }
}
