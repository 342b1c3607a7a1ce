/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Schemes on whole networks, and CONGA where paths are not equal.
 */

#include "scheme-scenarios.h"

#include "ns3/config.h"
#include "ns3/string.h"

#include <map>
#include <string>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/**
 * @ingroup tests
 * @brief Two leaves, two spines, one of which has a link of half the rate to the second leaf; 120
 * Gb/s from the first leaf to the second, and a little back. CONGA spreads traffic two to one, so
 * that both spines have the same utilization; a hash spreads it one to one.
 */
class AsymmetryTestCase : public TestCase
{
  public:
    /**
     * @brief Make the case.
     * @param scheme its name
     * @param pathKey CONGA's PathKey; empty for other schemes
     * @param least least expected ratio of the traffic by the two spines
     * @param most largest expected ratio
     */
    AsymmetryTestCase(const std::string& scheme,
                      const std::string& pathKey,
                      double least,
                      double most)
        : TestCase(scheme + (pathKey.empty() ? "" : " by " + pathKey) +
                   " where one of two spines has half the rate"),
          m_scheme(scheme),
          m_pathKey(pathKey),
          m_least(least),
          m_most(most)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint64_t BYTES = 20'000;
        NetworkGraph graph = MakeTopology("leaf-spine:hosts=8,leaves=2,spines=2");
        graph.links[8 + 3].rate = DataRate("50Gbps"); // leaf 1, spine 1
        std::vector<Flow> flows;
        // 21,640 bytes on the wire each 1,443 ns are 120 Gb/s.
        for (uint32_t i = 0; i < 2000; ++i)
        {
            flows.push_back({0, i % 4, 4 + i / 4 % 4, BYTES, NanoSeconds(1443 * i)});
            if (i % 8 == 0)
            {
                flows.push_back({0, 4 + i / 8 % 4, i / 32 % 4, BYTES, NanoSeconds(1443 * i)});
            }
        }
        if (!m_pathKey.empty())
        {
            Config::SetDefault("ns3::rdmacell::CongaBalancer::PathKey", StringValue(m_pathKey));
        }
        FabricRun run(graph, flows, m_scheme);
        run.Build();
        Config::SetDefault("ns3::rdmacell::CongaBalancer::PathKey", StringValue("WholePath"));
        std::map<uint32_t, uint64_t> bytes;
        for (uint32_t spine = 0; spine < 2; ++spine)
        {
            Callback<void, const RoceFrame&> count([&bytes, spine](const RoceFrame& frame) {
                if (Simulator::Now() > MicroSeconds(500) && frame.payloadBytes > 0)
                {
                    bytes[spine] += frame.wireBytes;
                }
            });
            run.fabric->GetSwitches()[0]->GetDevice(4 + spine)->TraceConnectWithoutContext(
                "FrameTx",
                count);
        }
        run.Run();
        NS_TEST_EXPECT_MSG_EQ(run.fct->GetSummary().finished, flows.size(), "not all finished");
        const double ratio = static_cast<double>(bytes[0]) / static_cast<double>(bytes[1]);
        NS_TEST_EXPECT_MSG_GT(ratio, m_least, "traffic by the fast spine over that by the other");
        NS_TEST_EXPECT_MSG_LT(ratio, m_most, "traffic by the fast spine over that by the other");
    }

    std::string m_scheme;  ///< its name
    std::string m_pathKey; ///< CONGA's PathKey, or empty
    double m_least;        ///< least ratio
    double m_most;         ///< largest ratio
};

/**
 * @ingroup tests
 * @brief A NIC leaves no gaps in a flow at line rate, so that it is one flowlet for LetFlow.
 */
class OneFlowletTestCase : public TestCase
{
  public:
    OneFlowletTestCase()
        : TestCase("a flow of 10 MB at line rate is one flowlet")
    {
    }

  private:
    void DoRun() override
    {
        FabricRun run(MakeTopology("leaf-spine:hosts=2,leaves=2,spines=4"),
                      {{0, 0, 1, 10'000'000, Time(0)}},
                      "letflow");
        run.Run();
        NS_TEST_EXPECT_MSG_EQ(run.fct->GetSummary().finished, 1, "finished");
        NS_TEST_EXPECT_MSG_LT(run.fct->GetSummary().average, 1.001, "at line rate");
        NS_TEST_EXPECT_MSG_EQ(run.fabric->GetSchemeCounters().at("flowlets"), 1, "flowlets");
        NS_TEST_EXPECT_MSG_EQ(run.nics[1]->GetStats().outOfOrderDrops, 0, "in order");
    }
};

/**
 * @brief Make a check of the counters of a scheme.
 * @param scheme its name
 * @param bothWays data go both ways
 * @return the check
 */
std::function<void(SchemeTestCase&, const SchemeTestCase::Counters&)>
GetCheck(const std::string& scheme, bool bothWays)
{
    if (scheme == "conga")
    {
        return [bothWays](SchemeTestCase& test, const SchemeTestCase::Counters& counters) {
            test.ExpectAbove(counters, "flowlets", 50);
            test.ExpectAbove(counters, "header_bytes", 1000);
            if (bothWays)
            {
                test.ExpectAbove(counters, "feedback_received", 1000);
            }
        };
    }
    if (scheme == "letflow")
    {
        return [](SchemeTestCase& test, const SchemeTestCase::Counters& counters) {
            test.ExpectAbove(counters, "flowlets", 50);
        };
    }
    return nullptr;
}

/// The suite.
class SchemeNetworkTestSuite : public TestSuite
{
  public:
    SchemeNetworkTestSuite()
        : TestSuite("rdmacell-scheme-network", TestSuite::Type::SYSTEM)
    {
        for (const std::string scheme :
             {"ecmp", "eecmp", "pinned", "planned", "spray", "drill", "letflow", "conga"})
        {
            for (const SchemeScenario& scenario : MakeSchemeScenarios())
            {
                AddTestCase(
                    new SchemeTestCase(scheme, scenario, GetCheck(scheme, scenario.bothWays)));
            }
        }
        AddTestCase(new OneFlowletTestCase);
        AddTestCase(new AsymmetryTestCase("conga", "WholePath", 1.6, 2.5));
        AddTestCase(new AsymmetryTestCase("conga", "Uplink", 1.6, 2.5));
        AddTestCase(new AsymmetryTestCase("ecmp", "", 0.8, 1.25));
    }
};

SchemeNetworkTestSuite g_schemeNetworkTestSuite; ///< registers the suite

} // namespace
