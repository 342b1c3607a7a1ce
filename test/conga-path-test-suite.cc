/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "conga-test-case.h"

#include "ns3/source-route.h"

#include <array>
#include <cstdint>
#include <set>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/// Headers of packets.
class CongaHeaderTestCase : public CongaTestCase
{
  public:
    CongaHeaderTestCase()
        : CongaTestCase("data between ToR switches carry path and feedback, other frames do not")
    {
    }

  private:
    void DoRun() override
    {
        Start();
        Report({}, MicroSeconds(0), {5, 3}); // path 5 from there has 3
        NS_TEST_EXPECT_MSG_EQ(Count("feedback_received"), 0, "no feedback");

        RoceFramePtr ack = MakeRoceFrame(NEAR, FAR, 1, 0, RoceOpcode::ACKNOWLEDGE);
        Depart(ack, MicroSeconds(1));
        NS_TEST_EXPECT_MSG_EQ(ack->balancerBytes, 0, "ACK");
        RoceFramePtr local = MakeRoceFrame(NEAR, NEIGHBOR);
        m_balancer->OnIngress(local, 0, MicroSeconds(1).GetTimeStep());
        NS_TEST_EXPECT_MSG_EQ(local->balancerBytes, 0, "to a host of the same ToR switch");
        NS_TEST_EXPECT_MSG_EQ(Count("feedback_sent"), 0, "packets with feedback");

        RoceFramePtr data = MakeRoceFrame(NEAR, FAR);
        const uint32_t port = Depart(data, MicroSeconds(1));
        NS_TEST_EXPECT_MSG_EQ(data->balancerBytes, 7, "4 bytes and a path of two hops");
        NS_TEST_EXPECT_MSG_EQ(data->wireBytes,
                              RoceWireBytes(data->opcode, data->payloadBytes) + 7,
                              "on the wire");
        NS_TEST_EXPECT_MSG_EQ(CongaHeader(*data).GetFeedback().tag, 5, "feedback");
        NS_TEST_EXPECT_MSG_EQ(CongaHeader(*data).GetFeedback().metric, 3, "feedback");
        NS_TEST_EXPECT_MSG_EQ(CongaHeader(*data).GetPath().tag, port - UPLINK, "its own path");
        NS_TEST_EXPECT_MSG_EQ(CongaHeader(*data).GetPath().metric, 0, "not congested yet");
        NS_TEST_EXPECT_MSG_EQ(Count("feedback_sent"), 1, "packets with feedback");
        NS_TEST_EXPECT_MSG_EQ(Count("header_bytes"), 7, "bytes");
    }
};

/// Three tiers.
class CongaThreeTierTestCase : public CongaTestCase
{
  public:
    CongaThreeTierTestCase()
        : CongaTestCase(
              "a packet follows its path over three tiers and collects the largest metric",
              4)
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
        m_balancer->OnEgress(*data, first, 3, MicroSeconds(1).GetTimeStep());

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
        NS_TEST_EXPECT_MSG_EQ(CongaHeader(*data).GetPath().metric, 6, "the largest on the path");
        NS_TEST_EXPECT_MSG_EQ(data->balancerBytes, 9, "4 bytes and a path of four hops");
    }
};

/// PathKey Uplink.
class CongaUplinkTestCase : public CongaTestCase
{
  public:
    CongaUplinkTestCase()
        : CongaTestCase("by uplink, the ToR switch chooses a port, and ECMP above")
    {
    }

  private:
    void DoRun() override
    {
        Start({{"PathKey", "Uplink"}});
        m_view.paths.clear(); // it needs none
        NS_TEST_EXPECT_MSG_EQ((m_balancer->GetCapabilities() & LoadBalancer::PATHS),
                              0,
                              "capability");
        Report({UPLINK, 1}, MicroSeconds(1));
        RoceFramePtr data = MakeRoceFrame(NEAR, FAR);
        NS_TEST_EXPECT_MSG_EQ(Depart(data, MicroSeconds(1)), UPLINK + 1, "the better uplink");
        NS_TEST_EXPECT_MSG_EQ(CongaHeader(*data).GetPath().tag, UPLINK + 1, "LBTag");
        NS_TEST_EXPECT_MSG_EQ(data->balancerBytes, 4, "no path");
        RoceFramePtr local = MakeRoceFrame(NEAR, NEIGHBOR);
        m_balancer->OnIngress(local, 0, MicroSeconds(1).GetTimeStep());
        NS_TEST_EXPECT_MSG_EQ(local->balancerBytes, 0, "to a host of the same ToR switch");

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

/// An uplink that is down.
class CongaLostPortTestCase : public CongaTestCase
{
  public:
    CongaLostPortTestCase()
        : CongaTestCase("a flowlet whose uplink is down takes another one; without any, ECMP")
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

/// Headers and paths of CONGA's packets.
class CongaPathTestSuite : public TestSuite
{
  public:
    CongaPathTestSuite()
        : TestSuite("rdmacell-conga-path", TestSuite::Type::UNIT)
    {
        AddTestCase(new CongaHeaderTestCase);
        AddTestCase(new CongaThreeTierTestCase);
        AddTestCase(new CongaUplinkTestCase);
        AddTestCase(new CongaLostPortTestCase);
    }
};

CongaPathTestSuite g_congaPathTestSuite; ///< registers the suite

} // namespace
