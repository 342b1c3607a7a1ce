/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Whole networks under stress: incast without loss, spread over equal paths, fairness.
 */

#include "fabric-run.h"

#include "ns3/rng-seed-manager.h"
#include "ns3/test.h"

#include <map>
#include <set>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/**
 * @brief Make flows from many hosts to host 0.
 * @param senders hosts 1 to senders
 * @param perSender flows of each
 * @param bytes size of each flow
 * @return flows that start at 0
 */
std::vector<Flow>
MakeIncast(uint32_t senders, uint32_t perSender, uint64_t bytes)
{
    std::vector<Flow> flows;
    for (uint32_t i = 0; i < perSender; ++i)
    {
        for (uint32_t sender = 1; sender <= senders; ++sender)
        {
            flows.push_back({0, sender, 0, bytes, Time(0)});
        }
    }
    return flows;
}

} // namespace

/**
 * @ingroup tests
 * @brief Many hosts send to one: nothing is dropped, each pause is followed by a resume, and
 * at the end all queues and buffers are empty.
 */
class IncastTestCase : public TestCase
{
  public:
    /**
     * @brief Make the case.
     * @param name name of the case
     * @param graph network
     * @param flows traffic
     * @param bufferPerPort shared buffer, bytes a port
     * @param expectPause whether PFC must pause a port
     * @param lastFct expected time of the last flow, 0 = any
     */
    IncastTestCase(const std::string& name,
                   NetworkGraph graph,
                   std::vector<Flow> flows,
                   uint64_t bufferPerPort,
                   bool expectPause,
                   Time lastFct)
        : TestCase(name),
          m_graph(std::move(graph)),
          m_flows(std::move(flows)),
          m_bufferPerPort(bufferPerPort),
          m_expectPause(expectPause),
          m_lastFct(lastFct)
    {
    }

  private:
    void DoRun() override;

    NetworkGraph m_graph;      ///< network
    std::vector<Flow> m_flows; ///< traffic
    uint64_t m_bufferPerPort;  ///< bytes
    bool m_expectPause;        ///< PFC must pause a port
    Time m_lastFct;            ///< of the last flow
};

void
IncastTestCase::DoRun()
{
    {
        FabricRun run(m_graph, m_flows);
        run.fabricHelper.SetSwitchAttribute("BufferPerPort", UintegerValue(m_bufferPerPort));
        run.Build();
        Time last;
        run.fct->OnAllDone([&last]() { last = Simulator::Now(); });
        run.Run();
        const FabricSwitchStats stats = run.fabric->GetSwitchStats();
        NS_TEST_EXPECT_MSG_EQ(run.fct->GetSummary().finished, m_flows.size(), "not all finished");
        NS_TEST_EXPECT_MSG_EQ(stats.GetDrops(), 0, "drops");
        NS_TEST_EXPECT_MSG_EQ(stats.pfcPauses, stats.pfcResumes, "pauses and resumes");
        NS_TEST_EXPECT_MSG_EQ((stats.pfcPauses > 0), m_expectPause, "whether PFC paused a port");
        NS_TEST_EXPECT_MSG_EQ(run.CountLeftovers(), 0, "something is left in the network");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(run.fct->GetSummary().minimum, 1.0, "slowdown below 1");
        if (!m_lastFct.IsZero())
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(last.GetSeconds(),
                                      m_lastFct.GetSeconds(),
                                      0.02 * m_lastFct.GetSeconds(),
                                      "time of the last flow");
        }
    }
    NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "frames leaked");
}

/**
 * @ingroup tests
 * @brief ECMP spreads 16,000 flows between pods of a K = 8 tree evenly over the 16 core switches:
 * hash seeds differ from switch to switch.
 */
class CoreSpreadTestCase : public TestCase
{
  public:
    CoreSpreadTestCase()
        : TestCase("16,000 flows between pods over 16 core switches")
    {
    }

  private:
    void DoRun() override;
};

