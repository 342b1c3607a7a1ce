/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Graphs of collectives: every step becomes ready exactly once, what arrives where is what the
 * collective is for, and each rank sends as many bytes as the literature says.
 */

#include "test-files.h"

#include "ns3/chain-graph.h"
#include "ns3/collective-bound.h"
#include "ns3/collective-spec.h"
#include "ns3/file-graph.h"
#include "ns3/input-error.h"
#include "ns3/lane-graph.h"
#include "ns3/moe-graph.h"
#include "ns3/ring-graph.h"
#include "ns3/step-inputs.h"

#include <deque>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/// What is left of a graph when all its steps are done.
struct Walk
{
    uint64_t done{0};                      ///< steps that became ready
    std::vector<uint64_t> sent;            ///< bytes by rank
    std::vector<std::set<uint32_t>> known; ///< by rank: ranks whose data has arrived
    bool isEachReadyOnce{true};            ///< no step became ready twice
    std::size_t waiting{0};                ///< steps that miss inputs at the end
};

/**
 * @brief Do all steps of a graph in the order in which they become ready.
 * @param graph the graph
 * @param ranks how many
 * @return what is left
 */
Walk
WalkThrough(const CollectiveGraph& graph, uint32_t ranks)
{
    Walk walk;
    walk.sent.resize(ranks);
    walk.known.resize(ranks);
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        walk.known[rank].insert(rank);
    }
    std::vector<std::set<uint32_t>> carried(graph.CountSteps()); // data, by step
    std::set<uint64_t> seen;
    StepInputs inputs;
    CollectiveGraph::StepList first;
    graph.ListFirst(first);
    std::deque<uint64_t> ready(first.begin(), first.end());
    while (!ready.empty())
    {
        const uint64_t number = ready.front();
        ready.pop_front();
        walk.isEachReadyOnce = walk.isEachReadyOnce && seen.insert(number).second;
        const CollectiveStep step = graph.GetStep(number);
        ++walk.done;
        walk.sent[step.src] += step.bytes;
        carried[number].insert(step.src);
        walk.known[step.dst].insert(carried[number].begin(), carried[number].end());
        CollectiveGraph::StepList after;
        graph.ListAfterArrival(number, after);
        for (const uint64_t next : after)
        {
            // Data goes from rank to rank in messages alone.
            if (graph.GetStep(next).src == step.dst)
            {
                carried[next].insert(carried[number].begin(), carried[number].end());
            }
        }
        const std::size_t arrivals = after.size();
        graph.ListAfterSending(number, after);
        for (std::size_t i = arrivals; i < after.size(); ++i)
        {
            carried[after[i]].insert(carried[number].begin(), carried[number].end());
        }
        for (const uint64_t next : after)
        {
            if (inputs.Note(graph, next))
            {
                ready.push_back(next);
            }
        }
    }
    walk.waiting = inputs.CountWaiting();
    return walk;
}

/**
 * @brief Make the graph of a kind.
 * @param kind name of the kind
 * @param ranks how many
 * @param bytes the buffer
 * @return the graph
 */
std::unique_ptr<CollectiveGraph>
MakeGraph(const std::string& kind, uint32_t ranks, uint64_t bytes)
{
    if (kind == COLLECTIVE_MOE)
    {
        std::vector<uint32_t> order(ranks);
        std::iota(order.begin(), order.end(), 0);
        return std::make_unique<MoeGraph>(MoeGraph::ComputeLoads(bytes, ranks, order, 1));
    }
    return FindCollectiveKind(kind).make(ranks, bytes);
}

/// Kinds of collectives that are made from ranks and bytes.
const std::vector<std::string> KINDS{"allreduce-ring",
                                     "allreduce-halving-doubling",
                                     "allgather-ring",
                                     "reducescatter-ring",
                                     "alltoall",
                                     "alltoall-shift",
                                     "alltoall-moe",
                                     "broadcast-ring",
                                     "broadcast-tree"};

} // namespace

