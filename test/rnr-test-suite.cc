/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "two-nic-fixture.h"

#include "ns3/test.h"

#include <string>
#include <vector>

namespace ns3::rdmacell::test
{

namespace
{

/// Timer code 1: 10 us.
constexpr uint8_t CODE_10_US = 1;

/**
 * @brief Make the attributes of the tests' queue pairs.
 * @param rnrRetry receiver-not-ready retries
 * @return the attributes
 */
QpAttr
RnrAttr(uint8_t rnrRetry)
{
    QpAttr attr;
    attr.rnrRetry = rnrRetry;
    attr.minRnrTimer = CODE_10_US;
    return attr;
}

} // namespace

/**
 * @ingroup tests
 * @brief The receive queue is empty when the last packet of a WRITE_WITH_IMM arrives.
 */
class LateReceiveTestCase : public TestCase
{
  public:
    LateReceiveTestCase()
        : TestCase("go-back-N starts at the packet that needs a receive request")
    {
    }

  private:
    void DoRun() override
    {
        {
            TwoNics net(LongLink());
            auto [qp, peer] = net.Connect(RnrAttr(7));
            qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE_WITH_IMM, 3000, 1));
            qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 1000, 2));
            VerbsQp* receiver = peer;
            Simulator::Schedule(MicroSeconds(45), [receiver] { receiver->PostRecv({9, 0, 0, 0}); });
            Simulator::Run();

            const RoceNicStats& stats = net.nics[1]->GetStats();
            NS_TEST_EXPECT_MSG_EQ(stats.rnrNaksSent, 1, "one RNR NAK");
            NS_TEST_EXPECT_MSG_EQ(stats.naksSent, 0, "no NAK for the packets behind it");
            NS_TEST_EXPECT_MSG_EQ(stats.outOfOrderDrops, 1, "the packet behind it is dropped");
            NS_TEST_EXPECT_MSG_EQ(stats.bytesPlaced, 4000, "each byte once");
            const RoceFrame& nak = net.sent[1][0].frame;
            NS_TEST_EXPECT_MSG_EQ(nak.psn, 2, "PSN of the RNR NAK");
            NS_TEST_EXPECT_MSG_EQ(static_cast<int>(nak.syndrome), 0x20 + CODE_10_US, "timer code");
            NS_TEST_EXPECT_MSG_EQ(nak.msn, 0, "no message is executed");

            const auto data = net.Find(0, ROCE_REQUEST);
            NS_TEST_ASSERT_MSG_EQ(data.size(), 6, "packets 0, 1, 2, 3 and 2, 3 again");
            NS_TEST_EXPECT_MSG_EQ(data[4].frame.psn, 2, "the first retransmitted one");
            const int64_t received =
                net.sent[1][0].start + SerializationTime(86) + MicroSeconds(20).GetTimeStep();
            NS_TEST_EXPECT_MSG_EQ(data[4].start,
                                  received + MicroSeconds(10).GetTimeStep(),
                                  "10 us after the RNR NAK arrived");
            const auto done = net.Poll(0);
            NS_TEST_ASSERT_MSG_EQ(done.size(), 2, "completions of the sender");
            NS_TEST_EXPECT_MSG_EQ((done[1].status == WcStatus::SUCCESS), true, "success");
            const auto got = net.Poll(1);
            NS_TEST_ASSERT_MSG_EQ(got.size(), 1, "completions of the receiver");
            NS_TEST_EXPECT_MSG_EQ(got[0].byteLen, 3000, "bytes of the whole WRITE");
            NS_TEST_EXPECT_MSG_EQ(got[0].immData, 0x12345678, "immediate data");
            NS_TEST_EXPECT_MSG_EQ(got[0].withImm, true, "immediate data");
            NS_TEST_EXPECT_MSG_EQ((got[0].opcode == WcOpcode::RECV_RDMA_WITH_IMM), true, "opcode");
        }
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "no frame leaks");
    }
};

/**
 * @ingroup tests
 * @brief A receiver that is never ready uses up the retries; a limit of 7 means no limit.
 */