void
CoreSpreadTestCase::DoRun()
{
    constexpr uint32_t FLOWS = 16'000;
    std::vector<Flow> flows;
    for (uint32_t i = 0; i < FLOWS; ++i)
    {
        // From any host to the one half a tree away, one packet each, 100 ns apart.
        const uint32_t src = (i * 37) % 128;
        flows.push_back({0, src, (src + 64) % 128, 1000, NanoSeconds(100 * i)});
    }
    FabricRun run(MakeTopology("fat-tree:k=8"), flows);
    run.Build();
    std::map<uint32_t, uint64_t> framesOfCore;
    const auto& switches = run.fabric->GetSwitches();
    for (uint32_t core = 64; core < 80; ++core)
    {
        for (uint32_t port = 0; port < switches[core]->GetPortCount(); ++port)
        {
            Callback<void, const RoceFrame&> count([&framesOfCore, core](const RoceFrame& frame) {
                framesOfCore[core] += frame.opcode == RoceOpcode::WRITE_ONLY ? 1 : 0;
            });
            switches[core]->GetDevice(port)->TraceConnectWithoutContext("FrameRx", count);
        }
    }
    run.Run();
    double chi2 = 0;
    for (uint32_t core = 64; core < 80; ++core)
    {
        const double excess = static_cast<double>(framesOfCore[core]) - 1000;
        NS_TEST_EXPECT_MSG_EQ_TOL(excess, 0, 130, "flows of core switch " << core);
        chi2 += excess * excess / 1000;
    }
    NS_TEST_EXPECT_MSG_LT(chi2, 37.7, "chi square of the spread, 15 degrees of freedom");
    NS_TEST_EXPECT_MSG_GT(chi2, 0, "too even to be a hash");
}

/**
 * @ingroup tests
 * @brief Four parallel links between two switches all carry traffic, and each flow keeps to one
 * link.
 */
class ParallelLinksTestCase : public TestCase
{
  public:
    ParallelLinksTestCase()
        : TestCase("400 flows over four parallel links")
    {
    }

  private:
    void DoRun() override;
};

void
ParallelLinksTestCase::DoRun()
{
    NetworkGraph graph;
    graph.name = "four parallel links";
    graph.hosts = 8;
    graph.switches = 2;
    const DataRate rate("100Gbps");
    for (uint32_t host = 0; host < 8; ++host)
    {
        graph.links.push_back({host, host < 4 ? 8U : 9U, rate, MicroSeconds(1), 0});
    }
    for (uint32_t i = 0; i < 4; ++i)
    {
        graph.links.push_back({8, 9, rate, MicroSeconds(1), 0});
    }
    std::vector<Flow> flows;
    for (uint32_t i = 0; i < 400; ++i)
    {
        flows.push_back({0, i % 4, 4 + i % 4, 10'000, NanoSeconds(10'000 * (i / 4))});
    }
    FabricRun run(graph, flows);
    run.Build();
    std::map<std::pair<uint32_t, uint16_t>, std::set<uint32_t>> linksOfFlow;
    std::map<uint32_t, uint32_t> flowsOfLink;
    const auto& sender = run.fabric->GetSwitches()[0];
    for (uint32_t port = 4; port < 8; ++port)
    {
        Callback<void, const RoceFrame&> note([&, port](const RoceFrame& frame) {
            const auto key = std::make_pair(frame.srcIp, frame.srcPort);
            if (linksOfFlow[key].insert(port).second)
            {
                ++flowsOfLink[port];
            }
        });
        sender->GetDevice(port)->TraceConnectWithoutContext("FrameTx", note);
    }
    run.Run();
    NS_TEST_EXPECT_MSG_EQ(run.fct->GetSummary().finished, 400, "not all finished");
    NS_TEST_EXPECT_MSG_EQ(flowsOfLink.size(), 4, "a link was never used");
    for (const auto& [port, count] : flowsOfLink)
    {
        NS_TEST_EXPECT_MSG_EQ_TOL(count, 100U, 36U, "flows of link " << port);
    }
    for (const auto& [key, links] : linksOfFlow)
    {
        NS_TEST_EXPECT_MSG_EQ(links.size(), 1, "a flow left its path");
    }
}

