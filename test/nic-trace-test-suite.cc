/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "two-nic-fixture.h"

#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/test.h"

#include <algorithm>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace ns3::rdmacell::test
{

namespace
{

/// Path to the NICs of all nodes.
const std::string NICS = "/NodeList/*/$ns3::rdmacell::RoceNic/";

/**
 * @brief Format the arguments of a trace sink, all digits of a double included.
 * @param arguments the arguments
 * @return the arguments with spaces between them
 */
template <typename... Args>
std::string
Format(const Args&... arguments)
{
    std::ostringstream text;
    text.precision(17);
    const char* separator = "";
    ((text << separator << arguments, separator = " "), ...);
    return text.str();
}

/**
 * @brief Get the node and the trace source of a context.
 * @param context path that a trace source was reached by
 * @return "node/source"
 */
std::string
GetSource(const std::string& context)
{
    const std::string prefix = "/NodeList/";
    const std::size_t end = context.find('/', prefix.size());
    return context.substr(prefix.size(), end - prefix.size()) + context.substr(context.rfind('/'));
}

} // namespace

/**
 * @ingroup tests
 * @brief Each trace source fires as often, and with the values, that a small lossy run implies.
 */
class NicTraceTestCase : public TestCase
{
  public:
    NicTraceTestCase()
        : TestCase("trace sources of two NICs, connected through Config paths")
    {
    }

  private:
    /// Arguments of each call by "node/source".
    using Calls = std::map<std::string, std::vector<std::string>>;

    /**
     * @brief Connect a sink to a trace source of both NICs.
     * @tparam Args arguments of the trace source
     * @param source name of the trace source
     */
    template <typename... Args>
    void Connect(const std::string& source)
    {
        Config::Connect(NICS + source,
                        Callback<void, std::string, Args...>(
                            [this](const std::string& context, Args... arguments) {
                                m_calls[GetSource(context)].push_back(Format(arguments...));
                            }));
    }

    /// @brief Connect sinks to all trace sources.
    void ConnectAll()
    {
        Connect<uint32_t, double>("QpRate");
        Connect<uint32_t, double>("QpAlpha");
        Connect<uint32_t, QpState, QpState>("QpStateChange");
        Connect<uint32_t, uint32_t, uint32_t>("Retransmission");
        Connect<uint32_t, uint32_t, uint32_t>("Timeout");
        for (const std::string source :
             {"AckSent", "AckReceived", "NakSent", "NakReceived", "RnrNakSent", "RnrNakReceived"})
        {
            Connect<uint32_t, uint32_t>(source);
        }
        Connect<uint32_t>("CnpSent");
        Connect<uint32_t>("CnpReceived");
        Config::Connect(NICS + "Completion",
                        Callback<void, std::string, const WorkCompletion&>(
                            [this](const std::string& context, const WorkCompletion& completion) {
                                m_calls[GetSource(context)].push_back(
                                    Format(completion.qpNum, completion.wrId, completion.status));
                            }));
        for (const std::string source : {"PacketSent", "PacketReceived"})
        {
            Config::Connect(
                NICS + source,
                Callback<void, std::string, uint32_t, const RoceFrame&>(
                    [this](const std::string& context, uint32_t qpNum, const RoceFrame& frame) {
                        m_calls[GetSource(context)].push_back(
                            Format(qpNum, static_cast<int>(frame.opcode), frame.psn));
                    }));
        }
    }

    /**
     * @brief Run messages, packets of which are lost, refused or marked.
     * @param net the network
     */
    static void RunMessages(TwoNics& net)
    {
        auto [qp, peer] = net.Connect(GbnAttr());
        // PSN 5 is lost once: a NAK after the ACK of PSN 3, which AckInterval 4 requests.
        net.Lose(0, 1, [](const RoceFrame& frame) { return frame.psn == 5; });
        qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 10000, 1));
        Simulator::Run();
        // PSN 10 is lost twice: two timeouts.
        net.Lose(0, 2, [](const RoceFrame&) { return true; });
        qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 100, 2));
        Simulator::Run();
        // PSN 11 meets an empty receive queue once.
        VerbsQp* receiver = peer;
        const RecvWr receive{50, 0, 100, net.memory[1]->GetKey()};
        Simulator::Schedule(MicroSeconds(30), [receiver, receive] { receiver->PostRecv(receive); });
        qp->PostSend(net.MakeWr(WrOpcode::SEND, 100, 3));
        Simulator::Run();
        // PSN 12 and 13 are marked, 60 us apart.
        net.losses[0]->isLost = [](const RoceFrame& frame) {
            const_cast<RoceFrame&>(frame).ecn = EcnCodePoint::CE;
            return false;
        };
        VerbsQp* sender = qp;
        Simulator::Schedule(MicroSeconds(60), [&net, sender] {
            sender->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 100, 5));
        });
        qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 100, 4));
        Simulator::Run();
        QpAttr attr;
        attr.qpState = QpState::ERR;
        qp->Modify(attr);
        Simulator::Run();
    }

    /**
     * @brief Build the network and run the messages.
     * @param traced connect sinks to all trace sources
     * @return when each frame was sent
     */
    std::vector<int64_t> Run(bool traced)
    {
        TwoNics::Options options = LongLink(4);
        options.congestion = "ns3::rdmacell::DcqcnSigcomm";
        TwoNics net(options);
        Config::Set(NICS + "CongestionOps/$ns3::rdmacell::Dcqcn/InitialAlpha", DoubleValue(0.5));
        if (traced)
        {
            ConnectAll();
        }
        RunMessages(net);
        std::vector<int64_t> starts;
        for (const auto& sent : net.sent)
        {
            for (const SentByNic& each : sent)
            {
                starts.push_back(each.start);
            }
        }
        return starts;
    }

    /**
     * @brief Check the calls of one trace source.
     * @param source "node/source"
     * @param expected arguments of each call
     */
    void Check(const std::string& source, const std::vector<std::string>& expected)
    {
        const std::vector<std::string> calls = m_calls[source];
        m_calls.erase(source);
        NS_TEST_EXPECT_MSG_EQ(calls.size(), expected.size(), "calls of " << source);
        for (std::size_t i = 0; i < std::min(calls.size(), expected.size()); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(calls[i], expected[i], source << ", call " << i);
        }
    }

    void DoRun() override
    {
        const std::vector<int64_t> untraced = Run(false);
        NS_TEST_EXPECT_MSG_EQ(m_calls.empty(), true, "no sink is connected");
        NS_TEST_EXPECT_MSG_EQ((Run(true) == untraced), true, "sinks do not change the run");

        // The first queue pair of a NIC has number 2.
        const std::vector<std::string> up = {"2 RESET INIT", "2 INIT RTR", "2 RTR RTS"};
        Check("0/QpStateChange", {up[0], up[1], up[2], "2 RTS ERR"});
        Check("1/QpStateChange", up);
        // Behind PSN 5, packets 6 to 9 are in flight; all five are retransmitted, and then the
        // fourth of them and the last one request an ACK.
        const std::vector<std::string> acks = {"2 3", "2 8", "2 9", "2 10", "2 11", "2 12", "2 13"};
        Check("1/AckSent", acks);
        Check("0/AckReceived", acks);
        Check("1/NakSent", {"2 5"});
        Check("0/NakReceived", {"2 5"});
        Check("1/RnrNakSent", {"2 11"});
        Check("0/RnrNakReceived", {"2 11"});
        Check("0/Retransmission",
              {"2 5 1000",
               "2 6 1000",
               "2 7 1000",
               "2 8 1000",
               "2 9 1000",
               "2 10 100",
               "2 10 100",
               "2 11 100"});
        Check("0/Timeout", {"2 10 0", "2 10 1"});
        Check("1/CnpSent", {"2", "2"});
        Check("0/CnpReceived", {"2", "2"});
        CheckCongestionControl();
        Check("0/Completion",
              {"2 1 SUCCESS", "2 2 SUCCESS", "2 3 SUCCESS", "2 4 SUCCESS", "2 5 SUCCESS"});
        Check("1/Completion", {"2 50 SUCCESS"});
        CheckPackets();
        NS_TEST_EXPECT_MSG_EQ(m_calls.empty(), true, "no other trace source has fired");
    }

    /// @brief Check rate and alpha: an alpha of 0.5 and g = 1/256, both CNPs cut at once.
    void CheckCongestionControl()
    {
        const double g = 1.0 / 256;
        const double cut = 8e9 * (1 - 0.5 / 2);
        const double raised = (1 - g) * 0.5 + g;
        // 55 us after the cut, and before the second CNP, alpha decays once, and the rate recovers
        // half of the way to the target, the rate before the cut.
        const double recovered = (cut + 8e9) / 2;
        const double decayed = raised * (1 - g);
        Check("0/QpRate", {Format(2, cut), Format(2, recovered * (1 - decayed / 2))});
        Check("0/QpAlpha", {Format(2, raised), Format(2, (1 - g) * decayed + g)});
    }

    /// @brief Check how many packets were sent and received.
    void CheckPackets()
    {
        // Sent first and retransmitted: 10 + 5, 1 + 2, 1 + 1, and 2 + 0; of them, 3 are lost.
        NS_TEST_EXPECT_MSG_EQ(m_calls["0/PacketSent"].size(), 15 + 3 + 2 + 2, "data packets");
        NS_TEST_EXPECT_MSG_EQ(m_calls["1/PacketReceived"].size(), 22 - 3, "data packets");
        // 7 ACKs, a NAK, an RNR NAK and 2 CNPs.
        NS_TEST_EXPECT_MSG_EQ(m_calls["1/PacketSent"].size(), 11, "answers");
        NS_TEST_EXPECT_MSG_EQ((m_calls["1/PacketSent"] == m_calls["0/PacketReceived"]),
                              true,
                              "answers arrive as they were sent");
        const std::string first = Format(2, static_cast<int>(RoceOpcode::WRITE_FIRST), 0);
        NS_TEST_EXPECT_MSG_EQ(m_calls["0/PacketSent"].at(0), first, "queue pair, opcode, PSN");
        for (const std::string source : {"0/PacketSent", "0/PacketReceived", "1/PacketSent"})
        {
            m_calls.erase(source);
        }
        m_calls.erase("1/PacketReceived");
    }

    Calls m_calls; ///< calls of all sinks
};

