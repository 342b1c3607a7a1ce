/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mock-switch-view.h"

#include "ns3/balancer-bytes.h"
#include "ns3/conga-balancer.h"
#include "ns3/nstime.h"
#include "ns3/source-route.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <set>
#include <string>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

constexpr uint32_t NEAR = 0x0a000001;     ///< a host of ToR switch 0, where the test is
constexpr uint32_t NEIGHBOR = 0x0a000002; ///< another one
constexpr uint32_t FAR = 0x0a000011;      ///< a host of ToR switch 1
constexpr uint16_t UPLINK = 2;            ///< first port that leads to other ToR switches

/// CONGA on a ToR switch with two hosts and some uplinks, each one path to another ToR switch.
class CongaTestCase : public TestCase
{
  public:
    /**
     * @brief Make a test case.
     * @param name what is tested
     * @param uplinks uplinks
     */
    explicit CongaTestCase(const std::string& name, uint16_t uplinks = 2)
        : TestCase(name),
          m_uplinks(uplinks)
    {
    }

  protected:
    /**
     * @brief Start CONGA.
     * @param attributes names and values that differ from the defaults
     */
    void Start(const std::map<std::string, std::string>& attributes = {})
    {
        m_conga = CreateObject<CongaBalancer>();
        for (const auto& [name, value] : attributes)
        {
            m_conga->SetAttribute(name, StringValue(value));
        }
        m_conga->AssignStreams(1);
        m_conga->Attach(m_view);
    }

    /**
     * @brief A packet sets out from a host.
     * @param frame the packet
     * @param now when
     * @return port that it takes
     */
    uint32_t Depart(RoceFramePtr& frame, Time now)
    {
        frame->ingressPort = 0;
        m_conga->OnIngress(frame, 0, now.GetTimeStep());
        return m_conga->SelectPort(*frame, m_view.GetRoute(frame->dstIp), now.GetTimeStep());
    }

    /**
     * @brief A packet of a flow sets out.
     * @param flow tells flows apart
     * @param now when
     * @return path that it takes, 0, 1 ...
     */
    uint32_t Send(uint16_t flow, Time now)
    {
        RoceFramePtr frame = MakeRoceFrame(NEAR, FAR, flow);
        return Depart(frame, now) - UPLINK;
    }

    /**
     * @brief A packet from the other ToR switch arrives, with a report.
     * @param report what it says
     * @param now when
     * @param found its own path, and the congestion on it
     */
    void Report(const CongaReport& report, Time now, const CongaReport& found = {0, 0})
    {
        RoceFramePtr frame = MakeRoceFrame(FAR, NEAR);
        CongaHeader header(*frame);
        header.SetPath(found);
        header.SetFeedback(report);
        SetBalancerBytes(*frame, CongaHeader::BYTES + 3);
        m_conga->OnIngress(frame, UPLINK, now.GetTimeStep());
        NS_TEST_EXPECT_MSG_EQ(frame->balancerBytes, 0, "hosts get no header");
        NS_TEST_EXPECT_MSG_EQ(frame->wireBytes,
                              RoceWireBytes(frame->opcode, frame->payloadBytes),
                              "and no bytes of it");
    }

    /**
     * @brief Have bytes leave through an uplink, so that its estimator has a metric.
     * @param path the uplink's path
     * @param metric what it is to be
     * @param now when
     */
    void Load(uint32_t path, uint32_t metric, Time now)
    {
        RoceFramePtr frame = MakeRoceFrame(NEAR, FAR, 1, 0, RoceOpcode::ACKNOWLEDGE);
        frame->wireBytes = 39063; // 1/80 of C tau = 100 Gbit/s 250 us
        for (uint32_t i = 0; i < 10 * metric; ++i)
        {
            m_conga->OnEgress(*frame, UPLINK + path, 3, now.GetTimeStep());
        }
    }

    /**
     * @brief Get a counter.
     * @param name its name
     * @return its value
     */
    uint64_t Count(const std::string& name) const
    {
        return m_conga->GetCounters().at(name);
    }

    MockSwitchView m_view;      ///< the switch
    Ptr<CongaBalancer> m_conga; ///< under test
    uint16_t m_uplinks;         ///< uplinks

