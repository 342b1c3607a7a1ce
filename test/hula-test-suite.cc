/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "host-address.h"
#include "mock-switch-view.h"

#include "ns3/boolean.h"
#include "ns3/hula-balancer.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

constexpr uint32_t NEAR = HostAddress::Of(0); ///< a host of ToR switch 0, where the test is
constexpr uint32_t FAR = HostAddress::Of(1);  ///< a host of ToR switch 1
constexpr uint16_t UPLINK = 1;                ///< first of three ports upwards

/// HULA on a ToR switch with a host and three uplinks.
class HulaTestCase : public TestCase
{
  public:
    /**
     * @brief Make a test case.
     * @param name what is tested
     */
    explicit HulaTestCase(const std::string& name)
        : TestCase(name)
    {
    }

  protected:
    /**
     * @brief Make HULA with a period of 200 us and a time constant of 400 us.
     * @return it, attached to no switch
     */
    static Ptr<HulaBalancer> MakeHula()
    {
        auto hula = CreateObject<HulaBalancer>();
        hula->SetAttribute("ProbePeriod", TimeValue(MicroSeconds(200)));
        hula->SetAttribute("TimeConstant", TimeValue(MicroSeconds(400)));
        return hula;
    }

    /// @brief Attach HULA to the switch.
    void Start()
    {
        m_hula->AssignStreams(1);
        m_hula->Attach(m_view);
    }

    /**
     * @brief A probe of ToR switch 1 arrives.
     * @param port where
     * @param utilization its utilization
     * @param now when
     * @param tor its origin
     */
    void Arrive(uint32_t port, uint32_t utilization, Time now, uint32_t tor = 1)
    {
        RoceFramePtr frame = m_view.NewFrame();
        frame->srcIp = tor == 1 ? FAR : NEAR;
        HulaProbe{tor, utilization}.Write(*frame);
        m_hula->OnControl(std::move(frame), port, now.GetTimeStep());
    }

    /**
     * @brief A packet of a flow departs.
     * @param flow UDP source port
     * @param now when
     * @param opcode BTH opcode
     * @return its port
     */
    uint32_t Send(uint16_t flow, Time now, RoceOpcode opcode = RoceOpcode::WRITE_MIDDLE)
    {
        RoceFramePtr frame = MakeRoceFrame(NEAR, FAR, flow, 1000, opcode);
        return m_hula->SelectPort(*frame, m_view.GetRoute(FAR), now.GetTimeStep());
    }

    /**
     * @brief Count the ports that many flows take.
     * @param now when
     * @param opcode BTH opcode of their packets
     * @return ports
     */
    std::size_t CountPorts(Time now, RoceOpcode opcode = RoceOpcode::WRITE_MIDDLE)
    {
        std::set<uint32_t> ports;
        for (uint16_t flow = 1000; flow < 1100; ++flow)
        {
            ports.insert(Send(flow, now, opcode));
        }
        return ports.size();
    }

    MockSwitchView m_view;    ///< the switch
    Ptr<HulaBalancer> m_hula; ///< under test

  private:
    void DoSetup() override
    {
        m_view.ports.resize(UPLINK + 3);
        m_view.ports[0].role = PortRole::HOST;
        m_view.tor = 0;
        m_view.torCount = 2;
        m_view.torOf = {{NEAR, 0}, {FAR, 1}};
        m_view.routes[FAR] = {UPLINK, UPLINK + 1, UPLINK + 2};
        m_view.routes[NEAR] = {0};
        m_hula = MakeHula();
    }

    void DoTeardown() override
    {
        m_hula->Dispose();
        m_view.sent.clear();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "frames leaked");
    }
};

/// Ports of flowlets.
class HulaFlowletTestCase : public HulaTestCase
{
  public:
    HulaFlowletTestCase()
        : HulaTestCase(
              "a flowlet takes the best next hop when it starts; ECMP before, and for ACKs")
    {
    }

