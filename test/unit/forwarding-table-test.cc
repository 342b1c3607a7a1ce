/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../host-address.h"

#include "ns3/flow-hash.h"
#include "ns3/forwarding-table.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <vector>

namespace ns3::rdmacell
{

namespace
{

/**
 * @brief Read a set.
 * @param set the set
 * @return its ports
 */
std::vector<uint16_t>
Ports(const PortSet& set)
{
    return {set.begin(), set.end()};
}

/**
 * @brief Spread 400 flows of a host pair over the ports to host 0.
 * @param table the table
 * @return flows by port
 */
std::map<uint16_t, int>
Spread400Flows(const ForwardingTable& table)
{
    std::map<uint16_t, int> flows;
    for (uint32_t i = 0; i < 400; ++i)
    {
        RoceFrame frame{};
        frame.srcIp = HostAddress::Of(9);
        frame.dstIp = HostAddress::Of(0);
        frame.srcPort = static_cast<uint16_t>(0xc000 + i);
        const PortSet set = table.Lookup(frame.dstIp);
        ++flows[set[FlowHash(FlowKey::Of(frame), 1) % set.count]];
    }
    return flows;
}

} // namespace

TEST(ForwardingTable, SetsAreSortedAndStoredOnce)
{
    ForwardingTable table;
    table.SetRoute(HostAddress::Of(0), {7, 2, 5});
    table.SetRoute(HostAddress::Of(1), {2, 5, 7, 7});
    table.SetRoute(HostAddress::Of(2), {3});
    EXPECT_EQ(Ports(table.Lookup(HostAddress::Of(0))), (std::vector<uint16_t>{2, 5, 7}));
    EXPECT_EQ(table.Lookup(HostAddress::Of(0)).ports, table.Lookup(HostAddress::Of(1)).ports);
    EXPECT_EQ(Ports(table.Lookup(HostAddress::Of(2))), (std::vector<uint16_t>{3}));
    EXPECT_EQ(table.GetSetCount(), 3) << "the empty set and two";
}

TEST(ForwardingTable, TakesAddressesOfAnySubnet)
{
    ForwardingTable table;
    table.SetRoute(0xc0a80105, {1});
    table.SetRoute(0x0a010203, {2});
    table.SetRoute(0xac100001, {3});
    EXPECT_EQ(Ports(table.Lookup(0xc0a80105)), (std::vector<uint16_t>{1}));
    EXPECT_EQ(Ports(table.Lookup(0x0a010203)), (std::vector<uint16_t>{2}));
    EXPECT_EQ(Ports(table.Lookup(0xac100001)), (std::vector<uint16_t>{3}));
    EXPECT_EQ(table.Lookup(0x0a010204).count, 0);
}

TEST(ForwardingTable, UnknownDestinationsHaveNoPorts)
{
    ForwardingTable table;
    EXPECT_EQ(table.Lookup(HostAddress::Of(0)).count, 0);
    table.SetRoute(HostAddress::Of(5), {1});
    EXPECT_EQ(table.Lookup(HostAddress::Of(4)).count, 0);
    EXPECT_EQ(table.Lookup(HostAddress::Of(6)).count, 0);
    EXPECT_EQ(table.Lookup(0).count, 0) << "below the first host";
    EXPECT_EQ(table.Lookup(0xffffffff).count, 0);
    table.SetRoute(HostAddress::Of(5), {});
    EXPECT_EQ(table.Lookup(HostAddress::Of(5)).count, 0) << "taken away";
}

TEST(ForwardingTable, PortsThatAreDownAreLeftOut)
{
    ForwardingTable table;
    table.SetRoute(HostAddress::Of(0), {1, 2, 3});
    table.SetRoute(HostAddress::Of(1), {2});
    table.SetUsable(2, false);
    EXPECT_EQ(Ports(table.Lookup(HostAddress::Of(0))), (std::vector<uint16_t>{1, 3}));
    EXPECT_EQ(table.Lookup(HostAddress::Of(1)).count, 0);
    table.SetRoute(HostAddress::Of(2), {2, 9});
    EXPECT_EQ(Ports(table.Lookup(HostAddress::Of(2))), (std::vector<uint16_t>{9}));
    table.SetUsable(2, true);
    EXPECT_EQ(Ports(table.Lookup(HostAddress::Of(0))), (std::vector<uint16_t>{1, 2, 3}));
    EXPECT_EQ(Ports(table.Lookup(HostAddress::Of(1))), (std::vector<uint16_t>{2}));
    EXPECT_EQ(Ports(table.Lookup(HostAddress::Of(2))), (std::vector<uint16_t>{2, 9}));
}

TEST(ForwardingTable, KnowsTheTorOfAHost)
{
    ForwardingTable table;
    EXPECT_EQ(table.GetTor(HostAddress::Of(3)), ForwardingTable::NO_TOR);
    const auto tors = std::make_shared<TorMap>();
    tors->Add(HostAddress::Of(3), 1);
    table.SetTorMap(tors);
    EXPECT_EQ(table.GetTor(HostAddress::Of(3)), 1);
    EXPECT_EQ(table.GetTor(HostAddress::Of(2)), ForwardingTable::NO_TOR);
    EXPECT_EQ(table.GetTor(HostAddress::Of(4)), ForwardingTable::NO_TOR);
}

TEST(ForwardingTable, ARouteToATorSwitchServesItsHosts)
{
    const auto tors = std::make_shared<TorMap>();
    for (uint32_t host = 0; host < 6; ++host)
    {
        tors->Add(HostAddress::Of(host), host / 2);
    }
    ForwardingTable table;
    table.SetTorMap(tors);
    const auto ports = [&table](uint32_t host) {
        return Ports(table.Lookup(HostAddress::Of(host)));
    };
    using Set = std::vector<uint16_t>;
    table.SetTorRoutes({0, 2}, {5, 4});
    EXPECT_EQ(ports(0), (Set{4, 5}));
    EXPECT_EQ(ports(1), (Set{4, 5}));
    EXPECT_EQ(ports(2), Set{}) << "no route to its ToR switch";
    EXPECT_EQ(ports(5), (Set{4, 5}));
    EXPECT_EQ(Ports(table.Lookup(HostAddress::Of(6))), Set{}) << "no host";

    table.SetRoute(HostAddress::Of(1), {7});
    EXPECT_EQ(ports(0), (Set{4, 5})) << "its neighbor keeps its route";
    EXPECT_EQ(ports(1), Set{7}) << "the one entered last";
    table.SetRoute(HostAddress::Of(0), {});
    EXPECT_EQ(ports(0), Set{}) << "taken away";
    EXPECT_EQ(ports(1), Set{7});
    table.SetRoute(HostAddress::Of(2), {8});
    EXPECT_EQ(ports(2), Set{8});
    EXPECT_EQ(ports(3), Set{});

    table.SetTorRoutes({0, 1}, {6});
    EXPECT_EQ(ports(0), Set{6}) << "the one entered last";
    EXPECT_EQ(ports(1), Set{6});
    EXPECT_EQ(ports(2), Set{6});
    table.SetRoute(HostAddress::Of(0), {9});
    EXPECT_EQ(ports(1), Set{6}) << "not the route that it had before";
    table.SetTorRoutes({0, 1, 2}, {});
    EXPECT_EQ(ports(0), Set{});
    EXPECT_EQ(ports(5), Set{}) << "cut off";
    EXPECT_EQ(table.GetSetCount(), 6) << "none, 4 and 5, 7, 8, 6, 9";
}

TEST(ForwardingTable, HasASetForEachPortOfALargeSwitch)
{
    ForwardingTable table;
    const PortSet none = table.Lookup(0);
    EXPECT_EQ(none.count, 0);
    for (uint32_t host = 0; host < 60'000; ++host)
    {
        table.SetRoute(HostAddress::Of(host), {static_cast<uint16_t>(host)});
    }
    EXPECT_EQ(table.GetSetCount(), 60'001);
    EXPECT_EQ(Ports(table.Lookup(HostAddress::Of(0))), std::vector<uint16_t>{0});
    EXPECT_EQ(Ports(table.Lookup(HostAddress::Of(59'999))), std::vector<uint16_t>{59'999});
}

TEST(ForwardingTable, FlowsOfOneHostPairUseAllNextHops)
{
    ForwardingTable table;
    table.SetRoute(HostAddress::Of(0), {4, 5, 6, 7});
    const std::map<uint16_t, int> flows = Spread400Flows(table);
    ASSERT_EQ(flows.size(), 4);
    for (const auto& [port, count] : flows)
    {
        EXPECT_NEAR(count, 100, 35) << "port " << port;
    }
}

TEST(ForwardingTable, EveryParallelLinkIsAMember)
{
    ForwardingTable table;
    for (uint32_t host = 0; host < 4; ++host)
    {
        table.SetRoute(HostAddress::Of(host), {10, 11, 12, 13}); // four links to one spine
    }
    const std::map<uint16_t, int> flows = Spread400Flows(table);
    ASSERT_EQ(flows.size(), 4);
    for (const auto& [port, count] : flows)
    {
        EXPECT_NEAR(count / 4.0, 25, 9) << "percent of the flows on port " << port;
    }
}

} // namespace ns3::rdmacell
