/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "two-nic-fixture.h"

#include "ns3/aeth-syndrome.h"
#include "ns3/test.h"

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace ns3::rdmacell::test
{

/**
 * @ingroup tests
 * @brief If the responder cannot execute a request, both ends go to the error state.
 */
class RefusedRequestTestCase : public TestCase
{
  public:
    /// A wrong request and its effects.
    struct Expectation
    {
        std::string name;                          ///< name of the test
        std::function<void(SendWr&)> spoil;        ///< makes the request wrong; may be null
        std::function<void(RecvWr&)> spoilReceive; ///< makes the receive request wrong; may be null
        WcStatus sender;                           ///< status of the request
        WcStatus receiver;                         ///< status of the receive request
        uint8_t syndrome;                          ///< syndrome of the NAK
    };

    /**
     * @brief Make a test.
     * @param expectation a wrong request and its effects
     */
    explicit RefusedRequestTestCase(const Expectation& expectation)
        : TestCase(expectation.name),
          m_expect(expectation)
    {
    }

  private:
    void DoRun() override
    {
        {
            TwoNics net;
            auto [qp, peer] = net.Connect();
            MemoryRegion* mr = net.nics[1]->RegMr(0x1000, 3000, nullptr);
            RecvWr receive{50, 0x1000, 3000, mr->GetKey()};
            if (m_expect.spoilReceive)
            {
                m_expect.spoilReceive(receive);
            }
            peer->PostRecv(receive);
            peer->PostRecv({51, 0, 0, 0});
            std::vector<std::array<uint32_t, 3>> naks[2]; // queue pair, PSN and syndrome
            for (uint32_t i = 0; i < 2; ++i)
            {
                net.nics[i]->TraceConnectWithoutContext(
                    i == 0 ? "ErrorNakReceived" : "ErrorNakSent",
                    Callback<void, uint32_t, uint32_t, uint32_t>(
                        [&naks, i](uint32_t qpNum, uint32_t psn, uint32_t syndrome) {
                            naks[i].push_back({qpNum, psn, syndrome});
                        }));
            }
            SendWr wr = net.MakeWr(WrOpcode::RDMA_WRITE, 2500, 1);
            wr.rkey = mr->GetKey();
            wr.remoteAddress = 0x1000;
            qp->PostSend(wr);
            wr.wrId = 2;
            if (m_expect.spoil)
            {
                m_expect.spoil(wr);
            }
            qp->PostSend(wr);
            qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 2500, 3));
            Simulator::Run();

            const auto done = net.Poll(0);
            NS_TEST_ASSERT_MSG_EQ(done.size(), 3, "completions of the sender");
            NS_TEST_EXPECT_MSG_EQ((done[0].status == WcStatus::SUCCESS), true, "first");
            NS_TEST_EXPECT_MSG_EQ((done[1].status == m_expect.sender), true, "second");
            NS_TEST_EXPECT_MSG_EQ((done[2].status == WcStatus::WR_FLUSH_ERR), true, "third");
            NS_TEST_EXPECT_MSG_EQ((qp->GetState() == QpState::ERR), true, "sender");
            NS_TEST_EXPECT_MSG_EQ((peer->GetState() == QpState::ERR), true, "receiver");
            const auto got = net.Poll(1);
            NS_TEST_ASSERT_MSG_EQ(got.size(), 2, "completions of the receiver");
            NS_TEST_EXPECT_MSG_EQ((got[0].status == m_expect.receiver), true, "receive request");
            NS_TEST_EXPECT_MSG_EQ((got[1].status == WcStatus::WR_FLUSH_ERR), true, "flushed");
            NS_TEST_EXPECT_MSG_EQ(net.nics[1]->GetStats().errorNaksSent, 1, "one NAK");
            NS_TEST_EXPECT_MSG_EQ(net.nics[0]->GetStats().retransmittedFrames, 0, "no retry");
            NS_TEST_EXPECT_MSG_EQ(static_cast<int>(net.sent[1].back().frame.syndrome),
                                  static_cast<int>(m_expect.syndrome),
                                  "syndrome");
            const uint32_t psn = net.sent[1].back().frame.psn;
            for (uint32_t i = 0; i < 2; ++i)
            {
                const uint32_t qpNum = (i == 0 ? qp : peer)->GetQpNum();
                const std::array<uint32_t, 3> nak{qpNum, psn, m_expect.syndrome};
                NS_TEST_ASSERT_MSG_EQ(naks[i].size(), 1, "traced at NIC " << i);
                NS_TEST_EXPECT_MSG_EQ((naks[i][0] == nak), true, "traced at NIC " << i);
            }
        }
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "no frame leaks");
    }

    Expectation m_expect; ///< a wrong request and its effects
};

/**
 * @ingroup tests
 * @brief Packets that cannot follow one another are refused by a NAK of an invalid request, 0x61.
 */
class SequenceTestCase : public TestCase
{
  public:
    /// One packet: opcode and payload bytes.
    using Packet = std::pair<RoceOpcode, uint32_t>;

