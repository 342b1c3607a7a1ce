/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * RDMACell without faults: cells, tokens, round-trip times, queue pairs used.
 */

#include "cell-run.h"

#include <cmath>
#include <set>
#include <sstream>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

constexpr uint64_t TEN_MEGABYTES = 10'000'000;

/**
 * @brief Send one flow between pods of a fat tree of K = 8.
 * @param bytes its size
 * @return the flow
 */
std::vector<Flow>
MakeFlow(uint64_t bytes)
{
    return {{0, 0, 127, bytes, Time(0)}};
}

} // namespace

/**
 * @ingroup tests
 * @brief 10 MB between pods, nothing else: cells, completions, tokens, samples, goodput.
 */
class LongFlowTestCase : public CellTestCase
{
  public:
    /**
     * @brief Make the case.
     * @param name of the case
     * @param attributes attributes of CellApp
     * @param slowdown expected, to 1 %
     * @param samples check the round-trip times
     */
    LongFlowTestCase(const std::string& name,
                     CellAttributes attributes,
                     double slowdown,
                     bool samples)
        : CellTestCase(name),
          m_attributes(std::move(attributes)),
          m_slowdown(slowdown),
          m_samples(samples)
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        const std::vector<Flow> flows = MakeFlow(TEN_MEGABYTES);
        CellRun run(MakeTopology("fat-tree:k=8"), flows, m_attributes);
        run.Build();
        std::vector<double> samples;
        run.apps[0]->TraceConnectWithoutContext(
            "RttSample",
            Callback<void, uint64_t, uint64_t, Time>([&samples](uint64_t, uint64_t, Time rtt) {
                samples.push_back(rtt.GetSeconds() * 1e9);
            }));
        Counters counters = Finish(run, flows);
        NS_TEST_EXPECT_MSG_EQ(counters["cells"], 43, "42 of 234,000 bytes and one of 172,000");
        NS_TEST_EXPECT_MSG_EQ(counters["payload_writes"], 43, "second WRITEs");
        NS_TEST_EXPECT_MSG_EQ(counters["receive_completions"], 43, "one for each cell");
        NS_TEST_EXPECT_MSG_EQ(counters["tokens_sent"], 43, "one for each cell");
        NS_TEST_EXPECT_MSG_EQ(counters["tokens_received"], 43, "one for each cell");
        NS_TEST_EXPECT_MSG_EQ(counters["soft_expiries"], 0, "no token is late");
        NS_TEST_EXPECT_MSG_EQ(counters["reroutes"], 0, "no fault");
        NS_TEST_EXPECT_MSG_EQ(counters["duplicate_bytes"], 0, "no duplicates");
        NS_TEST_EXPECT_MSG_EQ(run.SumNics(&RoceNicStats::rnrNaksSent), 0, "receivers are ready");
        NS_TEST_EXPECT_MSG_EQ(run.nics[127]->GetStats().dataBytesSent,
                              43 * 16,
                              "tokens are all that the receiver sends");
        NS_TEST_EXPECT_MSG_EQ_TOL(run.fct->GetSummary().average,
                                  m_slowdown,
                                  0.01 * m_slowdown,
                                  "slowdown");
        NS_TEST_EXPECT_MSG_EQ(samples.size(), 43, "a sample for each token");
        for (std::size_t i = 0; m_samples && i < samples.size(); ++i)
        {
            const double expected = i == 0 ? HEAD_NS : CELL_NS;
            NS_TEST_EXPECT_MSG_EQ_TOL(samples[i], expected, 0.01 * expected, "sample " << i);
        }
    }

    CellAttributes m_attributes; ///< attributes of CellApp
    double m_slowdown;           ///< expected
    bool m_samples;              ///< check the round-trip times
};

/**
 * @ingroup tests
 * @brief Flows of some sizes: work requests, and exactly one delivery of each byte.
 */
class SizesTestCase : public CellTestCase
{
  public:
    SizesTestCase()
        : CellTestCase("work requests of flows of some sizes")
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();

