/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "frame-test-network.h"
#include "host-address.h"

#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/ecn-marker.h"
#include "ns3/input-error.h"
#include "ns3/load-balancer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace ns3::rdmacell::test
{

namespace
{

/// A scheme that asks for all hooks, uses every action, and notes what it was asked.
class TestBalancer : public LoadBalancer
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::rdmacell::test::TestBalancer")
                                .SetParent<LoadBalancer>()
                                .AddConstructor<TestBalancer>();
        return tid;
    }

    uint32_t GetCapabilities() const override
    {
        return s_capabilities;
    }

    uint32_t SelectPort(RoceFrame& frame, const PortSet& candidates, int64_t /* now */) override
    {
        selected.push_back(frame.psn);
        return candidates[frame.psn % candidates.count];
    }

    uint32_t SelectQueue(RoceFrame& frame, uint32_t port, int64_t /* now */) override
    {
        ++queuesAsked;
        return port == blockedPort && frame.psn == blockedPsn ? blockedQueue : frame.priority;
    }

    void OnIngress(RoceFramePtr& frame, uint32_t /* port */, int64_t now) override
    {
        ++ingress;
        if (frame->psn == takePsn)
        {
            frame.reset();
        }
        else if (frame->psn == notifyPsn)
        {
            RoceFramePtr note = GetSwitch().NewFrame();
            note->wireBytes = 84;
            note->priority = 7;
            note->dstIp = frame->dstIp;
            note->timeToLive = 64;
            note->scratch[0] = 42;
            GetSwitch().Output(std::move(note), notifyPort, 7, now);
        }
    }

    void OnEgress(RoceFrame& frame, uint32_t port, uint32_t queue, int64_t now) override
    {
        ++egress;
        if (port == blockedPort && frame.psn == releasePsn && queue == frame.priority)
        {
            GetSwitch().SetBlocked(blockedPort, blockedQueue, false, now);
        }
    }

    void OnControl(RoceFramePtr&& frame, uint32_t port, int64_t now) override
    {
        controls.emplace_back(port, frame->scratch[0]);
        if (forwardControl)
        {
            GetSwitch().Route(std::move(frame), now);
        }
    }

    void OnLinkChange(uint32_t port, bool up) override
    {
        links.emplace_back(port, up);
    }

    /**
     * @brief Hold a frame in a reorder queue until another one has left.
     * @param port egress port
     * @param psn the frame held
     * @param until the other one
     */
    void Hold(uint32_t port, uint32_t psn, uint32_t until)
    {
        blockedPort = port;
        blockedPsn = psn;
        releasePsn = until;
        blockedQueue = GetSwitch().AddReorderQueues(port, 3, 1);
        GetSwitch().SetBlocked(port, blockedQueue, true, 0);
    }

    static uint32_t s_capabilities; ///< hooks to ask for

    static constexpr uint32_t NONE = UINT32_MAX; ///< no frame, no port

    uint32_t takePsn{NONE};         ///< frame to take in OnIngress()
    uint32_t notifyPsn{NONE};       ///< frame at which to send one of its own ...
    uint32_t notifyPort{NONE};      ///< ... through this port
    uint32_t blockedPort{NONE};     ///< port of the reorder queue
    uint32_t blockedQueue{NONE};    ///< the reorder queue
    uint32_t blockedPsn{NONE};      ///< frame that goes there
    uint32_t releasePsn{NONE};      ///< frame that has it released
    bool forwardControl{false};     ///< send control frames on
    int ingress{0};                 ///< calls of OnIngress()
    int egress{0};                  ///< calls of OnEgress()
    int queuesAsked{0};             ///< calls of SelectQueue()
    std::vector<uint32_t> selected; ///< PSNs seen by SelectPort()
    std::vector<std::pair<uint32_t, uint8_t>> controls; ///< port and content of control frames
    std::vector<std::pair<uint32_t, bool>> links;       ///< link changes
};

uint32_t TestBalancer::s_capabilities = 0;

/**
 * @brief Change a switch's scheme to TestBalancer.
 * @param of the switch
 * @return its scheme
 */
