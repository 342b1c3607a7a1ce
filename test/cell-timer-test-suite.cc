/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * RDMACell's T_soft: when its clock starts, what a new group knows, when it is doubled.
 */

#include "cell-run.h"

#include <algorithm>
#include <set>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/// Base RTT between pods, ns: 12 links of 1 us, 6 times the payload of a packet.
constexpr double BASE_NS = 12'480;

/// Payload of a cell of 1.5 BDP between pods at line rate, ns.
constexpr double CELL_PAYLOAD_NS = 18'720;

/**
 * @brief Lose cells of one or two packets at host 127.
 * @param run the run, which is built
 * @param lost which ones, the first being 0
 */
void
LoseCells(CellRun& run, std::set<uint32_t> lost)
{
    auto loss = CreateObject<PickedLoss>();
    loss->isLost = [lost = std::move(lost), cells = uint32_t{0}, losing = false](
                       const RoceFrame& frame) mutable {
        if (frame.opcode == RoceOpcode::WRITE_ONLY_WITH_IMM)
        {
            losing = lost.count(cells++) != 0;
            return losing;
        }
        return losing && frame.opcode == RoceOpcode::WRITE_ONLY;
    };
    run.fabric->GetHostDevice(127)->SetErrorModel(loss);
}

} // namespace

/**
 * @ingroup tests
 * @brief Four flows start at one host at once, to four pods. Each gets a quarter of the line, so a
 * cell lasts 81 us, and the second one, posted with the first token after 12.6 us, cannot leave
 * before. T_soft is 37.8 us by then. Counted from the post alone it passes, with no path at fault.
 * It does not if the other three flows' cells count, which take 56 us of the line or more, nor if
 * the clock starts with the first bit.
 */
class SharedLineTestCase : public CellTestCase
{
  public:
    /**
     * @brief Make the case.
     * @param rttStart the clock
     * @param backlog the others' cells count
     */
    SharedLineTestCase(const std::string& rttStart, bool backlog)
        : CellTestCase("four flows share a line, clock from " + rttStart +
                       (backlog ? ", others count" : "")),
          m_rttStart(rttStart),
          m_backlog(backlog)
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        std::vector<Flow> flows;
        for (uint32_t i = 0; i < 4; ++i)
        {
            flows.push_back({i, 0, 127 - 16 * i, 1'000'000, Time(0)});
        }
        CellRun run(MakeTopology("fat-tree:k=8"),
                    flows,
                    {{"RttStart", m_rttStart}, {"HostBacklog", m_backlog ? "true" : "false"}});
        run.Build();
        std::vector<Isolation> isolations;
        run.NoteIsolations(isolations);
        Counters counters = Finish(run, flows);
        if (m_rttStart == "FirstBit" || m_backlog)
        {
            NS_TEST_EXPECT_MSG_EQ(counters["soft_expiries"], 0, "no path was at fault");
            NS_TEST_EXPECT_MSG_EQ(counters["duplicate_bytes"], 0, "no duplicates");
            return;
        }
        NS_TEST_ASSERT_MSG_GT_OR_EQ(isolations.size(), 4, "each flow recovers");
        std::set<uint32_t> groups;
        for (std::size_t i = 0; i < 4; ++i)
        {
            groups.insert(isolations[i].group);
            // The four heads wait for one another, and so do the tokens' acknowledgments.
            NS_TEST_EXPECT_MSG_EQ_TOL(isolations[i].at, 4 * HEAD_NS, 2'000, "first token, T_soft");
        }
        NS_TEST_EXPECT_MSG_EQ(groups.size(), 4, "each flow once");
        NS_TEST_EXPECT_MSG_GT(counters["duplicate_bytes"], 0, "cells in flight are retransmitted");
    }

    std::string m_rttStart; ///< RttStart
    bool m_backlog;         ///< HostBacklog
};

/**
 * @ingroup tests
 * @brief Before its first sample, a group waits for three base RTTs and the time of a cell; or,
 * with the history of its host, for what another flow to a host as far away has seen: R + max(2 R,
 * G) after one sample of R, where G is the time of a cell.
 */
