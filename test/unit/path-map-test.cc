/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/path-map.h"

#include <gtest/gtest.h>
#include <set>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

const Ipv4Address PEER("10.0.0.9");       ///< another host
constexpr int64_t MEMORY = 1'000;         ///< steps
constexpr uint64_t LAST_LINK = 1'000'000; ///< all paths end with it

/// Four paths: the port's lowest two bits are the second link.
LinkList
Trace(Ipv4Address, uint16_t port)
{
    return {port & 1U, 10U + (port & 3U), LAST_LINK};
}

} // namespace

TEST(PathMap, PortsLeadOverDifferentPaths)
{
    CellCounters counters;
    PathMap map(Trace, counters);
    const std::vector<TracedPort>& ports = map.GetPorts(PEER, 3);
    ASSERT_EQ(ports.size(), 3U);
    std::set<uint64_t> second;
    for (const TracedPort& port : ports)
    {
        EXPECT_GE(port.port, 0xc000);
        EXPECT_EQ(port.links, Trace(PEER, port.port));
        second.insert(port.links[1]);
    }
    EXPECT_EQ(second.size(), 3U);
    EXPECT_EQ(counters.tracedPorts, 3U) << "neighbors differ here";
    EXPECT_EQ(counters.traceProbes, 3U * 4) << "four switches, three links between them";
    map.GetPorts(PEER, 3);
    EXPECT_EQ(counters.tracedPorts, 3U) << "they are known";
}

TEST(PathMap, StopsWhereThereAreNoMorePaths)
{
    CellCounters counters;
    PathMap map(Trace, counters);
    EXPECT_EQ(map.GetPorts(PEER, 8).size(), 4U);
    EXPECT_EQ(counters.tracedPorts, 32U);
    PathMap rack([](Ipv4Address, uint16_t) { return LinkList(); }, counters);
    EXPECT_EQ(rack.GetPorts(PEER, 8).size(), 1U);
    EXPECT_EQ(counters.tracedPorts, 33U) << "one switch, one path";
    EXPECT_EQ(counters.traceProbes, 32U * 4 + 1);
}

TEST(PathMap, TokensBlameAndClearLinks)
{
    CellCounters counters;
    PathMap map(Trace, counters);
    const TracedPort a{0, {0, 10, LAST_LINK}};
    const TracedPort b{2, {0, 12, LAST_LINK}};
    const TracedPort c{1, {1, 11, LAST_LINK}};
    EXPECT_EQ(map.GetExcess(a, 0, MEMORY), 0);
    map.Note(a, 800, 0, MEMORY);
    EXPECT_EQ(map.GetExcess(a, 0, MEMORY), 400) << "half of it at once";
    EXPECT_EQ(map.GetExcess(b, 0, MEMORY), 400) << "it may be a link that both have";
    map.Note(a, 800, 0, MEMORY);
    EXPECT_EQ(map.GetExcess(a, 0, MEMORY), 600);
    map.Note(c, 20, 0, MEMORY);
    EXPECT_EQ(map.GetExcess(c, 0, MEMORY), 20);
    EXPECT_EQ(map.GetExcess(b, 0, MEMORY), 600) << "link 0";
    map.Note(b, 10, 0, MEMORY);
    EXPECT_EQ(map.GetExcess(b, 0, MEMORY), 10) << "links 0 and the last one are cleared";
    EXPECT_EQ(map.GetExcess(a, 0, MEMORY), 600) << "link 10 alone";
    EXPECT_EQ(map.GetExcess(a, 500, MEMORY), 300) << "half the time";
    EXPECT_EQ(map.GetExcess(a, 1'000, MEMORY), 0);
    EXPECT_EQ(map.GetExcess(a, 9'000, MEMORY), 0);
}

TEST(PathMap, PicksTheFirstPathThatIsGoodEnough)
{
    CellCounters counters;
    PathMap map(Trace, counters);
    const std::vector<TracedPort> ports{{1, {1}}, {2, {2}}, {3, {3}}};
    EXPECT_EQ(map.Pick(ports, 7, 0, 0, MEMORY), 1) << "all are unknown";
    map.Note(ports[1], 200, 0, MEMORY);
    EXPECT_EQ(map.Pick(ports, 7, 100, 0, MEMORY), 1) << "100 does not matter";
    EXPECT_EQ(map.Pick(ports, 7, 99, 0, MEMORY), 2);
    map.Note(ports[2], 400, 0, MEMORY);
    EXPECT_EQ(map.Pick(ports, 7, 99, 0, MEMORY), 0);
    map.Note(ports[0], 600, 0, MEMORY);
    EXPECT_EQ(map.Pick(ports, 8, 50, 0, MEMORY), 1) << "the least";
}