Ptr<TestBalancer>
UseTestBalancer(Ptr<FabricSwitch> of)
{
    of->SetAttribute("LoadBalancerType", TypeIdValue(TestBalancer::GetTypeId()));
    return DynamicCast<TestBalancer>(of->GetLoadBalancer());
}

/// Host 0, a switch, two links, a switch, host 1.
class TwoLinks
{
  public:
    TwoLinks()
        : left(net.AddSwitch()),
          right(net.AddSwitch())
    {
        net.Connect(net.AddHost(), left);
        net.Connect(net.AddHost(), right);
        const auto first = net.Connect(left, right);
        const auto second = net.Connect(left, right);
        left->SetRoute(Ipv4Address(HostAddress::Of(1)), {first.first, second.first});
        right->SetRoute(Ipv4Address(HostAddress::Of(0)), {first.second, second.second});
    }

    /**
     * @brief Get one of the two links.
     * @param port port of the left switch, 1 or 2
     * @return the link
     */
    Ptr<FrameChannel> GetLink(uint32_t port) const
    {
        return DynamicCast<FrameChannel>(left->GetDevice(port)->GetChannel());
    }

    TestNetwork net;         ///< all of it
    Ptr<FabricSwitch> left;  ///< port 0 to host 0, ports 1 and 2 to the other switch
    Ptr<FabricSwitch> right; ///< port 0 to host 1, ports 1 and 2 to the other switch
};

} // namespace

/// A frame crosses one switch in the time that its two links take, and leaves nothing behind.
class OneSwitchTestCase : public FrameTestCase
{
  public:
    OneSwitchTestCase()
        : FrameTestCase("One frame through one switch")
    {
    }

  private:
    void Check() override
    {
        TestNetwork net;
        TestHost& a = net.AddHost();
        TestHost& b = net.AddHost();
        auto tor = net.AddSwitch();
        net.Connect(a, tor);
        net.Connect(b, tor);
        TestStream stream;
        stream.to = 1;
        a.Start(MicroSeconds(5), stream);
        Simulator::Run();
        // 1082 bytes (1062, preamble and gap) take 86.56 ns, twice; each link 1 us.
        NS_TEST_ASSERT_MSG_EQ(b.GetReceived(), 1, "the frame arrives");
        NS_TEST_EXPECT_MSG_EQ(b.arrivals[0].time,
                              NanoSeconds(5000 + 2 * (86 + 1000)).GetTimeStep(),
                              "store and forward");
        NS_TEST_EXPECT_MSG_EQ(tor->GetBuffer().IsEmpty(), true, "all bytes are released");
        NS_TEST_EXPECT_MSG_EQ(tor->GetStats().admitted, 1, "one frame");
    }
};

/// Frames that have no way to go are dropped and counted, each for its reason.
class DropReasonsTestCase : public FrameTestCase
{
  public:
    DropReasonsTestCase()
        : FrameTestCase("No route, no time to live, nobody for a control frame")
    {
    }

  private:
    void Check() override
    {
        TwoLinks two;
        std::vector<SwitchDrop> reasons;
        for (auto tor : {two.left, two.right})
        {
            tor->TraceConnectWithoutContext("Drop",
                                            Callback<void, const RoceFrame&, SwitchDrop>(
                                                [&reasons](const RoceFrame&, SwitchDrop reason) {
                                                    reasons.push_back(reason);
                                                }));
        }
        TestStream stream;
        stream.to = 77;
        two.net.hosts[0]->Start(MicroSeconds(10), stream);
        stream.to = 1;
        stream.timeToLive = 2;
        two.net.hosts[0]->Start(MicroSeconds(20), stream);
        stream.timeToLive = 3;
        two.net.hosts[0]->Start(MicroSeconds(30), stream);
        stream.kind = FrameKind::BALANCER;
        two.net.hosts[0]->Start(MicroSeconds(40), stream);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(two.net.hosts[1]->GetReceived(), 1, "only that of 3 hops to live");
        NS_TEST_ASSERT_MSG_EQ(reasons.size(), 3, "drops");
        NS_TEST_EXPECT_MSG_EQ((reasons[0] == SwitchDrop::NO_ROUTE), true, "unknown host");
        NS_TEST_EXPECT_MSG_EQ((reasons[1] == SwitchDrop::TTL), true, "2 hops to live");
        NS_TEST_EXPECT_MSG_EQ((reasons[2] == SwitchDrop::CONTROL), true, "control frame");
        NS_TEST_EXPECT_MSG_EQ(two.left->GetStats().GetDrops(SwitchDrop::NO_ROUTE), 1, "counted");
        NS_TEST_EXPECT_MSG_EQ(two.right->GetStats().GetDrops(SwitchDrop::TTL), 1, "counted");
        NS_TEST_EXPECT_MSG_EQ(two.left->GetStats().GetDrops(), 2, "counted");
    }
};