/**
 * @ingroup tests
 * @brief Requests that are flushed, and completions that do not fit into their queue, are traced.
 */
class FlushTraceTestCase : public TestCase
{
  public:
    FlushTraceTestCase()
        : TestCase("completions of flushed requests, and behind a full queue")
    {
    }

  private:
    void DoRun() override
    {
        TwoNics net;
        std::vector<std::string> calls;
        net.nics[0]->TraceConnectWithoutContext(
            "Completion",
            Callback<void, const WorkCompletion&>([&calls](const WorkCompletion& completion) {
                calls.push_back(Format(completion.wrId, completion.status));
            }));
        net.nics[0]->TraceConnectWithoutContext("QpStateChange",
                                                Callback<void, uint32_t, QpState, QpState>(
                                                    [&calls](uint32_t, QpState, QpState newState) {
                                                        calls.push_back(Format(newState));
                                                    }));
        QpInitAttr init;
        init.sendCq = net.nics[0]->CreateCq(1);
        VerbsQp* qp = net.nics[0]->CreateQp(init);
        net.BringUp(*qp, net.nics[1]->GetIpAddress(), 2);
        calls.clear();
        qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 10000, 7));
        qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 10000, 8));
        QpAttr attr;
        attr.qpState = QpState::ERR;
        qp->Modify(attr);
        const std::vector<std::string> expected = {"ERR", "7 WR_FLUSH_ERR", "8 WR_FLUSH_ERR"};
        NS_TEST_EXPECT_MSG_EQ((calls == expected), true, "the state first, then the completions");
        NS_TEST_EXPECT_MSG_EQ(init.sendCq->HasOverrun(), true, "only one completion fits");
        NS_TEST_EXPECT_MSG_EQ(init.sendCq->GetSize(), 1, "only one completion fits");
        Simulator::Run();
    }
};

