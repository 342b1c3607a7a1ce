/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * ConWeave in whole networks.
 */

#include "scheme-scenarios.h"

#include "ns3/config.h"
#include "ns3/uinteger.h"

#include <array>
#include <cstdint>
#include <string>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/**
 * @ingroup tests
 * @brief A spine blocks its queue to the receiver's leaf for 20 us, while a flow uses that path at
 * line rate. The flow is rerouted once: one TAIL, one CLEAR, and no out-of-order packet at the
 * host.
 */
class ConWeaveSlowPathTestCase : public TestCase
{
  public:
    ConWeaveSlowPathTestCase()
        : TestCase("a flow leaves a path that is 20 us slower, in order")
    {
    }

  private:
    void DoRun() override
    {
        {
            FabricRun run(MakeTopology("leaf-spine:hosts=4,leaves=2,spines=2"),
                          {{0, 0, 2, 1'000'000, Time(0)}},
                          "conweave");
            run.Build();
            m_fabric = run.fabric;
            for (uint32_t spine = 0; spine < 2; ++spine)
            {
                Callback<void, const RoceFrame&> count([this, spine](const RoceFrame& frame) {
                    m_frames[spine] += frame.payloadBytes > 0 ? 1 : 0;
                });
                m_fabric->GetSwitches()[0]->GetDevice(2 + spine)->TraceConnectWithoutContext(
                    "FrameTx",
                    count);
            }
            Simulator::Schedule(MicroSeconds(20),
                                &ConWeaveSlowPathTestCase::SetBlocked,
                                this,
                                true);
            Simulator::Schedule(MicroSeconds(40),
                                &ConWeaveSlowPathTestCase::SetBlocked,
                                this,
                                false);
            run.Run();
            NS_TEST_EXPECT_MSG_EQ(run.fct->GetSummary().finished, 1, "finished");
            auto counters = m_fabric->GetSchemeCounters();
            NS_TEST_EXPECT_MSG_EQ(counters["reroutes"], 1, "one TAIL");
            NS_TEST_EXPECT_MSG_EQ(counters["clears_sent"], 1, "one CLEAR");
            NS_TEST_EXPECT_MSG_EQ(counters["tail_resumes"], 1, "resumed by the TAIL");
            NS_TEST_EXPECT_MSG_EQ(counters["early_resumes"], 0, "not by the timer");
            NS_TEST_EXPECT_MSG_GT(counters["held_frames"], 10, "held packets");
            NS_TEST_EXPECT_MSG_EQ(counters["reorder_queues_peak"], 1, "in one queue");
            NS_TEST_EXPECT_MSG_EQ(counters["reorder_queues_in_use"], 0, "that is free again");
            NS_TEST_EXPECT_MSG_EQ(run.nics[2]->GetStats().outOfOrderDrops,
                                  0,
                                  "out-of-order packets");
            NS_TEST_EXPECT_MSG_EQ(run.nics[2]->GetStats().naksSent, 0, "NAKs");
            NS_TEST_EXPECT_MSG_GT(m_frames[1 - m_spine], 100, "packets on the new path");
            NS_TEST_EXPECT_MSG_EQ(run.CountLeftovers(), 0, "left in the network");
            m_fabric = nullptr;
        }
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "frames leaked");
    }

    /**
     * @brief Block or unblock the data queue of the spine that the flow uses first.
     * @param blocked true to block
     */
    void SetBlocked(bool blocked)
    {
        if (blocked)
        {
            m_spine = m_frames[0] > 0 ? 0 : 1;
            NS_TEST_EXPECT_MSG_EQ(m_frames[1 - m_spine], 0, "one path so far");
        }
        EgressPort& egress = m_fabric->GetSwitches()[2 + m_spine]->GetDevice(1)->GetEgress();
        egress.SetBlocked(3, blocked, Simulator::Now().GetTimeStep());
    }

    Ptr<Fabric> m_fabric;               ///< network
    std::array<uint64_t, 2> m_frames{}; ///< data packets by each spine
    uint32_t m_spine{0};                ///< the spine that blocks its queue
};

/**
 * @ingroup tests
 * @brief Delays and reverse paths of unequal paths, as SwitchView::GetPaths() gives them to
 * ConWeave.
 */
class ConWeavePathTestCase : public TestCase
{
  public:
    ConWeavePathTestCase()
        : TestCase("unequal paths have their own round trips and reverse paths")
    {
    }

