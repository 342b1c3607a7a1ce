/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "two-nic-fixture.h"

#include "ns3/aeth-syndrome.h"
#include "ns3/double.h"
#include "ns3/test.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace ns3::rdmacell::test
{

/**
 * @ingroup tests
 * @brief A message of which a frame is lost: frames sent, counters and completion.
 */
class GbnLossTestCase : public TestCase
{
  public:
    /// A loss and its effects.
    struct Expectation
    {
        std::string name;                                ///< name of the test
        TwoNics::Options options;                        ///< parameters of the network
        uint32_t packets;                                ///< packets of the message
        uint32_t lossy;                                  ///< NIC that sends the lost frame
        std::function<bool(const RoceFrame&)> condition; ///< the first frame that meets it is lost
        uint64_t dataSent;           ///< data frames sent, with retransmitted ones
        uint64_t naks;               ///< NAKs sent
        uint64_t timeouts;           ///< local ACK timeouts
        uint64_t outOfOrder;         ///< frames dropped as out of order
        uint64_t duplicates;         ///< duplicate frames received
        uint32_t firstRetransmitted; ///< PSN
    };

    /**
     * @brief Make a test.
     * @param expectation the loss and its effects
     */
    explicit GbnLossTestCase(const Expectation& expectation)
        : TestCase(expectation.name),
          m_expect(expectation)
    {
    }

  private:
    void DoRun() override
    {
        {
            TwoNics net(m_expect.options);
            auto [qp, peer] = net.Connect(GbnAttr());
            net.Lose(m_expect.lossy, 1, m_expect.condition);
            std::vector<std::pair<uint32_t, uint32_t>> traced;
            net.nics[0]->TraceConnectWithoutContext(
                "NakReceived",
                Callback<void, uint32_t, uint32_t>(
                    [&](uint32_t qpNum, uint32_t psn) { traced.emplace_back(qpNum, psn); }));
            const uint32_t length = m_expect.packets * 1000;
            qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, length));
            Simulator::Run();
            Check(net, length);
            NS_TEST_EXPECT_MSG_EQ(traced.size(), m_expect.naks, "NAKs traced");
            for (const auto& [qpNum, psn] : traced)
            {
                NS_TEST_EXPECT_MSG_EQ(qpNum, qp->GetQpNum(), "queue pair");
                NS_TEST_EXPECT_MSG_EQ(psn, m_expect.firstRetransmitted, "PSN");
            }
        }
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "no frame leaks");
    }

    /**
     * @brief Check the effects.
     * @param net the network
     * @param length bytes of the message
     */
    void Check(TwoNics& net, uint32_t length)
    {
        const auto done = net.Poll(0);
        NS_TEST_ASSERT_MSG_EQ(done.size(), 1, "one completion");
        NS_TEST_EXPECT_MSG_EQ((done[0].status == WcStatus::SUCCESS), true, "success");
        const RoceNicStats& sender = net.nics[0]->GetStats();
        const RoceNicStats& receiver = net.nics[1]->GetStats();
        NS_TEST_EXPECT_MSG_EQ(sender.dataFramesSent, m_expect.dataSent, "data frames");
        NS_TEST_EXPECT_MSG_EQ(sender.retransmittedFrames,
                              m_expect.dataSent - m_expect.packets,
                              "retransmitted frames");
        NS_TEST_EXPECT_MSG_EQ(receiver.naksSent, m_expect.naks, "NAKs");
        NS_TEST_EXPECT_MSG_EQ(sender.timeouts, m_expect.timeouts, "timeouts");
        NS_TEST_EXPECT_MSG_EQ(receiver.outOfOrderDrops, m_expect.outOfOrder, "out of order");
        NS_TEST_EXPECT_MSG_EQ(receiver.duplicates, m_expect.duplicates, "duplicates");
        NS_TEST_EXPECT_MSG_EQ(receiver.bytesPlaced, length, "each byte is placed once");
        const auto data = net.Find(0, ROCE_REQUEST);
        NS_TEST_ASSERT_MSG_GT(data.size(), m_expect.packets, "some are retransmitted");
        for (std::size_t i = 1; i < data.size(); ++i)
        {
            const uint32_t last = data[i - 1].frame.psn;
            const uint32_t psn = data[i].frame.psn;
            NS_TEST_EXPECT_MSG_EQ((psn == last + 1 || psn == m_expect.firstRetransmitted),
                                  true,
                                  "frame " << i << " has PSN " << psn);
        }
    }

    Expectation m_expect; ///< the loss and its effects
};

/**
 * @ingroup tests
 * @brief Random losses delay messages, but all complete and the run ends.
 */
class RandomLossTestCase : public TestCase
{
  public:
    RandomLossTestCase()
        : TestCase("eight megabyte messages over a lossy link")
    {
    }

