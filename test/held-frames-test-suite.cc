/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "frame-test-network.h"

#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/ecn-marker.h"
#include "ns3/load-balancer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::rdmacell::test
{

namespace
{

constexpr uint16_t HELD_FLOW = 1;  ///< UDP source port of the flow that is held
constexpr uint16_t OTHER_FLOW = 2; ///< of another one

/// A scheme that holds the packets of one flow in a reorder queue, as ConWeave does.
class HoldingBalancer : public LoadBalancer
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::rdmacell::test::HoldingBalancer")
                                .SetParent<LoadBalancer>()
                                .AddConstructor<HoldingBalancer>();
        return tid;
    }

    uint32_t GetCapabilities() const override
    {
        return QUEUE;
    }

    uint32_t SelectPort(RoceFrame&, const PortSet& candidates, int64_t) override
    {
        return candidates[0];
    }

    uint32_t SelectQueue(RoceFrame& frame, uint32_t, int64_t) override
    {
        return frame.srcPort == HELD_FLOW ? m_queue : frame.priority;
    }

    /**
     * @brief Make the reorder queue, which is blocked.
     * @param port egress port
     */
    void Block(uint32_t port)
    {
        m_queue = GetSwitch().AddReorderQueues(port, 3, 1);
        GetSwitch().SetBlocked(port, m_queue, true, 0);
    }

    /**
     * @brief Resume the reorder queue.
     * @param port egress port
     */
    void Resume(uint32_t port)
    {
        GetSwitch().SetBlocked(port, m_queue, false, Simulator::Now().GetTimeStep());
    }

  private:
    uint32_t m_queue{0}; ///< the reorder queue
};

} // namespace

/// Frames that a reorder queue holds have no part in the marks of other flows at the port.
class HeldFramesMarkTestCase : public FrameTestCase
{
  public:
    /**
     * @brief Make a test.
     * @param markAt where frames are marked
     * @param other PSNs of the other flow that are marked
     * @param held PSNs of the held flow that are marked
     */
    HeldFramesMarkTestCase(const std::string& markAt,
                           std::vector<uint32_t> other,
                           std::vector<uint32_t> held)
        : FrameTestCase("Held frames and the marks of another flow, at " + markAt),
          m_markAt(markAt),
          m_other(std::move(other)),
          m_held(std::move(held))
    {
    }

  private:
    void Check() override
    {
        TestNetwork net;
        auto tor = net.AddSwitch();
        tor->SetAttribute("MarkAt", StringValue(m_markAt));
        tor->SetAttribute("LoadBalancerType", TypeIdValue(HoldingBalancer::GetTypeId()));
        tor->GetEcnMarker()->SetAttribute("Kmin", UintegerValue(5000));
        tor->GetEcnMarker()->SetAttribute("Kmax", UintegerValue(5000));
        tor->GetEcnMarker()->SetAttribute("ReferenceRate", DataRateValue(DataRate("10Gbps")));
        net.Connect(net.AddHost(), tor);
        const uint32_t port = net.Connect(net.AddHost(), tor, DataRate("10Gbps"));
        tor->Initialize();
        auto balancer = DynamicCast<HoldingBalancer>(tor->GetLoadBalancer());
        balancer->Block(port);

        TestStream stream;
        stream.to = 1;
        stream.srcPort = HELD_FLOW;
        stream.frames = 20;
        net.hosts[0]->Start(Time(0), stream);
        stream.srcPort = OTHER_FLOW;
        stream.frames = 10;
        net.hosts[0]->Start(MicroSeconds(10), stream); // when all 20 are held
        Simulator::Schedule(MicroSeconds(100), [balancer, port] { balancer->Resume(port); });
        Simulator::Run();

        std::vector<uint32_t> other;
        std::vector<uint32_t> held;
        for (const TestArrival& arrival : net.hosts[1]->arrivals)
        {
            if (arrival.ecn == EcnCodePoint::CE)
            {
                (arrival.srcPort == HELD_FLOW ? held : other).push_back(arrival.psn);
            }
        }
        NS_TEST_EXPECT_MSG_EQ(net.hosts[1]->GetReceived(), 30, "all arrive");
        NS_TEST_EXPECT_MSG_EQ((other == m_other), true, "as if nothing were held");
        NS_TEST_EXPECT_MSG_EQ((held == m_held), true, "the queue that they are once resumed");
        NS_TEST_EXPECT_MSG_EQ(tor->GetStats().ecnMarks, other.size() + held.size(), "counted");
    }

    std::string m_markAt;          ///< where frames are marked
    std::vector<uint32_t> m_other; ///< expected marks of the other flow
    std::vector<uint32_t> m_held;  ///< expected marks of the held flow
};

/// Frames that a reorder queue holds cause pauses if they take shared buffer, and only then.
class HeldFramesPauseTestCase : public FrameTestCase
{
  public:
    /**
     * @brief Make a test.
     * @param charge whether reorder queues take shared buffer
     */
    explicit HeldFramesPauseTestCase(bool charge)
        : FrameTestCase(std::string("Held frames ") + (charge ? "in" : "outside") + " the buffer"),
          m_charge(charge)
    {
    }

