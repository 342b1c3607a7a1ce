/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CONGA_TEST_CASE_H
#define CONGA_TEST_CASE_H

#include "mock-switch-view.h"

#include "ns3/balancer-bytes.h"
#include "ns3/conga-balancer.h"
#include "ns3/nstime.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <cstdint>
#include <map>
#include <string>

namespace ns3::rdmacell
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

} // namespace ns3::rdmacell

#endif // CONGA_TEST_CASE_H
