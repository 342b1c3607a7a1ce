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

/**
 * @ingroup tests
 * @brief A READ takes as many PSNs as it has responses.
 */
class ReadTestCase : public TestCase
{
  public:
    /**
     * @brief Make a test.
     * @param length bytes
     * @param expected opcodes of the responses
     */
    ReadTestCase(uint32_t length, std::vector<uint8_t> expected)
        : TestCase("READ of " + std::to_string(length) + " bytes"),
          m_length(length),
          m_expected(std::move(expected))
    {
    }

  private:
    void DoRun() override
    {
        {
            TwoNics net;
            QpAttr attr;
            attr.sqPsn = 0xfffffe;
            auto [qp, peer] = net.Connect(attr);
            qp->PostSend(net.MakeWr(WrOpcode::RDMA_READ, m_length, 1));
            qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 10, 2));
            Simulator::Run();
            const auto requests = net.Find(0, ROCE_REQUEST);
            NS_TEST_ASSERT_MSG_EQ(requests.size(), 2, "requests");
            NS_TEST_EXPECT_MSG_EQ(requests[0].frame.reth.dmaLength, m_length, "length requested");
            NS_TEST_EXPECT_MSG_EQ(requests[1].frame.psn,
                                  (0xfffffe + m_expected.size()) % (1 << 24),
                                  "PSN after the READ");
            const auto responses = net.Find(1, ROCE_READ);
            NS_TEST_ASSERT_MSG_EQ(responses.size(), m_expected.size(), "responses");
            uint32_t bytes = 0;
            for (std::size_t i = 0; i < responses.size(); ++i)
            {
                const RoceFrame& frame = responses[i].frame;
                NS_TEST_EXPECT_MSG_EQ(static_cast<int>(frame.opcode), m_expected[i], "opcode");
                NS_TEST_EXPECT_MSG_EQ(frame.psn, (0xfffffe + i) % (1 << 24), "PSN");
                NS_TEST_EXPECT_MSG_EQ(static_cast<int>(frame.priority), 3, "class");
                bytes += frame.payloadBytes;
            }
            NS_TEST_EXPECT_MSG_EQ(bytes, m_length, "bytes sent");
            NS_TEST_EXPECT_MSG_EQ(net.nics[0]->GetStats().bytesPlaced, m_length, "bytes received");
            const auto done = net.Poll(0);
            NS_TEST_ASSERT_MSG_EQ(done.size(), 2, "completions");
            NS_TEST_EXPECT_MSG_EQ((done[0].opcode == WcOpcode::RDMA_READ), true, "in order");
            NS_TEST_EXPECT_MSG_EQ(done[0].byteLen, m_length, "bytes");
            NS_TEST_EXPECT_MSG_EQ(net.Poll(1).size(), 0, "the responder sees nothing");
        }
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "no frame leaks");
    }

    uint32_t m_length;               ///< bytes
    std::vector<uint8_t> m_expected; ///< opcodes of the responses
};

/**
 * @ingroup tests
 * @brief After a loss, only the missing part of a READ is requested again.
 */
class ReadLossTestCase : public TestCase
{
  public:
    /**
     * @brief Make a test.
     * @param lossy 0: the request is lost, 1: a response
     * @param psn PSN of the frame that is lost once
     * @param timeouts timeouts expected
     * @param responses responses expected, with retransmitted ones
     */
    ReadLossTestCase(uint32_t lossy, uint32_t psn, uint64_t timeouts, uint64_t responses)
        : TestCase("READ of ten packets, NIC " + std::to_string(lossy) + " loses PSN " +
                   std::to_string(psn)),
          m_lossy(lossy),
          m_psn(psn),
          m_timeouts(timeouts),
          m_responses(responses)
    {
    }

  private:
    void DoRun() override
    {
        TwoNics net(LongLink());
        auto [qp, peer] = net.Connect();
        const uint32_t psn = m_psn;
        net.Lose(m_lossy, 1, [psn](const RoceFrame& frame) { return frame.psn == psn; });
        qp->PostSend(net.MakeWr(WrOpcode::RDMA_READ, 9500));
        Simulator::Run();
        const auto done = net.Poll(0);
        NS_TEST_ASSERT_MSG_EQ(done.size(), 1, "completed");
        NS_TEST_EXPECT_MSG_EQ((done[0].status == WcStatus::SUCCESS), true, "success");
        NS_TEST_EXPECT_MSG_EQ(net.nics[0]->GetStats().bytesPlaced, 9500, "each byte once");
        NS_TEST_EXPECT_MSG_EQ(net.nics[0]->GetStats().timeouts, m_timeouts, "timeouts");
        NS_TEST_EXPECT_MSG_EQ(net.Find(1, ROCE_READ).size(), m_responses, "responses");
        const auto requests = net.Find(0, ROCE_REQUEST);
        NS_TEST_ASSERT_MSG_EQ(requests.size(), 2, "requests");
        NS_TEST_EXPECT_MSG_EQ(requests[1].frame.psn, m_psn, "the first missing response");
        NS_TEST_EXPECT_MSG_EQ(requests[1].frame.reth.virtualAddress, 1000 * m_psn, "address");
        NS_TEST_EXPECT_MSG_EQ(requests[1].frame.reth.dmaLength, 9500 - 1000 * m_psn, "length");
    }

