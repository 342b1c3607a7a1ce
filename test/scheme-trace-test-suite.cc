/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Trace sources of the schemes.
 */

#include "conga-test-case.h"
#include "conweave-test-case.h"
#include "scheme-scenarios.h"

#include "ns3/config.h"
#include "ns3/hula-balancer.h"
#include "ns3/letflow-balancer.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

constexpr uint32_t NONE = LoadBalancer::NO_PATH; ///< the flow has no path yet

/// What the trace sources of LoadBalancer have reported.
struct SchemeTrace
{
    using Pairs = std::vector<std::pair<uint32_t, uint32_t>>; ///< previous and chosen path

    /**
     * @brief Connect to all sources of a scheme.
     * @param balancer the scheme
     */
    void Connect(const Ptr<LoadBalancer>& balancer)
    {
        Callback<void, const RoceFrame&, uint32_t> path(
            [this](const RoceFrame&, uint32_t port) { ports.push_back(port); });
        Callback<void, const RoceFrame&, uint32_t, uint32_t> flowlet(
            [this](const RoceFrame&, uint32_t from, uint32_t to) {
                flowlets.push_back({from, to});
            });
        Callback<void, const RoceFrame&, uint32_t, uint32_t> reroute(
            [this](const RoceFrame&, uint32_t from, uint32_t to) {
                reroutes.push_back({from, to});
            });
        Callback<void, const RoceFrame&, uint32_t> probe(
            [this](const RoceFrame&, uint32_t port) { sent.push_back(port); });
        Callback<void, const RoceFrame&, uint32_t> reply(
            [this](const RoceFrame&, uint32_t port) { received.push_back(port); });
        balancer->TraceConnectWithoutContext("PathChosen", path);
        balancer->TraceConnectWithoutContext("FlowletStarted", flowlet);
        balancer->TraceConnectWithoutContext("Reroute", reroute);
        balancer->TraceConnectWithoutContext("ProbeSent", probe);
        balancer->TraceConnectWithoutContext("ProbeReceived", reply);
    }

    std::vector<uint32_t> ports;    ///< PathChosen
    Pairs flowlets;                 ///< FlowletStarted
    Pairs reroutes;                 ///< Reroute
    std::vector<uint32_t> sent;     ///< ProbeSent: ports
    std::vector<uint32_t> received; ///< ProbeReceived: ports
};

/**
 * @ingroup tests
 * @brief Ports and flowlets, where each packet has one port to choose from.
 */
class FlowletTraceTestCase : public TestCase
{
  public:
    FlowletTraceTestCase()
        : TestCase("LetFlow: each packet's port, each flowlet's, and reroutes are traced")
    {
    }

  private:
    void DoRun() override
    {
        MockSwitchView view;
        view.ports.resize(8);
        auto letFlow = CreateObject<LetFlowBalancer>();
        letFlow->Attach(view);
        SchemeTrace trace;
        trace.Connect(letFlow);
        const auto send = [&letFlow](Time now, uint16_t port) {
            const RoceFramePtr frame = MakeRoceFrame(NEAR, FAR);
            letFlow->ChoosePort(*frame, {&port, 1}, now.GetTimeStep());
        };
        send(MicroSeconds(0), 4);
        send(MicroSeconds(100), 4);
        send(MicroSeconds(201), 5); // a gap of 101 us
        send(MicroSeconds(302), 5);
        send(MicroSeconds(303), 6); // port 5 is gone
        NS_TEST_EXPECT_MSG_EQ((trace.ports == std::vector<uint32_t>{4, 4, 5, 5, 6}), true, "ports");
        NS_TEST_EXPECT_MSG_EQ(
            (trace.flowlets == SchemeTrace::Pairs{{NONE, 4}, {4, 5}, {5, 5}, {5, 6}}),
            true,
            "flowlets");
        NS_TEST_EXPECT_MSG_EQ((trace.reroutes == SchemeTrace::Pairs{{4, 5}, {5, 6}}),
                              true,
                              "reroutes");
        NS_TEST_EXPECT_MSG_EQ(letFlow->GetCounters().at("flowlets"), 4, "as counted");
        NS_TEST_EXPECT_MSG_EQ(letFlow->GetCounters().at("reroutes"), 2, "as counted");
        letFlow->Dispose();
    }
};

/**
 * @ingroup tests
 * @brief HULA's probes and flowlets, on an aggregation switch: three ports below, two above.
 */
class HulaTraceTestCase : public TestCase
{
  public:
    HulaTraceTestCase()
        : TestCase("HULA: probes received and replicated, and flowlets, are traced")
    {
    }

