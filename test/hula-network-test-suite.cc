/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * HULA in whole networks.
 */

#include "scheme-scenarios.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/hula-balancer.h"

#include <cstdint>
#include <map>
#include <string>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

constexpr int64_t PERIOD_US = 70;      ///< between probes
constexpr int64_t KEEP_ALIVE_US = 210; ///< three periods

/**
 * @ingroup tests
 * @brief The copies of one ToR switch's probes in a fat tree of K = 8. The ToR switch sends 4, each
 * of 4 aggregation switches 3 downwards and 4 upwards (28), each of 16 core switches 7 (112), each
 * of the 28 other aggregation switches 4 (112): 256. Each of these gets 4 copies; without
 * suppression it replicates all of them (448), and there are 592.
 */
class HulaCopiesTestCase : public TestCase
{
  public:
    /**
     * @brief Make the case.
     * @param suppression attribute Suppression
     * @param copies expected copies of a probe
     */
    HulaCopiesTestCase(bool suppression, uint64_t copies)
        : TestCase("a probe has " + std::to_string(copies) + " copies"),
          m_suppression(suppression),
          m_expected(copies)
    {
    }

  private:
    static constexpr uint32_t ORIGIN = 5; ///< a ToR switch
    static constexpr int64_t PERIODS = 4; ///< periods to count

    void DoRun() override
    {
        Config::SetDefault("ns3::rdmacell::HulaBalancer::Suppression", BooleanValue(m_suppression));
        FabricRun run(MakeTopology("fat-tree:k=8"), {{0, 0, 127, 1000, Time(0)}}, "hula");
        run.Build();
        for (const auto& node : run.fabric->GetSwitches())
        {
            for (uint32_t port = 0; port < node->GetPortCount(); ++port)
            {
                const bool origin = node->GetTor() == ORIGIN;
                Callback<void, const RoceFrame&> sent([this](const RoceFrame& f) { OnSent(f); });
                Callback<void, const RoceFrame&> received([this, origin](const RoceFrame& f) {
                    m_returned += origin && IsCounted(f) ? 1 : 0;
                });
                node->GetDevice(port)->TraceConnectWithoutContext("FrameTx", sent);
                node->GetDevice(port)->TraceConnectWithoutContext("FrameRx", received);
            }
        }
        run.Run(MicroSeconds(PERIOD_US * (PERIODS + 2)));
        NS_TEST_EXPECT_MSG_EQ(m_copies, m_expected * PERIODS, "copies");
        NS_TEST_EXPECT_MSG_EQ(m_returned, 0, "probes that returned to their origin");
        Config::SetDefault("ns3::rdmacell::HulaBalancer::Suppression", BooleanValue(true));
    }

    /**
     * @brief Ask whether a frame is a probe of the origin.
     * @param frame the frame
     * @return true if it is
     */
    static bool IsCounted(const RoceFrame& frame)
    {
        return frame.kind == FrameKind::BALANCER && HulaProbe::Read(frame).tor == ORIGIN;
    }

    /**
     * @brief A switch puts a frame on a link.
     * @param frame the frame
     */
    void OnSent(const RoceFrame& frame)
    {
        if (!IsCounted(frame))
        {
            return;
        }
        if (m_copies == 0)
        {
            m_end = Simulator::Now() + MicroSeconds(PERIOD_US * PERIODS);
        }
        m_copies += Simulator::Now() < m_end ? 1 : 0;
    }

    bool m_suppression;     ///< attribute Suppression
    uint64_t m_expected;    ///< copies of a probe
    Time m_end;             ///< end of the count
    uint64_t m_copies{0};   ///< copies sent
    uint64_t m_returned{0}; ///< copies that the origin received
};

/**
 * @ingroup tests
 * @brief A link between an aggregation and a core switch goes down.
 */
class HulaFailureTestCase : public TestCase
{
  public:
    HulaFailureTestCase()
        : TestCase("a next hop by which no probe arrives is replaced in time")
    {
    }

  private:
    static constexpr uint32_t TOR = 7; ///< in the last of four pods

