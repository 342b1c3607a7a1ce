/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-run.h"
#include "two-nic-fixture.h"

#include "ns3/random-variable-stream.h"
#include "ns3/test.h"

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ns3::rdmacell::test
{

namespace
{

constexpr int64_t DELAY_NS = 20000; ///< of the link
constexpr int64_t PACKET_NS = 1098; ///< of a packet with an RETH: 62 + 16 + 1000 + 20 bytes
constexpr int64_t ACK_NS = 90;      ///< of an ACK with a selective PSN: 70 + 20 bytes
constexpr int64_t NAK_NS = 86;      ///< of a NAK

/**
 * @brief Make two NICs that speak MP-RDMA, on a link of 20 us.
 * @return the options
 */
TwoNics::Options
MakeOptions()
{
    TwoNics::Options options = LongLink();
    options.recovery = "ns3::rdmacell::MpRdma";
    options.congestion = "ns3::rdmacell::MpRdmaControl";
    return options;
}

/**
 * @brief Compute when a packet of those that are sent back to back has arrived.
 * @param index its number, from 0
 * @return nanoseconds
 */
constexpr int64_t
ArrivalNs(uint32_t index)
{
    return (index + 1) * PACKET_NS + DELAY_NS;
}

/**
 * @brief Make attributes of a path of so many packets.
 * @param packets in its bandwidth-delay product
 * @return the attributes
 */
QpAttr
MakeAttr(int64_t packets)
{
    QpAttr attr;
    attr.baseRtt = NanoSeconds(packets * 1000).GetTimeStep();
    return attr;
}

} // namespace

/**
 * @ingroup tests
 * @brief Each packet of the initial window has a path of its own, its ACK comes from the same UDP
 * source port, and clocks out the next packet on it.
 */
class AckClockTestCase : public TestCase
{
  public:
    AckClockTestCase()
        : TestCase("MP-RDMA: paths are clocked by ACKs")
    {
    }

  private:
    void DoRun() override
    {
        TwoNics net(MakeOptions());
        auto [qp, peer] = net.Connect(MakeAttr(10));
        qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 20'000));
        Simulator::Run();
        const auto packets = net.Find(0, ROCE_REQUEST);
        const auto answers = net.Find(1, ROCE_RESPONSE);
        NS_TEST_ASSERT_MSG_EQ(packets.size(), 20, "packets");
        NS_TEST_ASSERT_MSG_EQ(answers.size(), 20, "each packet has an ACK");
        std::set<uint16_t> initial;
        for (uint32_t i = 0; i < 20; ++i)
        {
            const RoceFrame& ack = answers[i].frame;
            NS_TEST_EXPECT_MSG_EQ(ack.srcPort, packets[i].frame.srcPort, "the packet's path");
            NS_TEST_EXPECT_MSG_EQ(ack.immediate, packets[i].frame.psn, "the packet's PSN");
            NS_TEST_EXPECT_MSG_EQ(ack.psn, packets[i].frame.psn, "all arrive in order");
        }
        for (uint32_t i = 0; i < 10; ++i)
        {
            initial.insert(packets[i].frame.srcPort);
            NS_TEST_EXPECT_MSG_EQ(TimeStep(packets[i].start).GetNanoSeconds(),
                                  i * PACKET_NS,
                                  "back to back");
            // The window grows by about one packet in a round trip, at the last ACK of this one.
            NS_TEST_EXPECT_MSG_EQ(packets[i + 10].frame.srcPort,
                                  packets[i].frame.srcPort,
                                  "clocked out by the ACK");
            NS_TEST_EXPECT_MSG_EQ(TimeStep(packets[i + 10].start).GetNanoSeconds(),
                                  ArrivalNs(i) + ACK_NS + DELAY_NS,
                                  "when the ACK arrives");
        }
        NS_TEST_EXPECT_MSG_EQ(initial.size(), 10, "a path for each packet of the initial window");
    }
};

/**
 * @ingroup tests
 * @brief Losses: which packets are retransmitted, and when.
 */
class MpRdmaLossTestCase : public TestCase
{
  public:
    /**
     * @brief Make a test.
     * @param name its name
     * @param lost PSNs that are lost once
     * @param resent packets that are retransmitted: PSN and nanoseconds
     */
    MpRdmaLossTestCase(const std::string& name,
                       std::set<uint32_t> lost,
                       std::vector<std::pair<uint32_t, int64_t>> resent)
        : TestCase("MP-RDMA: " + name),
          m_lost(std::move(lost)),
          m_resent(std::move(resent))
    {
    }

  private:
    void DoRun() override
    {
        {
            TwoNics net(MakeOptions());
            auto [qp, peer] = net.Connect(MakeAttr(200));
            net.losses[0]->isLost = [this](const RoceFrame& frame) {
                return m_lost.erase(frame.psn) != 0;
            };
            std::vector<std::pair<uint32_t, int64_t>> resent;
            net.nics[0]->TraceConnectWithoutContext(
                "Retransmission",
                Callback<void, uint32_t, uint32_t, uint32_t>(
                    [&resent](uint32_t, uint32_t psn, uint32_t) {
                        resent.emplace_back(psn, Simulator::Now().GetNanoSeconds());
                    }));
            qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 80'000));
            Simulator::Run();
            NS_TEST_ASSERT_MSG_GT_OR_EQ(resent.size(), m_resent.size(), "retransmissions");
            for (std::size_t i = 0; i < m_resent.size(); ++i)
            {
                NS_TEST_EXPECT_MSG_EQ(resent[i].first, m_resent[i].first, "PSN");
                NS_TEST_EXPECT_MSG_EQ(resent[i].second, m_resent[i].second, "time");
            }
            NS_TEST_EXPECT_MSG_EQ(net.nics[1]->GetStats().bytesPlaced, 80'000, "once each");
            NS_TEST_EXPECT_MSG_EQ(net.Poll(0).size(), 1, "completed once");
        }
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "no frame leaks");
    }

    std::set<uint32_t> m_lost;                          ///< PSNs still to be lost
    std::vector<std::pair<uint32_t, int64_t>> m_resent; ///< PSN and time
};

/**
 * @ingroup tests
 * @brief Random losses in both directions: each byte is placed once.
 */
class MpRdmaRandomLossTestCase : public TestCase
{
  public:
    /**
     * @brief Make a test.
     * @param rate probability that a frame is lost
     */
    explicit MpRdmaRandomLossTestCase(double rate)
        : TestCase("MP-RDMA: losses of " + std::to_string(rate)),
          m_rate(rate)
    {
    }

  private:
    void DoRun() override
    {
        {
            TwoNics::Options options = MakeOptions();
            options.keepFrames = false;
            TwoNics net(options);
            auto [qp, peer] = net.Connect(MakeAttr(40));
            const auto random = CreateObject<UniformRandomVariable>();
            random->SetStream(1);
            for (const auto& model : net.losses)
            {
                model->isLost = [&](const RoceFrame&) { return random->GetValue() < m_rate; };
            }
            const uint32_t messages = 10;
            const uint32_t bytes = 1'000'000;
            for (uint32_t i = 0; i < messages; ++i)
            {
                qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, bytes, i));
            }
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(net.nics[1]->GetStats().bytesPlaced, messages * bytes, "once");
            const auto done = net.Poll(0);
            NS_TEST_ASSERT_MSG_EQ(done.size(), messages, "completed once each");
            for (std::size_t i = 0; i < done.size(); ++i)
            {
                NS_TEST_EXPECT_MSG_EQ(done[i].wrId, i, "in order");
                NS_TEST_EXPECT_MSG_EQ((done[i].status == WcStatus::SUCCESS), true, "completed");
            }
        }
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "no frame leaks");
    }

    double m_rate; ///< probability that a frame is lost
};

