/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

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

TEST(ConWeaveHeader, TimesWrap)
{
    EXPECT_EQ(ConWeaveHeader::Elapsed(0xfff0, 0x0005), 21);
    EXPECT_EQ(ConWeaveHeader::Elapsed(0x0005, 0xfff0), -21);
    EXPECT_EQ(ConWeaveHeader::Elapsed(0, 0x7fff), 32767);
    EXPECT_EQ(ConWeaveHeader::Stamp(65536 * 1000 + 21'999, 1000), 21);
}

TEST(ConWeaveHeader, ReversesKeys)
{
    const FlowKey key{{1, 2, 3}};
    EXPECT_TRUE((Reversed(key) == FlowKey{{2, 1, 3}}));
}

TEST(SourceRoute, FindsTheReversePath)
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
    EXPECT_EQ(route.FindReverse({back}), 0U) << "wherever the frame is on its path";
    frame->scratch.fill(0);
    EXPECT_EQ(route.FindReverse({FabricPath{}}), SourceRoute::NO_PATH);
}

TEST(PathBusyTable, PathsAreBusyUntilTheirTime)
{
    PathBusyTable table;
    EXPECT_FALSE(table.IsBusy(3, 2, 0));
    table.SetBusy(3, 2, 10);
    EXPECT_TRUE(table.IsBusy(3, 2, 9));
    EXPECT_FALSE(table.IsBusy(3, 2, 10));
    EXPECT_FALSE(table.IsBusy(3, 1, 9));
    EXPECT_FALSE(table.IsBusy(2, 2, 9));
}
