/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-run.h"
#include "two-nic-fixture.h"

#include "ns3/progress-watch.h"
#include "ns3/stall-report.h"
#include "ns3/test.h"
#include "ns3/topology-registry.h"
#include "ns3/uinteger.h"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace ns3::rdmacell::test
{

namespace
{

/// An application that starts flows and never sends anything.
class IdleApp : public HostApp
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::rdmacell::test::IdleApp")
                                .SetParent<HostApp>()
                                .SetGroupName("RdmaCell")
                                .AddConstructor<IdleApp>();
        return tid;
    }

    ConnectionReply OnConnect(const ConnectionRequest& /* request */) override
    {
        return ConnectionReply();
    }

    void OnDisconnect(uint32_t /* qpNum */) override
    {
    }

  private:
    void StartFlow(const Flow& /* flow */) override
    {
    }
};

NS_OBJECT_ENSURE_REGISTERED(IdleApp);

constexpr uint32_t RING = 5; ///< switches of a ring, each with two hosts

/**
 * @brief Connect switches in a ring, each to two hosts. The ring's ports of the first switch are 2,
 * to the second, and 3; those of each other switch are 2, to the one before, and 3.
 * @param graph gets the links
 * @param firstHost number of the first host
 * @param firstSwitch number of the first switch
 */
void
AddRing(NetworkGraph& graph, uint32_t firstHost, uint32_t firstSwitch)
{
    const DataRate rate("100Gbps");
    for (uint32_t i = 0; i < 2 * RING; ++i)
    {
        graph.links.push_back({firstHost + i, firstSwitch + i / 2, rate, MicroSeconds(1), 0});
    }
    for (uint32_t i = 0; i < RING; ++i)
    {
        graph.links.push_back(
            {firstSwitch + i, firstSwitch + (i + 1) % RING, rate, MicroSeconds(1), 0});
    }
}

/**
 * @brief Make rings that are connected in a row by their first switches.
 * @param rings how many
 * @return the network
 */
NetworkGraph
MakeRings(uint32_t rings)
{
    NetworkGraph graph;
    graph.name = "rings";
    graph.hosts = 2 * RING * rings;
    graph.switches = RING * rings;
    for (uint32_t ring = 0; ring < rings; ++ring)
    {
        AddRing(graph, 2 * RING * ring, graph.hosts + RING * ring);
    }
    for (uint32_t ring = 1; ring < rings; ++ring)
    {
        graph.links.push_back({graph.hosts + RING * (ring - 1),
                               graph.hosts + RING * ring,
                               DataRate("100Gbps"),
                               MicroSeconds(1),
                               0});
    }
    return graph;
}

/**
 * @brief Let each host of each ring send to the host two switches on.
 * @param rings how many rings
 * @param bytes of each flow
 * @return flows
 */
std::vector<Flow>
MakeRingFlows(uint32_t rings, uint64_t bytes)
{
    std::vector<Flow> flows;
    for (uint32_t host = 0; host < 2 * RING * rings; ++host)
    {
        const uint32_t ring = host / (2 * RING);
        const uint32_t to = ring * 2 * RING + (host + 4) % (2 * RING);
        flows.push_back({0, host, to, bytes, Time(0)});
    }
    return flows;
}

/// A port of a cycle: node, number, class.
using PortId = std::array<uint32_t, 3>;

/**
 * @brief List the ports of a cycle.
 * @param report a report
 * @param number of the cycle
 * @return ports in the order of their waits
 */
std::vector<PortId>
GetCycle(const StallReport& report, std::size_t number)
{
    std::vector<PortId> ports;
    for (const uint32_t index : report.GetCycles().at(number))
    {
        const PauseGraph::Port& port = report.GetPauses().GetPorts()[index];
        ports.push_back({port.node, port.port, port.trafficClass});
    }
    return ports;
}

/**
 * @brief List the ports by which a ring's flows go on.
 * @param firstSwitch node of its first switch
 * @return ports in their order around the ring, from the first switch
 */
std::vector<PortId>
GetRingPorts(uint32_t firstSwitch)
{
    std::vector<PortId> ports;
    for (uint32_t i = 0; i < RING; ++i)
    {
        ports.push_back({firstSwitch + i, i == 0 ? 2U : 3U, 3});
    }
    return ports;
}

} // namespace

/// A case whose body is a function.
class WatchTestCase : public TestCase
{
  public:
    /// Body of a case.
    using Body = std::function<void(WatchTestCase&)>;

    /**
     * @brief Make a case.
     * @param name its name
     * @param body its body
     */
    WatchTestCase(const std::string& name, Body body)
        : TestCase(name),
          m_body(std::move(body))
    {
    }

