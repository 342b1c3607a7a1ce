/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * RDMACell that takes a late token for congestion (ReroutingCellRecovery), and flows whose last
 * cell asks for no token.
 */

#include "cell-run.h"

#include "ns3/data-rate.h"
#include "ns3/no-congestion-control.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/// Late tokens reroute.
const CellAttributes REROUTING{{"RecoveryType", "ns3::rdmacell::ReroutingCellRecovery"}};

/**
 * @brief Get the simulated time.
 * @return ns
 */
double
Now()
{
    return Simulator::Now().GetSeconds() * 1e9;
}

/**
 * @brief Add attributes to those of rerouting.
 * @param more the others
 * @return all
 */
CellAttributes
With(const CellAttributes& more)
{
    CellAttributes all = REROUTING;
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

/// A flow takes another path.
struct PathChange
{
    double at;    ///< when, ns
    uint16_t old; ///< path before
    uint16_t now; ///< path then
};

/**
 * @brief Note the path changes of host 0.
 * @param run the run, which is built
 * @param changes gets them
 */
void
NoteChanges(CellRun& run, std::vector<PathChange>& changes)
{
    run.apps[0]->TraceConnectWithoutContext("PathChanged",
                                            Callback<void, uint64_t, uint16_t, uint16_t>(
                                                [&changes](uint64_t, uint16_t old, uint16_t now) {
                                                    changes.push_back({Now(), old, now});
                                                }));
}

} // namespace

/**
 * @ingroup tests
 * @brief A link of the primary path goes down at 15 us, while the second cell waits.
 *
 * R is the round-trip time of a head. The first sample is R, so T_soft is 3 R. The second cell is
 * posted at R, with the first token: at 4 R its token is late, and the third cell takes the next
 * path. T_soft starts again, doubled: at 10 R the cell is 9 R old, more than FaultRtts=4 times what
 * later cells need (the time of a cell), so that the path is isolated and both cells on it are sent
 * again.
 */
class FailedLinkTestCase : public CellTestCase
{
  public:
    FailedLinkTestCase()
        : CellTestCase("link down: the next cell leaves the path at T_soft")
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        const std::vector<Flow> flows{{0, 0, 127, 10'000'000, Time(0)}};
        CellRun run(MakeTopology("fat-tree:k=8"),
                    flows,
                    With({{"ReroutingCellRecovery::FaultCells", "3"}}));
        run.Build();
        std::vector<Isolation> isolations;
        std::vector<PathChange> changes;
        run.NoteIsolations(isolations);
        NoteChanges(run, changes);
        Simulator::Schedule(MicroSeconds(15),
                            [&run]() { run.SetLinkUp(run.FindBusiestLink(), false, false); });
        Counters counters = Finish(run, flows);
        NS_TEST_ASSERT_MSG_EQ(changes.size(), 1, "path changes");
        NS_TEST_EXPECT_MSG_EQ_TOL(changes[0].at, 4 * HEAD_NS, 1, "at T_soft");
        NS_TEST_EXPECT_MSG_EQ(changes[0].old, 0, "from the first path");
        NS_TEST_EXPECT_MSG_EQ(changes[0].now, 1, "to the second");
        NS_TEST_ASSERT_MSG_EQ(isolations.size(), 1, "isolations");
        NS_TEST_EXPECT_MSG_EQ_TOL(isolations[0].at, 10 * HEAD_NS, 1, "when others deliver");
        NS_TEST_EXPECT_MSG_EQ(counters["retransmitted_cells"], 2, "those on the path");
        NS_TEST_EXPECT_MSG_EQ(counters["soft_expiries"], 2, "expiries");
        NS_TEST_EXPECT_MSG_EQ(counters["path_changes"], 1, "as traced");
        const double ideal = TimeStep(run.GetIdeal(flows[0])).GetSeconds() * 1e9;
        const double added = (run.fct->GetSummary().average - 1) * ideal;
        NS_TEST_EXPECT_MSG_LT(added, 4 * HEAD_NS + CELL_NS, "the link is idle until T_soft");
    }
};

/**
 * @ingroup tests
 * @brief A path becomes three times slower: tokens are late, cells take the other path, and nothing
 * is sent twice.
 */