        const struct
        {
            uint64_t bytes;    ///< of the flow
            uint64_t heads;    ///< WRITE_WITH_IMM
            uint64_t payloads; ///< WRITE
        } cases[] =
            {{0, 1, 0}, {1, 1, 0}, {1000, 1, 0}, {1001, 1, 1}, {234'000, 1, 1}, {234'001, 2, 1}};

        for (const auto& each : cases)
        {
            const std::vector<Flow> flows = MakeFlow(each.bytes);
            CellRun run(MakeTopology("fat-tree:k=8"), flows);
            Counters counters = Finish(run, flows);
            NS_TEST_EXPECT_MSG_EQ(counters["cells"], each.heads, each.bytes << " bytes: heads");
            NS_TEST_EXPECT_MSG_EQ(counters["payload_writes"],
                                  each.payloads,
                                  each.bytes << " bytes: payloads");
            NS_TEST_EXPECT_MSG_EQ(counters["tokens_sent"], each.heads, "tokens");
            NS_TEST_EXPECT_MSG_LT(run.fct->GetSummary().average, 1.01, "near the ideal time");
        }
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "frames leaked");
    }
};

/**
 * @ingroup tests
 * @brief A token is 94 bytes on the wire, and cells are what their chain of WRITEs makes.
 */
class WireTestCase : public CellTestCase
{
  public:
    WireTestCase()
        : CellTestCase("what cells and tokens are on the wire")
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        const std::vector<Flow> flows = MakeFlow(3 * 234'000);
        CellRun run(MakeTopology("fat-tree:k=8"), flows);
        run.Build();
        std::map<RoceOpcode, uint64_t> sent;
        std::set<uint16_t> immediates;
        run.fabric->GetHostDevice(0)->TraceConnectWithoutContext(
            "FrameTx",
            Callback<void, const RoceFrame&>([&](const RoceFrame& frame) {
                ++sent[frame.opcode];
                if (frame.opcode == RoceOpcode::WRITE_ONLY_WITH_IMM)
                {
                    immediates.insert(static_cast<uint16_t>(frame.immediate >> 8));
                    NS_TEST_EXPECT_MSG_EQ(frame.payloadBytes, 1000, "head of one packet");
                }
            }));
        uint64_t tokens = 0;
        run.fabric->GetHostDevice(0)->TraceConnectWithoutContext(
            "FrameRx",
            Callback<void, const RoceFrame&>([&](const RoceFrame& frame) {
                if (frame.opcode == RoceOpcode::WRITE_ONLY)
                {
                    ++tokens;
                    NS_TEST_EXPECT_MSG_EQ(frame.payloadBytes, 16, "payload of a token");
                    NS_TEST_EXPECT_MSG_EQ(RoceWireBytes(frame.opcode, 16), 94 + 20, "on the wire");
                    NS_TEST_EXPECT_MSG_EQ(+frame.priority, 3, "class of data");
                }
            }));
        Finish(run, flows);
        NS_TEST_EXPECT_MSG_EQ(sent[RoceOpcode::WRITE_ONLY_WITH_IMM], 3, "heads");
        NS_TEST_EXPECT_MSG_EQ(sent[RoceOpcode::WRITE_FIRST], 3, "payloads");
        NS_TEST_EXPECT_MSG_EQ(sent[RoceOpcode::WRITE_MIDDLE], 3 * 231, "payloads");
        NS_TEST_EXPECT_MSG_EQ(sent[RoceOpcode::WRITE_LAST], 3, "payloads");
        NS_TEST_EXPECT_MSG_EQ((immediates == std::set<uint16_t>{0, 1, 2}), true, "cell numbers");
        NS_TEST_EXPECT_MSG_EQ(tokens, 3, "tokens");
    }
};

/**
 * @ingroup tests
 * @brief Sticky stays on one path, RoundRobin spreads; neither reorders within a queue pair.
 */