  private:
    void DoSetup() override
    {
        m_view.ports.resize(UPLINK + m_uplinks);
        m_view.ports[0].role = PortRole::HOST;
        m_view.ports[1].role = PortRole::HOST;
        m_view.tor = 0;
        m_view.torCount = 2;
        m_view.torOf = {{NEAR, 0}, {NEIGHBOR, 0}, {FAR, 1}};
        for (uint16_t port = UPLINK; port < UPLINK + m_uplinks; ++port)
        {
            m_view.routes[FAR].push_back(port);
            m_view.paths[1].push_back(MockSwitchView::MakePath({port, 0}));
        }
        m_view.routes[NEIGHBOR] = {1};
    }

    void DoTeardown() override
    {
        m_conga->Dispose();
    }
};

/// What is reported and what is known locally.
class CongaChoiceTestCase : public CongaTestCase
{
  public:
    CongaChoiceTestCase()
        : CongaTestCase("a flowlet takes the least maximum of reported and local congestion")
    {
    }

  private:
    void DoRun() override
    {
        Start();
        const Time now = MicroSeconds(1);
        Report({0, 7}, now);
        Report({1, 2}, now);
        NS_TEST_EXPECT_MSG_EQ(Send(10, now), 1, "reported 7 and 2, local 0 and 0");
        Load(1, 3, now);
        NS_TEST_EXPECT_MSG_EQ(Send(11, now), 1, "reported 7 and 2, local 0 and 3");
        Load(1, 4, now);
        Report({0, 6}, now);
        NS_TEST_EXPECT_MSG_EQ(Send(12, now), 0, "reported 6 and 2, local 0 and 7");
        NS_TEST_EXPECT_MSG_EQ(Count("feedback_received"), 3, "reports");
        NS_TEST_EXPECT_MSG_EQ(Count("flowlets"), 3, "flowlets");
    }
};

/// Ties.
class CongaTieTestCase : public CongaTestCase
{
  public:
    CongaTieTestCase()
        : CongaTestCase("in a tie a flow stays, and new flows spread; it moves if it gains")
    {
    }

  private:
    void DoRun() override
    {
        Start();
        std::array<int, 2> flows{};
        std::vector<uint32_t> path;
        for (uint16_t flow = 0; flow < 2000; ++flow)
        {
            path.push_back(Send(flow, MicroSeconds(1)));
            ++flows[path.back()];
        }
        NS_TEST_EXPECT_MSG_LT_OR_EQ(std::abs(flows[0] - 1000), 90, "4 standard deviations");
        for (int64_t us = 201; us < 2000; us += 200)
        {
            Report({0, 3}, MicroSeconds(us));
            Report({1, 3}, MicroSeconds(us));
            for (uint16_t flow = 0; flow < 100; ++flow)
            {
                NS_TEST_EXPECT_MSG_EQ(Send(flow, MicroSeconds(us)), path[flow], "3 and 3: stays");
            }
        }
        NS_TEST_EXPECT_MSG_EQ(Count("reroutes"), 0, "reroutes");
        NS_TEST_EXPECT_MSG_EQ(Count("flowlets"), 2900, "flowlets");
        Report({0, 2}, MicroSeconds(2001));
        Report({1, 3}, MicroSeconds(2001));
        for (uint16_t flow = 0; flow < 100; ++flow)
        {
            NS_TEST_EXPECT_MSG_EQ(Send(flow, MicroSeconds(2001)), 0, "2 and 3: moves");
        }
    }
};

/// Gaps.
class CongaGapTestCase : public CongaTestCase
{
  public:
    /**
     * @brief Make a test case.
     * @param detection GapDetection
     * @param shorter a gap that never starts a flowlet
     * @param longer a gap that always does
     */
    CongaGapTestCase(const std::string& detection, Time shorter, Time longer)
        : CongaTestCase("flowlets with T_fl 500 us and " + detection),
          m_detection(detection),
          m_shorter(shorter),
          m_longer(longer)
    {
    }