    /**
     * @brief Make a test.
     * @param packets the last of them is wrong
     */
    explicit SequenceTestCase(std::vector<Packet> packets)
        : TestCase("opcode sequence that ends in " +
                   std::to_string(static_cast<int>(packets.back().first)) + " of " +
                   std::to_string(packets.back().second) + " bytes"),
          m_packets(std::move(packets))
    {
    }

  private:
    void DoRun() override
    {
        {
            TwoNics net;
            auto [qp, peer] = net.Connect();
            peer->PostRecv({1, 0, 100000, net.memory[1]->GetKey()});
            for (uint32_t i = 0; i < m_packets.size(); ++i)
            {
                RoceFramePtr frame = RoceFramePool::Get();
                frame->srcIp = net.nics[0]->GetIpAddress();
                frame->dstIp = net.nics[1]->GetIpAddress();
                frame->destQp = peer->GetQpNum();
                frame->psn = i;
                frame->opcode = m_packets[i].first;
                frame->payloadBytes = m_packets[i].second;
                frame->reth = {0, net.memory[1]->GetKey(), 2500};
                NS_TEST_EXPECT_MSG_EQ((peer->GetState() == QpState::RTS), true, "before " << i);
                net.nics[1]->Accept(0, std::move(frame), Simulator::Now().GetTimeStep());
            }
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ((peer->GetState() == QpState::ERR), true, "after the last");
            NS_TEST_ASSERT_MSG_EQ(net.sent[1].size(), 1, "one NAK");
            const RoceFrame& nak = net.sent[1][0].frame;
            NS_TEST_EXPECT_MSG_EQ(static_cast<int>(nak.syndrome), 0x61, "invalid request");
            NS_TEST_EXPECT_MSG_EQ(nak.psn, m_packets.size() - 1, "PSN");
        }
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "no frame leaks");
    }

    std::vector<Packet> m_packets; ///< the last of them is wrong
};

/**
 * @ingroup tests
 * @brief Frames for no queue pair are dropped without an answer.
 */
class StrayFrameTestCase : public TestCase
{
  public:
    StrayFrameTestCase()
        : TestCase("frames for no queue pair")
    {
    }

  private:
    void DoRun() override
    {
        {
            TwoNics net;
            auto [qp, peer] = net.Connect();
            VerbsQp* reset = net.nics[1]->CreateQp({net.cqs[1], net.cqs[1]});
            VerbsQp* gone = net.nics[1]->CreateQp({net.cqs[1], net.cqs[1]});
            const uint32_t goneNum = gone->GetQpNum();
            net.nics[1]->DestroyQp(gone);
            const std::vector<std::function<void(RoceFrame&)>> wrongs = {
                [](RoceFrame& frame) { frame.destQp = 0xabcdef; },
                [](RoceFrame& frame) { frame.destQp = 0; },
                [&](RoceFrame& frame) { frame.destQp = reset->GetQpNum(); },
                [&](RoceFrame& frame) { frame.destQp = goneNum; },
                [](RoceFrame& frame) { frame.srcIp += 7; },
                [](RoceFrame& frame) { frame.dstIp += 7; },
                [](RoceFrame& frame) { frame.kind = FrameKind::BALANCER; }};
            for (const auto& wrong : wrongs)
            {
                RoceFramePtr frame = RoceFramePool::Get();
                frame->srcIp = net.nics[0]->GetIpAddress();
                frame->dstIp = net.nics[1]->GetIpAddress();
                frame->destQp = peer->GetQpNum();
                frame->opcode = RoceOpcode::WRITE_ONLY;
                frame->ackRequest = 1;
                frame->ecn = EcnCodePoint::CE;
                wrong(*frame);
                net.nics[1]->Accept(0, std::move(frame), Simulator::Now().GetTimeStep());
            }
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(net.nics[1]->GetStats().strayFrames, wrongs.size(), "dropped");
            NS_TEST_EXPECT_MSG_EQ(net.sent[1].size(), 0, "no answer");
            qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 10));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(net.Poll(0).size(), 1, "the right queue pair still works");
        }
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "no frame leaks");
    }
};

/**
 * @ingroup tests
 * @brief A queue pair works again after RESET; late frames of its peer have no effect.
 */
class ResetTestCase : public TestCase
{
  public:
    ResetTestCase()
        : TestCase("a queue pair is reset and used again, then destroyed while it sends")
    {
    }