    void DoRun() override
    {
        FabricRun run(MakeTopology("fat-tree:k=4"), {{0, 0, 15, 1000, Time(0)}}, "hula");
        run.Build();
        m_fabric = run.fabric;
        m_switch = run.fabric->GetSwitches()[8]; // the first above the ToR switches, in pod 0
        NS_TEST_ASSERT_MSG_EQ(m_switch->GetTor(), SwitchView::NO_TOR, "an aggregation switch");
        Simulator::Schedule(MicroSeconds(1000), &HulaFailureTestCase::TakeDown, this);
        // The last probe by that link arrived less than a period before it went down.
        Simulator::Schedule(MicroSeconds(1000 + KEEP_ALIVE_US - PERIOD_US),
                            &HulaFailureTestCase::Record,
                            this);
        run.Run(MicroSeconds(1000 + KEEP_ALIVE_US + PERIOD_US));
        NS_TEST_EXPECT_MSG_EQ(m_later, m_before, "not before the keep-alive time");
        NS_TEST_EXPECT_MSG_NE(GetBest(), m_before, "a period later");
        NS_TEST_EXPECT_MSG_EQ((m_switch->GetPortRole(GetBest()) == PortRole::UP), true, "upwards");
        m_fabric = nullptr;
        m_switch = nullptr;
    }

    /**
     * @brief Get the best next hop.
     * @return port
     */
    uint32_t GetBest() const
    {
        return DynamicCast<HulaBalancer>(m_switch->GetLoadBalancer())->GetTable().GetBestPort(TOR);
    }

    /// @brief Take down the link in use.
    void TakeDown()
    {
        m_before = GetBest();
        NS_TEST_ASSERT_MSG_LT(m_before, 4, "there is one");
        const auto channel = m_switch->GetDevice(m_before)->GetChannel();
        DynamicCast<FrameChannel>(channel)->SetUp(false);
    }

    /// @brief Record the next hop.
    void Record()
    {
        m_later = GetBest();
    }

    Ptr<Fabric> m_fabric;       ///< network
    Ptr<FabricSwitch> m_switch; ///< switch that loses a link
    uint32_t m_before{0};       ///< next hop before the failure
    uint32_t m_later{0};        ///< next hop shortly before the keep-alive time ends
};

/**
 * @ingroup tests
 * @brief In an idle fat tree of K = 8 all paths are equal: ToR switches do not all take the same.
 */
class HulaTieTestCase : public TestCase
{
  public:
    HulaTieTestCase()
        : TestCase("where all paths are idle, each uplink is the best to some ToR switches")
    {
    }

  private:
    void DoRun() override
    {
        FabricRun run(MakeTopology("fat-tree:k=8"), {{0, 0, 127, 1000, Time(0)}}, "hula");
        run.Run(MicroSeconds(2 * PERIOD_US));
        std::map<uint32_t, uint32_t> chosen; // by port: to how many ToR switches
        uint32_t all = 0;
        for (const auto& node : run.fabric->GetSwitches())
        {
            const auto hula = DynamicCast<HulaBalancer>(node->GetLoadBalancer());
            for (uint32_t tor = 0; node->GetTor() != SwitchView::NO_TOR && tor < 32; ++tor)
            {
                if (tor != node->GetTor())
                {
                    ++chosen[hula->GetTable().GetBestPort(tor)];
                    ++all;
                }
            }
        }
        NS_TEST_EXPECT_MSG_EQ(all, 32 * 31, "pairs of ToR switches");
        NS_TEST_EXPECT_MSG_EQ(chosen.size(), 4, "uplinks in use");
        for (const auto& [port, count] : chosen)
        {
            NS_TEST_EXPECT_MSG_GT(count, all / 10, "by port " << port);
        }
    }
};

/// The suite.
class HulaNetworkTestSuite : public TestSuite
{
  public:
    HulaNetworkTestSuite()
        : TestSuite("rdmacell-hula-network", TestSuite::Type::SYSTEM)
    {
        AddTestCase(new HulaCopiesTestCase(true, 256));
        AddTestCase(new HulaCopiesTestCase(false, 592));
        AddTestCase(new HulaFailureTestCase);
        AddTestCase(new HulaTieTestCase);
        const auto check = [](SchemeTestCase& test, const SchemeTestCase::Counters& counters) {
            test.ExpectAbove(counters, "flowlets", 50);
            test.ExpectAbove(counters, "probes_sent", 1000);
        };
        for (const SchemeScenario& scenario : MakeSchemeScenarios())
        {
            AddTestCase(new SchemeTestCase("hula", scenario, check));
        }
    }
};

HulaNetworkTestSuite g_hulaNetworkTestSuite; ///< registers the suite

} // namespace