/// The pipeline latency delays each frame and takes no line rate.
class LatencyTestCase : public FrameTestCase
{
  public:
    LatencyTestCase()
        : FrameTestCase("Pipeline latency")
    {
    }

  private:
    /**
     * @brief Send 100 frames through a switch.
     * @param latency its pipeline latency
     * @return what arrived
     */
    std::vector<TestArrival> Run(Time latency)
    {
        TestNetwork net;
        auto tor = net.AddSwitch();
        tor->SetAttribute("Latency", TimeValue(latency));
        net.Connect(net.AddHost(), tor);
        net.Connect(net.AddHost(), tor);
        TestStream stream;
        stream.to = 1;
        stream.frames = 100;
        net.hosts[0]->Start(Time(0), stream);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(tor->GetBuffer().IsEmpty(), true, "all is released");
        return net.hosts[1]->arrivals;
    }

    void Check() override
    {
        const std::vector<TestArrival> without = Run(Time(0));
        const std::vector<TestArrival> with = Run(NanoSeconds(500));
        NS_TEST_ASSERT_MSG_EQ(without.size(), 100, "all arrive");
        NS_TEST_ASSERT_MSG_EQ(with.size(), 100, "all arrive");
        for (std::size_t i = 0; i < 100; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(with[i].psn, i, "in order");
            NS_TEST_EXPECT_MSG_EQ(with[i].time, without[i].time + 500, "later by the latency");
        }
    }
};

/// A switch may have more ports than fit into a byte.
class ManyPortsTestCase : public FrameTestCase
{
  public:
    ManyPortsTestCase()
        : FrameTestCase("A switch of 257 ports")
    {
    }

  private:
    void Check() override
    {
        constexpr uint32_t PORTS = 257;
        TestNetwork net;
        auto tor = net.AddSwitch();
        for (uint32_t i = 0; i < PORTS; ++i)
        {
            net.Connect(net.AddHost(), tor);
        }
        TestStream stream;
        stream.frames = 10;
        for (uint32_t i = 0; i < PORTS; ++i)
        {
            stream.to = (i + 1) % PORTS;
            net.hosts[i]->Start(Time(0), stream);
        }
        Simulator::Run();
        for (uint32_t i = 0; i < PORTS; ++i)
        {
            NS_TEST_ASSERT_MSG_EQ(net.hosts[i]->GetReceived(), 10, "host " << i);
            NS_TEST_ASSERT_MSG_EQ(net.hosts[i]->arrivals[0].from, (i + PORTS - 1) % PORTS, "from");
        }
        NS_TEST_EXPECT_MSG_EQ(tor->GetBuffer().IsEmpty(), true, "all is released");
    }
};

/// The marking probability: 0 up to Kmin, Pmax at Kmax, 1 above; thresholds scale with the rate.
class EcnProbabilityTestCase : public FrameTestCase
{
  public:
    EcnProbabilityTestCase()
        : FrameTestCase("Marking probability and thresholds")
    {
    }