class PathsTestCase : public CellTestCase
{
  public:
    /**
     * @brief Make the case.
     * @param scheduler policy
     * @param fewest cores that carry much of the flow, at least
     * @param most cores, at most
     */
    PathsTestCase(const std::string& scheduler, std::size_t fewest, std::size_t most)
        : CellTestCase("paths of " + scheduler),
          m_scheduler(scheduler),
          m_fewest(fewest),
          m_most(most)
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        const std::vector<Flow> flows = MakeFlow(TEN_MEGABYTES);
        CellRun run(MakeTopology("fat-tree:k=8"),
                    flows,
                    {{"SchedulerType", "ns3::rdmacell::" + m_scheduler + "CellScheduler"}});
        Counters counters = Finish(run, flows);
        const NetworkGraph& graph = run.fabric->GetGraph();
        const std::vector<uint32_t> tiers = graph.GetTiers();
        std::set<uint32_t> cores;
        for (uint32_t link = 0; link < graph.links.size(); ++link)
        {
            const uint32_t end = tiers[graph.links[link].a] == 3 ? 0 : 1;
            const uint32_t core = end == 0 ? graph.links[link].a : graph.links[link].b;
            // More than the tokens and acknowledgments of all cells; two cells have as many frames.
            if (tiers[core] == 3 && run.fabric->GetChannels()[link]->GetWire(end).GetFrames() > 450)
            {
                cores.insert(core);
            }
        }
        NS_TEST_EXPECT_MSG_GT_OR_EQ(cores.size(), m_fewest, "core switches used");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(cores.size(), m_most, "core switches used");
        NS_TEST_EXPECT_MSG_EQ(counters["paths_used"], (m_most == 1 ? 1 : 8), "queue pairs used");
        NS_TEST_EXPECT_MSG_EQ(run.SumNics(&RoceNicStats::naksSent), 0, "NAKs");
        NS_TEST_EXPECT_MSG_EQ(run.SumNics(&RoceNicStats::outOfOrderDrops), 0, "reordering");
        NS_TEST_EXPECT_MSG_EQ(counters["reroutes"], 0, "no fault");
    }

    std::string m_scheduler; ///< policy
    std::size_t m_fewest;    ///< core switches
    std::size_t m_most;      ///< core switches
};

/**
 * @ingroup tests
 * @brief One receive request, and heads that arrive faster than it is posted again: the
 * receiver is not ready, and everything still arrives once.
 */
class NotReadyTestCase : public CellTestCase
{
  public:
    NotReadyTestCase()
        : CellTestCase("a receive queue of one request")
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        const std::vector<Flow> flows = MakeFlow(TEN_MEGABYTES);
        const CellAttributes attributes{{"ReceiveDepth", "1"},
                                        {"CellBdp", "0.5"},
                                        {"FixedCellWindow::Cells", "4"},
                                        {"TurnAround", "15us"}};
        CellRun run(MakeTopology("fat-tree:k=8"), flows, attributes);
        Counters counters = Finish(run, flows);
        NS_TEST_EXPECT_MSG_GT(run.nics[127]->GetStats().rnrNaksSent, 0, "not ready");
        NS_TEST_EXPECT_MSG_EQ(counters["cells"], 129, "cells of 78,000 bytes");
    }
};

/**
 * @ingroup tests
 * @brief All flows finish with unusual attributes, on flows in both directions.
 */
class AttributesTestCase : public CellTestCase
{
  public:
    /**
     * @brief Make the case.
     * @param name of the case
     * @param attributes attributes of CellApp
     */
    AttributesTestCase(const std::string& name, CellAttributes attributes)
        : CellTestCase(name),
          m_attributes(std::move(attributes))
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        std::vector<Flow> flows;
        for (uint32_t i = 0; i < 60; ++i)
        {
            const uint32_t src = i * 7 % 16;
            flows.push_back({0, src, (src + 1 + i % 5) % 16, 1ULL << (i % 22), MicroSeconds(i)});
        }
        {
            CellRun run(MakeTopology("fat-tree:k=4"), flows, m_attributes);
            Counters counters = Finish(run, flows);
            NS_TEST_EXPECT_MSG_GT(counters["cells"], flows.size() - 1, "cells");
        }
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "frames leaked");
    }

    CellAttributes m_attributes; ///< attributes of CellApp
};

/**
 * @ingroup tests
 * @brief With a management network that takes time, flows wait for it, and no more.
 */
