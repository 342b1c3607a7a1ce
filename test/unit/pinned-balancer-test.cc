/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Paths that the destination alone chooses, and paths that a planner has chosen.
 */

#include "../mock-switch-view.h"

#include "ns3/pinned-balancer.h"
#include "ns3/planned-balancer.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <set>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/// First address of the hosts of a rack.
constexpr uint32_t RACK = 100;

/// A switch with four hosts, or none, some uplinks behind them, and racks 1 and 2 of four hosts.
MockSwitchView
MakeSwitch(uint32_t hosts, uint32_t uplinks)
{
    MockSwitchView view;
    view.ports.resize(hosts + uplinks);
    for (uint32_t port = 0; port < hosts; ++port)
    {
        view.ports[port].role = PortRole::HOST;
    }
    for (uint32_t host = 0; host < 4; ++host)
    {
        view.torOf[RACK + host] = 1;
        view.torOf[2 * RACK + host] = 2;
    }
    return view;
}

/// The ports from a first one on.
std::vector<uint16_t>
Ports(uint16_t first, uint16_t count)
{
    std::vector<uint16_t> ports;
    for (uint16_t i = 0; i < count; ++i)
    {
        ports.push_back(first + i);
    }
    return ports;
}

/// The port of a flow.
uint32_t
Select(LoadBalancer& balancer,
       const std::vector<uint16_t>& ports,
       uint32_t src,
       uint32_t dst,
       uint16_t srcPort = 0xc000)
{
    RoceFrame frame{};
    frame.srcIp = src;
    frame.dstIp = dst;
    frame.srcPort = srcPort;
    return balancer.SelectPort(frame, {ports.data(), static_cast<uint32_t>(ports.size())}, 0);
}

} // namespace

TEST(PinnedBalancer, TheSliceOfTheDestinationChoosesTheUplink)
{
    MockSwitchView view = MakeSwitch(4, 4);
    PinnedBalancer balancer;
    balancer.Attach(view);
    for (uint32_t host = 0; host < 4; ++host)
    {
        for (const uint32_t rack : {RACK, 2 * RACK})
        {
            for (const uint16_t port : {0xc000, 0xc001, 0xd234})
            {
                EXPECT_EQ(Select(balancer, Ports(4, 4), 7, rack + host, port), 4 + host);
            }
        }
    }
}

TEST(PinnedBalancer, ASliceHasSeveralUplinksWhereThereAreMoreThanHosts)
{
    MockSwitchView view = MakeSwitch(4, 8);
    PinnedBalancer balancer;
    balancer.Attach(view);
    std::set<uint32_t> used;
    for (uint16_t port = 0xc000; port < 0xc040; ++port)
    {
        used.insert(Select(balancer, Ports(4, 8), 7, RACK + 3, port));
    }
    EXPECT_EQ(used, (std::set<uint32_t>{4 + 6, 4 + 7})) << "slice 3 has uplinks 6 and 7";
}

TEST(PinnedBalancer, AnUplinkThatIsDownIsReplacedForItsSliceOnly)
{
    MockSwitchView view = MakeSwitch(4, 4);
    PinnedBalancer balancer;
    balancer.Attach(view);
    const std::vector<uint16_t> left{4, 5, 7};
    EXPECT_EQ(Select(balancer, left, 7, RACK), 4U);
    EXPECT_EQ(Select(balancer, left, 7, RACK + 1), 5U);
    EXPECT_EQ(Select(balancer, left, 7, RACK + 2), 7U) << "index 2 of three";
    EXPECT_EQ(Select(balancer, left, 7, RACK + 3), 7U);
}

TEST(PinnedBalancer, AboveToRSwitchesTheRackOfTheDestinationChooses)
{
    MockSwitchView view = MakeSwitch(0, 4);
    PinnedBalancer balancer;
    balancer.Attach(view);
    for (uint32_t host = 0; host < 4; ++host)
    {
        EXPECT_EQ(Select(balancer, Ports(0, 4), 7, RACK + host), 1U);
        EXPECT_EQ(Select(balancer, Ports(0, 4), 7, 2 * RACK + host), 2U);
    }
    for (auto& port : view.ports)
    {
        port.role = PortRole::DOWN;
    }
    EXPECT_EQ(Select(balancer, Ports(0, 4), 7, RACK + 3), 3U) << "on the way down, the slice";
}

TEST(PlannedBalancer, ForwardsPairsByThePlanAndOthersByHash)
{
    MockSwitchView view = MakeSwitch(4, 4);
    PlannedBalancer balancer;
    balancer.Attach(view);
    balancer.SetPort(7, RACK, 6);
    balancer.SetPort(7, RACK + 1, 4);
    balancer.SetPort(8, RACK, 5);
    for (const uint16_t port : {0xc000, 0xc001, 0xd234})
    {
        EXPECT_EQ(Select(balancer, Ports(4, 4), 7, RACK, port), 6U);
        EXPECT_EQ(Select(balancer, Ports(4, 4), 7, RACK + 1, port), 4U);
        EXPECT_EQ(Select(balancer, Ports(4, 4), 8, RACK, port), 5U);
    }
    balancer.SetPort(7, RACK, 7);
    EXPECT_EQ(Select(balancer, Ports(4, 4), 7, RACK), 7U) << "a new plan";
    EXPECT_EQ(balancer.GetCounters().at("planned_decisions"), 10U);
    std::set<uint32_t> used;
    for (uint16_t port = 0xc000; port < 0xc040; ++port)
    {
        used.insert(Select(balancer, Ports(4, 4), 9, RACK, port));
    }
    EXPECT_EQ(used.size(), 4U) << "a pair without a plan";
    used.clear();
    for (uint16_t port = 0xc000; port < 0xc040; ++port)
    {
        used.insert(Select(balancer, {4, 5, 6}, 7, RACK, port));
    }
    EXPECT_EQ(used, (std::set<uint32_t>{4, 5, 6})) << "the planned port is down";
    EXPECT_EQ(balancer.GetCounters().at("hashed_decisions"), 128U);
}