class SlowPathTestCase : public CellTestCase
{
  public:
    SlowPathTestCase()
        : CellTestCase("a slow path: nothing is sent twice")
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        const std::vector<Flow> flows{{0, 0, 1, 5'000'000, Time(0)}};
        // Two cells on the slow path take six times the time of one on another path.
        CellRun run(MakeTopology("leaf-spine:hosts=2,leaves=2,spines=4"),
                    flows,
                    With({{"ReroutingCellRecovery::FaultRtts", "8"}}));
        run.Build();
        std::vector<PathChange> changes;
        NoteChanges(run, changes);
        Simulator::Schedule(MicroSeconds(30), [&run]() {
            const uint32_t link = run.FindBusiestLink();
            for (std::size_t end = 0; end < 2; ++end)
            {
                run.fabric->GetChannels()[link]->GetDevice(end)->SetAttribute(
                    "DataRate",
                    DataRateValue(DataRate("33Gbps")));
            }
        });
        Counters counters = Finish(run, flows);
        NS_TEST_EXPECT_MSG_GT(counters["soft_expiries"], 0, "tokens are late");
        NS_TEST_ASSERT_MSG_GT_OR_EQ(changes.size(), 1, "the path is left");
        NS_TEST_EXPECT_MSG_GT(changes[0].at, 30'000, "once it is slow");
        NS_TEST_EXPECT_MSG_EQ(counters["retransmitted_cells"], 0, "nothing is sent twice");
        NS_TEST_EXPECT_MSG_EQ(counters["reroutes"], 0, "no path is isolated");
        NS_TEST_EXPECT_MSG_LT(run.fct->GetSummary().average, 1.3, "the slow path is left");
    }
};

/**
 * @ingroup tests
 * @brief With one queue pair there is nowhere to go: the flow waits, and the cell is sent again by
 * the NIC.
 */
class OneQueuePairTestCase : public CellTestCase
{
  public:
    OneQueuePairTestCase()
        : CellTestCase("a link down for a while, one queue pair")
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        const std::vector<Flow> flows{{0, 0, 127, 2'000'000, Time(0)}};
        CellRun run(MakeTopology("fat-tree:k=8"), flows, With({{"QueuePairs", "1"}}));
        run.Build();
        Simulator::Schedule(MicroSeconds(15), [&run]() {
            const uint32_t link = run.FindBusiestLink();
            run.SetLinkUp(link, false, false);
            Simulator::Schedule(MilliSeconds(1),
                                &FrameChannel::SetUp,
                                run.fabric->GetChannels()[link],
                                true);
        });
        Counters counters = Finish(run, flows);
        NS_TEST_EXPECT_MSG_EQ(counters["path_changes"], 0, "path changes");
        NS_TEST_EXPECT_MSG_EQ(counters["reroutes"], 0, "isolations");
        NS_TEST_EXPECT_MSG_GT(run.nics[0]->GetStats().timeouts, 0, "the NIC has recovered");
    }
};

/**
 * @ingroup tests
 * @brief Flows of some sizes: all cells but the last of each have a token. The last one is a single
 * WRITE.
 */
class TokenOfLastTestCase : public CellTestCase
{
  public:
    TokenOfLastTestCase()
        : CellTestCase("no token for the last cell")
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        // Cells of 10 kB: 1, 1, 1, 2, 3 and 5 of them.
        std::vector<Flow> flows;
        for (const uint64_t size : {0, 1, 10'000, 10'001, 25'000, 50'000})
        {
            flows.push_back(
                {flows.size(), 0, 1, size, MilliSeconds(static_cast<int64_t>(flows.size()))});
        }
        CellRun run(MakeTopology("leaf-spine:hosts=2,leaves=2,spines=2"),
                    flows,
                    With({{"CellBytes", "10000"}, {"TokenOfLast", "false"}}));
        run.Build();
        Counters counters = Finish(run, flows);
        NS_TEST_EXPECT_MSG_EQ(counters["cells"], 13, "cells");
        NS_TEST_EXPECT_MSG_EQ(counters["tokens_sent"], 7, "tokens: 13 cells, 6 of them the last");
        NS_TEST_EXPECT_MSG_EQ(counters["receive_completions"], 7, "heads");
        NS_TEST_EXPECT_MSG_EQ(counters["payload_writes"], 13, "one of each cell");
        NS_TEST_EXPECT_MSG_EQ(counters["soft_expiries"], 0, "completions in time");
    }
};

/**
 * @ingroup tests
 * @brief The only cell of a flow is lost, without a token to miss: its completion is late, and
 * FaultTime after its start it is sent again on another path.
 *
 * T_soft without samples is 3 base RTTs and a cell: 3 * 12.48 + 18.72 us; the completion may take
 * the 8 us of its 100 packets longer. It expires at 64.16 us, and 112.32, 224.64, 449.28 and
 * 898.56 us after that, doubled each time: first when the cell is older than 1 ms, at 1748.96 us.
 */