/**
 * @ingroup tests
 * @brief With the link down, timeouts, the failed request, the state and the flush are traced in
 * this order.
 */
class FailureTraceTestCase : public TestCase
{
  public:
    FailureTraceTestCase()
        : TestCase("a request that fails for lack of retries")
    {
    }

  private:
    void DoRun() override
    {
        TwoNics net;
        QpAttr attr = GbnAttr();
        attr.retryCnt = 1;
        auto [qp, peer] = net.Connect(attr);
        std::vector<std::string> calls;
        net.nics[0]->TraceConnectWithoutContext(
            "Timeout",
            Callback<void, uint32_t, uint32_t, uint32_t>(
                [&calls](uint32_t, uint32_t psn, uint32_t retries) {
                    calls.push_back(Format(psn, retries));
                }));
        net.nics[0]->TraceConnectWithoutContext(
            "Completion",
            Callback<void, const WorkCompletion&>([&calls](const WorkCompletion& completion) {
                calls.push_back(Format(completion.wrId, completion.status));
            }));
        net.nics[0]->TraceConnectWithoutContext(
            "QpStateChange",
            Callback<void, uint32_t, QpState, QpState>(
                [&calls](uint32_t, QpState oldState, QpState newState) {
                    calls.push_back(Format(oldState, newState));
                }));
        net.channel->SetUp(false);
        qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 100, 7));
        qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 100, 8));
        Simulator::Run();
        const std::vector<std::string> expected = {"0 0",
                                                   "0 1",
                                                   "7 RETRY_EXC_ERR",
                                                   "RTS ERR",
                                                   "8 WR_FLUSH_ERR"};
        NS_TEST_ASSERT_MSG_EQ(calls.size(), expected.size(), "calls");
        for (std::size_t i = 0; i < calls.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(calls[i], expected[i], "call " << i);
        }
    }
};

/**
 * @ingroup tests
 * @brief Suite of the NIC's trace sources.
 */
class NicTraceTestSuite : public TestSuite
{
  public:
    NicTraceTestSuite()
        : TestSuite("rdmacell-nic-trace", TestSuite::Type::UNIT)
    {
        AddTestCase(new NicTraceTestCase);
        AddTestCase(new FlushTraceTestCase);
        AddTestCase(new FailureTraceTestCase);
    }
};

static NicTraceTestSuite g_nicTraceTestSuite; ///< registers the suite

} // namespace ns3::rdmacell::test
