/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Which hosts the ranks of jobs get, and how evenly uplinks are used.
 */

#include "test-files.h"

#include "ns3/collective-iteration.h"
#include "ns3/collective-placement.h"
#include "ns3/topology-registry.h"

#include <cmath>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/// Hosts of a job, by rank.
using Hosts = std::vector<uint32_t>;

/**
 * @brief Place jobs on four racks of four hosts.
 * @param jobs their specifications
 * @return hosts by job
 */
std::vector<Hosts>
Place(const std::string& jobs)
{
    const auto graph = MakeTopology("leaf-spine:hosts=16,leaves=4,spines=2");
    return PlaceCollectives(graph, ParseCollectives(jobs), 77);
}

} // namespace

TEST(CollectivePlacement, PackedFillsRacks)
{
    EXPECT_EQ(Place("alltoall:size=1MB,ranks=5").front(), (Hosts{0, 1, 2, 3, 4}));
}

TEST(CollectivePlacement, SpreadTakesOneHostOfEachRackInTurn)
{
    EXPECT_EQ(Place("alltoall:size=1MB,ranks=6,placement=spread").front(),
              (Hosts{0, 4, 8, 12, 1, 5}));
}

TEST(CollectivePlacement, FragmentedLeavesHalfOfEachRack)
{
    EXPECT_EQ(Place("alltoall:size=1MB,placement=fragmented").front(),
              (Hosts{0, 1, 4, 5, 8, 9, 12, 13}));
}

TEST(CollectivePlacement, RandomIsAPermutationThatItsStreamDraws)
{
    const auto first = Place("alltoall:size=1MB,placement=random").front();
    EXPECT_EQ(std::set<uint32_t>(first.begin(), first.end()).size(), 16U);
    EXPECT_NE(first, Place("alltoall:size=1MB").front());
    EXPECT_EQ(first, Place("alltoall:size=1MB,placement=random").front());
}

TEST(CollectivePlacement, JobsShareNoHostUnlessTheySayWhereTheyBegin)
{
    const auto jobs = Place("alltoall:size=1MB,ranks=3+alltoall:size=1MB,ranks=2,placement=spread+"
                            "alltoall:size=1MB,ranks=3,host=2+alltoall:size=1MB");
    EXPECT_EQ(jobs[0], (Hosts{0, 1, 2}));
    EXPECT_EQ(jobs[1], (Hosts{3, 4}));
    EXPECT_EQ(jobs[2], (Hosts{2, 3, 4}));
    EXPECT_EQ(jobs[3], (Hosts{5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}));
}

TEST(CollectivePlacement, RefusesMoreRanksThanHosts)
{
    for (const std::string jobs : {"alltoall:size=1MB,ranks=17",
                                   "alltoall:size=1MB,ranks=9,placement=fragmented",
                                   "alltoall:size=1MB,ranks=2,host=15",
                                   "alltoall:size=1MB,host=99",
                                   "alltoall:size=1MB+alltoall:size=1MB"})
    {
        EXPECT_NE(ErrorOf([&jobs]() { Place(jobs); }).find("expected at least"), std::string::npos)
            << jobs;
    }
}

TEST(UplinkBalance, IsTheLargestOverTheMeanLoadOfARack)
{
    // One uplink of two has all; three quarters of the load; nothing; a rack with one uplink.
    const UplinkBytes before{{5, 5}, {0, 0}, {7, 7}, {1}};
    const UplinkBytes after{{25, 5}, {30, 10}, {7, 7}, {9}};
    const UplinkBalance balance = CompareUplinks(before, after);
    EXPECT_DOUBLE_EQ(balance.mean, 1.75);
    EXPECT_DOUBLE_EQ(balance.largest, 2);
    EXPECT_TRUE(std::isnan(CompareUplinks(before, before).mean));
}
