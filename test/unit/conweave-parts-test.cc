/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/flow-table.h"
#include "ns3/conweave-header.h"
#include "ns3/path-busy-table.h"
#include "ns3/roce-frame-pool.h"
#include "ns3/source-route.h"

#include <gtest/gtest.h>
#include <initializer_list>
#include <vector>

using namespace ns3::rdmacell;

namespace
{

/// Make a path.
FabricPath
PathOf(std::initializer_list<uint16_t> ports, std::initializer_list<uint16_t> arrivals)
{
    FabricPath path;
    std::copy(ports.begin(), ports.end(), path.ports.begin());
    std::copy(arrivals.begin(), arrivals.end(), path.arrivals.begin());
    path.hops = static_cast<uint8_t>(ports.size());
    return path;
}

/// What the tables hold.
struct Entry : ConnectionEntry
{
    int value{0}; ///< anything
};

/// Make the key of a flow.
FlowKey
KeyOf(uint32_t flow)
{
    return {{0x0a000001, 0x0a000002, flow}};
}

} // namespace

TEST(ConWeaveHeader, IsReadAsWritten)
{
    RoceFramePtr frame = RoceFramePool::Get();
    for (uint32_t i = 0; i < 5 * 4 * 4; ++i)
    {
        ConWeaveHeader header;
        header.opcode = static_cast<ConWeaveOpcode>(i % 5);
        header.epoch = i / 5 % 4;
        header.rerouted = i / 20 % 2;
        header.tail = i / 40 % 2;
        header.sent = static_cast<uint16_t>(0xfff0 + i);
        header.tailSent = static_cast<uint16_t>(0x1234 * i);
        header.Write(*frame);
        const ConWeaveHeader read = ConWeaveHeader::Read(*frame);
        EXPECT_EQ(read.opcode, header.opcode);
        EXPECT_EQ(read.epoch, header.epoch);
        EXPECT_EQ(read.rerouted, header.rerouted);
        EXPECT_EQ(read.tail, header.tail);
        EXPECT_EQ(read.sent, header.sent);
        EXPECT_EQ(read.tailSent, header.tailSent);
    }
    for (uint32_t i = ConWeaveHeader::BYTES; i < WireSize::SCRATCH; ++i)
    {
        EXPECT_EQ(frame->scratch[i], 0);
    }
}

// T8.8
TEST(ConWeaveHeader, TimesWrap)
{
    EXPECT_EQ(ConWeaveHeader::Elapsed(0xfff0, 0x0005), 21);
    EXPECT_EQ(ConWeaveHeader::Elapsed(0x0005, 0xfff0), -21);
    EXPECT_EQ(ConWeaveHeader::Elapsed(0, 0x7fff), 32767);
    EXPECT_EQ(ConWeaveHeader::Stamp(65536 * 1000 + 21'999, 1000), 21);
}

TEST(ConWeaveHeader, TurnsKeysAround)
{
    const FlowKey key{{1, 2, 3}};
    EXPECT_TRUE((Reversed(key) == FlowKey{{2, 1, 3}}));
}

TEST(SourceRoute, FindsThePathThatGoesBack)
{
    RoceFramePtr frame = RoceFramePool::Get();
    SourceRoute route(*frame, ConWeaveHeader::BYTES);
    route.Write(PathOf({4, 300, 2, 1}, {0, 0, 0, 0}));
    const FabricPath shorter = PathOf({7, 7}, {300, 4});
    const FabricPath other = PathOf({7, 7, 7, 7}, {1, 2, 300, 5});
    const FabricPath back = PathOf({7, 7, 7, 7}, {1, 2, 300, 4});
    EXPECT_EQ(route.FindReverse({shorter, other, back}), 2U);
    EXPECT_EQ(route.FindReverse({shorter, other}), SourceRoute::NO_PATH);
    route.Advance();
    EXPECT_EQ(route.FindReverse({back}), 0U); // wherever the frame is on its way
    frame->scratch.fill(0);
    EXPECT_EQ(route.FindReverse({FabricPath{}}), SourceRoute::NO_PATH);
}

TEST(PathBusyTable, ForgetsInTime)
{
    PathBusyTable table;
    EXPECT_FALSE(table.IsBusy(3, 2, 0));
    table.SetBusy(3, 2, 10);
    EXPECT_TRUE(table.IsBusy(3, 2, 9));
    EXPECT_FALSE(table.IsBusy(3, 2, 10));
    EXPECT_FALSE(table.IsBusy(3, 1, 9));
    EXPECT_FALSE(table.IsBusy(2, 2, 9));
}

TEST(ConnectionTable, KeepsFlowsApartAndNeverThrowsOutOneThatIsAlive)
{
    ConnectionTable<Entry> table(16, 100); // one bucket
    EXPECT_EQ(table.Find(KeyOf(1)), nullptr);
    for (uint32_t flow = 1; flow <= 16; ++flow)
    {
        Entry* entry = table.FindOrMake(KeyOf(flow), flow);
        ASSERT_NE(entry, nullptr);
        EXPECT_EQ(entry->lastSeen, Entry::NEVER);
        entry->lastSeen = flow;
        entry->value = static_cast<int>(flow);
    }
    EXPECT_EQ(table.FindOrMake(KeyOf(3), 50)->value, 3);
    EXPECT_EQ(table.FindOrMake(KeyOf(17), 101), nullptr); // flow 1 is 100 old
    Entry* entry = table.FindOrMake(KeyOf(17), 102);
    ASSERT_NE(entry, nullptr);
    EXPECT_EQ(entry->value, 0);
    entry->lastSeen = 102;
    EXPECT_EQ(table.Find(KeyOf(1)), nullptr);
    EXPECT_EQ(table.Find(KeyOf(2))->value, 2);
}

TEST(ConnectionTable, HasRoomForAllWhileItIsAnEighthFull)
{
    // 100 Gb/s and flows of 40 KB at 80 %: four hosts have 2000 in the 2 ms that one is kept.
    constexpr uint32_t ALIVE = 2048;
    ConnectionTable<Entry> table(8 * ALIVE, ALIVE);
    for (uint32_t flow = 0; flow < 200'000; ++flow)
    {
        Entry* entry = table.FindOrMake(KeyOf(flow), flow);
        ASSERT_NE(entry, nullptr) << "flow " << flow;
        ASSERT_EQ(entry->lastSeen, Entry::NEVER);
        entry->lastSeen = flow;
    }
}