  private:
    void DoRun() override
    {
        Start({{"FlowletGap", "500us"}, {"GapDetection", m_detection}, {"AgingTime", "1s"}});
        for (uint16_t flow = 0; flow < 200; ++flow)
        {
            const Time first = MicroSeconds(5000 * flow + 7 * flow); // in all phases of the timer
            Report({0, 0}, first);
            Report({1, 7}, first);
            NS_TEST_EXPECT_MSG_EQ(Send(flow, first), 0, "the better path");
            Report({0, 7}, first);
            Report({1, 0}, first);
            NS_TEST_EXPECT_MSG_EQ(Send(flow, first + m_shorter), 0, "the same flowlet");
            NS_TEST_EXPECT_MSG_EQ(Send(flow, first + m_shorter + m_longer), 1, "the next flowlet");
        }
        NS_TEST_EXPECT_MSG_EQ(Count("flowlets"), 400, "flowlets");
        NS_TEST_EXPECT_MSG_EQ(Count("reroutes"), 200, "reroutes");
    }

    std::string m_detection; ///< GapDetection
    Time m_shorter;          ///< never starts a flowlet
    Time m_longer;           ///< always does
};

/// Aging.
class CongaAgingTestCase : public CongaTestCase
{
  public:
    CongaAgingTestCase()
        : CongaTestCase("a path reported full is tried again when the aging time has passed")
    {
    }

  private:
    void DoRun() override
    {
        Start();
        Report({0, 7}, MicroSeconds(0));
        std::array<int, 2> flows{};
        for (uint16_t flow = 0; flow < 400; ++flow)
        {
            NS_TEST_EXPECT_MSG_EQ(Send(flow, MicroSeconds(499)), 1, "1 and 0");
            ++flows[Send(1000 + flow, MicroSeconds(500))];
        }
        NS_TEST_EXPECT_MSG_LT_OR_EQ(std::abs(flows[0] - 200), 40, "0 and 0: 4 standard deviations");
    }
};

/// Header.
class CongaHeaderTestCase : public CongaTestCase
{
  public:
    CongaHeaderTestCase()
        : CongaTestCase("packets between ToR switches, and they alone, carry path and report")
    {
    }

  private:
    void DoRun() override
    {
        Start();
        Report({}, MicroSeconds(0), {5, 3}); // path 5 from there has 3
        NS_TEST_EXPECT_MSG_EQ(Count("feedback_received"), 0, "an empty report is none");

        RoceFramePtr ack = MakeRoceFrame(NEAR, FAR, 1, 0, RoceOpcode::ACKNOWLEDGE);
        Depart(ack, MicroSeconds(1));
        NS_TEST_EXPECT_MSG_EQ(ack->balancerBytes, 0, "ACK");
        RoceFramePtr local = MakeRoceFrame(NEAR, NEIGHBOR);
        m_conga->OnIngress(local, 0, MicroSeconds(1).GetTimeStep());
        NS_TEST_EXPECT_MSG_EQ(local->balancerBytes, 0, "to a host of the same ToR switch");
        NS_TEST_EXPECT_MSG_EQ(Count("feedback_sent"), 0, "reports");

        RoceFramePtr data = MakeRoceFrame(NEAR, FAR);
        const uint32_t port = Depart(data, MicroSeconds(1));
        NS_TEST_EXPECT_MSG_EQ(data->balancerBytes, 7, "4 bytes and a path of two hops");
        NS_TEST_EXPECT_MSG_EQ(data->wireBytes,
                              RoceWireBytes(data->opcode, data->payloadBytes) + 7,
                              "on the wire");
        NS_TEST_EXPECT_MSG_EQ(CongaHeader(*data).GetFeedback().tag, 5, "the report");
        NS_TEST_EXPECT_MSG_EQ(CongaHeader(*data).GetFeedback().metric, 3, "the report");
        NS_TEST_EXPECT_MSG_EQ(CongaHeader(*data).GetPath().tag, port - UPLINK, "its own path");
        NS_TEST_EXPECT_MSG_EQ(CongaHeader(*data).GetPath().metric, 0, "not congested yet");
        NS_TEST_EXPECT_MSG_EQ(Count("feedback_sent"), 1, "reports");
        NS_TEST_EXPECT_MSG_EQ(Count("header_bytes"), 7, "bytes");
    }
};