TEST(CollectiveGraph, EveryStepBecomesReadyOnceForAnyNumberOfRanks)
{
    for (const std::string& kind : KINDS)
    {
        for (uint32_t ranks = 2; ranks <= 20; ++ranks)
        {
            const auto graph = MakeGraph(kind, ranks, 1'000'003);
            const Walk walk = WalkThrough(*graph, ranks);
            EXPECT_TRUE(walk.isEachReadyOnce) << kind << " of " << ranks;
            EXPECT_EQ(walk.done, graph->CountSteps()) << kind << " of " << ranks;
            EXPECT_EQ(walk.waiting, 0U) << kind << " of " << ranks;
        }
    }
}

TEST(CollectiveGraph, DataOfEachRankReachesThoseThatNeedIt)
{
    for (const std::string& kind : KINDS)
    {
        for (const uint32_t ranks : {2U, 3U, 4U, 5U, 6U, 7U, 8U, 12U, 16U, 17U})
        {
            const Walk walk = WalkThrough(*MakeGraph(kind, ranks, 1'000'000), ranks);
            const bool isBroadcast = kind.rfind("broadcast", 0) == 0;
            for (uint32_t rank = 0; rank < ranks; ++rank)
            {
                EXPECT_TRUE(walk.known[rank].count(0)) << kind << " of " << ranks;
                if (!isBroadcast)
                {
                    EXPECT_EQ(walk.known[rank].size(), ranks) << kind << " of " << ranks;
                }
            }
        }
    }
}

