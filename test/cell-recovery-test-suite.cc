/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * RDMACell under single faults: links that go down, lost packets and tokens, slow paths, failed
 * queue pairs.
 */

#include "cell-run.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/data-rate.h"

#include <cmath>
#include <sstream>
#include <string>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/**
 * @brief Lose frames that arrive at a host.
 * @param run the run, which is built
 * @param host where
 * @param times how many of them
 * @param condition which
 */
void
LoseAt(CellRun& run, uint32_t host, uint32_t times, std::function<bool(const RoceFrame&)> condition)
{
    auto loss = CreateObject<PickedLoss>();
    loss->isLost = [times, condition](const RoceFrame& frame) mutable {
        const bool lost = times != 0 && condition(frame);
        times -= lost ? 1 : 0;
        return lost;
    };
    run.fabric->GetHostDevice(host)->SetErrorModel(loss);
}

} // namespace

/**
 * @ingroup tests
 * @brief A link of the primary path goes down. The token of the second cell does not arrive;
 * T_soft after the first sample is three times that, from the start of the cell, which is the first
 * token.
 */
class CutTestCase : public CellTestCase
{
  public:
    /**
     * @brief Make the case.
     * @param scheduler policy
     * @param cutAt when, us
     * @param reroute routes are recomputed
     * @param pooled one group for all flows
     */
    CutTestCase(const std::string& scheduler, int64_t cutAt, bool reroute, bool pooled)
        : CellTestCase("link down at " + std::to_string(cutAt) + " us, " + scheduler +
                       (reroute ? ", rerouted" : "") + (pooled ? ", pooled" : "")),
          m_scheduler(scheduler),
          m_cutAt(cutAt),
          m_reroute(reroute),
          m_pooled(pooled)
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        const std::vector<Flow> flows{{0, 0, 127, 10'000'000, Time(0)}};
        {
            CellRun run(MakeTopology("fat-tree:k=8"),
                        flows,
                        {{"SchedulerType", "ns3::rdmacell::" + m_scheduler + "CellScheduler"},
                         {"Pooled", m_pooled ? "true" : "false"}});
            run.Build();
            std::vector<Isolation> isolations;
            run.NoteIsolations(isolations);
            Simulator::Schedule(MicroSeconds(m_cutAt), [&run, this]() {
                run.SetLinkUp(run.FindBusiestLink(), false, m_reroute);
            });
            Counters counters = Finish(run, flows);
            Check(run, counters, isolations);
        }
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "frames leaked");
    }

    /**
     * @brief Check the outcome.
     * @param run the run
     * @param counters of RDMACell
     * @param isolations which queue pairs were isolated
     */
    void Check(CellRun& run, Counters& counters, const std::vector<Isolation>& isolations)
    {
        NS_TEST_EXPECT_MSG_EQ(run.SumNics(&RoceNicStats::queuePairErrors), 0, "no RETRY_EXC");
        if (m_reroute)
        {
            return; // packets in flight when the link goes down are lost, which a NAK may tell
        }
        NS_TEST_ASSERT_MSG_GT_OR_EQ(isolations.size(), 1, "nothing was isolated");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(counters["soft_expiries"], 1, "T_soft has found it");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(counters["resets"], 1, "the queue pair comes back");
        const double slowest = CELL_NS + 3 * (3 * HEAD_NS);
        const double ideal = TimeStep(run.GetIdeal({0, 0, 127, 10'000'000, Time(0)})).GetSeconds();
        const double added = (run.fct->GetSummary().average - 1) * ideal * 1e9;
        if (m_scheduler == "Sticky")
        {
            const double soft = HEAD_NS + 3 * HEAD_NS;
            NS_TEST_EXPECT_MSG_EQ_TOL(isolations[0].at, soft, 1.0, "start of the cell and T_soft");
            NS_TEST_EXPECT_MSG_EQ(isolations.size(), 1, "one recovery");
            NS_TEST_EXPECT_MSG_EQ(counters["retransmitted_cells"],
                                  2,
                                  "those that were not complete");
            // At 15 us the second cell has not left; at 30 us its token is in flight.
            const std::string kind = m_cutAt < 20 ? "soft_expiries_true" : "soft_expiries_spurious";
            NS_TEST_EXPECT_MSG_EQ(counters[kind], 1, "whether its head was lost");
            NS_TEST_EXPECT_MSG_LT(added, slowest, "time that the fault costs, ns");
        }
    }

    std::string m_scheduler; ///< policy
    int64_t m_cutAt;         ///< when, us
    bool m_reroute;          ///< routes are recomputed
    bool m_pooled;           ///< one group for all flows
};