  private:
    void DoRun() override
    {
        {
            TwoNics::Options options;
            options.rate = "100Gbps";
            options.keepFrames = false;
            TwoNics net(options);
            for (uint32_t i = 0; i < 2; ++i)
            {
                auto model = CreateObject<RandomFrameErrorModel>();
                model->SetAttribute("FrameErrorRate", DoubleValue(1e-3));
                model->AssignStreams(i + 1);
                net.devices[i]->SetErrorModel(model);
            }
            for (uint32_t i = 0; i < 8; ++i)
            {
                auto [qp, peer] = net.Connect(GbnAttr());
                qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 1000000, i));
            }
            Simulator::Run();
            const auto done = net.Poll(0);
            NS_TEST_ASSERT_MSG_EQ(done.size(), 8, "all messages");
            for (const auto& completion : done)
            {
                NS_TEST_EXPECT_MSG_EQ((completion.status == WcStatus::SUCCESS), true, "success");
            }
            NS_TEST_EXPECT_MSG_EQ(net.nics[1]->GetStats().bytesPlaced, 8000000, "once each");
            NS_TEST_EXPECT_MSG_GT(net.nics[0]->GetStats().retransmittedBytes,
                                  0,
                                  "some are retransmitted");
            NS_TEST_EXPECT_MSG_GT(net.nics[1]->GetStats().naksSent, 0, "some NAKs");
        }
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "no frame leaks");
    }
};

/**
 * @ingroup tests
 * @brief Lost ACKs, NAKs and CNPs delay a message, and have no other effect.
 */
class ControlLossTestCase : public TestCase
{
  public:
    ControlLossTestCase()
        : TestCase("the first ACK, the first NAK and the first CNP lost")
    {
    }

  private:
    void DoRun() override
    {
        {
            TwoNics::Options options = LongLink(4);
            options.congestion = "ns3::rdmacell::DcqcnConnectX";
            TwoNics net(options);
            auto [qp, peer] = net.Connect(GbnAttr());
            net.Lose(0, 1, [](const RoceFrame& frame) { return frame.psn == 10; });
            bool ack = false;
            bool nak = false;
            bool cnp = false;
            net.Lose(1, 3, [&](const RoceFrame& frame) {
                const bool isCnp = frame.opcode == RoceOpcode::CNP;
                const bool isNak = !isCnp && frame.syndrome == AethSyndrome::SEQUENCE;
                bool& lost = isCnp ? cnp : isNak ? nak : ack;
                return !std::exchange(lost, true);
            });
            // A marked duplicate, so that the receiver sends a CNP.
            Simulator::Schedule(MicroSeconds(30), [&net, qpNum = peer->GetQpNum()] {
                RoceFramePtr frame = RoceFramePool::Get();
                *frame = net.sent[0][0].frame;
                frame->ecn = EcnCodePoint::CE;
                net.nics[1]->Accept(0, std::move(frame), Simulator::Now().GetTimeStep());
            });
            qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 20000));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ((ack && nak && cnp), true, "one of each was lost");
            NS_TEST_EXPECT_MSG_EQ(net.nics[1]->GetStats().cnpsSent, 1, "CNPs");
            NS_TEST_EXPECT_MSG_EQ(net.nics[0]->GetStats().cnpsReceived, 0, "CNPs");
            NS_TEST_EXPECT_MSG_EQ(net.nics[1]->GetStats().naksSent, 1, "one NAK for a gap");
            NS_TEST_EXPECT_MSG_EQ(net.nics[0]->GetStats().timeouts,
                                  1,
                                  "the lost NAK leads to a timeout");
            const auto done = net.Poll(0);
            NS_TEST_ASSERT_MSG_EQ(done.size(), 1, "completed");
            NS_TEST_EXPECT_MSG_EQ((done[0].status == WcStatus::SUCCESS), true, "success");
            NS_TEST_EXPECT_MSG_EQ(net.nics[1]->GetStats().bytesPlaced, 20000, "once each");
        }
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "no frame leaks");
    }
};

/**
 * @ingroup tests
 * @brief Suite of the reliable transport.
 */
class GbnTestSuite : public TestSuite
{
  public:
    GbnTestSuite()
        : TestSuite("rdmacell-gbn", TestSuite::Type::UNIT)
    {
        const auto psn = [](uint32_t value) {
            return [value](const RoceFrame& frame) { return frame.psn == value; };
        };
        const auto any = [](const RoceFrame&) { return true; };
        AddTestCase(new GbnLossTestCase(
            {"one NAK for a gap", LongLink(), 10, 0, psn(3), 17, 1, 0, 6, 0, 3}));
        AddTestCase(new GbnLossTestCase(
            {"packet 5 of 20 lost", LongLink(), 20, 0, psn(5), 35, 1, 0, 14, 0, 5}));
        AddTestCase(new GbnLossTestCase(
            {"last packet lost, one ACK requested", LongLink(), 10, 0, psn(9), 20, 0, 1, 0, 9, 0}));
        AddTestCase(new GbnLossTestCase({"last packet lost, all ACKs requested",
                                         LongLink(1),
                                         10,
                                         0,
                                         psn(9),
                                         11,
                                         0,
                                         1,
                                         0,
                                         0,
                                         9}));
        AddTestCase(
            new GbnLossTestCase({"the only ACK lost", LongLink(), 10, 1, any, 20, 0, 1, 0, 10, 0}));
        AddTestCase(new RandomLossTestCase);
        AddTestCase(new ControlLossTestCase);
    }
};

static GbnTestSuite g_gbnTestSuite; ///< registers the suite

} // namespace ns3::rdmacell::test
