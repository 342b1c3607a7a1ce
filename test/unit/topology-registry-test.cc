/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Tests of topologies by name.
 */

#include "test-files.h"

#include "ns3/config.h"
#include "ns3/string.h"
#include "ns3/topology-registry.h"
#include "ns3/type-id.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/// How a network is described, without its first line.
std::string
DescribeTiers(const std::string& spec)
{
    const std::string text = MakeTopology(spec).Describe();
    return text.substr(text.find('\n') + 1);
}

/// The error of a specification.
std::string
SpecError(const std::string& spec)
{
    return ErrorOf([&spec] { MakeTopology(spec); });
}

} // namespace

TEST(TopologyRegistry, EachEntryIsATopologyOfItsOwn)
{
    std::set<std::string> names;
    for (const TopologyKind& kind : GetTopologies())
    {
        EXPECT_TRUE(names.insert(kind.name).second) << kind.name;
        EXPECT_FALSE(kind.description.empty());
        TypeId tid;
        ASSERT_TRUE(TypeId::LookupByNameFailSafe(kind.type, &tid)) << kind.type;
        EXPECT_TRUE(tid.IsChildOf(NetworkTopology::GetTypeId())) << kind.type;
        if (kind.name != "file")
        {
            EXPECT_NO_THROW(MakeTopology(kind.name)) << "by its defaults";
        }
    }
    EXPECT_EQ(names.count("leaf-spine"), 1U);
}

TEST(TopologyRegistry, KeysAreTheAttributes)
{
    EXPECT_EQ(GetTopologyKeys(GetTopologies()[1]),
              (std::vector<std::string>{"hosts",
                                        "leaves",
                                        "spines",
                                        "parallelLinks",
                                        "hostRate",
                                        "fabricRate",
                                        "delay"}));
}

TEST(TopologyRegistry, AKeyIsAnAttributeOfTheObject)
{
    const auto topology = ParseTopology("leaf-spine:hosts=32,leaves=4,spines=2");
    UintegerValue spines;
    topology->GetAttribute("Spines", spines);
    EXPECT_EQ(spines.Get(), 2U);
    EXPECT_EQ(topology->Build().hosts, 32U);
}

TEST(TopologyRegistry, WhatIsNotGivenIsTheAttributesDefault)
{
    Config::SetDefault("ns3::rdmacell::LeafSpineTopology::Leaves", UintegerValue(4));
    const NetworkGraph graph = MakeTopology("leaf-spine:hosts=8,spines=3");
    Config::Reset();
    EXPECT_EQ(graph.switches, 4U + 3);
    EXPECT_EQ(MakeTopology("leaf-spine:hosts=8,spines=3").switches, 8U + 3);
}

TEST(TopologyRegistry, LeafSpine)
{
    EXPECT_EQ(DescribeTiers("leaf-spine:hosts=32,leaves=4,spines=4"),
              "  tier 0: 32 hosts, 32 links up, 3200 Gb/s in all\n"
              "  tier 1: 4 switches, 16 links up, 1600 Gb/s in all, oversubscription 2:1\n"
              "  tier 2: 4 switches\n");
    EXPECT_EQ(DescribeTiers("leaf-spine:hosts=6,leaves=2,spines=3,parallelLinks=4,hostRate=25Gbps,"
                            "fabricRate=40Gbps"),
              "  tier 0: 6 hosts, 6 links up, 150 Gb/s in all\n"
              "  tier 1: 2 switches, 24 links up, 960 Gb/s in all, oversubscription 0.15625:1\n"
              "  tier 2: 3 switches\n");
    const NetworkGraph graph =
        MakeTopology("leaf-spine:hosts=6,leaves=2,spines=3,parallelLinks=2,delay=500ns");
    EXPECT_EQ(graph.links[3].b, 7U) << "host 3 is on leaf 1";
    // The second link of leaf 1 and spine 2: 6 + (1 * 3 + 2) * 2 + 1.
    EXPECT_EQ(graph.links[17].a, 7U);
    EXPECT_EQ(graph.links[17].b, 10U);
    EXPECT_EQ(graph.links[17].delay, NanoSeconds(500));
    EXPECT_EQ(graph.links.size(), 18U);
}

