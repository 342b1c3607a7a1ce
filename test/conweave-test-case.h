/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CONWEAVE_TEST_CASE_H
#define CONWEAVE_TEST_CASE_H

#include "tor-test-case.h"

#include "ns3/conweave-balancer.h"
#include "ns3/source-route.h"

#include <cstdint>
#include <functional>
#include <string>

namespace ns3::rdmacell
{

constexpr uint32_t DATA = 3;         ///< class of data, and number of its queue
constexpr uint32_t HEADER_BYTES = 8; ///< header, and a path of two hops

/**
 * @ingroup tests
 * @brief ConWeave on a ToR switch with two hosts and some uplinks, each one path to another ToR
 * switch: two links of 100 Gb/s and 1 us.
 */
class ConWeaveTestCase : public TorTestCase<ConWeaveBalancer>
{
  public:
    /**
     * @brief Make a test case.
     * @param name what is tested
     * @param uplinks uplinks
     */
    explicit ConWeaveTestCase(const std::string& name, uint16_t uplinks = 3)
        : TorTestCase(name, uplinks)
    {
    }

  protected:
    /**
     * @brief A packet departs from a host.
     * @param now when
     * @param flow UDP source port
     * @return the packet, with its header
     */
    RoceFramePtr Depart(Time now, uint16_t flow = 1)
    {
        RoceFramePtr frame = MakeRoceFrame(NEAR, FAR, flow);
        m_balancer->OnIngress(frame, 0, now.GetTimeStep());
        return frame;
    }

    /**
     * @brief Read the header of a packet.
     * @param frame the packet
     * @return its header
     */
    static ConWeaveHeader HeaderOf(const RoceFramePtr& frame)
    {
        return ConWeaveHeader::Read(*frame);
    }

    /**
     * @brief Get the path of a packet.
     * @param frame the packet
     * @return its path, 0, 1 ...
     */
    static uint32_t PathOf(const RoceFramePtr& frame)
    {
        return SourceRoute(*frame, ConWeaveHeader::BYTES).GetPort() - UPLINK;
    }

    /**
     * @brief A control frame arrives from the other ToR switch.
     * @param opcode its kind
     * @param epoch epoch of the flow
     * @param now when
     * @param path that it comes by and is about
     * @param flow the flow
     */
    void Tell(ConWeaveOpcode opcode, uint8_t epoch, Time now, uint16_t path = 0, uint16_t flow = 1)
    {
        RoceFramePtr frame = m_view.NewFrame();
        frame->srcIp = FAR;
        frame->dstIp = NEAR;
        frame->srcPort = flow;
        ConWeaveHeader header;
        header.opcode = opcode;
        header.epoch = epoch;
        header.Write(*frame);
        // Of ToR switch 1, the port towards path i is 10 + i; that of its spine towards here, 0.
        SourceRoute(*frame, ConWeaveHeader::BYTES)
            .Write(MockSwitchView::MakePath({static_cast<uint16_t>(10 + path), 0}));
        m_balancer->OnControl(std::move(frame), UPLINK + path, now.GetTimeStep());
    }

    /**
     * @brief A packet from ToR switch 1 arrives now and is queued for a host of this one.
     * @param header its header
     * @param flow UDP source port
     * @param marked with an ECN mark
     * @param destination NEAR or NEIGHBOR
     * @return its queue
     */
    uint32_t Arrive(const ConWeaveHeader& header,
                    uint16_t flow = 1,
                    bool marked = false,
                    uint32_t destination = NEAR)
    {
        RoceFramePtr frame = MakeRoceFrame(FAR, destination, flow);
        const uint16_t plain = frame->wireBytes;
        header.Write(*frame);
        SourceRoute route(*frame, ConWeaveHeader::BYTES);
        frame->balancerBytes = static_cast<uint8_t>(ConWeaveHeader::BYTES +
                                                    route.Write(MockSwitchView::MakePath({11, 0})));
        frame->wireBytes = static_cast<uint16_t>(plain + frame->balancerBytes);
        frame->ecn = marked ? EcnCodePoint::CE : EcnCodePoint::ECT0;
        route.Advance();
        route.Advance();
        const uint32_t port = destination == NEAR ? 0 : 1;
        const uint32_t queue =
            m_balancer->SelectQueue(*frame, port, Simulator::Now().GetTimeStep());
        NS_TEST_EXPECT_MSG_EQ(static_cast<uint32_t>(frame->balancerBytes), 0, "bytes for a host");
        NS_TEST_EXPECT_MSG_EQ(frame->wireBytes, plain, "on the wire");
        NS_TEST_EXPECT_MSG_EQ((frame->scratch == decltype(frame->scratch){}), true, "scratch");
        m_view.ports[port].queueBytes[queue] += frame->wireBytes;
        return queue;
    }

    /**
     * @brief The first packet of a queue leaves for a host, now.
     * @param queue the queue
     * @param port the host's port
     */
    void Leave(uint32_t queue, uint32_t port = 0)
    {
        RoceFramePtr frame = MakeRoceFrame(FAR, NEAR);
        m_view.ports[port].queueBytes[queue] -= frame->wireBytes;
        m_balancer->OnEgress(*frame, port, queue, Simulator::Now().GetTimeStep());
    }

    /**
     * @brief Schedule a call.
     * @param when the time
     * @param what the call
     */
    static void At(Time when, std::function<void()> what)
    {
        Simulator::Schedule(when, [what]() { what(); });
    }

    /**
     * @brief Count the control frames of a kind that were sent.
     * @param opcode the kind
     * @return frames
     */
    uint32_t CountSent(ConWeaveOpcode opcode) const
    {
        uint32_t count = 0;
        for (const MockSwitchView::Sent& sent : m_view.sent)
        {
            count += ConWeaveHeader::Read(*sent.frame).opcode == opcode ? 1 : 0;
        }
        return count;
    }
};

} // namespace ns3::rdmacell

#endif // CONWEAVE_TEST_CASE_H