  private:
    void DoRun() override
    {
        MockSwitchView view;
        view.ports.resize(5);
        for (uint32_t port = 0; port < 3; ++port)
        {
            view.ports[port].role = PortRole::DOWN;
        }
        view.torCount = 2;
        view.torOf = {{NEAR, 0}, {FAR, 1}};
        view.routes[FAR] = {3, 4};
        auto hula = CreateObject<HulaBalancer>();
        hula->Attach(view);
        SchemeTrace trace;
        trace.Connect(hula);
        const auto probe = [&](uint32_t port, uint32_t utilization, Time now) {
            RoceFramePtr frame = view.NewFrame();
            frame->srcIp = FAR;
            HulaProbe{1, utilization}.Write(*frame);
            hula->OnControl(std::move(frame), port, now.GetTimeStep());
        };
        const auto send = [&](Time now) {
            const RoceFramePtr frame = MakeRoceFrame(NEAR, FAR);
            hula->ChoosePort(*frame, view.GetRoute(FAR), now.GetTimeStep());
        };
        probe(3, 40, MicroSeconds(1)); // from above: downwards
        send(MicroSeconds(2));
        probe(4, 20, MicroSeconds(3)); // the other copy is suppressed
        probe(1, 0, MicroSeconds(4));  // by a port that does not lead there
        send(MicroSeconds(102));
        send(MicroSeconds(203));
        NS_TEST_EXPECT_MSG_EQ((trace.received == std::vector<uint32_t>{3, 4, 1}), true, "received");
        NS_TEST_EXPECT_MSG_EQ((trace.sent == std::vector<uint32_t>{0, 1, 2}), true, "sent");
        NS_TEST_EXPECT_MSG_EQ((trace.ports == std::vector<uint32_t>{3, 3, 4}), true, "ports");
        NS_TEST_EXPECT_MSG_EQ((trace.flowlets == SchemeTrace::Pairs{{NONE, 3}, {3, 4}}),
                              true,
                              "flowlets");
        NS_TEST_EXPECT_MSG_EQ((trace.reroutes == SchemeTrace::Pairs{{3, 4}}), true, "reroutes");
        hula->Dispose();
        view.sent.clear();
        Simulator::Destroy();
    }
};

/**
 * @ingroup tests
 * @brief CONGA's paths are traced by their tags.
 */
class CongaTraceTestCase : public CongaTestCase
{
  public:
    CongaTraceTestCase()
        : CongaTestCase("CONGA: flowlets and reroutes are traced by path")
    {
    }

  private:
    void DoRun() override
    {
        Start({{"AgingTime", "1s"}});
        SchemeTrace trace;
        trace.Connect(m_balancer);
        Report({0, 0}, MicroSeconds(1));
        Report({1, 7}, MicroSeconds(1));
        Send(1, MicroSeconds(1));
        Send(1, MicroSeconds(101));
        Report({0, 7}, MicroSeconds(102));
        Report({1, 0}, MicroSeconds(102));
        Send(1, MicroSeconds(202));
        NS_TEST_EXPECT_MSG_EQ((trace.flowlets == SchemeTrace::Pairs{{NONE, 0}, {0, 1}}),
                              true,
                              "flowlets");
        NS_TEST_EXPECT_MSG_EQ((trace.reroutes == SchemeTrace::Pairs{{0, 1}}), true, "reroutes");
    }
};

/**
 * @ingroup tests
 * @brief ConWeave's requests, replies and reroutes at the source ToR switch.
 */
class ConWeaveSourceTraceTestCase : public ConWeaveTestCase
{
  public:
    ConWeaveSourceTraceTestCase()
        : ConWeaveTestCase("ConWeave: RTT requests, their replies, and reroutes are traced", 2)
    {
    }

  private:
    void DoRun() override
    {
        Start({{"ReplyExtra", "3814ns"}}); // a reply is late after 8 us
        SchemeTrace trace;
        trace.Connect(m_balancer);
        const uint32_t path = PathOf(Depart(MicroSeconds(0)));
        const uint32_t other = 1 - path;
        Tell(ConWeaveOpcode::RTT_REPLY, 1, MicroSeconds(7), static_cast<uint16_t>(path));
        Depart(MicroSeconds(7)); // the next request
        Depart(MicroSeconds(8));
        Depart(MicroSeconds(16)); // late: the TAIL
        Depart(MicroSeconds(17));
        Tell(ConWeaveOpcode::CLEAR, 2, MicroSeconds(18), static_cast<uint16_t>(other));
        Depart(MicroSeconds(18));   // a request by the new path
        Depart(MicroSeconds(1019)); // after a pause above 1 ms: another one
        const uint32_t last = PathOf(Depart(MicroSeconds(1019)));
        NS_TEST_EXPECT_MSG_EQ(
            (trace.sent ==
             std::vector<uint32_t>{UPLINK + path, UPLINK + path, UPLINK + other, UPLINK + last}),
            true,
            "requests");
        NS_TEST_EXPECT_MSG_EQ((trace.received == std::vector<uint32_t>{UPLINK + path}),
                              true,
                              "replies, and no CLEAR");
        NS_TEST_EXPECT_MSG_EQ((trace.flowlets == SchemeTrace::Pairs{{NONE, path}, {other, last}}),
                              true,
                              "a new flow, and one that has paused");
        NS_TEST_ASSERT_MSG_EQ(trace.reroutes.empty(), false, "reroutes");
        NS_TEST_EXPECT_MSG_EQ(trace.reroutes[0].first, path, "from");
        NS_TEST_EXPECT_MSG_EQ(trace.reroutes[0].second, other, "to");
        NS_TEST_EXPECT_MSG_EQ(trace.reroutes.size(), (last == other ? 1 : 2), "reroutes");
    }
};