class SetUpTestCase : public CellTestCase
{
  public:
    SetUpTestCase()
        : CellTestCase("connections that take time")
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        Config::SetDefault("ns3::rdmacell::RdmaConnectionManager::Delay",
                           TimeValue(MicroSeconds(50)));
        const std::vector<Flow> flows = MakeFlow(1000);
        CellRun run(MakeTopology("fat-tree:k=8"), flows);
        run.Build();
        Finish(run, flows);
        const double ideal = TimeStep(run.GetIdeal(flows[0])).GetSeconds();
        const double fct = run.fct->GetSummary().average * ideal;
        NS_TEST_EXPECT_MSG_EQ_TOL(fct - ideal, 100e-6, 0.1e-6, "one round trip more");
    }
};

/**
 * @ingroup tests
 * @brief The same run twice gives the same bytes.
 */
class RepeatTestCase : public CellTestCase
{
  public:
    RepeatTestCase()
        : CellTestCase("the same run twice")
    {
    }

  private:
    /**
     * @brief Run.
     * @return fct.csv
     */
    std::string RunOnce()
    {
        std::vector<Flow> flows;
        for (uint32_t i = 0; i < 100; ++i)
        {
            flows.push_back({0, i % 15, 15, 20'000ULL * (i % 9), NanoSeconds(100 * i)});
        }
        CellRun run(MakeTopology("fat-tree:k=4"),
                    flows,
                    {{"SchedulerType", "ns3::rdmacell::MinRttCellScheduler"}});
        Finish(run, flows);
        std::ostringstream csv;
        run.fct->WriteCsv(csv);
        return csv.str();
    }

    void DoRun() override
    {
        UsePicoseconds();
        const std::string first = RunOnce();
        NS_TEST_EXPECT_MSG_GT(first.size(), 1000, "something was written");
        NS_TEST_EXPECT_MSG_EQ(RunOnce(), first, "it differs");
    }
};

/**
 * @ingroup tests
 * @brief RDMACell without faults.
 */
class CellTestSuite : public TestSuite
{
  public:
    CellTestSuite()
        : TestSuite("rdmacell-cell", TestSuite::Type::SYSTEM)
    {
        // A receiver that takes 10 us delays tokens beyond the serialization time of a cell.
        const double slow = (HEAD_NS + 10'000) / CELL_NS;
        AddTestCase(new LongFlowTestCase("10 MB between pods", {}, 1.0, true));
        AddTestCase(new LongFlowTestCase("a slow receiver", {{"TurnAround", "10us"}}, slow, false));
        AddTestCase(new LongFlowTestCase("a slow receiver and a window of 2",
                                         {{"TurnAround", "10us"}, {"FixedCellWindow::Cells", "2"}},
                                         1.0,
                                         false));
        AddTestCase(new SizesTestCase);
        AddTestCase(new WireTestCase);
        AddTestCase(new PathsTestCase("Sticky", 1, 1));
        AddTestCase(new PathsTestCase("RoundRobin", 5, 8));
        AddTestCase(new NotReadyTestCase);
        for (const CellAttributes& attributes :
             {CellAttributes{{"Pooled", "true"}},
              CellAttributes{{"Pooled", "true"}, {"PoolSlots", "1"}},
              CellAttributes{{"QueuePairs", "1"}},
              CellAttributes{{"QueuePairs", "64"},
                             {"SchedulerType", "ns3::rdmacell::RoundRobinCellScheduler"}},
              CellAttributes{{"SchedulerType", "ns3::rdmacell::MinRttCellScheduler"},
                             {"RttStart", "FirstBit"}},
              CellAttributes{{"PollPeriod", "100ns"}, {"TurnAround", "1us"}},
              CellAttributes{{"CellBytes", "1"}, {"FixedCellWindow::Cells", "4"}},
              CellAttributes{{"SoftFloor", "0"}}})
        {
            std::string name = "attributes";
            for (const auto& [attribute, value] : attributes)
            {
                name += " " + attribute + "=" + value;
            }
            AddTestCase(new AttributesTestCase(name, attributes));
        }
        AddTestCase(new SetUpTestCase);
        AddTestCase(new RepeatTestCase);
    }
};

/// Registers the suite.
static CellTestSuite g_cellTestSuite;