/**
 * @ingroup tests
 * @brief One packet of a payload is lost, and the receiver sends a NAK.
 */
class NakTestCase : public CellTestCase
{
  public:
    /**
     * @brief Make the case.
     * @param visible NAKs start a recovery
     */
    explicit NakTestCase(bool visible)
        : CellTestCase(std::string("a lost packet, NAK ") + (visible ? "visible" : "hidden")),
          m_visible(visible)
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        // A rate that a NAK cuts would delay cells beyond T_soft.
        Config::SetDefault("ns3::rdmacell::DcqcnConWeave::CutOnNak", BooleanValue(false));
        const std::vector<Flow> flows{{0, 0, 127, 2'000'000, Time(0)}};
        CellRun run(MakeTopology("fat-tree:k=8"),
                    flows,
                    {{"NakVisible", m_visible ? "true" : "false"}});
        run.Build();
        std::vector<Isolation> isolations;
        run.NoteIsolations(isolations);
        LoseAt(run, 127, 1, [](const RoceFrame& frame) {
            return frame.opcode == RoceOpcode::WRITE_MIDDLE && frame.psn == 500;
        });
        double nakAt = 0;
        run.nics[0]->TraceConnectWithoutContext(
            "NakReceived",
            Callback<void, uint32_t, uint32_t>(
                [&nakAt](uint32_t, uint32_t) { nakAt = Simulator::Now().GetSeconds() * 1e9; }));
        Counters counters = Finish(run, flows);
        NS_TEST_EXPECT_MSG_GT(nakAt, 0, "there was a NAK");
        if (m_visible)
        {
            NS_TEST_ASSERT_MSG_EQ(isolations.size(), 1, "one recovery");
            NS_TEST_EXPECT_MSG_EQ_TOL(isolations[0].at,
                                      nakAt,
                                      HEAD_NS,
                                      "within one RTT of the NAK");
            NS_TEST_EXPECT_MSG_EQ(counters["naks_seen"], 1, "NAKs");
            NS_TEST_EXPECT_MSG_GT(counters["retransmitted_cells"],
                                  0,
                                  "retransmitted on another path");
            NS_TEST_EXPECT_MSG_GT(counters["duplicate_bytes"],
                                  0,
                                  "what had arrived before the gap");
            NS_TEST_EXPECT_MSG_EQ(run.nics[0]->GetStats().timeouts, 0, "local ACK timeouts");
        }
        else
        {
            NS_TEST_EXPECT_MSG_EQ(isolations.size(), 0, "the NIC repairs it");
            NS_TEST_EXPECT_MSG_EQ(counters["naks_seen"], 0, "NAKs");
            NS_TEST_EXPECT_MSG_EQ(counters["retransmitted_cells"],
                                  0,
                                  "go-back-N on the queue pair");
            NS_TEST_EXPECT_MSG_EQ(counters["duplicate_bytes"], 0, "no duplicates");
            NS_TEST_EXPECT_MSG_GT(run.nics[0]->GetStats().retransmittedFrames, 0, "go-back-N");
        }
        Config::Reset();
    }

    bool m_visible; ///< NAKs start a recovery
};

/**
 * @ingroup tests
 * @brief A token is lost: the completion of its cell arrives before T_soft expires, and
 * opens the window instead. The receiver's NIC retransmits the token when the next one is out of
 * order.
 */