/**
 * @ingroup tests
 * @brief One flow over four spines whose links have a quarter of the hosts' rate: it gets the sum
 * of all paths, where ECMP has one of them. With a link that has a tenth of the others' rate, the
 * path over it is left alone.
 */
class PathSumTestCase : public TestCase
{
  public:
    /**
     * @brief Make a test.
     * @param scheme its name
     * @param slow the first spine's links are slow
     * @param least goodput at least, Gb/s
     * @param most goodput at most, Gb/s
     */
    PathSumTestCase(std::string scheme, bool slow, double least, double most)
        : TestCase(scheme + " over four paths" + (slow ? ", one of them slow" : "")),
          m_scheme(std::move(scheme)),
          m_slow(slow),
          m_least(least),
          m_most(most)
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        const uint64_t bytes = 30'000'000;
        NetworkGraph graph = MakeTopology("leaf-spine:hosts=2,leaves=2,spines=4,fabricRate=25Gbps");
        bool isFirst = true;
        for (NetworkGraph::Link& link : graph.links)
        {
            if (m_slow && isFirst && !graph.IsHost(link.a) && !graph.IsHost(link.b))
            {
                link.rate = DataRate("2500Mbps");
                isFirst = false;
            }
        }
        FabricRun run(graph, {{0, 0, 1, bytes, Time(0)}}, m_scheme);
        run.Build();
        Time end;
        run.apps[0]->TraceConnectWithoutContext(
            "FlowFinished",
            Callback<void, uint64_t>([&end](uint64_t) { end = Simulator::Now(); }));
        run.Run(MilliSeconds(20));
        NS_TEST_ASSERT_MSG_GT(end.GetNanoSeconds(), 0, "the flow finishes");
        NS_TEST_EXPECT_MSG_EQ(run.CountLeftovers(), 0, "the network is empty");
        const double gbps =
            8.0 * static_cast<double>(bytes) / static_cast<double>(end.GetNanoSeconds());
        NS_TEST_EXPECT_MSG_GT(gbps, m_least, "goodput");
        NS_TEST_EXPECT_MSG_LT(gbps, m_most, "goodput");
    }

    std::string m_scheme; ///< its name
    bool m_slow;          ///< the first spine's links are slow
    double m_least;       ///< goodput at least, Gb/s
    double m_most;        ///< goodput at most, Gb/s
};