/**
 * @ingroup tests
 * @brief ConWeave's reorder queues and control frames at the destination ToR switch.
 */
class ConWeaveQueueTraceTestCase : public ConWeaveTestCase
{
  public:
    ConWeaveQueueTraceTestCase()
        : ConWeaveTestCase("ConWeave: reorder queues and control frames are traced")
    {
    }

  private:
    /// Flow, port and queue of a report, and when it was made.
    struct Report
    {
        uint32_t flow;  ///< UDP source port
        uint32_t port;  ///< port of the host
        uint32_t queue; ///< reorder queue
        int64_t us;     ///< when, microseconds

        /**
         * @brief Compare two reports.
         * @param other the other one
         * @return true if they are equal
         */
        bool operator==(const Report& other) const
        {
            return flow == other.flow && port == other.port && queue == other.queue &&
                   us == other.us;
        }
    };

    /**
     * @brief Record the reports of a trace source.
     * @param name the trace source
     * @param reports where to
     */
    void Record(const std::string& name, std::vector<Report>& reports)
    {
        Callback<void, const FlowKey&, uint32_t, uint32_t> sink(
            [&reports](const FlowKey& flow, uint32_t port, uint32_t queue) {
                reports.push_back(
                    {flow.words[2] & 0xffff, port, queue, Simulator::Now().GetMicroSeconds()});
            });
        NS_TEST_EXPECT_MSG_EQ(m_balancer->TraceConnectWithoutContext(name, sink), true, name);
    }

