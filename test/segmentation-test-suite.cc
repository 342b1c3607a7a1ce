/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "two-nic-fixture.h"

#include "ns3/test.h"

#include <string>
#include <utility>
#include <vector>

namespace ns3::rdmacell::test
{

namespace
{

/**
 * @brief Make attributes with a first PSN.
 * @param psn the PSN
 * @return the attributes
 */
QpAttr
WithPsn(uint32_t psn)
{
    QpAttr attr;
    attr.sqPsn = psn;
    return attr;
}

} // namespace

/**
 * @ingroup tests
 * @brief Opcodes, headers and lengths of the packets of a message.
 */
class SegmentationTestCase : public TestCase
{
  public:
    /**
     * @brief Make a test.
     * @param opcode opcode of the request
     * @param length bytes
     * @param expected opcodes of the packets
     */
    SegmentationTestCase(WrOpcode opcode, uint32_t length, std::vector<uint8_t> expected)
        : TestCase("segmentation of " + std::to_string(length) + " bytes, request " +
                   std::to_string(static_cast<int>(opcode))),
          m_opcode(opcode),
          m_length(length),
          m_expected(std::move(expected))
    {
    }

  private:
    void DoRun() override
    {
        TwoNics net;
        auto [qp, peer] = net.Connect(WithPsn(77));
        peer->PostRecv({1, 0, m_length, net.memory[1]->GetKey()});
        SendWr wr = net.MakeWr(m_opcode, m_length);
        wr.remoteAddress = 0x123456789abcULL;
        qp->PostSend(wr);
        Simulator::Run();
        const auto data = net.Find(0, ROCE_REQUEST);
        NS_TEST_ASSERT_MSG_EQ(data.size(), m_expected.size(), "packets");
        uint32_t bytes = 0;
        for (std::size_t i = 0; i < data.size(); ++i)
        {
            const RoceFrame& frame = data[i].frame;
            const bool first = i == 0;
            const bool last = i + 1 == data.size();
            const bool write =
                m_opcode == WrOpcode::RDMA_WRITE || m_opcode == WrOpcode::RDMA_WRITE_WITH_IMM;
            const bool imm =
                m_opcode == WrOpcode::SEND_WITH_IMM || m_opcode == WrOpcode::RDMA_WRITE_WITH_IMM;
            NS_TEST_EXPECT_MSG_EQ(static_cast<int>(frame.opcode), m_expected[i], "opcode " << i);
            NS_TEST_EXPECT_MSG_EQ(frame.psn, 77 + i, "PSN");
            NS_TEST_EXPECT_MSG_EQ(frame.reth.dmaLength, (first && write ? m_length : 0), "RETH");
            NS_TEST_EXPECT_MSG_EQ(frame.reth.virtualAddress,
                                  (first && write ? 0x123456789abcULL : 0),
                                  "RETH");
            NS_TEST_EXPECT_MSG_EQ(frame.immediate, (last && imm ? 0x12345678 : 0), "ImmDt");
            NS_TEST_EXPECT_MSG_EQ(static_cast<bool>(frame.ackRequest), last, "AckReq");
            NS_TEST_EXPECT_MSG_EQ(frame.wireBytes,
                                  RoceWireBytes(frame.opcode, frame.payloadBytes),
                                  "wire bytes");
            NS_TEST_EXPECT_MSG_EQ((frame.ecn == EcnCodePoint::ECT0), true, "ECN capable");
            NS_TEST_EXPECT_MSG_EQ(static_cast<int>(frame.priority), 3, "class");
            bytes += frame.payloadBytes;
        }
        NS_TEST_EXPECT_MSG_EQ(bytes, m_length, "bytes");
        NS_TEST_ASSERT_MSG_EQ(net.sent[1].size(), 1, "one ACK");
        const RoceFrame& ack = net.sent[1][0].frame;
        NS_TEST_EXPECT_MSG_EQ(ack.psn, 76 + data.size(), "PSN of the ACK");
        NS_TEST_EXPECT_MSG_EQ(static_cast<int>(ack.syndrome), 0x1f, "without credits");
        NS_TEST_EXPECT_MSG_EQ((ack.ecn == EcnCodePoint::NOT_ECT), true, "never marked");
        NS_TEST_EXPECT_MSG_EQ(static_cast<int>(ack.priority), 6, "control class");
        NS_TEST_EXPECT_MSG_EQ(net.Poll(0).size(), 1, "completed");
    }

    WrOpcode m_opcode;               ///< opcode of the request
    uint32_t m_length;               ///< bytes
    std::vector<uint8_t> m_expected; ///< opcodes of the packets
};

/**
 * @ingroup tests
 * @brief There are as many ACKs as were requested.
 */
class AckIntervalTestCase : public TestCase
{
  public:
    /**
     * @brief Make a test.
     * @param interval AckInterval
     * @param packets packets of the message
     * @param acks ACKs expected
     */
    AckIntervalTestCase(uint32_t interval, uint32_t packets, uint32_t acks)
        : TestCase("one ACK for " + std::to_string(interval) + " of " + std::to_string(packets) +
                   " packets"),
          m_interval(interval),
          m_packets(packets),
          m_acks(acks)
    {
    }

  private:
    void DoRun() override
    {
        TwoNics::Options options;
        options.ackInterval = m_interval;
        TwoNics net(options);
        auto [qp, peer] = net.Connect();
        qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, m_packets * 1000));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(net.nics[1]->GetStats().acksSent, m_acks, "ACKs");
        NS_TEST_EXPECT_MSG_EQ(net.sent[1].size(), m_acks, "frames");
        NS_TEST_EXPECT_MSG_EQ(net.nics[0]->GetStats().dataFramesSent, m_packets, "packets");
    }

    uint32_t m_interval; ///< AckInterval
    uint32_t m_packets;  ///< packets of the message
    uint32_t m_acks;     ///< ACKs expected
};

