/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * RDMACell over a link that loses frames at random: every byte is delivered, once.
 */

#include "cell-run.h"

#include "ns3/boolean.h"
#include "ns3/rng-seed-manager.h"

#include <sstream>

using namespace ns3;
using namespace ns3::rdmacell;

/**
 * @ingroup tests
 * @brief Flows of all sizes over a fat tree of K = 4 with one link that loses frames.
 */
class LossTestCase : public CellTestCase
{
  public:
    /// Which link.
    enum LinkTier
    {
        CORE,   ///< to a core switch: other paths avoid it
        ACCESS, ///< of a host: all paths cross it
    };

    /**
     * @brief Make the case.
     * @param flows how many
     * @param tier which link
     * @param rate probability of losing a frame
     * @param pfc links are lossless but for this
     * @param attributes attributes of CellApp
     */
    LossTestCase(uint32_t flows,
                 LinkTier tier,
                 double rate,
                 bool pfc,
                 CellAttributes attributes = {})
        : CellTestCase(MakeName(flows, tier, rate, pfc, attributes)),
          m_flows(flows),
          m_tier(tier),
          m_rate(rate),
          m_pfc(pfc),
          m_attributes(std::move(attributes))
    {
    }

  private:
    /**
     * @brief Name a case.
     * @param flows how many
     * @param tier which link
     * @param rate probability of losing a frame
     * @param pfc links are lossless but for this
     * @param attributes attributes of CellApp
     * @return the name
     */
    static std::string MakeName(uint32_t flows,
                                LinkTier tier,
                                double rate,
                                bool pfc,
                                const CellAttributes& attributes)
    {
        std::ostringstream name;
        name << flows << " flows, " << (tier == CORE ? "core" : "access") << " link loses " << rate
             << ", PFC " << (pfc ? "on" : "off");
        for (const auto& [attribute, value] : attributes)
        {
            name << ", " << attribute << "=" << value;
        }
        return name.str();
    }

    void DoRun() override;

    uint32_t m_flows;            ///< how many
    LinkTier m_tier;             ///< which link
    double m_rate;               ///< probability of losing a frame
    bool m_pfc;                  ///< links are lossless but for this
    CellAttributes m_attributes; ///< attributes of CellApp
};

void
LossTestCase::DoRun()
{
    UsePicoseconds();
    RngSeedManager::SetRun(7);
    NetworkGraph graph = MakeTopology("fat-tree:k=4");
    const std::vector<uint32_t> tiers = graph.GetTiers();
    for (NetworkGraph::Link& link : graph.links)
    {
        const bool access = graph.IsHost(link.a) || graph.IsHost(link.b);
        const bool core = tiers[link.a] == 3 || tiers[link.b] == 3;
        if (m_tier == ACCESS ? access : core)
        {
            link.frameErrorRate = m_rate;
            break;
        }
    }
    std::vector<Flow> flows;
    for (uint32_t i = 0; i < m_flows; ++i)
    {
        // The first pod, where the link is, sends and receives most; sizes from 0 to 1 MB.
        const uint32_t near = i % 4;
        const uint32_t far = 4 + i * 7 % 12;
        const uint64_t bytes = i % 50 == 0 ? i % 100 * 20'000ULL : (i * 7919ULL) % 60'000;
        flows.push_back({0, i % 3 ? near : far, i % 3 ? far : near, bytes, MicroSeconds(2 * i)});
    }
    {
        CellRun run(graph, flows, m_attributes);
        run.fabricHelper.SetSwitchAttribute("Pfc", BooleanValue(m_pfc));
        Counters counters = Finish(run, flows);
        const uint64_t naks = run.SumNics(&RoceNicStats::naksSent);
        if (m_rate * m_flows > 0.5)
        {
            NS_TEST_EXPECT_MSG_GT(naks, 0, "frames were lost");
        }
        const bool hidden = m_attributes == CellAttributes{{"NakVisible", "false"}};
        if (m_flows >= 1000 && m_rate >= 1e-3 && !hidden)
        {
            NS_TEST_EXPECT_MSG_GT(counters["reroutes"], 0, "recoveries");
            NS_TEST_EXPECT_MSG_GT(counters["duplicate_bytes"], 0, "duplicates");
        }
    }
    NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "frames leaked");
}

/// A conservative timeout: T_soft expires for faults, hardly ever for congestion.
static const CellAttributes CONSERVATIVE{{"RttStart", "FirstBit"},
                                         {"History", "Host"},
                                         {"SoftFloor", "20"}};

/**
 * @ingroup tests
 * @brief A few flows over a lossy link.
 */
class CellLossTestSuite : public TestSuite
{
  public:
    CellLossTestSuite()
        : TestSuite("rdmacell-cell-loss", TestSuite::Type::SYSTEM)
    {
        for (const bool pfc : {true, false})
        {
            AddTestCase(new LossTestCase(100, LossTestCase::CORE, 1e-2, pfc));
            AddTestCase(new LossTestCase(100, LossTestCase::ACCESS, 1e-2, pfc));
        }
        AddTestCase(new LossTestCase(100, LossTestCase::ACCESS, 1e-2, true, {{"Pooled", "true"}}));
        AddTestCase(new LossTestCase(100, LossTestCase::ACCESS, 1e-2, true, CONSERVATIVE));
    }
};

/// Registers the suite.
static CellLossTestSuite g_cellLossTestSuite;

/**
 * @ingroup tests
 * @brief A thousand flows over a lossy link.
 */
class CellLossSlowTestSuite : public TestSuite
{
  public:
    CellLossSlowTestSuite()
        : TestSuite("rdmacell-cell-loss-slow", TestSuite::Type::SYSTEM)
    {
        for (const double rate : {1e-4, 1e-3, 1e-2})
        {
            for (const bool pfc : {true, false})
            {
                AddTestCase(new LossTestCase(1000, LossTestCase::CORE, rate, pfc));
                AddTestCase(new LossTestCase(1000, LossTestCase::ACCESS, rate, pfc));
            }
            for (const std::string scheduler : {"RoundRobin", "MinRtt"})
            {
                AddTestCase(new LossTestCase(
                    1000,
                    LossTestCase::CORE,
                    rate,
                    true,
                    {{"SchedulerType", "ns3::rdmacell::" + scheduler + "CellScheduler"}}));
            }
            AddTestCase(new LossTestCase(1000,
                                         LossTestCase::ACCESS,
                                         rate,
                                         false,
                                         {{"NakVisible", "false"}}));
            AddTestCase(
                new LossTestCase(1000, LossTestCase::ACCESS, rate, false, {{"Pooled", "true"}}));
            AddTestCase(new LossTestCase(1000, LossTestCase::ACCESS, rate, false, CONSERVATIVE));
        }
    }
};

/// Registers the suite.
static CellLossSlowTestSuite g_cellLossSlowTestSuite;