/**
 * @ingroup tests
 * @brief Two flows into one 100 Gb/s port get equal shares by DCQCN, without PFC.
 */
class FairnessTestCase : public TestCase
{
  public:
    FairnessTestCase()
        : TestCase("two DCQCN flows converge to a fair share")
    {
    }

  private:
    void DoRun() override;
};

void
FairnessTestCase::DoRun()
{
    constexpr uint64_t BYTES = 1'000'000'000;
    FabricRun run(MakeTopology("single-switch:hosts=3"),
                  {{0, 1, 0, BYTES, Time(0)}, {0, 2, 0, BYTES, Time(0)}});
    run.Build();
    // Payload that each sender's link carries in the last 10 of 30 ms.
    std::map<uint32_t, uint64_t> bytes;
    for (uint32_t sender = 1; sender <= 2; ++sender)
    {
        Callback<void, const RoceFrame&> count([&bytes, sender](const RoceFrame& frame) {
            if (Simulator::Now() > MilliSeconds(20))
            {
                bytes[sender] += frame.wireBytes;
            }
        });
        run.fabric->GetHostDevice(sender)->TraceConnectWithoutContext("FrameTx", count);
    }
    run.Run(MilliSeconds(30));
    const double a = static_cast<double>(bytes[1]) * 8 / 10e-3 / 1e9;
    const double b = static_cast<double>(bytes[2]) * 8 / 10e-3 / 1e9;
    const double jain = (a + b) * (a + b) / (2 * (a * a + b * b));
    NS_TEST_EXPECT_MSG_EQ_TOL(a, 50.0, 5.0, "rate of the first flow, Gb/s");
    NS_TEST_EXPECT_MSG_EQ_TOL(b, 50.0, 5.0, "rate of the second flow, Gb/s");
    NS_TEST_EXPECT_MSG_GT(jain, 0.98, "Jain's index");
    NS_TEST_EXPECT_MSG_GT(a + b, 95.0, "use of the port, Gb/s");
    NS_TEST_EXPECT_MSG_EQ(run.fabric->GetSwitchStats().pfcPauses, 0, "PFC acted");
}

/**
 * @ingroup tests
 * @brief Whole networks under stress.
 */
class NetworkTestSuite : public TestSuite
{
  public:
    NetworkTestSuite()
        : TestSuite("rdmacell-network", TestSuite::Type::SYSTEM)
    {
        constexpr uint64_t MEGABYTE = 1'000'000;
        // 100 senders of 100 KB: 10 MB payload in frames of 1082 wire bytes is 0.8656 ms.
        AddTestCase(new IncastTestCase("100:1 into one switch of 128 ports",
                                       MakeTopology("single-switch:hosts=128"),
                                       MakeIncast(100, 1, 100'000),
                                       2 * MEGABYTE,
                                       false,
                                       NanoSeconds(865'600 + 4'000)));
        AddTestCase(new IncastTestCase("127:1 in a fat tree of K = 8",
                                       MakeTopology("fat-tree:k=8"),
                                       MakeIncast(127, 1, 500'000),
                                       2 * MEGABYTE,
                                       true,
                                       Time(0)));
        // 18 hosts a rack, 576 in all.
        const char* const racks =
            "fat-tree:k=8,oversubscription=4.5,hostRate=10Gbps,fabricRate=40Gbps";
        AddTestCase(new IncastTestCase("1001 flows of 8 packets, 10 and 40 Gbps, little buffer",
                                       MakeTopology(racks),
                                       MakeIncast(143, 7, 8'000),
                                       MEGABYTE / 3,
                                       true,
                                       Time(0)));
        AddTestCase(new CoreSpreadTestCase);
        AddTestCase(new ParallelLinksTestCase);
        AddTestCase(new FairnessTestCase);
    }
};

/// Registers the suite.
static NetworkTestSuite g_networkTestSuite;