  private:
    void DoRun() override
    {
        Start();
        NS_TEST_EXPECT_MSG_EQ(CountPorts(MicroSeconds(1)), 3, "ECMP until the first probe");
        Arrive(UPLINK + 1, 40, MicroSeconds(2));
        NS_TEST_EXPECT_MSG_EQ(Send(1, MicroSeconds(2)), UPLINK + 1, "a new flow");
        Arrive(UPLINK + 2, 20, MicroSeconds(3));
        NS_TEST_EXPECT_MSG_EQ(Send(1, MicroSeconds(100)), UPLINK + 1, "within its gap");
        NS_TEST_EXPECT_MSG_EQ(Send(2, MicroSeconds(100)), UPLINK + 2, "a new flow");
        NS_TEST_EXPECT_MSG_EQ(Send(1, MicroSeconds(200)), UPLINK + 1, "a gap of 100 us");
        NS_TEST_EXPECT_MSG_EQ(Send(1, MicroSeconds(301)), UPLINK + 2, "a gap of 101 us");
        NS_TEST_EXPECT_MSG_EQ(CountPorts(MicroSeconds(301), RoceOpcode::ACKNOWLEDGE), 3, "ACKs");
        m_view.routes[FAR] = {UPLINK, UPLINK + 1};
        const uint32_t port = Send(2, MicroSeconds(150));
        NS_TEST_EXPECT_MSG_LT(port, UPLINK + 2, "the best next hop's link is down");
        NS_TEST_EXPECT_MSG_EQ(m_hula->GetCounters().at("reroutes"), 2, "reroutes");
    }
};

/// Utilization of the local port.
class HulaUtilizationTestCase : public HulaTestCase
{
  public:
    HulaUtilizationTestCase()
        : HulaTestCase("an elephant on one uplink turns new flows away from it")
    {
    }

  private:
    void DoRun() override
    {
        // The elephant sends 12500 bytes each us by the first uplink. The probes carry 0, so that
        // only the utilization of that port in its sending direction tells.
        Start();
        Arrive(UPLINK, 0, MicroSeconds(1));
        NS_TEST_EXPECT_MSG_EQ(Send(1, MicroSeconds(1)), UPLINK, "the elephant");
        RoceFramePtr frame = MakeRoceFrame(NEAR, FAR);
        frame->wireBytes = 12'500;
        for (int64_t t = 1; t <= 200; ++t)
        {
            m_hula->OnEgress(*frame, UPLINK, 3, MicroSeconds(t).GetTimeStep());
        }
        Arrive(UPLINK, 0, MicroSeconds(200)); // the links behind it are idle
        NS_TEST_EXPECT_MSG_GT(m_hula->GetTable().GetUtilization(1), 90, "after half of tau");
        NS_TEST_EXPECT_MSG_EQ(m_hula->GetTable().GetBestPort(1), UPLINK, "none is better yet");
        Arrive(UPLINK + 1, 50, MicroSeconds(201));
        NS_TEST_EXPECT_MSG_EQ(m_hula->GetTable().GetBestPort(1), UPLINK + 1, "now");
        NS_TEST_EXPECT_MSG_EQ(m_hula->GetTable().GetUtilization(1), 50, "of the probe");
        NS_TEST_EXPECT_MSG_EQ(Send(2, MicroSeconds(201)), UPLINK + 1, "another flow");
    }
};

/// Next hops of exactly equal utilization.
class HulaTieTestCase : public HulaTestCase
{
  public:
    HulaTieTestCase()
        : HulaTestCase("of equal next hops a random one is the best in each period, or the first")
    {
    }

  private:
    static constexpr int PERIODS = 900; ///< how long

    /**
     * @brief Have probes of equal utilization arrive in a fixed order in each period.
     * @return how often each next hop was the best at the end of a period
     */
    std::map<uint32_t, int> CountBest()
    {
        std::map<uint32_t, int> count;
        for (int i = 0; i < PERIODS; ++i)
        {
            for (uint32_t port = UPLINK; port < UPLINK + 3; ++port)
            {
                Arrive(port, 0, MicroSeconds(200 * i + 1));
            }
            ++count[m_hula->GetTable().GetBestPort(1)];
        }
        return count;
    }