class LostTokenTestCase : public CellTestCase
{
  public:
    LostTokenTestCase()
        : CellTestCase("a lost token")
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        const std::vector<Flow> flows{{0, 0, 127, 2'000'000, Time(0)}};
        CellRun run(MakeTopology("fat-tree:k=8"), flows);
        run.Build();
        LoseAt(run, 0, 1, [](const RoceFrame& frame) {
            return frame.opcode == RoceOpcode::WRITE_ONLY && frame.psn == 3;
        });
        Counters counters = Finish(run, flows);
        NS_TEST_EXPECT_MSG_EQ(counters["tokens_sent"], 9, "tokens");
        NS_TEST_EXPECT_MSG_EQ(run.nics[127]->GetStats().naksReceived,
                              1,
                              "the next one was out of order");
        NS_TEST_EXPECT_MSG_EQ(counters["soft_expiries"], 0, "its cell was complete in time");
        NS_TEST_EXPECT_MSG_EQ(counters["reroutes"], 0, "no recovery");
        NS_TEST_EXPECT_MSG_EQ(counters["duplicate_bytes"], 0, "no duplicates");
        NS_TEST_EXPECT_MSG_GT(run.fct->GetSummary().average, 1.03, "the line was idle for an RTT");
        NS_TEST_EXPECT_MSG_LT(run.fct->GetSummary().average, 1.10, "and no longer");
    }
};

/**
 * @ingroup tests
 * @brief The last packet of a flow is lost: nothing follows that could be missing it.
 */
class LostTailTestCase : public CellTestCase
{
  public:
    /**
     * @brief Make the case.
     * @param timeout CompletionTimeout
     * @param expected time that the loss costs, us
     */
    LostTailTestCase(const std::string& timeout, double expected)
        : CellTestCase("a lost last packet, CompletionTimeout " + timeout),
          m_timeout(timeout),
          m_expected(expected)
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        const std::vector<Flow> flows{{0, 0, 127, 100'000, Time(0)}};
        CellRun run(MakeTopology("fat-tree:k=8"), flows, {{"CompletionTimeout", m_timeout}});
        run.Build();
        LoseAt(run, 127, 1, [](const RoceFrame& frame) {
            return frame.opcode == RoceOpcode::WRITE_LAST;
        });
        Counters counters = Finish(run, flows);
        const double ideal = TimeStep(run.GetIdeal(flows[0])).GetSeconds();
        const double added = (run.fct->GetSummary().average - 1) * ideal * 1e6;
        NS_TEST_EXPECT_MSG_EQ_TOL(added, m_expected, 20, "time that the loss costs, us");
        NS_TEST_EXPECT_MSG_EQ(counters["completion_expiries"],
                              (m_timeout == "0s" ? 0 : 1),
                              "found by the application, or by the NIC");
    }

    std::string m_timeout; ///< CompletionTimeout
    double m_expected;     ///< time that the loss costs, us
};

/**
 * @ingroup tests
 * @brief Flows that follow one with faults are carried by objects in the memory that it has left,
 * and fare as the first flow of a new network: nothing of it is left to them.
 */
class FollowersTestCase : public CellTestCase
{
  public:
    FollowersTestCase()
        : CellTestCase("flows after one with faults are like first ones")
    {
    }

  private:
    static constexpr uint64_t FOLLOWERS = 3; ///< flows after the first one

    /**
     * @brief Run flows one after the other.
     * @param count how many
     * @param lost packets of the first one that are lost
     * @param csv gets fct.csv
     * @return what RDMACell has counted
     */
    Counters RunOnce(uint64_t count, uint32_t lost, std::string& csv)
    {
        std::vector<Flow> flows;
        for (uint64_t i = 0; i < count; ++i)
        {
            flows.push_back({i, 0, 1, 3'000'000, MilliSeconds(static_cast<int64_t>(20 * i))});
        }
        CellRun run(MakeTopology("leaf-spine:hosts=2,leaves=2,spines=4"), flows);
        run.Build();
        LoseAt(run, 1, lost, [](const RoceFrame& frame) {
            return frame.opcode == RoceOpcode::WRITE_LAST;
        });
        Counters counters = Finish(run, flows);
        std::ostringstream out;
        run.fct->WriteCsv(out);
        csv = out.str();
        return counters;
    }