TEST(TopologyRegistry, Dumbbell)
{
    EXPECT_EQ(DescribeTiers("dumbbell:hostsPerSide=3"),
              "  tier 0: 6 hosts, 6 links up, 600 Gb/s in all\n"
              "  tier 1: 2 switches, 1 link within\n");
    const NetworkGraph graph = MakeTopology("dumbbell:hostsPerSide=3,hostRate=10Gbps,hostDelay=1us,"
                                            "bottleneckRate=40Gbps,bottleneckDelay=10us");
    EXPECT_EQ(graph.links[2].b, 6U);
    EXPECT_EQ(graph.links[3].b, 7U);
    EXPECT_EQ(graph.links[3].rate, DataRate("10Gbps"));
    EXPECT_EQ(graph.links[3].delay, MicroSeconds(1));
    ASSERT_EQ(graph.links.size(), 7U);
    EXPECT_EQ(graph.links[6].a, 6U);
    EXPECT_EQ(graph.links[6].b, 7U);
    EXPECT_EQ(graph.links[6].rate, DataRate("40Gbps"));
    EXPECT_EQ(graph.links[6].delay, MicroSeconds(10));
}

TEST(TopologyRegistry, SingleSwitch)
{
    EXPECT_EQ(DescribeTiers("single-switch:hosts=5,hostRate=400Gbps,delay=2us"),
              "  tier 0: 5 hosts, 5 links up, 2000 Gb/s in all\n"
              "  tier 1: 1 switch\n");
    EXPECT_EQ(MakeTopology("single-switch:hosts=5,delay=2us").links[4].delay, MicroSeconds(2));
}

TEST(TopologyRegistry, APathIsAFile)
{
    const ScratchFile file("3 1 2\n1\n0 1 100Gbps 1us 0\n2 1 25Gbps 0.5us\n");
    EXPECT_EQ(MakeTopology(file.GetPath()).hosts, 2U);
    EXPECT_EQ(MakeTopology("file:path=" + file.GetPath()).hosts, 2U);
}

TEST(TopologyRegistry, BadSpecificationsAreRejectedInOneLine)
{
    EXPECT_EQ(SpecError("leafspine"),
              "expected one of fat-tree, leaf-spine, ai-zone, rail, dumbbell, single-switch, file, "
              "or the path of a file, found 'leafspine'");
    EXPECT_EQ(SpecError(""),
              "expected one of fat-tree, leaf-spine, ai-zone, rail, dumbbell, single-switch, file, "
              "or the path of a file, found ''");
    EXPECT_EQ(SpecError("leaf-spine:leafs=4"),
              "leaf-spine: expected one of hosts, leaves, spines, parallelLinks, hostRate, "
              "fabricRate, delay, found 'leafs'");
    EXPECT_EQ(SpecError("leaf-spine:Leaves=4").rfind("leaf-spine: expected one of hosts, ", 0), 0U);
    EXPECT_EQ(SpecError("leaf-spine:4"), "leaf-spine: expected key=value, found '4'");
    EXPECT_EQ(SpecError("leaf-spine:leaves=4,"), "leaf-spine: expected key=value, found ''");
    EXPECT_EQ(SpecError("leaf-spine:"), "leaf-spine: expected key=value, found ''");
    EXPECT_EQ(SpecError("leaf-spine:leaves=4,leaves=8"),
              "leaf-spine: expected leaves once, found it twice");
    EXPECT_EQ(SpecError("leaf-spine:spines=0"),
              "leaf-spine: spines: expected a value of type UintegerValue, uint32_t 1:4096, found "
              "'0'");
    EXPECT_EQ(SpecError("leaf-spine:hosts=10,leaves=4"),
              "leaf-spine: expected a multiple of 4 hosts, one share for each leaf, found 10");
    EXPECT_EQ(SpecError("leaf-spine:leaves=2048,spines=4096,hosts=2048"),
              "leaf-spine: expected at most 4194304 links, found 8390656");
    EXPECT_EQ(SpecError("single-switch:hosts=1").rfind("single-switch: hosts: expected a value", 0),
              0U);
    EXPECT_EQ(SpecError("single-switch:hostRate=100")
                  .rfind("single-switch: hostRate: expected a value of type DataRateValue", 0),
              0U);
    EXPECT_EQ(SpecError("single-switch:hostRate=0bps"),
              "single switch: link 0 - 8: expected a rate above 0 and a delay not below 0");
    EXPECT_EQ(
        SpecError("dumbbell:hostDelay=-1us").rfind("dumbbell: hostDelay: expected a value", 0),
        0U);
}