  private:
    void Check() override
    {
        TestNetwork net;
        auto tor = net.AddSwitch();
        tor->SetAttribute("LoadBalancerType", TypeIdValue(HoldingBalancer::GetTypeId()));
        tor->SetAttribute("ChargeReorderQueues", BooleanValue(m_charge));
        tor->SetAttribute("PauseThreshold", UintegerValue(10000));
        tor->SetAttribute("ResumeThreshold", UintegerValue(5000));
        net.Connect(net.AddHost(), tor);
        const uint32_t port = net.Connect(net.AddHost(), tor);
        tor->Initialize();
        auto balancer = DynamicCast<HoldingBalancer>(tor->GetLoadBalancer());
        balancer->Block(port);
        TestStream stream;
        stream.to = 1;
        stream.srcPort = HELD_FLOW;
        stream.frames = 100; // of 1082 bytes: the tenth exceeds the threshold
        net.hosts[0]->Start(Time(0), stream);
        Simulator::Schedule(MicroSeconds(50), [this, tor] {
            const uint64_t held = tor->GetBuffer().GetOccupiedBytes();
            if (m_charge)
            {
                NS_TEST_EXPECT_MSG_GT(held, 10000, "what was in flight follows");
                NS_TEST_EXPECT_MSG_LT(held, 100 * 1082, "the host is paused");
            }
            else
            {
                NS_TEST_EXPECT_MSG_EQ(held, 0, "outside");
            }
        });
        Simulator::Schedule(MicroSeconds(100), [balancer, port] { balancer->Resume(port); });
        Simulator::Run();
        const FabricSwitchStats stats = tor->GetStats();
        NS_TEST_EXPECT_MSG_EQ(net.hosts[1]->GetReceived(), 100, "all arrive");
        NS_TEST_EXPECT_MSG_EQ((stats.pfcPauses > 0), m_charge, "pauses");
        NS_TEST_EXPECT_MSG_EQ(stats.pfcPauses, stats.pfcResumes, "every pause has its resume");
        NS_TEST_EXPECT_MSG_EQ(stats.admitted, 100, "counted either way");
        NS_TEST_EXPECT_MSG_EQ(tor->GetBuffer().IsEmpty(), true, "all is released");
    }

    bool m_charge; ///< whether reorder queues take shared buffer
};

/// A reorder queue that has resumed is marked as any queue, whether it takes shared buffer or not.
class ResumedQueueMarkTestCase : public FrameTestCase
{
  public:
    /**
     * @brief Make a test.
     * @param charge whether reorder queues take shared buffer
     */
    explicit ResumedQueueMarkTestCase(bool charge)
        : FrameTestCase(std::string("A resumed queue ") + (charge ? "in" : "outside") +
                        " the buffer is marked"),
          m_charge(charge)
    {
    }

  private:
    void Check() override
    {
        TestNetwork net;
        auto tor = net.AddSwitch();
        tor->SetAttribute("MarkAt", StringValue("Enqueue"));
        tor->SetAttribute("LoadBalancerType", TypeIdValue(HoldingBalancer::GetTypeId()));
        tor->SetAttribute("ChargeReorderQueues", BooleanValue(m_charge));
        tor->GetEcnMarker()->SetAttribute("Kmin", UintegerValue(5000));
        tor->GetEcnMarker()->SetAttribute("Kmax", UintegerValue(5000));
        tor->GetEcnMarker()->SetAttribute("ReferenceRate", DataRateValue(DataRate("10Gbps")));
        net.Connect(net.AddHost(), tor);
        const uint32_t port = net.Connect(net.AddHost(), tor, DataRate("10Gbps"));
        tor->Initialize();
        auto balancer = DynamicCast<HoldingBalancer>(tor->GetLoadBalancer());
        balancer->Block(port);
        balancer->Resume(port);
        TestStream stream;
        stream.to = 1;
        stream.srcPort = HELD_FLOW;
        stream.frames =
            10; // frame n finds n - 1 of 1082 bytes: more than 4 are above the threshold
        net.hosts[0]->Start(Time(0), stream);
        Simulator::Run();
        std::vector<uint32_t> marked;
        for (const TestArrival& arrival : net.hosts[1]->arrivals)
        {
            if (arrival.ecn == EcnCodePoint::CE)
            {
                marked.push_back(arrival.psn);
            }
        }
        NS_TEST_EXPECT_MSG_EQ((marked == std::vector<uint32_t>{6, 7, 8, 9}), true, "by its length");
    }

    bool m_charge; ///< whether reorder queues take shared buffer
};

/// Suite of frames in reorder queues.
class HeldFramesTestSuite : public TestSuite
{
  public:
    HeldFramesTestSuite()
        : TestSuite("rdmacell-held-frames", TestSuite::Type::UNIT)
    {
        // Frame n of the burst of ten finds n - 1 frames of 1082 bytes, and leaves 9 - n behind; of
        // those held, frame n leaves 19 - n behind. More than 4 are above the 5000 bytes.
        std::vector<uint32_t> held(15);
        for (uint32_t n = 0; n < held.size(); ++n)
        {
            held[n] = n;
        }
        AddTestCase(new HeldFramesMarkTestCase("Dequeue", {1, 2, 3, 4}, held));
        AddTestCase(new HeldFramesMarkTestCase("Enqueue", {6, 7, 8, 9}, {}));
        AddTestCase(new HeldFramesPauseTestCase(true));
        AddTestCase(new HeldFramesPauseTestCase(false));
        AddTestCase(new ResumedQueueMarkTestCase(true));
        AddTestCase(new ResumedQueueMarkTestCase(false));
    }
};

static HeldFramesTestSuite g_heldFramesTestSuite; ///< registers the suite

} // namespace ns3::rdmacell::test