    uint32_t m_lossy;     ///< NIC that sends the lost frame
    uint32_t m_psn;       ///< PSN of that frame
    uint64_t m_timeouts;  ///< timeouts expected
    uint64_t m_responses; ///< responses expected, with retransmitted ones
};

/**
 * @ingroup tests
 * @brief The ACK of a later WRITE may overtake the responses of a READ.
 */
class OvertakenReadTestCase : public TestCase
{
  public:
    OvertakenReadTestCase()
        : TestCase("ACKs overtake READ responses, completions stay in order")
    {
    }

  private:
    void DoRun() override
    {
        TwoNics net(LongLink());
        auto [qp, peer] = net.Connect();
        uint64_t id = 0;
        for (const WrOpcode opcode : {WrOpcode::RDMA_WRITE,
                                      WrOpcode::RDMA_READ,
                                      WrOpcode::RDMA_WRITE,
                                      WrOpcode::RDMA_READ,
                                      WrOpcode::RDMA_WRITE})
        {
            const bool read = opcode == WrOpcode::RDMA_READ;
            qp->PostSend(net.MakeWr(opcode, read ? 20000 : 2000, id++));
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(net.nics[0]->GetStats().retransmittedFrames, 0, "nothing is lost");
        NS_TEST_EXPECT_MSG_EQ(net.nics[0]->GetStats().bytesPlaced, 40000, "READ");
        NS_TEST_EXPECT_MSG_EQ(net.nics[1]->GetStats().bytesPlaced, 6000, "written");
        const auto& sent = net.sent[1];
        bool overtaken = false;
        for (std::size_t i = 1; i < sent.size(); ++i)
        {
            overtaken = overtaken || (sent[i].frame.opcode != RoceOpcode::ACKNOWLEDGE &&
                                      sent[i].frame.psn < sent[i - 1].frame.psn);
        }
        NS_TEST_EXPECT_MSG_EQ(overtaken, true, "an ACK has overtaken a response");
        const auto done = net.Poll(0);
        NS_TEST_ASSERT_MSG_EQ(done.size(), 5, "completions");
        for (uint64_t i = 0; i < 5; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(done[i].wrId, i, "in order");
            NS_TEST_EXPECT_MSG_EQ((done[i].status == WcStatus::SUCCESS), true, "success");
        }
    }
};

/**
 * @ingroup tests
 * @brief READs and WRITEs in both directions of a queue pair over a lossy link.
 */
class MixedLossTestCase : public TestCase
{
  public:
    MixedLossTestCase()
        : TestCase("READs and WRITEs in both directions over a lossy link")
    {
    }

  private:
    void DoRun() override
    {
        {
            TwoNics::Options options = LongLink();
            options.keepFrames = false;
            TwoNics net(options);
            QpAttr attr;
            attr.timeout = 6;
            QpInitAttr init;
            init.maxSendWr = 200;
            auto [qp, peer] = net.Connect(attr, init);
            uint32_t seen[2] = {0, 0};
            for (uint32_t nic = 0; nic < 2; ++nic)
            {
                net.Lose(nic, 1000000, [&seen, nic](const RoceFrame&) {
                    return ++seen[nic] % (61 + nic) == 0;
                });
            }
            for (uint32_t i = 0; i < 100; ++i)
            {
                const bool read = i % 3 == 1;
                SendWr wr = net.MakeWr(read ? WrOpcode::RDMA_READ : WrOpcode::RDMA_WRITE, 9999, i);
                qp->PostSend(wr);
                wr.lkey = net.memory[1]->GetKey();
                wr.rkey = net.memory[0]->GetKey();
                peer->PostSend(wr);
            }
            Simulator::Run();
            for (uint32_t nic = 0; nic < 2; ++nic)
            {
                const auto done = net.Poll(nic);
                NS_TEST_ASSERT_MSG_EQ(done.size(), 100, "all are completed");
                for (uint32_t i = 0; i < 100; ++i)
                {
                    NS_TEST_EXPECT_MSG_EQ(done[i].wrId, i, "in order");
                    NS_TEST_EXPECT_MSG_EQ((done[i].status == WcStatus::SUCCESS), true, "success");
                }
                NS_TEST_EXPECT_MSG_EQ(net.nics[nic]->GetStats().bytesPlaced, 999900, "once each");
            }
        }
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "no frame leaks");
    }
};

/**
 * @ingroup tests
 * @brief Suite of RDMA READ.
 */
class ReadTestSuite : public TestSuite
{
  public:
    ReadTestSuite()
        : TestSuite("rdmacell-read", TestSuite::Type::UNIT)
    {
        AddTestCase(new ReadTestCase(0, {0x10}));
        AddTestCase(new ReadTestCase(1000, {0x10}));
        AddTestCase(new ReadTestCase(1001, {0x0d, 0x0f}));
        AddTestCase(new ReadTestCase(4000, {0x0d, 0x0e, 0x0e, 0x0f}));
        AddTestCase(new ReadLossTestCase(0, 0, 1, 10));
        AddTestCase(new ReadLossTestCase(1, 0, 0, 20));
        AddTestCase(new ReadLossTestCase(1, 4, 0, 16));
        AddTestCase(new ReadLossTestCase(1, 9, 1, 11));
        AddTestCase(new OvertakenReadTestCase);
        AddTestCase(new MixedLossTestCase);
    }
};

static ReadTestSuite g_readTestSuite; ///< registers the suite

} // namespace ns3::rdmacell::test