  private:
    void DoRun() override
    {
        {
            TwoNics net;
            auto [qp, peer] = net.Connect();
            VerbsQp* pair[2] = {qp, peer};
            qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 100000, 1));
            Simulator::Schedule(MicroSeconds(50), [pair] {
                QpAttr attr;
                for (uint32_t i = 0; i < 2; ++i)
                {
                    attr.qpState = QpState::RESET;
                    pair[i]->Modify(attr);
                }
            });
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(net.Poll(0).size(), 0, "no completion");
            NS_TEST_EXPECT_MSG_EQ(qp->GetSendSlots(), 16, "empty");
            QpAttr attr;
            attr.sqPsn = 0x777777;
            net.BringUp(*qp, net.nics[1]->GetIpAddress(), peer->GetQpNum(), attr);
            net.BringUp(*peer, net.nics[0]->GetIpAddress(), qp->GetQpNum(), attr);
            qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 2000, 2));
            Simulator::Run();
            const auto done = net.Poll(0);
            NS_TEST_ASSERT_MSG_EQ(done.size(), 1, "completed");
            NS_TEST_EXPECT_MSG_EQ(done[0].wrId, 2, "the new one");
            NS_TEST_EXPECT_MSG_EQ((done[0].status == WcStatus::SUCCESS), true, "success");

            qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 100000, 3));
            const uint64_t before = net.nics[0]->GetStats().dataFramesSent;
            Simulator::Schedule(MicroSeconds(50), [&net, pair] {
                net.nics[0]->DestroyQp(pair[0]);
                net.nics[1]->DestroyQp(pair[1]);
            });
            Simulator::Run();
            NS_TEST_EXPECT_MSG_LT(net.nics[0]->GetStats().dataFramesSent, before + 60, "stopped");
            NS_TEST_EXPECT_MSG_EQ(net.Poll(0).size(), 0, "no completion");
        }
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "no frame leaks");
    }
};

/**
 * @ingroup tests
 * @brief Suite of requests and frames that queue pairs refuse.
 */
class QpErrorTestSuite : public TestSuite
{
  public:
    QpErrorTestSuite()
        : TestSuite("rdmacell-qp-error", TestSuite::Type::UNIT)
    {
        AddTestCase(new RefusedRequestTestCase({"remote key wrong",
                                                [](SendWr& wr) { wr.rkey += 1000; },
                                                nullptr,
                                                WcStatus::REM_ACCESS_ERR,
                                                WcStatus::WR_FLUSH_ERR,
                                                AethSyndrome::ACCESS}));
        AddTestCase(new RefusedRequestTestCase({"remote range one byte too long",
                                                [](SendWr& wr) { wr.length = 3001; },
                                                nullptr,
                                                WcStatus::REM_ACCESS_ERR,
                                                WcStatus::WR_FLUSH_ERR,
                                                AethSyndrome::ACCESS}));
        AddTestCase(new RefusedRequestTestCase({"READ before the region",
                                                [](SendWr& wr) {
                                                    wr.opcode = WrOpcode::RDMA_READ;
                                                    wr.remoteAddress = 0xfff;
                                                },
                                                nullptr,
                                                WcStatus::REM_ACCESS_ERR,
                                                WcStatus::WR_FLUSH_ERR,
                                                AethSyndrome::ACCESS}));
        AddTestCase(new RefusedRequestTestCase({"SEND longer than the receive request",
                                                [](SendWr& wr) { wr.opcode = WrOpcode::SEND; },
                                                [](RecvWr& wr) { wr.length = 2499; },
                                                WcStatus::REM_INV_REQ_ERR,
                                                WcStatus::LOC_LEN_ERR,
                                                AethSyndrome::INVALID}));
        AddTestCase(new RefusedRequestTestCase({"SEND into memory that is not registered",
                                                [](SendWr& wr) { wr.opcode = WrOpcode::SEND; },
                                                [](RecvWr& wr) { wr.localAddress = 1; },
                                                WcStatus::REM_OP_ERR,
                                                WcStatus::LOC_PROT_ERR,
                                                AethSyndrome::OPERATIONAL}));
        using Op = RoceOpcode;
        for (const auto& packets : std::vector<std::vector<SequenceTestCase::Packet>>{
                 {{Op::WRITE_FIRST, 1000}, {Op::WRITE_MIDDLE, 1000}, {Op::WRITE_FIRST, 1000}},
                 {{Op::WRITE_FIRST, 1000}, {Op::WRITE_ONLY, 2500}},
                 {{Op::WRITE_FIRST, 1000}, {Op::SEND_MIDDLE, 1000}},
                 {{Op::WRITE_FIRST, 1000}, {Op::READ_REQUEST, 0}},
                 {{Op::SEND_FIRST, 1000}, {Op::WRITE_LAST, 500}},
                 {{Op::WRITE_MIDDLE, 1000}},
                 {{Op::SEND_LAST, 10}},
                 {{Op::WRITE_FIRST, 999}},
                 {{Op::WRITE_ONLY, 2500}},
                 {{Op::WRITE_ONLY, 999}},
                 {{Op::WRITE_FIRST, 1000}, {Op::WRITE_LAST, 0}},
                 {{Op::WRITE_FIRST, 1000}, {Op::WRITE_LAST, 1000}},
                 {{Op::WRITE_FIRST, 1000}, {Op::WRITE_MIDDLE, 1000}, {Op::WRITE_MIDDLE, 1000}},
                 {{Op::READ_REQUEST, 1}}})
        {
            AddTestCase(new SequenceTestCase(packets));
        }
        AddTestCase(new StrayFrameTestCase);
        AddTestCase(new ResetTestCase);
    }
};

static QpErrorTestSuite g_qpErrorTestSuite; ///< registers the suite

} // namespace ns3::rdmacell::test