  private:
    void Check() override
    {
        constexpr uint64_t GIGA = 1000000000;
        auto marker = CreateObject<EcnMarker>();
        marker->AssignStreams(3);
        marker->Start({25 * GIGA, 100 * GIGA, 400 * GIGA});
        for (auto [port, kmin, kmax] : {std::tuple{0, 25000, 100000},
                                        std::tuple{1, 100000, 400000},
                                        std::tuple{2, 400000, 1600000}})
        {
            const EcnMarker::Thresholds scaled = marker->GetThresholds(port);
            NS_TEST_EXPECT_MSG_EQ(scaled.kmin, static_cast<uint64_t>(kmin), "Kmin");
            NS_TEST_EXPECT_MSG_EQ(scaled.kmax, static_cast<uint64_t>(kmax), "Kmax");
        }
        constexpr int DRAWS = 100000;
        for (auto [queue, probability] : {std::pair{0, 0.0},
                                          std::pair{100000, 0.0},
                                          std::pair{250000, 0.1},
                                          std::pair{400000, 0.2},
                                          std::pair{400001, 1.0}})
        {
            int marked = 0;
            for (int i = 0; i < DRAWS; ++i)
            {
                RoceFrame frame{};
                frame.ecn = i % 2 ? EcnCodePoint::ECT0 : EcnCodePoint::ECT1;
                marked += marker->Mark(frame, 1, static_cast<uint64_t>(queue));
            }
            // 3.5 standard deviations; none where the outcome is certain.
            const double band = 3.5 * std::sqrt(probability * (1 - probability) / DRAWS);
            NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(marked) / DRAWS,
                                      probability,
                                      band,
                                      "queue of " << queue);
        }
        RoceFrame frame{};
        NS_TEST_EXPECT_MSG_EQ(marker->Mark(frame, 1, 500000), false, "not ECN capable");
        NS_TEST_EXPECT_MSG_EQ((frame.ecn == EcnCodePoint::NOT_ECT), true, "and stays so");
        frame.ecn = EcnCodePoint::ECT0;
        NS_TEST_EXPECT_MSG_EQ(marker->Mark(frame, 1, 500000), true, "marked");
        NS_TEST_EXPECT_MSG_EQ((frame.ecn == EcnCodePoint::CE), true, "CE");
        NS_TEST_EXPECT_MSG_EQ(marker->Mark(frame, 1, 500000), false, "but once");
    }
};

/// Which frames of a burst are marked, by the queue that they find or leave behind.
class MarkPointTestCase : public FrameTestCase
{
  public:
    MarkPointTestCase()
        : FrameTestCase("Marking at enqueue and at dequeue")
    {
    }

  private:
    /**
     * @brief Send a burst of ten frames into a port a tenth as fast, with a threshold of 5000
     * bytes.
     * @param attribute attribute of the switch to set
     * @param value its value
     * @return numbers of the frames that arrive marked
     */
    std::vector<uint32_t> Run(const std::string& attribute, const AttributeValue& value)
    {
        TestNetwork net;
        auto tor = net.AddSwitch();
        tor->SetAttribute(attribute, value);
        tor->GetEcnMarker()->SetAttribute("Kmin", UintegerValue(5000));
        tor->GetEcnMarker()->SetAttribute("Kmax", UintegerValue(5000));
        tor->GetEcnMarker()->SetAttribute("ReferenceRate", DataRateValue(DataRate("10Gbps")));
        net.Connect(net.AddHost(), tor);
        net.Connect(net.AddHost(), tor, DataRate("10Gbps"));
        TestStream stream;
        stream.to = 1;
        stream.frames = 10;
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
        NS_TEST_EXPECT_MSG_EQ(net.hosts[1]->GetReceived(), 10, "all arrive");
        NS_TEST_EXPECT_MSG_EQ(tor->GetStats().ecnMarks, marked.size(), "counted");
        return marked;
    }

    void Check() override
    {
        // Frame 0 goes on the line at once, all others arrive before it has left. Frame n finds
        // n - 1 frames of 1082 bytes, and leaves 9 - n behind.
        const auto atEnqueue = Run("MarkAt", StringValue("Enqueue"));
        NS_TEST_EXPECT_MSG_EQ((atEnqueue == std::vector<uint32_t>{6, 7, 8, 9}), true, "enqueue");
        const auto atDequeue = Run("MarkAt", StringValue("Dequeue"));
        NS_TEST_EXPECT_MSG_EQ((atDequeue == std::vector<uint32_t>{1, 2, 3, 4}), true, "dequeue");
        NS_TEST_EXPECT_MSG_EQ(Run("Ecn", BooleanValue(false)).size(), 0, "switched off");
    }
};