/**
 * @ingroup tests
 * @brief Small messages complete after the serialization times of their frames and ACK.
 */
class SmallMessageTestCase : public TestCase
{
  public:
    SmallMessageTestCase()
        : TestCase("messages of 0 to 1001 bytes")
    {
    }

  private:
    void DoRun() override
    {
        // Payload is padded to four bytes; a frame of 1001 bytes is a FIRST of 1000 and a LAST
        // of 1.
        const std::vector<std::pair<uint32_t, uint64_t>> expected =
            {{0, 98}, {1, 102}, {64, 162}, {999, 1098}, {1000, 1098}, {1001, 1098 + 86}};
        for (const auto& [length, bytes] : expected)
        {
            TwoNics net;
            auto [qp, peer] = net.Connect();
            int64_t done = -1;
            net.cqs[0]->RequestNotify(Callback<void, CompletionQueue*>(
                [&done](CompletionQueue*) { done = Simulator::Now().GetTimeStep(); }));
            qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, length));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(done,
                                  SerializationTime(bytes + 86) + MicroSeconds(2).GetTimeStep(),
                                  "time of " << length << " bytes");
            NS_TEST_EXPECT_MSG_EQ(net.sent[1].size(), 1, "one ACK");
            NS_TEST_EXPECT_MSG_EQ(net.sent[1][0].frame.msn, 1, "one message");
        }
    }
};

/**
 * @ingroup tests
 * @brief PSNs wrap at 2^24, also if frames around the wrap are lost.
 */
class PsnWrapTestCase : public TestCase
{
  public:
    PsnWrapTestCase()
        : TestCase("PSNs wrap at 24 bits")
    {
    }

  private:
    void DoRun() override
    {
        {
            TwoNics net;
            auto [qp, peer] = net.Connect(WithPsn(0xfffffe));
            qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 5000));
            Simulator::Run();
            const std::vector<uint32_t> expected = {0xfffffe, 0xffffff, 0, 1, 2};
            const auto data = net.Find(0, ROCE_REQUEST);
            NS_TEST_ASSERT_MSG_EQ(data.size(), 5, "five packets");
            for (std::size_t i = 0; i < 5; ++i)
            {
                NS_TEST_EXPECT_MSG_EQ(data[i].frame.psn, expected[i], "PSN of packet " << i);
            }
            NS_TEST_ASSERT_MSG_EQ(net.sent[1].size(), 1, "one ACK");
            NS_TEST_EXPECT_MSG_EQ(net.sent[1][0].frame.psn, 2, "ACK of the last PSN");
            NS_TEST_EXPECT_MSG_EQ(net.sent[1][0].frame.msn, 1, "one message");
            NS_TEST_EXPECT_MSG_EQ(net.Poll(0).size(), 1, "completed");
        }
        {
            TwoNics net;
            auto [qp, peer] = net.Connect(WithPsn(0xfffe00));
            uint32_t count = 0;
            net.Lose(0, 1000, [&count](const RoceFrame&) { return ++count % 37 == 0; });
            for (uint32_t i = 0; i < 10; ++i)
            {
                qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 100000, i));
            }
            Simulator::Run();
            const auto done = net.Poll(0);
            NS_TEST_ASSERT_MSG_EQ(done.size(), 10, "all are completed");
            for (uint32_t i = 0; i < 10; ++i)
            {
                NS_TEST_EXPECT_MSG_EQ(done[i].wrId, i, "in order");
                NS_TEST_EXPECT_MSG_EQ((done[i].status == WcStatus::SUCCESS), true, "success");
            }
            NS_TEST_EXPECT_MSG_EQ(net.nics[1]->GetStats().bytesPlaced, 1000000, "once each");
        }
    }
};

/**
 * @ingroup tests
 * @brief Suite of segmentation and acknowledgment of messages.
 */
class SegmentationTestSuite : public TestSuite
{
  public:
    SegmentationTestSuite()
        : TestSuite("rdmacell-segmentation", TestSuite::Type::UNIT)
    {
        AddTestCase(new SegmentationTestCase(WrOpcode::RDMA_WRITE_WITH_IMM, 2500, {6, 7, 9}));
        AddTestCase(new SegmentationTestCase(WrOpcode::RDMA_WRITE, 2500, {6, 7, 8}));
        AddTestCase(new SegmentationTestCase(WrOpcode::RDMA_WRITE, 1000, {0xa}));
        AddTestCase(new SegmentationTestCase(WrOpcode::RDMA_WRITE, 0, {0xa}));
        AddTestCase(new SegmentationTestCase(WrOpcode::RDMA_WRITE_WITH_IMM, 0, {0xb}));
        AddTestCase(new SegmentationTestCase(WrOpcode::SEND, 2001, {0, 1, 2}));
        AddTestCase(new SegmentationTestCase(WrOpcode::SEND_WITH_IMM, 2001, {0, 1, 3}));
        AddTestCase(new SegmentationTestCase(WrOpcode::SEND, 1, {4}));
        AddTestCase(new SegmentationTestCase(WrOpcode::SEND_WITH_IMM, 0, {5}));
        AddTestCase(new AckIntervalTestCase(16, 160, 10));
        AddTestCase(new AckIntervalTestCase(16, 161, 11));
        AddTestCase(new AckIntervalTestCase(1, 50, 50));
        AddTestCase(new AckIntervalTestCase(64, 63, 1));
        AddTestCase(new PsnWrapTestCase);
        AddTestCase(new SmallMessageTestCase);
    }
};

static SegmentationTestSuite g_segmentationTestSuite; ///< registers the suite

} // namespace ns3::rdmacell::test