    /**
     * @brief Simulate.
     * @param run the network
     * @param limit how long at most
     * @return the report, or null
     */
    const StallReport* Watch(FabricRun& run, Time limit = MilliSeconds(100))
    {
        const Ptr<ProgressWatch> watch = run.WatchProgress();
        run.Run(limit);
        watch->Conclude();
        return watch->GetReport();
    }

    /**
     * @brief Expect a run to be stuck.
     * @param report its report
     * @param kind why it must be
     * @param part of the headline
     */
    void ExpectStuck(const StallReport* report, StallKind kind, const std::string& part)
    {
        NS_TEST_ASSERT_MSG_NE(report, nullptr, "not stuck");
        NS_TEST_EXPECT_MSG_EQ(report->GetKind(), kind, report->GetHeadline());
        NS_TEST_EXPECT_MSG_NE(report->GetHeadline().find(part),
                              std::string::npos,
                              "no '" << part << "' in: " << report->GetHeadline());
    }

    /**
     * @brief Expect a run not to be stuck, and all its flows to finish.
     * @param run the network, which has been simulated
     * @param report its report
     */
    void ExpectFinished(const FabricRun& run, const StallReport* report)
    {
        NS_TEST_EXPECT_MSG_EQ(report, nullptr, (report ? report->GetHeadline() : ""));
        NS_TEST_EXPECT_MSG_EQ(run.fct->GetFinished(), run.fct->GetFlows(), "all finish");
    }

    /**
     * @brief Expect a number.
     * @param actual what there is
     * @param expected what there should be
     * @param what the number is
     */
    void Expect(uint64_t actual, uint64_t expected, const std::string& what)
    {
        NS_TEST_EXPECT_MSG_EQ(actual, expected, what);
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        m_body(*this);
    }

    Body m_body; ///< of the case
};

