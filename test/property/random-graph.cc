/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "random-graph.h"

#include "ns3/topology-registry.h"

#include <string>
#include <vector>

namespace ns3::rdmacell
{

namespace
{

/**
 * @brief Choose a line rate.
 * @param dice random choices
 * @return the rate
 */
DataRate
ChooseRate(Dice& dice)
{
    // The last one takes no whole number of picoseconds per byte.
    return DataRate(dice.OneOf<std::string>({"1Gbps",
                                             "10Gbps",
                                             "25Gbps",
                                             "40Gbps",
                                             "100Gbps",
                                             "100Gbps",
                                             "200Gbps",
                                             "400Gbps",
                                             "70000001Kbps"}));
}

/**
 * @brief Choose a propagation delay.
 * @param dice random choices
 * @return the delay
 */
Time
ChooseDelay(Dice& dice)
{
    return dice.Chance(10) ? Time(0) : NanoSeconds(dice.Magnitude(1, 20'000));
}

/**
 * @brief Make a connected network: a tree of switches, more links between them, hosts anywhere.
 * @param dice random choices
 * @return the network
 */
NetworkGraph
MakeConnectedGraph(Dice& dice)
{
    NetworkGraph graph;
    graph.name = "random";
    graph.hosts = static_cast<uint32_t>(dice.Between(2, 8));
    graph.switches = static_cast<uint32_t>(dice.Between(1, 6));
    const uint32_t first = graph.hosts;
    const uint32_t last = first + graph.switches - 1;
    for (uint32_t host = 0; host < graph.hosts; ++host)
    {
        const auto at = static_cast<uint32_t>(dice.Between(first, last));
        graph.links.push_back({host, at, ChooseRate(dice), ChooseDelay(dice), 0});
    }
    for (uint32_t node = first + 1; node <= last; ++node)
    {
        const auto parent = static_cast<uint32_t>(dice.Between(first, node - 1));
        graph.links.push_back({node, parent, ChooseRate(dice), ChooseDelay(dice), 0});
    }
    const uint64_t more = graph.switches == 1 ? 0 : dice.Between(0, 5);
    for (uint64_t i = 0; i < more; ++i)
    {
        const auto a = static_cast<uint32_t>(dice.Between(first, last));
        const auto b = static_cast<uint32_t>(dice.Between(first, last - 1));
        graph.links.push_back({a, b == a ? last : b, ChooseRate(dice), ChooseDelay(dice), 0});
    }
    return graph;
}

/**
 * @brief Choose the specification of a regular topology.
 * @param dice random choices
 * @return as MakeTopology() takes it
 */
std::string
ChooseSpecification(Dice& dice)
{
    const auto number = [&dice](uint64_t least, uint64_t most) {
        return std::to_string(dice.Between(least, most));
    };
    switch (dice.Between(0, 4))
    {
    case 0:
        return "single-switch:hosts=" + number(2, 10);
    case 1:
        return "dumbbell:hostsPerSide=" + number(1, 5);
    case 2:
        return "fat-tree:k=" + dice.OneOf<std::string>({"2", "4"});
    default:
        const uint64_t leaves = dice.Between(1, 4);
        const uint64_t hosts = leaves * dice.Between(leaves == 1 ? 2 : 1, 4);
        return "leaf-spine:leaves=" + std::to_string(leaves) + ",hosts=" + std::to_string(hosts) +
               ",spines=" + number(1, 4) + ",parallelLinks=" + number(1, 3);
    }
}

} // namespace

NetworkGraph
MakeRandomGraph(Dice& dice)
{
    if (dice.Chance(30))
    {
        return MakeConnectedGraph(dice);
    }
    NetworkGraph graph = MakeTopology(ChooseSpecification(dice));
    const DataRate rate = ChooseRate(dice);
    const Time delay = ChooseDelay(dice);
    const uint32_t others = dice.Chance(50) ? 0 : static_cast<uint32_t>(dice.Between(1, 100));
    for (NetworkGraph::Link& link : graph.links)
    {
        const bool other = dice.Chance(others);
        link.rate = other ? ChooseRate(dice) : rate;
        link.delay = other ? ChooseDelay(dice) : delay;
    }
    return graph;
}

} // namespace ns3::rdmacell