/**
 * @ingroup tests
 * @brief MP-RDMA.
 */
class MpRdmaTestSuite : public TestSuite
{
  public:
    MpRdmaTestSuite()
        : TestSuite("rdmacell-mp-rdma", TestSuite::Type::UNIT)
    {
        for (const bool slow : {false, true})
        {
            // What the slow path takes off the window at the start comes back by a packet a round
            // trip. Frames have 1098 bytes with an RETH: 91 Gb/s by all paths, 70.6 without the
            // slow one.
            AddTestCase(new PathSumTestCase("mp-rdma", slow, slow ? 45 : 70, 91.1));
        }
        // 23.1 Gb/s of frames of 1082 bytes.
        AddTestCase(new PathSumTestCase("ecmp", false, 15, 25 * 1000 / 1082.0));
        AddTestCase(new AckClockTestCase);
        // 3 is missing when 67 arrives, the 64th PSN from 3 on. All 80 have been sent at 87840 ns.
        const int64_t nak = ArrivalNs(67) + NAK_NS + DELAY_NS;
        AddTestCase(
            new MpRdmaLossTestCase("a packet beyond the bitmap shows a loss", {3}, {{3, nak}}));
        // The ACK of the last but one arrives, then nothing for 320 us.
        const int64_t last = ArrivalNs(78) + ACK_NS + DELAY_NS + 320'000;
        AddTestCase(new MpRdmaLossTestCase("the last packet is lost", {79}, {{79, last}}));
        for (const double rate : {1e-5, 1e-4, 1e-3, 1e-2})
        {
            AddTestCase(new MpRdmaRandomLossTestCase(rate));
        }
    }
};

/// Registers the suite.
static MpRdmaTestSuite g_mpRdmaTestSuite;

} // namespace ns3::rdmacell::test
