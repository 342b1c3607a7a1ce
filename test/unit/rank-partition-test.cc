/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Ranks that are assigned by the minimum cut of their traffic.
 */

#include "test-files.h"

#include "ns3/collective-placement.h"
#include "ns3/rank-partition.h"
#include "ns3/topology-registry.h"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/// Two zones of two racks of eight hosts.
const std::string ZONES =
    "ai-zone:racksPerZone=2,hostsPerRack=8,clusterSwitches=8,oversubscription=2";

/// Hosts of a job, by rank.
std::vector<uint32_t>
Place(const NetworkGraph& graph, const std::string& job, int64_t stream = 77)
{
    return PlaceCollectives(graph, ParseCollectives(job), stream).front();
}

/// Bytes that a job exchanges between zones.
double
CutBytes(const NetworkGraph& graph, const std::string& job, int64_t stream = 77)
{
    const std::vector<uint32_t> hosts = Place(graph, job, stream);
    const auto ranks = static_cast<uint32_t>(hosts.size());
    return CountCutBytes(graph, CollectTraffic(ParseCollectives(job).front(), ranks), hosts);
}

} // namespace

TEST(RankPartition, ZonesAreWhatTheTopTierConnects)
{
    const auto count = [](const std::string& topology) {
        const std::vector<uint32_t> zones = FindZones(MakeTopology(topology));
        return 1 + *std::max_element(zones.begin(), zones.end());
    };
    EXPECT_EQ(count(ZONES), 2U);
    EXPECT_EQ(count("fat-tree:k=4"), 4U) << "pods";
    EXPECT_EQ(count("leaf-spine:hosts=8,leaves=4"), 4U) << "racks";
    EXPECT_EQ(count("single-switch"), 1U);
    EXPECT_EQ(count("dumbbell"), 2U);
    EXPECT_EQ(FindZones(MakeTopology(ZONES)).at(16), 1U) << "the first host of the second zone";
}

TEST(RankPartition, TrafficIsWhatTheStepsSend)
{
    const auto ring = CollectTraffic(ParseCollectives("allgather-ring:size=4MB").front(), 4);
    ASSERT_EQ(ring.size(), 4U);
    EXPECT_EQ(ring[0].bytes, 3e6) << "n - 1 parts, one way";
    const auto pairs = CollectTraffic(ParseCollectives("alltoall-moe:size=4MB").front(), 4);
    ASSERT_EQ(pairs.size(), 6U);
    EXPECT_EQ(pairs[5].bytes, 2e6) << "both ways";
}

TEST(RankPartition, ARingCrossesZonesTwice)
{
    if (!CanPartitionRanks())
    {
        GTEST_SKIP() << "built without METIS";
    }
    const NetworkGraph graph = MakeTopology(ZONES);
    for (const int64_t stream : {1, 2, 3})
    {
        // 2 edges of the ring between 2 zones, each with 2 (n - 1) / n of the buffer.
        EXPECT_NEAR(CutBytes(graph, "allreduce-ring:size=24MB,ranks=24,placement=mincut", stream),
                    2 * 46e6,
                    1);
        EXPECT_GT(CutBytes(graph, "allreduce-ring:size=24MB,ranks=24,placement=random", stream),
                  6 * 46e6);
        std::vector<uint32_t> random =
            Place(graph, "allreduce-ring:size=24MB,ranks=24,placement=random", stream);
        std::vector<uint32_t> cut =
            Place(graph, "allreduce-ring:size=24MB,ranks=24,placement=mincut", stream);
        EXPECT_NE(random, cut);
        std::sort(random.begin(), random.end());
        std::sort(cut.begin(), cut.end());
        EXPECT_EQ(random, cut) << "the same hosts";
    }
}

TEST(RankPartition, GroupsOfAFileStayTogether)
{
    if (!CanPartitionRanks())
    {
        GTEST_SKIP() << "built without METIS";
    }
    // Ranks that are equal modulo 4 exchange much, others little.
    std::string steps = "step,after,src,dst,bytes\n";
    uint32_t number = 0;
    for (uint32_t a = 0; a < 32; ++a)
    {
        for (uint32_t b = 0; b < 32; ++b)
        {
            if (a != b)
            {
                steps += std::to_string(number++) + ",," + std::to_string(a) + "," +
                         std::to_string(b) + "," + (a % 4 == b % 4 ? "1000000" : "1") + "\n";
            }
        }
    }
    const ScratchFile file(steps);
    const NetworkGraph graph = MakeTopology(ZONES);
    const std::vector<uint32_t> hosts =
        Place(graph, "file:path=" + file.GetPath() + ",placement=mincut");
    for (uint32_t rank = 4; rank < 32; ++rank)
    {
        EXPECT_EQ(hosts[rank] / 8, hosts[rank % 4] / 8) << "rank " << rank << ": its rack";
    }
}