    void DoRun() override
    {
        Start();
        m_hula->SetAttribute("RandomTies", BooleanValue(false));
        NS_TEST_EXPECT_MSG_EQ(CountBest()[UPLINK], PERIODS, "the first one stays");
        m_hula->SetAttribute("RandomTies", BooleanValue(true));
        for (const auto& [port, count] : CountBest())
        {
            // A third of 900, and 3.5 standard deviations of sqrt(900 * 1/3 * 2/3) = 14.1.
            NS_TEST_EXPECT_MSG_EQ_TOL(count, PERIODS / 3, 50, "port " << port);
        }
        // Only ties are drawn.
        Arrive(UPLINK + 2, 0, MilliSeconds(500));
        for (int i = 0; i < 100; ++i)
        {
            Arrive(UPLINK, 1, MilliSeconds(500) + MicroSeconds(i));
        }
        NS_TEST_EXPECT_MSG_EQ(m_hula->GetTable().GetBestPort(1), UPLINK + 2, "the better one");
    }
};

/// The time constant of the estimator, whatever the period of probes is.
class HulaTimeConstantTestCase : public HulaTestCase
{
  public:
    HulaTimeConstantTestCase()
        : HulaTestCase("tau is TimeConstant, and does not follow ProbePeriod")
    {
    }

  private:
    void DoRun() override
    {
        for (const int64_t period : {20, 200})
        {
            m_hula->Dispose();
            m_hula = MakeHula();
            m_hula->SetAttribute("ProbePeriod", TimeValue(MicroSeconds(period)));
            m_hula->SetAttribute("TimeConstant", TimeValue(MicroSeconds(100)));
            Start();
            RoceFramePtr frame = MakeRoceFrame(NEAR, FAR);
            frame->wireBytes = 62'500; // of the 1,250,000 that 100 Gb/s are in tau
            m_hula->OnEgress(*frame, UPLINK, 3, MicroSeconds(1).GetTimeStep());
            // 1/20 of 256 are 12.8; halfway through tau, half of it is left, and then nothing.
            for (const auto& [us, level] : {std::pair{1, 12U}, {51, 6U}, {101, 0U}})
            {
                Arrive(UPLINK, 0, MicroSeconds(us));
                NS_TEST_EXPECT_MSG_EQ(m_hula->GetTable().GetUtilization(1),
                                      level,
                                      "period " << period << " us, after " << us << " us");
            }
        }
    }
};

/// Replication and suppression of probes.
class HulaReplicationTestCase : public HulaTestCase
{
  public:
    HulaReplicationTestCase()
        : HulaTestCase(
              "probes are replicated up and down, or down only, with the best utilization known")
    {
    }

  private:
    /**
     * @brief Get the ports by which probes were sent since the last call.
     * @param utilization expected in each
     * @return ports
     */
    std::set<uint32_t> TakeSent(uint32_t utilization)
    {
        std::set<uint32_t> ports;
        for (const MockSwitchView::Sent& sent : m_view.sent)
        {
            ports.insert(sent.port);
            NS_TEST_EXPECT_MSG_EQ(HulaProbe::Read(*sent.frame).utilization,
                                  utilization,
                                  "utilization");
            NS_TEST_EXPECT_MSG_EQ(HulaProbe::Read(*sent.frame).tor, 1, "origin");
            NS_TEST_EXPECT_MSG_EQ(sent.frame->srcIp, FAR, "a host of the origin");
            NS_TEST_EXPECT_MSG_EQ(sent.frame->wireBytes, 84, "bytes");
            NS_TEST_EXPECT_MSG_EQ(sent.queue, 7, "queue");
            NS_TEST_EXPECT_MSG_EQ(static_cast<uint32_t>(sent.frame->priority), 7, "class");
        }
        m_view.sent.clear();
        return ports;
    }