/// Each hook is called where it should be, and each action does what it says.
class HooksTestCase : public FrameTestCase
{
  public:
    HooksTestCase()
        : FrameTestCase("A scheme's hooks and actions")
    {
    }

  private:
    void Check() override
    {
        TestBalancer::s_capabilities = LoadBalancer::INGRESS | LoadBalancer::EGRESS |
                                       LoadBalancer::CONTROL | LoadBalancer::QUEUE |
                                       LoadBalancer::LINK;
        TwoLinks two;
        auto left = UseTestBalancer(two.left);
        auto right = UseTestBalancer(two.right);
        two.left->Initialize();
        two.right->Initialize();
        left->takePsn = 2;
        left->notifyPsn = 4;
        left->notifyPort = 2;
        right->forwardControl = true;
        right->Hold(0, 3, 8);
        TestStream stream;
        stream.to = 1;
        stream.frames = 10;
        stream.interval = NanoSeconds(100);
        two.net.hosts[0]->Start(Time(0), stream);
        Simulator::Schedule(MicroSeconds(50), [&two] { two.GetLink(1)->SetUp(false); });
        Simulator::Run();

        NS_TEST_EXPECT_MSG_EQ(left->ingress, 10, "each RoCE frame comes in");
        NS_TEST_EXPECT_MSG_EQ(left->selected.size(), 9, "one was taken, the others have a choice");
        NS_TEST_EXPECT_MSG_EQ(left->queuesAsked, 9, "of queue, too");
        NS_TEST_EXPECT_MSG_EQ(left->egress, 10, "and leave, with one of the scheme's own");
        NS_TEST_EXPECT_MSG_EQ(right->selected.size(), 0, "with one candidate there is no choice");
        NS_TEST_EXPECT_MSG_EQ(two.GetLink(1)->GetWire(0).GetFrames(), 4, "even numbers: 0 4 6 8");
        NS_TEST_EXPECT_MSG_EQ(two.GetLink(2)->GetWire(0).GetFrames(), 6, "odd ones and a control");
        NS_TEST_ASSERT_MSG_EQ(right->controls.size(), 1, "the control frame arrives");
        NS_TEST_EXPECT_MSG_EQ(right->controls[0].first, 2, "through this port");
        NS_TEST_EXPECT_MSG_EQ(right->controls[0].second, 42, "with what was written into it");
        std::vector<uint32_t> order;
        for (const TestArrival& arrival : two.net.hosts[1]->arrivals)
        {
            if (arrival.priority == 3)
            {
                order.push_back(arrival.psn);
            }
        }
        const std::vector<uint32_t> expected{0, 1, 4, 5, 6, 7, 8, 3, 9};
        NS_TEST_EXPECT_MSG_EQ((order == expected), true, "2 was taken, 3 blocked until 8 had left");
        NS_TEST_EXPECT_MSG_EQ(two.net.hosts[1]->GetReceived(), 10, "with the control frame");
        NS_TEST_ASSERT_MSG_EQ(left->links.size(), 1, "the link's end is told");
        NS_TEST_EXPECT_MSG_EQ(left->links[0].first, 1, "of port 1");
        NS_TEST_EXPECT_MSG_EQ(left->links[0].second, false, "being down");
        NS_TEST_EXPECT_MSG_EQ(two.left->GetBuffer().IsEmpty(), true, "all is released");
        NS_TEST_EXPECT_MSG_EQ(two.right->GetBuffer().IsEmpty(), true, "all is released");
    }
};

/// Hooks that a scheme has not asked for are not called.
class NoHooksTestCase : public FrameTestCase
{
  public:
    NoHooksTestCase()
        : FrameTestCase("A scheme that asks for no hook gets none")
    {
    }