    /**
     * @brief Get a flow's completion time.
     * @param csv fct.csv
     * @param flow its number
     * @return the text of fct_ns
     */
    static std::string GetFct(const std::string& csv, uint64_t flow)
    {
        std::istringstream lines(csv);
        std::string line;
        for (uint64_t i = 0; i < flow + 2; ++i) // a header comes first
        {
            std::getline(lines, line);
        }
        std::istringstream fields(line);
        for (int field = 0; field < 6; ++field)
        {
            std::getline(fields, line, ',');
        }
        return line;
    }

    void DoRun() override
    {
        UsePicoseconds();
        std::string csv;
        Counters clean = RunOnce(1, 0, csv);
        const std::string expected = GetFct(csv, 0);
        const Counters faulty = RunOnce(1, 3, csv);
        NS_TEST_EXPECT_MSG_GT(faulty.at("reroutes"), 0, "there are faults");
        const Counters all = RunOnce(1 + FOLLOWERS, 3, csv);
        NS_TEST_EXPECT_MSG_GT(std::stod(GetFct(csv, 0)), std::stod(expected), "the first suffers");
        for (uint64_t flow = 1; flow <= FOLLOWERS; ++flow)
        {
            NS_TEST_EXPECT_MSG_EQ(GetFct(csv, flow), expected, "time of flow " << flow);
        }
        for (const auto& [name, count] : all)
        {
            NS_TEST_EXPECT_MSG_EQ(count, faulty.at(name) + FOLLOWERS * clean[name], name);
        }
    }
};

/**
 * @ingroup tests
 * @brief Between two hosts with some spines, one of them is only slow, or drops all frames, or both
 * are down for a while; there are no other paths.
 */
class SpinesTestCase : public CellTestCase
{
  public:
    /// What is wrong.
    enum Fault
    {
        SLOW,  ///< the link to a spine becomes a hundred times slower
        BLACK, ///< a spine drops everything
        BOTH,  ///< both are down until 20 ms
    };

    /**
     * @brief Make the case.
     * @param fault what is wrong
     * @param spines how many, 2 or more
     * @param scheduler policy
     * @param pooled one group for all flows
     */
    SpinesTestCase(Fault fault, uint32_t spines, const std::string& scheduler, bool pooled)
        : CellTestCase(std::string(fault == SLOW    ? "a slow path, "
                                   : fault == BLACK ? "a path that drops, "
                                                    : "all paths down for a while, ") +
                       std::to_string(spines) + " spines, " + scheduler +
                       (pooled ? ", pooled" : "")),
          m_fault(fault),
          m_spines(spines),
          m_scheduler(scheduler),
          m_pooled(pooled)
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        std::vector<Flow> flows;
        for (uint32_t i = 0; i < 10; ++i)
        {
            flows.push_back({0, i % 2, 1 - i % 2, 300'000ULL * i, MicroSeconds(30 * i)});
        }
        {
            CellAttributes attributes{
                {"SchedulerType", "ns3::rdmacell::" + m_scheduler + "CellScheduler"},
                {"Pooled", m_pooled ? "true" : "false"}};
            if (m_fault == BOTH)
            {
                // NICs that give up at once (65 us), so that all queue pairs fail together.
                attributes.insert(attributes.end(), {{"QueuePairs", "2"}, {"Timeout", "4"}});
                attributes.emplace_back("RetryCount", "0");
            }
            if (m_fault == BLACK && m_spines == 2)
            {
                // Three of four queue pairs need the dead spine, there or back; new ports help.
                attributes.emplace_back("NewPortOnReset", "true");
            }
            const std::string spines = std::to_string(m_spines);
            CellRun run(MakeTopology("leaf-spine:hosts=2,leaves=2,spines=" + spines),
                        flows,
                        attributes);
            run.Build();
            Break(run);
            Counters counters = Finish(run, flows);
            NS_TEST_EXPECT_MSG_GT(counters["reroutes"], 0, "it was found");
            NS_TEST_EXPECT_MSG_GT(counters["retransmitted_bytes"], 0, "and healed");
            if (m_fault == BOTH)
            {
                NS_TEST_EXPECT_MSG_GT(counters["queue_pair_errors"], 1, "NICs gave up");
            }
        }
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "frames leaked");
    }