namespace
{

/**
 * @brief Make a ring run whose buffers are small and whose senders do not slow down.
 * @param rings how many rings
 * @param bytes of each flow
 * @return the run
 */
std::unique_ptr<FabricRun>
MakeRingRun(uint32_t rings, uint64_t bytes)
{
    auto run = std::make_unique<FabricRun>(MakeRings(rings), MakeRingFlows(rings, bytes));
    run->fabricHelper.SetSwitchAttribute("BufferPerPort", UintegerValue(200'000));
    run->nicHelper.SetAttribute("CongestionOpsType",
                                StringValue("ns3::rdmacell::NoCongestionControl"));
    run->Build();
    return run;
}

/// A ring of switches whose buffers fill up is deadlocked: the cycle is named.
void
RingDeadlocks(WatchTestCase& test)
{
    const auto run = MakeRingRun(1, 20'000'000);
    const StallReport* report = test.Watch(*run);
    test.ExpectStuck(report,
                     StallKind::DEADLOCK,
                     "class 3: switch 10 port 2 -> switch 11 port 3 -> switch 12 port 3 -> "
                     "switch 13 port 3 -> switch 14 port 3 -> switch 10 port 2");
    test.Expect(report->GetCycles().size(), 1, "cycles");
    test.Expect(GetCycle(*report, 0) == GetRingPorts(10), 1, "the ports of the ring");
    test.Expect(report->flows, 10, "unfinished flows");
    test.Expect(report->flowList.size(), 10, "of these, listed");
    test.Expect(report->GetQps().Count(QpWait::PAUSE), 10, "queue pairs paused");
    test.Expect(report->GetQps().GetWaiting().size(), 10, "queue pairs that wait");
    test.Expect(Simulator::Now() < MilliSeconds(20), 1, "found soon");
    std::ostringstream text;
    report->Print(text);
    for (const char* const line : {"switch 12 port 3, class 3: 172 frames, 186104 bytes, paused by "
                                   "switch 13, which waits at port 3",
                                   "host 9 port 0, class 3: paused by switch 14",
                                   "10 in RTS, paused by PFC",
                                   "flow 0: host 0 -> host 4, 20000000 bytes, started at 0 ms"})
    {
        test.Expect(text.str().find(line) != std::string::npos, 1, line);
    }
}

/// The same ring with less to carry.
void
RingFinishes(WatchTestCase& test)
{
    const auto run = MakeRingRun(1, 20'000);
    test.ExpectFinished(*run, test.Watch(*run));
}

/// Two rings are deadlocked at the same time: two cycles.
void
TwoRingsDeadlock(WatchTestCase& test)
{
    const auto run = MakeRingRun(2, 20'000'000);
    const StallReport* report = test.Watch(*run);
    test.ExpectStuck(report, StallKind::DEADLOCK, "the first of 2 cycles");
    test.Expect(report->GetCycles().size(), 2, "cycles");
    test.Expect(GetCycle(*report, 0) == GetRingPorts(20), 1, "the ports of the first ring");
    test.Expect(GetCycle(*report, 1) == GetRingPorts(25), 1, "the ports of the second ring");
}

/// A ring is deadlocked while a flow beside it goes on to the end of the run.
void
PartDeadlocks(WatchTestCase& test)
{
    auto flows = MakeRingFlows(1, 20'000'000);
    // In the second ring, between hosts of one switch: more than a link carries in 100 ms.
    flows.push_back({0, 10, 11, 2'000'000'000, Time(0)});
    FabricRun run(MakeRings(2), flows);
    run.fabricHelper.SetSwitchAttribute("BufferPerPort", UintegerValue(200'000));
    run.nicHelper.SetAttribute("CongestionOpsType",
                               StringValue("ns3::rdmacell::NoCongestionControl"));
    run.Build();
    const Ptr<ProgressWatch> watch = run.WatchProgress();
    run.Run(MilliSeconds(15));
    test.Expect(watch->GetReport() == nullptr, 1, "something moves");
    watch->Conclude();
    test.ExpectStuck(watch->GetReport(),
                     StallKind::DEADLOCK,
                     "a part of the network cannot move, 11 flows are unfinished");
    test.Expect(GetCycle(*watch->GetReport(), 0) == GetRingPorts(20), 1, "the ports of the ring");
}

/// A host that sends pauses for ever stalls its switch, but in no cycle.
void
HostPauses(WatchTestCase& test)
{
    FabricRun run(MakeTopology("single-switch:hosts=3"), {{0, 0, 2, 20'000'000, Time(0)}});
    run.Build();
    FrameNetDevice& device = *run.fabric->GetSwitches()[0]->GetDevice(2);
    std::function<void()> pause = [&]() {
        const RoceFramePtr frame = RoceFramePool::Get();
        frame->kind = FrameKind::PFC;
        frame->pfcClassEnable = 1 << 3;
        frame->pfc.quanta[3] = 65535;
        device.GetEgress().ObeyPfc(*frame, Simulator::Now().GetTimeStep());
        Simulator::Schedule(MicroSeconds(300), pause);
    };
    Simulator::Schedule(MicroSeconds(10), pause);
    const StallReport* report = test.Watch(run);
    test.ExpectStuck(report,
                     StallKind::STALL,
                     "switch 3 port 2, class 3, is paused by host 2, which holds no frame of it");
    test.Expect(report->GetCycles().size(), 0, "cycles");
    test.Expect(report->GetQps().Count(QpWait::PAUSE), 1, "queue pairs paused");
}

/// An idle network between two flows is not stuck.
void
GapIsIdle(WatchTestCase& test)
{
    FabricRun run(MakeTopology("single-switch:hosts=3"),
                  {{0, 0, 2, 100'000, Time(0)}, {1, 1, 2, 100'000, Seconds(2)}});
    run.Build();
    const Ptr<ProgressWatch> watch = run.WatchProgress();
    run.Run();
    test.ExpectFinished(run, watch->GetReport());
    test.Expect(Simulator::Now() < Seconds(2) + MilliSeconds(5), 1, "the run ends by itself");
}

/// A local ACK timeout longer than StallTimeout is waited for.
void
TimeoutIsWaitedFor(WatchTestCase& test)
{
    FabricRun run(MakeTopology("single-switch:hosts=3"), {{0, 0, 2, 100'000, Time(0)}});
    run.GetAppHelper().SetAttribute("Timeout", UintegerValue(13)); // 33.55 ms
    run.Build();
    Simulator::Schedule(MicroSeconds(1), [&]() { run.SetLinkUp(0, false, false); });
    Simulator::Schedule(MicroSeconds(50), [&]() { run.SetLinkUp(0, true, false); });
    test.ExpectFinished(run, test.Watch(run));
    test.Expect(run.nics[0]->GetStats().timeouts, 1, "timeouts");
}

/// So are the retries of a queue pair and the doubled timers of RDMACell.
void
RetriesAreWaitedFor(WatchTestCase& test)
{
    for (const char* const scheme : {"ecmp", "rdmacell"})
    {
        FabricRun run(MakeTopology("single-switch:hosts=3"), {{0, 0, 2, 100'000, Time(0)}}, scheme);
        run.Build();
        Simulator::Schedule(MicroSeconds(1), [&]() { run.SetLinkUp(0, false, false); });
        Simulator::Schedule(MilliSeconds(25), [&]() { run.SetLinkUp(0, true, false); });
        test.ExpectFinished(run, test.Watch(run));
    }
}

/// A link that comes up much later is waited for if the watch has been told.
void
ChangeIsWaitedFor(WatchTestCase& test)
{
    FabricRun run(MakeTopology("single-switch:hosts=3"), {{0, 0, 2, 100'000, Time(0)}}, "rdmacell");
    run.Build();
    run.WatchProgress()->ExpectChange(MilliSeconds(90));
    Simulator::Schedule(MicroSeconds(1), [&]() { run.SetLinkUp(0, false, false); });
    Simulator::Schedule(MilliSeconds(90), [&]() { run.SetLinkUp(0, true, false); });
    test.ExpectFinished(run, test.Watch(run, MilliSeconds(400)));
}

/// RDMACell retries without limit over a link that is down.
void
LinkIsDown(WatchTestCase& test)
{
    FabricRun run(MakeTopology("single-switch:hosts=3"), {{0, 0, 2, 100'000, Time(0)}}, "rdmacell");
    run.Build();
    Simulator::Schedule(MicroSeconds(1), [&]() { run.SetLinkUp(2, false, false); });
    const StallReport* report = test.Watch(run);
    test.ExpectStuck(report, StallKind::STALL, "link host 2 - switch 3 is down");
    test.Expect(Simulator::Now() < MilliSeconds(60), 1, "found when the timers are over");
}

/// All of a link's frames are lost: flows fail after their retries.
void
LinkLosesAll(WatchTestCase& test)
{
    NetworkGraph graph = MakeTopology("single-switch:hosts=3");
    graph.links[2].frameErrorRate = 1;
    FabricRun run(graph, {{0, 0, 2, 100'000, Time(0)}});
    run.Build();
    const StallReport* report = test.Watch(run);
    test.ExpectStuck(report,
                     StallKind::FAILED,
                     "0 flows are unfinished and 1 has failed: their retries are exhausted; link "
                     "host 2 - switch 3 has frame error rate 1");
}

/// All frames to a host are lost, by a model at its end of the link that tells no rate.
void
ModelLosesAll(WatchTestCase& test)
{
    FabricRun run(MakeTopology("single-switch:hosts=3"), {{0, 0, 2, 100'000, Time(0)}});
    run.Build();
    const auto model = CreateObject<ChosenFrameErrorModel>();
    model->isLost = [](const RoceFrame&) { return true; };
    run.fabric->GetHostDevice(2)->SetErrorModel(model);
    test.ExpectStuck(test.Watch(run),
                     StallKind::FAILED,
                     "their retries are exhausted; link host 2 - switch 3 has an error model");
}

/// One of two flows fails while the other one goes on.
void
OneFlowFails(WatchTestCase& test)
{
    NetworkGraph graph = MakeTopology("single-switch:hosts=4,hostRate=10Gbps");
    graph.links[2].frameErrorRate = 1;
    // 50 MB take 43 ms, eight local ACK timeouts 34 ms.
    FabricRun run(graph, {{0, 0, 2, 100'000, Time(0)}, {1, 1, 3, 50'000'000, Time(0)}});
    run.Build();
    const StallReport* report = test.Watch(run);
    test.Expect(run.fct->GetFailed(), 1, "failed");
    test.Expect(run.fct->GetFinished(), 1, "finished");
    test.Expect(report == nullptr, 1, "the other one has moved");
}

/**
 * @brief Put an application without a word to say on a node.
 * @param nics the network
 * @param watch watches it
 * @param flows that it starts and never sends
 */
void
AddIdleApp(TwoNics& nics, ProgressWatch& watch, std::vector<Flow> flows)
{
    for (uint32_t host = 0; host < 2; ++host)
    {
        const auto app = CreateObject<IdleApp>();
        const auto addresses = std::make_shared<std::vector<Ipv4Address>>();
        app->Setup(PeekPointer(nics.nics[host]), CreateObject<RdmaConnectionManager>(), addresses);
        if (host == 0)
        {
            app->SetFlows(flows);
        }
        nics.nodes[host]->AddApplication(app);
        watch.AddHost(nics.nics[host], app);
    }
}

/// An application waits, and no event is left: there is nothing to wait for.
void
ApplicationWaits(WatchTestCase& test)
{
    TwoNics nics;
    const auto watch = CreateObject<ProgressWatch>();
    AddIdleApp(nics, *watch, {{0, 0, 1, 1000, MilliSeconds(1)}});
    Simulator::Run();
    test.ExpectStuck(watch->GetReport(),
                     StallKind::IDLE,
                     "no queue pair has anything to send, flows wait for their applications");
    test.Expect(watch->GetReport()->flows, 1, "unfinished flows");
    test.Expect(Simulator::Now().GetMicroSeconds(), 3500, "at the first check, us");
}

/// A SEND to a receiver that has no receive request, watched.
struct UnreadySend
{
    /**
     * @brief Post the SEND.
     * @param minRnrTimer code of the receiver's RNR timer
     */
    explicit UnreadySend(uint8_t minRnrTimer)
    {
        AddIdleApp(nics, *watch, {{0, 0, 1, 1000, Time(0)}});
        QpAttr attr;
        attr.minRnrTimer = minRnrTimer;
        qps = nics.Connect(attr);
        qps.first->PostSend(nics.MakeWr(WrOpcode::SEND, 1000));
    }

    TwoNics nics;                                                  ///< sender, receiver
    const Ptr<ProgressWatch> watch{CreateObject<ProgressWatch>()}; ///< watches them
    decltype(std::declval<TwoNics&>().Connect(QpAttr())) qps{};    ///< their queue pairs
};

/// A receiver that never posts a receive request, and a sender that never gives up.
void
ReceiverIsNotReady(WatchTestCase& test)
{
    const UnreadySend send(12); // 640 us
    Simulator::Stop(MilliSeconds(100));
    Simulator::Run();
    test.ExpectStuck(send.watch->GetReport(),
                     StallKind::STALL,
                     "1 queue pair is waiting for the receiver (RNR)");
    test.Expect(send.watch->GetReport()->since == Time(0), 1, "nothing has ever moved");
}

/// An RNR timer of half a second is waited for.
void
ReceiverIsReadyLate(WatchTestCase& test)
{
    UnreadySend send(31); // 491.52 ms
    RecvWr receive;
    receive.length = 1000;
    receive.lkey = send.nics.memory[1]->GetKey();
    Simulator::Schedule(MilliSeconds(300), [&]() { send.qps.second->PostRecv(receive); });
    Simulator::Stop(MilliSeconds(600));
    Simulator::Run();
    test.Expect(send.nics.nics[1]->GetStats().bytesPlaced, 1000, "bytes placed");
    // The flow itself never ends, as its application does not know of the queue pair.
    test.ExpectStuck(send.watch->GetReport(),
                     StallKind::IDLE,
                     "no queue pair has anything to send");
    test.Expect(send.watch->GetReport()->since > MilliSeconds(491), 1, "moved after the timer");
}

/// StallTimeout=0 switches the watch off.
void
WatchIsOff(WatchTestCase& test)
{
    TwoNics nics;
    const auto watch = CreateObject<ProgressWatch>();
    watch->SetAttribute("StallTimeout", TimeValue(Time(0)));
    AddIdleApp(nics, *watch, {{0, 0, 1, 1000, MilliSeconds(1)}});
    Simulator::Run();
    test.Expect(watch->Conclude() || watch->GetReport(), 0, "no report");
}

} // namespace

/**
 * @ingroup tests
 * @brief ProgressWatch: runs that are stuck, why, and runs that only seem so.
 */
class ProgressWatchTestSuite : public TestSuite
{
  public:
    ProgressWatchTestSuite()
        : TestSuite("rdmacell-progress-watch", TestSuite::Type::SYSTEM)
    {
        const std::vector<std::pair<std::string, WatchTestCase::Body>> cases{
            {"a ring of switches deadlocks", RingDeadlocks},
            {"the same ring with small flows finishes", RingFinishes},
            {"two rings deadlock", TwoRingsDeadlock},
            {"a ring deadlocks while other flows move", PartDeadlocks},
            {"a host that pauses for ever is no cycle", HostPauses},
            {"an idle network is not stuck", GapIsIdle},
            {"a long timeout is waited for", TimeoutIsWaitedFor},
            {"retries and doubled timers are waited for", RetriesAreWaitedFor},
            {"an expected change is waited for", ChangeIsWaitedFor},
            {"retries without limit over a link that is down", LinkIsDown},
            {"a link that loses all fails its flows", LinkLosesAll},
            {"an error model that loses all fails its flows", ModelLosesAll},
            {"a flow that fails beside one that moves", OneFlowFails},
            {"an application waits for ever", ApplicationWaits},
            {"a receiver is never ready", ReceiverIsNotReady},
            {"a receiver is ready late", ReceiverIsReadyLate},
            {"the watch is off", WatchIsOff},
        };
        for (const auto& [name, body] : cases)
        {
            AddTestCase(new WatchTestCase(name, body));
        }
    }
};

/// Registers the suite.
static ProgressWatchTestSuite g_progressWatchTestSuite;

} // namespace ns3::rdmacell::test