    void DoRun() override
    {
        // An aggregation switch: three below (1 to 3), two above (4 and 5).
        m_view.tor = SwitchView::NO_TOR;
        m_view.ports.resize(6);
        m_view.ports[0].role = PortRole::HOST;
        for (uint32_t port = 1; port < 4; ++port)
        {
            m_view.ports[port].role = PortRole::DOWN;
        }
        m_view.routes[FAR] = {1, 4, 5};
        Start();
        Arrive(1, 60, MicroSeconds(1));
        NS_TEST_EXPECT_MSG_EQ((TakeSent(60) == std::set<uint32_t>{2, 3, 4, 5}), true, "from below");
        Arrive(4, 30, MicroSeconds(2));
        NS_TEST_EXPECT_MSG_EQ(m_view.sent.size(), 0, "not twice in a period");
        // The probe carries 90, but the best path has 30.
        Arrive(5, 90, MicroSeconds(201));
        NS_TEST_EXPECT_MSG_EQ((TakeSent(30) == std::set<uint32_t>{1, 2, 3}), true, "from above");
        m_view.ports[2].up = false;
        Arrive(5, 90, MicroSeconds(401));
        NS_TEST_EXPECT_MSG_EQ((TakeSent(30) == std::set<uint32_t>{1, 3}), true, "a link is down");
        Arrive(3, 0, MicroSeconds(601));
        NS_TEST_EXPECT_MSG_EQ(m_view.sent.size(), 0, "not by a port that does not lead there");
        NS_TEST_EXPECT_MSG_EQ(m_hula->GetTable().GetBestPort(1), 4, "nor does it change the table");
        NS_TEST_EXPECT_MSG_EQ(m_hula->GetCounters().at("probes_sent"), 9, "probes");
        NS_TEST_EXPECT_MSG_EQ(m_hula->GetCounters().at("probe_bytes"), 9 * 84, "bytes");
    }
};

/// Times of probes.
class HulaPeriodTestCase : public HulaTestCase
{
  public:
    HulaPeriodTestCase()
        : HulaTestCase("a ToR switch sends probes each period, with a random phase")
    {
    }

  private:
    /**
     * @brief Get the time of the first probe.
     * @param stream of the random numbers
     * @return time
     */
    Time GetPhase(int64_t stream)
    {
        m_view.sent.clear();
        auto hula = MakeHula();
        hula->Attach(m_view);
        hula->AssignStreams(stream); // streams may be assigned after Attach()
        Simulator::Stop(MicroSeconds(1000));
        Simulator::Run();
        hula->Dispose();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(m_view.sent.size(), 15, "five periods, three uplinks");
        NS_TEST_EXPECT_MSG_EQ(m_view.sent[3].now - m_view.sent[2].now,
                              MicroSeconds(200).GetTimeStep(),
                              "a period");
        std::set<uint32_t> first;
        for (uint32_t i = 0; i < 15; ++i)
        {
            const uint32_t after = i % 3 == 2 ? i - 2 : i + 1; // of the same period
            NS_TEST_EXPECT_MSG_EQ(m_view.sent[after].port,
                                  UPLINK + (m_view.sent[i].port - UPLINK + 1) % 3,
                                  "one port after the other");
            NS_TEST_EXPECT_MSG_EQ(HulaProbe::Read(*m_view.sent[i].frame).utilization,
                                  0,
                                  "utilization");
            if (i % 3 == 0)
            {
                first.insert(m_view.sent[i].port);
            }
        }
        NS_TEST_EXPECT_MSG_GT(first.size(), 1, "from a random uplink on");
        return TimeStep(m_view.sent[0].now);
    }

    void DoRun() override
    {
        const Time one = GetPhase(1);
        NS_TEST_EXPECT_MSG_EQ(GetPhase(1), one, "the same stream, the same phase");
        NS_TEST_EXPECT_MSG_NE(GetPhase(2), one, "another stream, another phase");
        Start();
        Arrive(UPLINK, 10, MicroSeconds(1), 0);
        NS_TEST_EXPECT_MSG_EQ(m_hula->GetTable().GetBestPort(0),
                              HulaTable::NO_PORT,
                              "its own probes are ignored");
    }
};

/// HULA on one switch.
class HulaTestSuite : public TestSuite
{
  public:
    HulaTestSuite()
        : TestSuite("rdmacell-hula", TestSuite::Type::UNIT)
    {
        AddTestCase(new HulaFlowletTestCase);
        AddTestCase(new HulaUtilizationTestCase);
        AddTestCase(new HulaTieTestCase);
        AddTestCase(new HulaTimeConstantTestCase);
        AddTestCase(new HulaReplicationTestCase);
        AddTestCase(new HulaPeriodTestCase);
    }
};

HulaTestSuite g_hulaTestSuite; ///< registers the suite

} // namespace