    /**
     * @brief Plan the fault.
     * @param run the run
     */
    void Break(CellRun& run)
    {
        Ptr<Fabric> fabric = run.fabric;
        switch (m_fault)
        {
        case SLOW:
            Simulator::Schedule(MicroSeconds(40), [fabric]() {
                for (uint32_t leaf = 0; leaf < 2; ++leaf)
                {
                    fabric->GetSwitches()[leaf]->GetDevice(1)->SetAttribute(
                        "DataRate",
                        DataRateValue(DataRate("1Gbps")));
                }
            });
            break;
        case BLACK:
            for (uint32_t port = 0; port < 2; ++port)
            {
                auto loss = CreateObject<PickedLoss>();
                loss->isLost = [](const RoceFrame&) { return true; };
                fabric->GetSwitches()[2]->GetDevice(port)->SetErrorModel(loss);
            }
            break;
        case BOTH:
            for (const uint32_t link : {2, 3}) // from leaf 0 to each spine
            {
                const auto channel = fabric->GetChannels()[link];
                Simulator::Schedule(MicroSeconds(40), &FrameChannel::SetUp, channel, false);
                Simulator::Schedule(MilliSeconds(20), &FrameChannel::SetUp, channel, true);
            }
            break;
        }
    }

    Fault m_fault;           ///< what is wrong
    uint32_t m_spines;       ///< how many
    std::string m_scheduler; ///< policy
    bool m_pooled;           ///< one group for all flows
};

/**
 * @ingroup tests
 * @brief RDMACell under single faults.
 */
class CellRecoveryTestSuite : public TestSuite
{
  public:
    CellRecoveryTestSuite()
        : TestSuite("rdmacell-cell-recovery", TestSuite::Type::SYSTEM)
    {
        for (const bool pooled : {false, true})
        {
            AddTestCase(new CutTestCase("Sticky", 15, false, pooled));
            AddTestCase(new CutTestCase("Sticky", 30, false, pooled));
            AddTestCase(new CutTestCase("Sticky", 30, true, pooled));
            AddTestCase(new CutTestCase("RoundRobin", 30, false, pooled));
            AddTestCase(new CutTestCase("MinRtt", 30, false, pooled));
        }
        AddTestCase(new NakTestCase(true));
        AddTestCase(new NakTestCase(false));
        AddTestCase(new LostTokenTestCase);
        AddTestCase(new LostTailTestCase("1ms", 1'000));
        AddTestCase(new LostTailTestCase("0s", 4'194));
        AddTestCase(new FollowersTestCase);
        for (const char* scheduler : {"Sticky", "RoundRobin", "MinRtt"})
        {
            for (const bool pooled : {false, true})
            {
                AddTestCase(new SpinesTestCase(SpinesTestCase::SLOW, 2, scheduler, pooled));
                AddTestCase(new SpinesTestCase(SpinesTestCase::BLACK, 2, scheduler, pooled));
                AddTestCase(new SpinesTestCase(SpinesTestCase::BLACK, 4, scheduler, pooled));
                AddTestCase(new SpinesTestCase(SpinesTestCase::BOTH, 2, scheduler, pooled));
            }
        }
    }
};

/// Registers the suite.
static CellRecoveryTestSuite g_cellRecoveryTestSuite;