class RnrLimitTestCase : public TestCase
{
  public:
    /**
     * @brief Make a test.
     * @param opcode opcode of the request
     * @param limit limit of retries
     */
    RnrLimitTestCase(WrOpcode opcode, uint8_t limit)
        : TestCase("receiver-not-ready retries: " + std::to_string(limit) + ", request " +
                   std::to_string(static_cast<int>(opcode))),
          m_opcode(opcode),
          m_limit(limit)
    {
    }

  private:
    void DoRun() override
    {
        TwoNics net;
        auto [qp, peer] = net.Connect(RnrAttr(m_limit));
        qp->PostSend(net.MakeWr(m_opcode, 10, 1));
        qp->PostSend(net.MakeWr(m_opcode, 10, 2));
        Simulator::Stop(MicroSeconds(1000));
        Simulator::Run();
        const uint64_t naks = net.nics[1]->GetStats().rnrNaksSent;
        const auto done = net.Poll(0);
        NS_TEST_EXPECT_MSG_EQ(net.nics[0]->GetStats().timeouts, 0, "no timeout");
        if (m_limit == 7)
        {
            // A retry takes 10 us, two link delays of 1 us, and the serialization times.
            NS_TEST_EXPECT_MSG_GT(naks, 75, "no limit");
            NS_TEST_EXPECT_MSG_EQ(done.size(), 0, "no completion");
            return;
        }
        NS_TEST_EXPECT_MSG_EQ(naks, m_limit + 1U, "the first attempt and the retries");
        NS_TEST_ASSERT_MSG_EQ(done.size(), 2, "completions");
        NS_TEST_EXPECT_MSG_EQ((done[0].status == WcStatus::RNR_RETRY_EXC_ERR), true, "status");
        NS_TEST_EXPECT_MSG_EQ((done[1].status == WcStatus::WR_FLUSH_ERR), true, "status");
        NS_TEST_EXPECT_MSG_EQ(done[0].wrId, 1, "the first fails");
    }

    WrOpcode m_opcode; ///< opcode of the request
    uint8_t m_limit;   ///< limit of retries
};

/**
 * @ingroup tests
 * @brief A lost RNR NAK leads to a local ACK timeout.
 */
class LostRnrNakTestCase : public TestCase
{
  public:
    LostRnrNakTestCase()
        : TestCase("the RNR NAK lost")
    {
    }

  private:
    void DoRun() override
    {
        TwoNics net;
        auto [qp, peer] = net.Connect(RnrAttr(0));
        net.Lose(1, 1, [](const RoceFrame&) { return true; });
        qp->PostSend(net.MakeWr(WrOpcode::SEND, 2000));
        VerbsQp* receiver = peer;
        RecvWr wr{9, 0, 2000, net.memory[1]->GetKey()};
        Simulator::Schedule(MicroSeconds(100), [receiver, wr] { receiver->PostRecv(wr); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(net.nics[1]->GetStats().rnrNaksSent, 1, "one RNR NAK");
        NS_TEST_EXPECT_MSG_EQ(net.nics[0]->GetStats().timeouts, 1, "one timeout");
        const auto done = net.Poll(0);
        NS_TEST_ASSERT_MSG_EQ(done.size(), 1, "completed");
        NS_TEST_EXPECT_MSG_EQ((done[0].status == WcStatus::SUCCESS), true, "success");
        const auto got = net.Poll(1);
        NS_TEST_ASSERT_MSG_EQ(got.size(), 1, "received");
        NS_TEST_EXPECT_MSG_EQ(got[0].byteLen, 2000, "bytes");
    }
};

/**
 * @ingroup tests
 * @brief Suite of receiver-not-ready NAKs.
 */
class RnrTestSuite : public TestSuite
{
  public:
    RnrTestSuite()
        : TestSuite("rdmacell-rnr", TestSuite::Type::UNIT)
    {
        AddTestCase(new LateReceiveTestCase);
        AddTestCase(new RnrLimitTestCase(WrOpcode::RDMA_WRITE_WITH_IMM, 0));
        AddTestCase(new RnrLimitTestCase(WrOpcode::SEND, 0));
        AddTestCase(new RnrLimitTestCase(WrOpcode::SEND_WITH_IMM, 3));
        AddTestCase(new RnrLimitTestCase(WrOpcode::SEND, 7));
        AddTestCase(new LostRnrNakTestCase);
    }
};

static RnrTestSuite g_rnrTestSuite; ///< registers the suite

} // namespace ns3::rdmacell::test