  private:
    void Check() override
    {
        TestBalancer::s_capabilities = 0;
        TwoLinks two;
        auto left = UseTestBalancer(two.left);
        UseTestBalancer(two.right);
        TestStream stream;
        stream.to = 1;
        stream.frames = 10;
        two.net.hosts[0]->Start(Time(0), stream);
        Simulator::Schedule(MicroSeconds(50), [&two] { two.GetLink(1)->SetUp(false); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(two.net.hosts[1]->GetReceived(), 10, "all arrive");
        NS_TEST_EXPECT_MSG_EQ(left->selected.size(), 10, "SelectPort() is always there");
        NS_TEST_EXPECT_MSG_EQ(left->ingress + left->egress + left->queuesAsked, 0, "hooks");
        NS_TEST_EXPECT_MSG_EQ(left->links.size(), 0, "link hook");
    }
};

/// The state of its switch that a scheme sees.
class ViewTestCase : public FrameTestCase
{
  public:
    ViewTestCase()
        : FrameTestCase("What a scheme sees")
    {
    }

  private:
    void Check() override
    {
        TwoLinks two;
        two.left->SetTor(5, 9);
        const auto tors = std::make_shared<TorMap>();
        tors->Add(Ipv4Address("10.0.0.9").Get(), 6);
        tors->Add(HostAddress::Of(1), 6);
        tors->Add(Ipv4Address("192.168.7.4").Get(), 8);
        two.left->SetTorMap(tors);
        FabricPath path;
        path.delay = 1000;
        path.hops = 1;
        path.ports[0] = 2;
        std::vector<uint32_t> asked;
        two.left->SetPathSource([&](uint32_t tor) {
            asked.push_back(tor);
            return std::vector<FabricPath>(tor == 6 ? 1 : 0, path);
        });
        const SwitchView& view = *two.left;
        NS_TEST_EXPECT_MSG_EQ(view.GetTor(), 5, "own ToR number");
        NS_TEST_EXPECT_MSG_EQ(view.GetTorCount(), 9, "ToR switches");
        NS_TEST_EXPECT_MSG_EQ(view.GetTorOf(HostAddress::Of(1)), 6, "of a host");
        NS_TEST_EXPECT_MSG_EQ(view.GetTorOf(HostAddress::Of(0)), SwitchView::NO_TOR, "unknown");
        NS_TEST_EXPECT_MSG_EQ(view.GetTorOf(0xc0a80704), 8, "of a host of another subnet");
        NS_TEST_EXPECT_MSG_EQ(view.GetSliceOf(HostAddress::Of(1)), 1, "position in the rack");
        NS_TEST_EXPECT_MSG_EQ(view.GetSliceOf(HostAddress::Of(0)), 0, "position of unknown");
        NS_TEST_EXPECT_MSG_EQ(view.GetHostOf(6), HostAddress::Of(1), "the lowest of two hosts");
        NS_TEST_EXPECT_MSG_EQ(view.GetHostOf(8), 0xc0a80704, "the only host");
        NS_TEST_EXPECT_MSG_EQ(view.GetHostOf(7), 0, "no host");
        NS_TEST_EXPECT_MSG_EQ(view.GetPortCount(), 3, "ports");
        NS_TEST_EXPECT_MSG_EQ((view.GetPortRole(0) == PortRole::HOST), true, "host");
        NS_TEST_EXPECT_MSG_EQ((view.GetPortRole(1) == PortRole::UP), true, "up");
        NS_TEST_EXPECT_MSG_EQ((two.right->GetPortRole(1) == PortRole::DOWN), true, "down");
        NS_TEST_EXPECT_MSG_EQ(view.GetBitRate(1), 100000000000, "line rate");
        NS_TEST_EXPECT_MSG_EQ(view.GetRoute(HostAddress::Of(1)).count, 2, "route");
        NS_TEST_EXPECT_MSG_EQ(view.GetPaths(6).size(), 1, "paths");
        NS_TEST_EXPECT_MSG_EQ(view.GetPaths(6)[0].ports[0], 2, "port of the path");
        NS_TEST_EXPECT_MSG_EQ(view.GetPaths(7).size(), 0, "no path known");
        NS_TEST_EXPECT_MSG_EQ(view.GetPaths(7).size(), 0, "nor later");
        NS_TEST_EXPECT_MSG_EQ(view.GetPaths(SwitchView::NO_TOR).size(), 0, "to no ToR switch");
        NS_TEST_EXPECT_MSG_EQ((asked == std::vector<uint32_t>{6, 7}), true, "each asked for once");
        NS_TEST_EXPECT_MSG_NE(view.GetHashSeed(), two.right->GetHashSeed(), "each its own seed");
        NS_TEST_EXPECT_MSG_EQ(view.IsPortUp(1), true, "up");
        two.GetLink(1)->SetUp(false);
        NS_TEST_EXPECT_MSG_EQ(view.IsPortUp(1), false, "down");
    }
};

/// A link that is down leaves its equal-cost sets at once, or loses frames: PruneDeadPorts.
class LinkFailureTestCase : public FrameTestCase
{
  public:
    LinkFailureTestCase()
        : FrameTestCase("One of two links goes down and up")
    {
    }

  private:
    /**
     * @brief Send 300 frames, of which 100 while link 1 is down.
     * @param prune value of PruneDeadPorts
     * @return frames that arrive
     */
    uint64_t Run(bool prune)
    {
        TestBalancer::s_capabilities = 0;
        TwoLinks two;
        for (auto tor : {two.left, two.right})
        {
            UseTestBalancer(tor);
            tor->SetAttribute("PruneDeadPorts", BooleanValue(prune));
        }
        TestStream stream;
        stream.to = 1;
        stream.frames = 100;
        for (int64_t start : {0, 50, 100})
        {
            two.net.hosts[0]->Start(MicroSeconds(start), stream);
        }
        Simulator::Schedule(MicroSeconds(40), [&two] { two.GetLink(1)->SetUp(false); });
        Simulator::Schedule(MicroSeconds(90), [&two] { two.GetLink(1)->SetUp(true); });
        Simulator::Run();
        if (prune)
        {
            NS_TEST_EXPECT_MSG_EQ(two.GetLink(1)->GetWire(0).GetFrames(), 100, "50 + 0 + 50");
            NS_TEST_EXPECT_MSG_EQ(two.GetLink(2)->GetWire(0).GetFrames(), 200, "50 + 100 + 50");
        }
        NS_TEST_EXPECT_MSG_EQ(two.left->GetBuffer().IsEmpty(), true, "all is released");
        return two.net.hosts[1]->GetReceived();
    }

    void Check() override
    {
        NS_TEST_EXPECT_MSG_EQ(Run(true), 300, "nothing is lost");
        NS_TEST_EXPECT_MSG_EQ(Run(false), 250, "half of what is sent meanwhile is lost");
    }
};

/// A switch without a scheme says so before anything is sent.
class NoSchemeTestCase : public FrameTestCase
{
  public:
    NoSchemeTestCase()
        : FrameTestCase("A switch needs a scheme")
    {
    }

  private:
    void Check() override
    {
        TestNetwork net;
        auto tor = net.AddSwitch();
        tor->SetAttribute("LoadBalancerType", TypeIdValue(LoadBalancer::GetTypeId()));
        net.Connect(net.AddHost(), tor);
        std::string text;
        try
        {
            tor->Initialize();
        }
        catch (const InputError& error)
        {
            text = error.what();
        }
        NS_TEST_EXPECT_MSG_NE(text.find("LoadBalancerType"),
                              std::string::npos,
                              "says what is missing");
    }
};

/// Suite of FabricSwitch.
class SwitchTestSuite : public TestSuite
{
  public:
    SwitchTestSuite()
        : TestSuite("rdmacell-switch", TestSuite::Type::UNIT)
    {
        AddTestCase(new OneSwitchTestCase);
        AddTestCase(new DropReasonsTestCase);
        AddTestCase(new LatencyTestCase);
        AddTestCase(new ManyPortsTestCase);
        AddTestCase(new EcnProbabilityTestCase);
        AddTestCase(new MarkPointTestCase);
        AddTestCase(new HooksTestCase);
        AddTestCase(new NoHooksTestCase);
        AddTestCase(new ViewTestCase);
        AddTestCase(new LinkFailureTestCase);
        AddTestCase(new NoSchemeTestCase);
    }
};

static SwitchTestSuite g_switchTestSuite; ///< registers the suite

} // namespace ns3::rdmacell::test