  private:
    void DoRun() override
    {
        NetworkGraph graph = MakeTopology("leaf-spine:hosts=2,leaves=2,spines=2");
        graph.links[2 + 1].delay = MicroSeconds(4); // leaf 0, spine 1
        graph.links[2 + 3].delay = MicroSeconds(4); // leaf 1, spine 1
        FabricRun run(graph, {{0, 0, 1, 1000, Time(0)}}, "conweave");
        run.fabricHelper.SetSwitchAttribute("Latency", TimeValue(NanoSeconds(50)));
        run.Build();
        const auto& switches = run.fabric->GetSwitches();
        const auto& there = switches[0]->GetPaths(1);
        const auto& back = switches[1]->GetPaths(0);
        NS_TEST_ASSERT_MSG_EQ(there.size(), 2, "paths");
        // Two links and two switches, the receiving leaf among them.
        NS_TEST_EXPECT_MSG_EQ(TimeStep(2 * there[0].delay), NanoSeconds(4200), "near spine");
        NS_TEST_EXPECT_MSG_EQ(TimeStep(2 * there[1].delay), NanoSeconds(16'200), "far spine");
        for (uint32_t path = 0; path < 2; ++path)
        {
            NS_TEST_EXPECT_MSG_EQ(there[path].arrivals[1], back[path].ports[0], "at the leaf");
            NS_TEST_EXPECT_MSG_EQ(there[path].ports[1], back[path].arrivals[0], "at the spine");
        }
    }
};

/**
 * @ingroup tests
 * @brief With enough reorder queues hosts receive all packets in order. With one for each port they
 * do not, at the same load.
 */
class ConWeaveOrderTestCase : public TestCase
{
  public:
    /**
     * @brief Make the case.
     * @param queues attribute ReorderQueues
     * @param enough no flow lacks one
     */
    ConWeaveOrderTestCase(uint32_t queues, bool enough)
        : TestCase(std::to_string(queues) + " reorder queues: " + (enough ? "all" : "not all") +
                   " packets in order"),
          m_queues(queues),
          m_enough(enough)
    {
    }

  private:
    void DoRun() override
    {
        Config::SetDefault("ns3::rdmacell::ConWeaveBalancer::ReorderQueues",
                           UintegerValue(m_queues));
        const auto flows = MakeAllToAll(16, DataRate("100Gbps"), 0.7, MicroSeconds(300));
        FabricRun run(MakeTopology("fat-tree:k=4"), flows, "conweave");
        run.Build();
        Config::SetDefault("ns3::rdmacell::ConWeaveBalancer::ReorderQueues", UintegerValue(31));
        run.Run();
        NS_TEST_EXPECT_MSG_EQ(run.fct->GetSummary().finished, flows.size(), "all finish");
        uint64_t outOfOrder = 0;
        for (const auto& nic : run.nics)
        {
            outOfOrder += nic->GetStats().outOfOrderDrops;
        }
        auto counters = run.fabric->GetSchemeCounters();
        NS_TEST_EXPECT_MSG_GT(counters["reroutes"], 100, "rerouted flows");
        NS_TEST_EXPECT_MSG_GT(counters["held_frames"], 100, "held packets");
        NS_TEST_EXPECT_MSG_EQ((counters["unordered_flows"] == 0), m_enough, "flows without one");
        NS_TEST_EXPECT_MSG_EQ((outOfOrder == 0), m_enough, "out-of-order packets: " << outOfOrder);
        if (m_enough)
        {
            NS_TEST_EXPECT_MSG_EQ(counters["early_resumes"],
                                  0,
                                  "the other cause of out-of-order packets");
        }
        NS_TEST_EXPECT_MSG_EQ(counters["reorder_queues_in_use"], 0, "in use at the end");
    }

    uint32_t m_queues; ///< attribute ReorderQueues
    bool m_enough;     ///< no flow lacks one
};

/// The suite.
class ConWeaveNetworkTestSuite : public TestSuite
{
  public:
    ConWeaveNetworkTestSuite()
        : TestSuite("rdmacell-conweave-network", TestSuite::Type::SYSTEM)
    {
        AddTestCase(new ConWeaveSlowPathTestCase);
        AddTestCase(new ConWeavePathTestCase);
        AddTestCase(new ConWeaveOrderTestCase(31, true));
        AddTestCase(new ConWeaveOrderTestCase(1, false));
        for (const SchemeScenario& scenario : MakeSchemeScenarios())
        {
            const bool fails = scenario.schedule != nullptr;
            AddTestCase(new SchemeTestCase(
                "conweave",
                scenario,
                [fails](SchemeTestCase& test, const SchemeTestCase::Counters& counters) {
                    Check(test, counters, fails);
                }));
        }
    }

  private:
    /**
     * @brief Check ConWeave's counters.
     * @param test the test case
     * @param counters counters
     * @param fails a link fails, so that packets are lost
     */
    static void Check(SchemeTestCase& test, const SchemeTestCase::Counters& counters, bool fails)
    {
        test.ExpectAbove(counters, "epochs", 100);
        test.ExpectAbove(counters, "reroutes", 0);
        test.ExpectAbove(counters, "held_frames", 0);
        test.ExpectAbove(counters, "header_bytes", 1000);
        test.ExpectEqual(counters, "reorder_queues_in_use", 0);
        test.ExpectEqual(counters, "untracked_frames", 0);
        if (fails)
        {
            return;
        }
        // An incast of 100 flows into one port needs more than 31 queues, and TAILs wait in it for
        // longer than ResumeExtra.
        if (counters.at("unordered_flows") > 0)
        {
            test.ExpectEqual(counters, "reorder_queues_peak", 31);
        }
        else
        {
            test.ExpectEqual(counters, "early_resumes", 0);
            test.ExpectEqual(counters, "clears_sent", counters.at("reroutes"));
            test.ExpectEqual(counters, "out_of_order", 0);
        }
    }
};

ConWeaveNetworkTestSuite g_conWeaveNetworkTestSuite; ///< registers the suite

} // namespace