TEST(CollectiveGraph, RanksSendAsManyBytesAsTheLiteratureSays)
{
    for (const uint32_t n : {2U, 4U, 5U, 8U, 9U, 16U})
    {
        const uint64_t bytes = 720'000ULL * n;
        const uint64_t part = bytes / n;
        const std::map<std::string, uint64_t> expected{{"allreduce-ring", 2 * (n - 1) * part},
                                                       {"allgather-ring", (n - 1) * part},
                                                       {"reducescatter-ring", (n - 1) * part},
                                                       {"alltoall", (n - 1) * part},
                                                       {"alltoall-shift", (n - 1) * part}};
        for (const auto& [kind, each] : expected)
        {
            EXPECT_EQ(WalkThrough(*MakeGraph(kind, n, bytes), n).sent,
                      std::vector<uint64_t>(n, each))
                << kind << " of " << n;
        }
    }
    for (const uint32_t n : {2U, 4U, 8U, 16U})
    {
        const auto graph = MakeGraph("allreduce-halving-doubling", n, 64'000ULL * n);
        EXPECT_EQ(WalkThrough(*graph, n).sent,
                  std::vector<uint64_t>(n, 2 * (n - 1) * uint64_t{64'000}));
    }
    // Of five ranks, 0 and 1 are a pair: rank 1 sends its half and the reduced half; rank 0 sends
    // its half, 2 (4 - 1) / 4 of the buffer, and the result; the others 2 (4 - 1) / 4.
    EXPECT_EQ(WalkThrough(*MakeGraph("allreduce-halving-doubling", 5, 4000), 5).sent,
              (std::vector<uint64_t>{12'000, 4000, 6000, 6000, 6000}));
    EXPECT_EQ(WalkThrough(*MakeGraph("broadcast-ring", 5, 100), 5).sent,
              (std::vector<uint64_t>{100, 100, 100, 100, 0}));
    EXPECT_EQ(WalkThrough(*MakeGraph("broadcast-tree", 6, 100), 6).sent,
              (std::vector<uint64_t>{300, 200, 0, 0, 0, 0}));
}

TEST(CollectiveGraph, LanesShareTheBufferAndTheChannels)
{
    const auto ring = [](uint64_t bytes) { return std::make_unique<RingGraph>(3, bytes, 2); };
    const LaneGraph graph(ring, 3'000'003, 2, 4);
    EXPECT_EQ(graph.CountSteps(), 8U * 12);
    const Walk walk = WalkThrough(graph, 3);
    EXPECT_TRUE(walk.isEachReadyOnce);
    EXPECT_EQ(walk.done, graph.CountSteps());
    EXPECT_EQ(std::accumulate(walk.sent.begin(), walk.sent.end(), uint64_t{0}), 4U * 3'000'003);
    std::map<uint32_t, uint64_t> byChannel;
    for (uint64_t step = 0; step < graph.CountSteps(); ++step)
    {
        ++byChannel[graph.GetStep(step).channel];
    }
    EXPECT_EQ(byChannel, (std::map<uint32_t, uint64_t>{{0, 48}, {1, 48}}));
}

TEST(MoeGraph, LoadsFollowZipf)
{
    // Of weights 1, 1/2, 1/3 and 1/4, whose sum is 25/12.
    EXPECT_EQ(MoeGraph::ComputeLoads(25'000, 4, {2, 0, 1, 3}, 1),
              (std::vector<uint64_t>{6000, 4000, 12'000, 3000}));
    EXPECT_EQ(MoeGraph::ComputeLoads(1000, 4, {2, 0, 1, 3}, 0),
              (std::vector<uint64_t>{250, 250, 250, 250}));
    // Experts 0 and 2 are at rank 0, 1 and 3 at rank 1.
    EXPECT_EQ(MoeGraph::ComputeLoads(25'000, 2, {2, 0, 1, 3}, 1),
              (std::vector<uint64_t>{18'000, 7000}));
}

TEST(CollectiveBound, IsTheLongestOfPathAndLinks)
{
    // 10 steps of delay, a step a byte on each of the two links, one after the other.
    const MessageTimer timer = [](uint32_t, uint32_t, uint64_t bytes) {
        const auto steps = static_cast<int64_t>(bytes);
        return MessageTimes{2 * steps + 10, 2 * steps + 25, steps, steps, 10};
    };
    // Six messages of 100 bytes, one after the other.
    EXPECT_EQ(ComputeCollectiveBound(RingGraph(4, 400, 2), {0, 1, 2, 3}, timer), 6 * 210);
    // Four chunks of 100 bytes over two hops: the second link waits for the first chunk only.
    const auto chain = [](uint64_t bytes) { return std::make_unique<ChainGraph>(3, bytes); };
    EXPECT_EQ(ComputeCollectiveBound(LaneGraph(chain, 400, 1, 4), {0, 1, 2}, timer),
              210 + 10 + 400);
    // Three messages of 100 bytes leave and arrive at each host.
    EXPECT_EQ(ComputeCollectiveBound(*MakeGraph("alltoall", 4, 400), {0, 1, 2, 3}, timer), 310);
    // In three rounds, each with its acknowledgment but for the last.
    EXPECT_EQ(ComputeCollectiveBound(*MakeGraph("alltoall-shift", 4, 400), {0, 1, 2, 3}, timer),
              2 * 225 + 210);
}

TEST(FileGraph, ReadsStepsInputsAndComputation)
{
    const ScratchFile file("step,after,src,dst,bytes,compute_ns\n"
                           "10,,0,1,1000,0\n"
                           "# a comment\n"
                           "11,10,0,2,2000,0.5\n"
                           "12,10 ,1,1,0,0\n"
                           "13,11,2,0,1,0\n");
    const FileGraph graph(file.GetPath());
    EXPECT_EQ(graph.CountSteps(), 4U);
    EXPECT_EQ(graph.CountRanks(), 3U);
    EXPECT_EQ(graph.CountBytes(), 3001U);
    CollectiveGraph::StepList list;
    graph.ListFirst(list);
    EXPECT_EQ(list, (CollectiveGraph::StepList{0}));
    list.clear();
    graph.ListAfterArrival(0, list); // the join at rank 1
    EXPECT_EQ(list, (CollectiveGraph::StepList{2}));
    list.clear();
    graph.ListAfterSending(0, list); // the next message of rank 0
    EXPECT_EQ(list, (CollectiveGraph::StepList{1}));
    EXPECT_EQ(graph.GetStep(1).compute, PicoSeconds(500));
    EXPECT_EQ(graph.GetStep(3).round, 2U);
    EXPECT_EQ(WalkThrough(graph, 3).done, 4U);
}

TEST(FileGraph, RefusesBadLines)
{
    const std::string header = "step,after,src,dst,bytes\n";
    const std::vector<std::pair<std::string, std::string>> bad{
        {"step,src,dst\n", ":1: expected \"step,after,src,dst,bytes\""},
        {header + "1,,0,1\n", ":2: expected 5 columns"},
        {header + "x,,0,1,5\n", ":2: step: expected a whole number"},
        {header + "1,,0,1,5\n1,,1,0,5\n", ":3: step: expected a number that no other step has"},
        {header + "1,2,0,1,5\n2,,1,0,5\n", ":2: after: expected steps of earlier lines"},
        {header + "1,1,0,1,5\n", ":2: after: expected steps of earlier lines"},
        {header + "1,,0,1,5\n2,1,2,0,5\n", ":3: after: expected steps that end or begin at rank 2"},
        {header + "1,,0,0,5\n", ":2: bytes: expected 0"},
        {header, ": expected steps of at least two ranks"}};
    for (const auto& [content, expected] : bad)
    {
        const ScratchFile file(content);
        try
        {
            const FileGraph graph(file.GetPath());
            ADD_FAILURE() << "accepted: " << content;
        }
        catch (const InputError& error)
        {
            EXPECT_NE(std::string(error.what()).find(expected), std::string::npos)
                << error.what() << " instead of " << expected;
        }
    }
}

TEST(CollectiveSpec, ReadsJobs)
{
    const auto jobs = ParseCollectives(
        "allreduce-ring:ranks=64,size=128MB,chunks=4,iterations=5,compute=1ms+"
        "alltoall-moe:size=64MiB,zipf=1.2,experts=256,placement=random,start=20us,inFlight=8");
    ASSERT_EQ(jobs.size(), 2U);
    EXPECT_EQ(jobs[0].ranks, 64U);
    EXPECT_EQ(jobs[0].bytes, 128'000'000U);
    EXPECT_EQ(jobs[0].chunks, 4U);
    EXPECT_EQ(jobs[0].iterations, 5U);
    EXPECT_EQ(jobs[0].compute, MilliSeconds(1));
    EXPECT_EQ(jobs[1].ranks, 0U);
    EXPECT_EQ(jobs[1].bytes, 64U << 20);
    EXPECT_DOUBLE_EQ(jobs[1].zipf, 1.2);
    EXPECT_EQ(jobs[1].experts, 256U);
    EXPECT_EQ(jobs[1].placement, CollectivePlacement::RANDOM);
    EXPECT_EQ(jobs[1].inFlight, 8U);
}

TEST(CollectiveSpec, RefusesWhatItDoesNotKnow)
{
    for (const std::string text : {"",
                                   "allreduce",
                                   "allreduce-ring",
                                   "allreduce-ring:",
                                   "allreduce-ring:size",
                                   "allreduce-ring:size=",
                                   "allreduce-ring:size=0MB",
                                   "allreduce-ring:size=1XB",
                                   "allreduce-ring:size=2000GB",
                                   "allreduce-ring:size=1MB,size=1MB",
                                   "allreduce-ring:size=1MB,ranks=1",
                                   "allreduce-ring:size=1MB,zipf=1",
                                   "allreduce-ring:size=1MB,path=x",
                                   "allreduce-ring:size=7,chunks=8",
                                   "allreduce-ring:size=1MB,host=0,placement=random",
                                   "allreduce-ring:size=1MB+",
                                   "alltoall-moe:size=1MB,zipf=11",
                                   "file:",
                                   "file:path=no-such-file.csv",
                                   "file:path=x,ranks=4"})
    {
        EXPECT_THROW(ParseCollectives(text), InputError) << text;
    }
}