/// Three tiers.
class CongaThreeTierTestCase : public CongaTestCase
{
  public:
    CongaThreeTierTestCase()
        : CongaTestCase("a packet follows its path over three tiers and finds the busiest link", 4)
    {
    }

  private:
    void DoRun() override
    {
        // 16 paths: four uplinks, four ports upwards at the next switch, then down.
        m_view.paths[1].clear();
        for (uint16_t up = UPLINK; up < UPLINK + 4; ++up)
        {
            for (uint16_t core = 4; core < 8; ++core)
            {
                m_view.paths[1].push_back(MockSwitchView::MakePath({up, core, 3, 1}));
            }
        }
        Start({{"AgingTime", "1s"}});
        constexpr uint32_t WANTED = 9; // the second port upwards of the third uplink
        for (uint32_t tag = 0; tag < 16; ++tag)
        {
            Report({tag, tag == WANTED ? 0U : 7U}, MicroSeconds(1));
        }
        RoceFramePtr data = MakeRoceFrame(NEAR, FAR);
        const uint32_t first = Depart(data, MicroSeconds(1));
        NS_TEST_EXPECT_MSG_EQ(first, UPLINK + 2, "first port");
        NS_TEST_EXPECT_MSG_EQ(CongaHeader(*data).GetPath().tag, WANTED, "path");
        m_conga->OnEgress(*data, first, 3, MicroSeconds(1).GetTimeStep());

        const std::array<uint32_t, 3> ports{5, 3, 1};   // as on the path
        const std::array<uint32_t, 3> metrics{2, 6, 4}; // of these links
        for (uint32_t tier = 0; tier < 3; ++tier)
        {
            MockSwitchView view;
            view.ports.resize(8);
            auto conga = CreateObject<CongaBalancer>();
            conga->Attach(view);
            RoceFramePtr ballast = RoceFramePool::Get();
            ballast->wireBytes = 39063;
            for (uint32_t i = 0; i < 10 * metrics[tier]; ++i)
            {
                conga->OnEgress(*ballast, ports[tier], 3, 0);
            }
            data->ingressPort = 0;
            conga->OnIngress(data, 0, 0);
            const std::array<uint16_t, 8> all{0, 1, 2, 3, 4, 5, 6, 7};
            const uint32_t port = conga->SelectPort(*data, {all.data(), 8}, 0);
            NS_TEST_EXPECT_MSG_EQ(port, ports[tier], "tier " << tier);
            conga->OnEgress(*data, port, 3, 0);
            conga->Dispose();
        }
        NS_TEST_EXPECT_MSG_EQ(CongaHeader(*data).GetPath().metric, 6, "the largest on the way");
        NS_TEST_EXPECT_MSG_EQ(data->balancerBytes, 9, "4 bytes and a path of four hops");
    }
};

/// PathKey Uplink.
class CongaUplinkTestCase : public CongaTestCase
{
  public:
    CongaUplinkTestCase()
        : CongaTestCase("by uplink, the ToR switch chooses a port and nothing is pinned above")
    {
    }

  private:
    void DoRun() override
    {
        Start({{"PathKey", "Uplink"}});
        m_view.paths.clear(); // it needs none
        NS_TEST_EXPECT_MSG_EQ((m_conga->GetCapabilities() & LoadBalancer::PATHS), 0, "capability");
        Report({UPLINK, 1}, MicroSeconds(1));
        RoceFramePtr data = MakeRoceFrame(NEAR, FAR);
        NS_TEST_EXPECT_MSG_EQ(Depart(data, MicroSeconds(1)), UPLINK + 1, "the better uplink");
        NS_TEST_EXPECT_MSG_EQ(CongaHeader(*data).GetPath().tag, UPLINK + 1, "LBTag");
        NS_TEST_EXPECT_MSG_EQ(data->balancerBytes, 4, "no path");

        MockSwitchView view;
        view.ports.resize(8);
        auto spine = CreateObject<CongaBalancer>();
        spine->SetAttribute("PathKey", StringValue("Uplink"));
        spine->Attach(view);
        data->ingressPort = 0;
        std::set<uint32_t> used;
        for (uint16_t flow = 0; flow < 64; ++flow)
        {
            data->srcPort = flow;
            const std::array<uint16_t, 4> all{UPLINK, UPLINK + 1, 6, 7};
            used.insert(spine->SelectPort(*data, {all.data(), 4}, 0));
        }
        NS_TEST_EXPECT_MSG_EQ(used.size(), 4, "flows spread by their hash");
        spine->Dispose();
    }
};