class HistoryTestCase : public CellTestCase
{
  public:
    /**
     * @brief Make the case.
     * @param history History
     * @param far the flow before went to another pod, not to the same rack
     * @param expected T_soft of the second flow, ns
     */
    HistoryTestCase(const std::string& history, bool far, double expected)
        : CellTestCase("history " + history + (far ? ", as far" : ", nearer")),
          m_history(history),
          m_far(far),
          m_expected(expected)
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        const std::vector<Flow> flows{{0, 0, m_far ? 100U : 1U, 100'000, Time(0)},
                                      {1, 0, 127, 1'000, MicroSeconds(100)}};
        CellRun run(MakeTopology("fat-tree:k=8"), flows, {{"History", m_history}});
        run.Build();
        std::vector<Isolation> isolations;
        run.NoteIsolations(isolations);
        LoseCells(run, {0});
        Counters counters = Finish(run, flows);
        NS_TEST_ASSERT_MSG_EQ(isolations.size(), 1, "one recovery");
        NS_TEST_EXPECT_MSG_EQ_TOL(isolations[0].at, 100'000 + m_expected, 1.0, "T_soft");
        NS_TEST_EXPECT_MSG_EQ(counters["soft_expiries"], 1, "T_soft passed once");
        NS_TEST_EXPECT_MSG_EQ(counters["soft_expiries_unknown"],
                              1,
                              "a cell of one packet completes before its token is there");
    }

    std::string m_history; ///< History
    bool m_far;            ///< the flow before went to another pod
    double m_expected;     ///< T_soft, ns
};

/**
 * @ingroup tests
 * @brief The first cell is lost, and the second. The first was sent twice, so it gives no sample;
 * T_soft stays doubled for the second, which has never been sent. The third gives a sample, which
 * ends the doubling: the fourth is lost, too, and waited for as long as that sample says.
 */
class BackoffTestCase : public CellTestCase
{
  public:
    BackoffTestCase()
        : CellTestCase("T_soft stays doubled until there is a sample")
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        const std::vector<Flow> flows{{0, 0, 127, 8'000, Time(0)}};
        CellRun run(MakeTopology("fat-tree:k=8"), flows, {{"CellBytes", "2000"}});
        run.Build();
        std::vector<Isolation> isolations;
        run.NoteIsolations(isolations);
        LoseCells(run, {0, 2, 5}); // the first attempts of cells 0, 1 and 3
        Counters counters = Finish(run, flows);
        NS_TEST_ASSERT_MSG_EQ(isolations.size(), 3, "three recoveries");
        const double initial = 3 * BASE_NS + 160;
        // Cell 1 is posted with the token of cell 0, whose end may still be ahead of it.
        const double second = initial + HEAD_NS + 2 * (initial + 160);
        NS_TEST_EXPECT_MSG_EQ_TOL(isolations[0].at, initial, 1.0, "three base RTTs and a cell");
        NS_TEST_EXPECT_MSG_EQ_TOL(isolations[1].at, second, 1.0, "twice that");
        // Cell 1 again; cell 2, whose head leaves behind the acknowledgment of that token; and then
        // R + max(2 R, 160 ns) for cell 3.
        const double sample = HEAD_NS + 86 * 0.08;
        const double third = second + HEAD_NS + sample + 3 * sample;
        NS_TEST_EXPECT_MSG_EQ_TOL(isolations[2].at, third, 1.0, "a sample ends the doubling");
        NS_TEST_EXPECT_MSG_EQ(counters["soft_expiries"], 3, "three cells were lost");
        NS_TEST_EXPECT_MSG_EQ(counters["soft_expiries_true"],
                              3,
                              "and none of their heads was placed");
    }
};

/**
 * @ingroup tests
 * @brief The primary path goes down while the second cell waits behind the first, whose head has
 * arrived.
 * Counted from the first bit, the second has no clock yet: what detects it is
 * CompletionTimeout of the first.
 */
class WaitingCutTestCase : public CellTestCase
{
  public:
    WaitingCutTestCase()
        : CellTestCase("a path that goes down under a waiting cell, clock from FirstBit")
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        const std::vector<Flow> flows{{0, 0, 127, 10'000'000, Time(0)}};
        CellRun run(MakeTopology("fat-tree:k=8"),
                    flows,
                    {{"RttStart", "FirstBit"}, {"CompletionTimeout", "700us"}});
        run.Build();
        std::vector<Isolation> isolations;
        run.NoteIsolations(isolations);
        Simulator::Schedule(MicroSeconds(15),
                            [&run]() { run.SetLinkUp(run.FindBusiestLink(), false, false); });
        Counters counters = Finish(run, flows);
        NS_TEST_ASSERT_MSG_EQ(isolations.size(), 1, "one recovery");
        NS_TEST_EXPECT_MSG_EQ_TOL(isolations[0].at, HEAD_NS + 700'000, 1.0, "after the token");
        NS_TEST_EXPECT_MSG_EQ(counters["completion_expiries"], 1, "what has found it");
        NS_TEST_EXPECT_MSG_EQ(counters["retransmitted_cells"], 2, "those that were not complete");
    }
};

/**
 * @ingroup tests
 * @brief A flow of cells of 1.5 BDP whose clock runs from when a cell can leave at line rate.
 *
 * A cell takes longer than the return of its token, so the next one waits behind it. The
 * application counts payload: by its clock, a cell leaves 18.72 us after the one before, and
 * not 20.26 us. Each cell adds the difference to the sample, until the clock starts with the post,
 * one round-trip time after the cell before has left: then samples are the time of a cell.
 */
class CellLineRateTestCase : public CellTestCase
{
  public:
    CellLineRateTestCase()
        : CellTestCase("the clock starts when a cell can leave at line rate")
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        const std::vector<Flow> flows{{0, 0, 127, 2'340'000, Time(0)}};
        CellRun run(MakeTopology("fat-tree:k=8"), flows, {{"RttStart", "LineRate"}});
        run.Build();
        std::vector<double> samples;
        run.apps[0]->TraceConnectWithoutContext(
            "RttSample",
            Callback<void, uint64_t, uint64_t, Time>([&samples](uint64_t, uint64_t, Time rtt) {
                samples.push_back(rtt.GetSeconds() * 1e9);
            }));
        Finish(run, flows);
        NS_TEST_ASSERT_MSG_EQ(samples.size(), 10, "a sample for each cell");
        for (std::size_t i = 0; i < samples.size(); ++i)
        {
            const double behind = static_cast<double>(i) * (CELL_NS - 234'000 * 0.08);
            // Heads and tokens may wait for acknowledgments.
            NS_TEST_EXPECT_MSG_EQ_TOL(samples[i],
                                      std::min(HEAD_NS + behind, CELL_NS),
                                      60,
                                      "sample of cell " << i);
        }
    }
};

/**
 * @ingroup tests
 * @brief RDMACell's T_soft.
 */
class CellTimerTestSuite : public TestSuite
{
  public:
    CellTimerTestSuite()
        : TestSuite("rdmacell-cell-timer", TestSuite::Type::SYSTEM)
    {
        AddTestCase(new CellLineRateTestCase);
        AddTestCase(new SharedLineTestCase("Post", true));
        AddTestCase(new SharedLineTestCase("Post", false));
        AddTestCase(new SharedLineTestCase("FirstBit", false));
        AddTestCase(new HistoryTestCase("None", true, 3 * BASE_NS + CELL_PAYLOAD_NS));
        AddTestCase(new HistoryTestCase("Host", true, 3 * HEAD_NS));
        AddTestCase(new HistoryTestCase("Host", false, 3 * BASE_NS + CELL_PAYLOAD_NS));
        AddTestCase(new BackoffTestCase);
        AddTestCase(new WaitingCutTestCase);
    }
};

/// Registers the suite.
static CellTimerTestSuite g_cellTimerTestSuite;