class LostLastTestCase : public CellTestCase
{
  public:
    LostLastTestCase()
        : CellTestCase("the only cell is lost, without a token")
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        const std::vector<Flow> flows{{0, 0, 127, 100'000, Time(0)}};
        CellRun run(MakeTopology("fat-tree:k=8"),
                    flows,
                    With({{"TokenOfLast", "false"}, {"ReroutingCellRecovery::FaultTime", "1ms"}}));
        run.Build();
        std::vector<Isolation> isolations;
        run.NoteIsolations(isolations);
        auto loss = CreateObject<PickedLoss>();
        loss->isLost = [left = 100](const RoceFrame& frame) mutable {
            return frame.payloadBytes > 0 && left-- > 0;
        };
        run.fabric->GetHostDevice(127)->SetErrorModel(loss);
        Counters counters = Finish(run, flows);
        NS_TEST_ASSERT_MSG_EQ(isolations.size(), 1, "isolations");
        NS_TEST_EXPECT_MSG_EQ_TOL(isolations[0].at, 64'160 + 56'160 * 30, 1, "the fifth expiry");
        NS_TEST_EXPECT_MSG_EQ(counters["retransmitted_cells"], 1, "retransmitted");
        NS_TEST_EXPECT_MSG_EQ(counters["soft_expiries"], 5, "expiries");
    }
};

/**
 * @ingroup tests
 * @brief RDMACell that reroutes.
 */
/**
 * @ingroup tests
 * @brief Many hosts send to one whose link is so slow that a cell takes 0.8 ms, as long as T_soft
 * may be elsewhere: the queue of 40 cells drains, and cells are not sent again and again.
 */
class SlowHostTestCase : public CellTestCase
{
  public:
    /**
     * @brief Make the case.
     * @param recovery RecoveryType
     * @param again cells that are sent again at most
     * @param end latest end, ms
     */
    SlowHostTestCase(const std::string& recovery, uint64_t again, double end)
        : CellTestCase("20 senders to a host at a gigabit, " + recovery),
          m_recovery(recovery),
          m_again(again),
          m_end(end)
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        NetworkGraph graph = MakeTopology("leaf-spine:hosts=22,leaves=2,spines=2");
        graph.links[0].rate = DataRate("1Gbps"); // of host 0
        std::vector<Flow> flows;
        for (uint32_t i = 0; i < 20; ++i)
        {
            flows.push_back({i, i + 2, 0, 181'154, MicroSeconds(i)});
        }
        CellRun run(graph,
                    flows,
                    {{"RecoveryType", "ns3::rdmacell::" + m_recovery},
                     {"SchedulerType", "ns3::rdmacell::MinRttCellScheduler"},
                     {"Pooled", "true"},
                     {"FixedCellWindow::Cells", "8"},
                     {"CellBytes", "100000"},
                     {"Timeout", "0"}}); // the NIC never retransmits
        run.nicHelper.SetAttribute("CongestionOpsType",
                                   TypeIdValue(NoCongestionControl::GetTypeId()));
        run.Build();
        Counters counters = Finish(run, flows);
        NS_TEST_EXPECT_MSG_EQ(counters["cells"], 40, "two of each flow");
        NS_TEST_EXPECT_MSG_LT(counters["retransmitted_cells"], m_again, "retransmitted");
        // 20 flows of 182 packets take 20 * 182 * 1082 * 8 ns = 31.5 ms.
        NS_TEST_EXPECT_MSG_LT(GetLastEnd(run), m_end, "the end, ms");
    }

    /**
     * @brief Get when the last flow has finished.
     * @param run the run
     * @return ms
     */
    static double GetLastEnd(const CellRun& run)
    {
        std::stringstream csv;
        run.fct->WriteCsv(csv);
        std::string line;
        std::getline(csv, line); // flow_id,src,dst,size_bytes,start_ns,fct_ns,...
        double last = 0;
        while (std::getline(csv, line))
        {
            std::istringstream fields(line);
            std::string field;
            double end = 0;
            for (int i = 0; i < 6 && std::getline(fields, field, ','); ++i)
            {
                end += i >= 4 ? std::stod(field) * 1e-6 : 0;
            }
            last = std::max(last, end);
        }
        return last;
    }

    std::string m_recovery; ///< RecoveryType
    uint64_t m_again;       ///< cells that are sent again at most
    double m_end;           ///< latest end, ms
};

class CellRerouteTestSuite : public TestSuite
{
  public:
    CellRerouteTestSuite()
        : TestSuite("rdmacell-cell-reroute", TestSuite::Type::SYSTEM)
    {
        AddTestCase(new FailedLinkTestCase);
        AddTestCase(new SlowPathTestCase);
        AddTestCase(new OneQueuePairTestCase);
        AddTestCase(new TokenOfLastTestCase);
        AddTestCase(new LostLastTestCase);
        AddTestCase(new SlowHostTestCase("ReroutingCellRecovery", 20, 50));
        // Each late token sends cells again, until T_soft has doubled often enough.
        AddTestCase(new SlowHostTestCase("IsolatingCellRecovery", 400, 400));
    }
};

/// Registers the suite.
static CellRerouteTestSuite g_cellRerouteTestSuite;
