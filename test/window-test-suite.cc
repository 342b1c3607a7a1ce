/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Queue pairs with a window: FlowApp::WindowBdp.
 */

#include "fabric-run.h"

#include "ns3/double.h"
#include "ns3/test.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

/**
 * @ingroup tests
 * @brief A flow of 3 MB between pods of the K = 8 tree, alone.
 *
 * One BDP are 156 packets, which take 13.75 us on the link, longer than the 12.6 us from a packet
 * to its acknowledgment: the flow is as fast as without a window. With half a BDP, 78 packets leave
 * (6.88 us) for each round trip and the 4 packets (0.35 us) that an acknowledgment is waited for.
 */
class WindowTestCase : public TestCase
{
  public:
    /**
     * @brief Make the case.
     * @param bdp WindowBdp
     * @param packets in flight at most
     * @param least smallest slowdown expected
     * @param most largest slowdown expected
     */
    WindowTestCase(double bdp, int64_t packets, double least, double most)
        : TestCase("a window of " + std::to_string(bdp) + " BDP"),
          m_bdp(bdp),
          m_packets(packets),
          m_least(least),
          m_most(most)
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        FabricRun run(MakeTopology("fat-tree:k=8"), {{0, 0, 127, 3'000'000, Time(0)}});
        run.GetAppHelper().SetAttribute("WindowBdp", DoubleValue(m_bdp));
        run.Build();
        int64_t sent = 0;
        int64_t acknowledged = 0;
        int64_t largest = 0;
        run.nics[0]->TraceConnectWithoutContext(
            "PacketSent",
            Callback<void, uint32_t, const RoceFrame&>([&](uint32_t, const RoceFrame&) {
                largest = std::max(largest, ++sent - acknowledged);
            }));
        // The first PSN is 0.
        run.nics[0]->TraceConnectWithoutContext(
            "AckReceived",
            Callback<void, uint32_t, uint32_t>(
                [&](uint32_t, uint32_t psn) { acknowledged = int64_t{psn} + 1; }));
        run.Run();
        NS_TEST_EXPECT_MSG_EQ(run.fct->GetFinished(), 1, "it finishes");
        NS_TEST_EXPECT_MSG_EQ(sent, 3'000, "packets");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(largest, m_packets, "packets in flight");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(largest, m_packets - m_packets / 16, "but for an ACK's");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(run.fct->GetSummary().average, m_least, "slowdown");
        NS_TEST_EXPECT_MSG_LT(run.fct->GetSummary().average, m_most, "slowdown");
    }

    double m_bdp;      ///< WindowBdp
    int64_t m_packets; ///< in flight at most
    double m_least;    ///< smallest slowdown expected
    double m_most;     ///< largest slowdown expected
};

/**
 * @ingroup tests
 * @brief Queue pairs with a window.
 */
class WindowTestSuite : public TestSuite
{
  public:
    WindowTestSuite()
        : TestSuite("rdmacell-window", TestSuite::Type::SYSTEM)
    {
        AddTestCase(new WindowTestCase(1, 156, 1, 1.01));
        AddTestCase(new WindowTestCase(0.5, 78, 1.8, 1.95));
        AddTestCase(new WindowTestCase(1e-6, 1, 120, 150));
    }
};

/// Registers the suite.
static WindowTestSuite g_windowTestSuite;