    void DoRun() override
    {
        Start({{"ResumeDefault", "200us"}});
        std::vector<Report> allocated;
        std::vector<Report> resumed;
        std::vector<Report> early;
        Record("ReorderQueueAllocated", allocated);
        Record("ReorderQueueResumed", resumed);
        Record("EarlyResume", early);
        std::vector<ConWeaveOpcode> control;
        Callback<void, const RoceFrame&, ConWeaveOpcode> sink(
            [&control](const RoceFrame&, ConWeaveOpcode opcode) { control.push_back(opcode); });
        m_balancer->TraceConnectWithoutContext("ControlSent", sink);

        ConWeaveHeader rerouted;
        rerouted.epoch = 1;
        rerouted.rerouted = true;
        ConWeaveHeader tail;
        tail.epoch = 1;
        tail.tail = true;
        ConWeaveHeader request;
        request.epoch = 1;
        request.opcode = ConWeaveOpcode::RTT_REQUEST;
        At(MicroSeconds(1), [&]() { Arrive(request, 33, true); });
        At(MicroSeconds(10), [&]() { Arrive(rerouted, 77); });
        At(MicroSeconds(11), [&]() { Arrive(rerouted, 77); }); // held in the same queue
        At(MicroSeconds(12), [&]() { Arrive(rerouted, 88, false, NEIGHBOR); });
        At(MicroSeconds(20), [&]() { Arrive(tail, 77); });
        At(MicroSeconds(30), [&]() {
            Leave(DATA); // the request
            Leave(DATA); // the TAIL
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((allocated == std::vector<Report>{{77, 0, 8, 10}, {88, 1, 8, 12}}),
                              true,
                              "allocated");
        NS_TEST_EXPECT_MSG_EQ((resumed == std::vector<Report>{{77, 0, 8, 30}, {88, 1, 8, 212}}),
                              true,
                              "resumed by the TAIL, and by the timer");
        NS_TEST_EXPECT_MSG_EQ((early == std::vector<Report>{{88, 1, 8, 212}}),
                              true,
                              "without a TAIL");
        NS_TEST_EXPECT_MSG_EQ((control == std::vector<ConWeaveOpcode>{ConWeaveOpcode::RTT_REPLY,
                                                                      ConWeaveOpcode::NOTIFY,
                                                                      ConWeaveOpcode::CLEAR,
                                                                      ConWeaveOpcode::CLEAR}),
                              true,
                              "control frames");
    }
};

/**
 * @ingroup tests
 * @brief Config paths reach the trace sources of each switch's scheme.
 */
class ConfigPathTestCase : public TestCase
{
  public:
    /**
     * @brief Make the case.
     * @param scheme its name
     * @param type its type
     * @param flowlets FlowletStarted for a flow at line rate
     */
    ConfigPathTestCase(const std::string& scheme, const std::string& type, uint64_t flowlets)
        : TestCase(scheme + ": Config paths reach the trace sources"),
          m_scheme(scheme),
          m_type(type),
          m_expected(flowlets)
    {
    }

  private:
    void DoRun() override
    {
        FabricRun run(MakeTopology("leaf-spine:hosts=2,leaves=2,spines=2"),
                      {{0, 0, 1, 10'000, Time(0)}},
                      m_scheme);
        run.Build();
        const std::string base = "/NodeList/*/$ns3::rdmacell::FabricSwitch/LoadBalancer/";
        Config::ConnectWithoutContext(base + "PathChosen",
                                      MakeCallback(&ConfigPathTestCase::OnPath, this));
        Config::Connect(base + "$" + m_type + "/FlowletStarted",
                        MakeCallback(&ConfigPathTestCase::OnFlowlet, this));
        m_first = "/NodeList/" + std::to_string(run.fabric->GetSwitches()[0]->GetNodeId()) + "/";
        run.Run(MicroSeconds(100));
        NS_TEST_EXPECT_MSG_EQ(run.fct->GetSummary().finished, 1, "finished");
        // Ten packets of 1000 bytes; only the first leaf has a choice, of ports 1 and 2.
        NS_TEST_EXPECT_MSG_EQ(m_packets[1] + m_packets[2], 10, "packets");
        NS_TEST_EXPECT_MSG_EQ(m_packets.size(), 2, "ports asked for");
        NS_TEST_EXPECT_MSG_EQ(m_flowlets, m_expected, "flowlets");
    }

    /**
     * @brief A scheme has chosen a port.
     * @param frame for this frame
     * @param port the port
     */
    void OnPath(const RoceFrame& frame, uint32_t port)
    {
        if (frame.payloadBytes > 0)
        {
            ++m_packets[port];
        }
    }

    /**
     * @brief A flowlet has started.
     * @param context the trace source
     * @param previous path so far
     */
    void OnFlowlet(std::string context, const RoceFrame&, uint32_t previous, uint32_t)
    {
        ++m_flowlets;
        NS_TEST_EXPECT_MSG_EQ(context.rfind(m_first, 0), 0, "at the first leaf");
        NS_TEST_EXPECT_MSG_EQ(previous, NONE, "of a new flow");
    }

    std::string m_scheme;                     ///< its name
    std::string m_type;                       ///< its type
    uint64_t m_expected;                      ///< expected flowlets
    std::string m_first;                      ///< context of the first leaf
    std::map<uint32_t, uint64_t> m_packets{}; ///< data, by port
    uint64_t m_flowlets{0};                   ///< flowlets
};

/// Trace sources of the schemes.
class SchemeTraceTestSuite : public TestSuite
{
  public:
    SchemeTraceTestSuite()
        : TestSuite("rdmacell-scheme-trace", TestSuite::Type::UNIT)
    {
        AddTestCase(new FlowletTraceTestCase);
        AddTestCase(new HulaTraceTestCase);
        AddTestCase(new CongaTraceTestCase);
        AddTestCase(new ConWeaveSourceTraceTestCase);
        AddTestCase(new ConWeaveQueueTraceTestCase);
        AddTestCase(new ConfigPathTestCase("ecmp", "ns3::rdmacell::EcmpBalancer", 0));
        AddTestCase(new ConfigPathTestCase("eecmp", "ns3::rdmacell::EEcmpBalancer", 0));
        AddTestCase(new ConfigPathTestCase("spray", "ns3::rdmacell::SprayBalancer", 0));
        AddTestCase(new ConfigPathTestCase("drill", "ns3::rdmacell::DrillBalancer", 0));
        AddTestCase(new ConfigPathTestCase("letflow", "ns3::rdmacell::LetFlowBalancer", 1));
        AddTestCase(new ConfigPathTestCase("conga", "ns3::rdmacell::CongaBalancer", 1));
        AddTestCase(new ConfigPathTestCase("hula", "ns3::rdmacell::HulaBalancer", 1));
        AddTestCase(new ConfigPathTestCase("conweave", "ns3::rdmacell::ConWeaveBalancer", 1));
    }
};

SchemeTraceTestSuite g_schemeTraceTestSuite; ///< registers the suite

} // namespace
