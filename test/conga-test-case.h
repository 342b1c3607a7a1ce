/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CONGA_TEST_CASE_H
#define CONGA_TEST_CASE_H

#include "tor-test-case.h"

#include "ns3/balancer-bytes.h"
#include "ns3/conga-balancer.h"

#include <cstdint>
#include <string>

namespace ns3::rdmacell
{

/// CONGA on a ToR switch with two hosts and some uplinks, each one path to another ToR switch.
class CongaTestCase : public TorTestCase<CongaBalancer>
{
  public:
    /**
     * @brief Make a test case.
     * @param name what is tested
     * @param uplinks uplinks
     */
    explicit CongaTestCase(const std::string& name, uint16_t uplinks = 2)
        : TorTestCase(name, uplinks)
    {
    }

  protected:
    /**
     * @brief A packet departs from a host.
     * @param frame the packet
     * @param now when
     * @return port that it takes
     */
    uint32_t Depart(RoceFramePtr& frame, Time now)
    {
        frame->ingressPort = 0;
        m_balancer->OnIngress(frame, 0, now.GetTimeStep());
        return m_balancer->SelectPort(*frame, m_view.GetRoute(frame->dstIp), now.GetTimeStep());
    }

    /**
     * @brief A packet of a flow departs.
     * @param flow UDP source port
     * @param now when
     * @return path that it takes, 0, 1 ...
     */
    uint32_t Send(uint16_t flow, Time now)
    {
        RoceFramePtr frame = MakeRoceFrame(NEAR, FAR, flow);
        return Depart(frame, now) - UPLINK;
    }

    /**
     * @brief A packet from the other ToR switch arrives, with feedback.
     * @param feedback FB_LBTag and FB_Metric
     * @param now when
     * @param path its LBTag and CE
     */
    void Report(const CongaPathMetric& feedback, Time now, const CongaPathMetric& path = {0, 0})
    {
        RoceFramePtr frame = MakeRoceFrame(FAR, NEAR);
        CongaHeader header(*frame);
        header.SetPath(path);
        header.SetFeedback(feedback);
        SetBalancerBytes(*frame, CongaHeader::BYTES + 3);
        m_balancer->OnIngress(frame, UPLINK, now.GetTimeStep());
        NS_TEST_EXPECT_MSG_EQ(frame->balancerBytes, 0, "hosts get no header");
        NS_TEST_EXPECT_MSG_EQ(frame->wireBytes,
                              RoceWireBytes(frame->opcode, frame->payloadBytes),
                              "and no bytes of it");
    }

    /**
     * @brief Send bytes by an uplink, so that its estimator has a metric.
     * @param path the uplink's path
     * @param metric the metric
     * @param now when
     */
    void Load(uint32_t path, uint32_t metric, Time now)
    {
        RoceFramePtr frame = MakeRoceFrame(NEAR, FAR, 1, 0, RoceOpcode::ACKNOWLEDGE);
        frame->wireBytes = 39063; // 1/80 of C tau = 100 Gbit/s 250 us
        for (uint32_t i = 0; i < 10 * metric; ++i)
        {
            m_balancer->OnEgress(*frame, UPLINK + path, 3, now.GetTimeStep());
        }
    }
};

} // namespace ns3::rdmacell

#endif // CONGA_TEST_CASE_H