/// SampledPaths.
class CongaSampleTestCase : public CongaTestCase
{
  public:
    CongaSampleTestCase()
        : CongaTestCase("all of 16 paths are compared, or four neighbors and the last one", 16)
    {
    }

  private:
    /**
     * @brief Count new flows that find the only path that is not congested.
     * @return of 2000
     */
    int CountFinds()
    {
        int finds = 0;
        for (uint32_t tag = 0; tag < 16; ++tag)
        {
            Report({tag, tag == 9 ? 0U : 7U}, MicroSeconds(1));
        }
        for (uint16_t flow = 0; flow < 2000; ++flow)
        {
            finds += Send(flow, MicroSeconds(1)) == 9 ? 1 : 0;
        }
        return finds;
    }

    void DoRun() override
    {
        Start({{"AgingTime", "1s"}});
        NS_TEST_EXPECT_MSG_EQ(CountFinds(), 2000, "all compared");
        m_conga->Dispose();
        Start({{"AgingTime", "1s"}, {"SampledPaths", "4"}});
        NS_TEST_EXPECT_MSG_LT_OR_EQ(std::abs(CountFinds() - 500), 78, "4 of 16: 4 deviations");
        for (int64_t us = 1000; us < 100000; us += 1000)
        {
            Send(0, MicroSeconds(us));
        }
        for (int64_t us = 100000; us < 200000; us += 1000)
        {
            NS_TEST_EXPECT_MSG_EQ(Send(0, MicroSeconds(us)), 9, "once found, it is not left");
        }
    }
};

/// A port that is gone.
class CongaLostPortTestCase : public CongaTestCase
{
  public:
    CongaLostPortTestCase()
        : CongaTestCase("a flowlet whose uplink is gone takes another; without any, ECMP")
    {
    }

  private:
    void DoRun() override
    {
        Start();
        const uint32_t path = Send(1, MicroSeconds(1));
        m_view.routes[FAR] = {static_cast<uint16_t>(UPLINK + 1 - path)};
        NS_TEST_EXPECT_MSG_EQ(Send(1, MicroSeconds(2)), 1 - path, "the other one");
        NS_TEST_EXPECT_MSG_EQ(Count("reroutes"), 1, "reroutes");

        m_view.paths[1].clear();
        RoceFramePtr data = MakeRoceFrame(NEAR, FAR);
        NS_TEST_EXPECT_MSG_EQ(Depart(data, MicroSeconds(3)),
                              UPLINK + 1 - path,
                              "route without path");
        NS_TEST_EXPECT_MSG_EQ(data->balancerBytes, 0, "no header");
    }
};

/// CONGA's suite.
class CongaTestSuite : public TestSuite
{
  public:
    CongaTestSuite()
        : TestSuite("rdmacell-conga", TestSuite::Type::UNIT)
    {
        AddTestCase(new CongaChoiceTestCase);
        AddTestCase(new CongaTieTestCase);
        AddTestCase(new CongaGapTestCase("AgeBit", MicroSeconds(499), MicroSeconds(1001)));
        AddTestCase(new CongaGapTestCase("Timestamp", MicroSeconds(500), NanoSeconds(500001)));
        AddTestCase(new CongaAgingTestCase);
        AddTestCase(new CongaHeaderTestCase);
        AddTestCase(new CongaThreeTierTestCase);
        AddTestCase(new CongaUplinkTestCase);
        AddTestCase(new CongaSampleTestCase);
        AddTestCase(new CongaLostPortTestCase);
    }
};

CongaTestSuite g_congaTestSuite; ///< registers the suite

} // namespace
