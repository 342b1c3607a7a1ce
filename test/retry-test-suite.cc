/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "two-nic-fixture.h"

#include "ns3/test.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3::rdmacell::test
{

/**
 * @ingroup tests
 * @brief A lost last packet delays the completion by the timeout and its retransmission.
 */
class TailLossTimeTestCase : public TestCase
{
  public:
    TailLossTimeTestCase()
        : TestCase("a lost last packet costs one timeout and one retransmission")
    {
    }

  private:
    /**
     * @brief Send ten packets.
     * @param lost lose the last one once
     * @param start receives the time at which the last packet was first sent
     * @return time of the completion, steps
     */
    int64_t Send(bool lost, int64_t& start)
    {
        TwoNics net(LongLink(1));
        auto [qp, peer] = net.Connect(GbnAttr());
        net.Lose(0, lost ? 1 : 0, [](const RoceFrame& frame) { return frame.psn == 9; });
        int64_t done = -1;
        net.cqs[0]->RequestNotify(Callback<void, CompletionQueue*>(
            [&done](CompletionQueue*) { done = Simulator::Now().GetTimeStep(); }));
        qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 10000));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(net.nics[0]->GetStats().retransmittedFrames,
                              (lost ? 1 : 0),
                              "retransmitted");
        start = net.Find(0, ROCE_ENDS)[0].start;
        return done;
    }

    void DoRun() override
    {
        int64_t start = 0;
        const int64_t clean = Send(false, start);
        // 1078 + 9 * 1062 bytes with their preambles, an ACK of 66 + 20, and two links.
        NS_TEST_EXPECT_MSG_EQ(clean,
                              SerializationTime(1098 + 9 * 1082 + 86) +
                                  MicroSeconds(40).GetTimeStep(),
                              "time without loss");
        const int64_t late = Send(true, start);
        // The ACK of the ninth packet restarted the timer, one packet time before that of the tenth
        // would have arrived.
        const int64_t timeout = NanoSeconds(TIMEOUT_NS).GetTimeStep();
        NS_TEST_EXPECT_MSG_EQ(late,
                              clean + timeout + SerializationTime(1082 + 86 - 1082) +
                                  MicroSeconds(40).GetTimeStep(),
                              "timeout and retransmission");
    }
};

/**
 * @ingroup tests
 * @brief With the link down, the retries are used up after as many timeouts, and requests fail.
 */
class DeadLinkTestCase : public TestCase
{
  public:
    DeadLinkTestCase()
        : TestCase("with the link down and two retries, requests fail after three timeouts")
    {
    }

  private:
    void DoRun() override
    {
        {
            TwoNics net;
            QpAttr attr = GbnAttr();
            attr.retryCnt = 2;
            auto [qp, peer] = net.Connect(attr);
            for (uint64_t i = 0; i < 4; ++i)
            {
                qp->PostRecv({100 + i, 0, 10, net.memory[0]->GetKey()});
                SendWr wr = net.MakeWr(WrOpcode::RDMA_WRITE, 500, i);
                wr.sendFlags = 0;
                qp->PostSend(wr);
            }
            net.channel->SetUp(false);
            int64_t failed = -1;
            net.cqs[0]->RequestNotify(Callback<void, CompletionQueue*>(
                [&failed](CompletionQueue*) { failed = Simulator::Now().GetTimeStep(); }));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(failed, NanoSeconds(3 * TIMEOUT_NS).GetTimeStep(), "when");
            NS_TEST_EXPECT_MSG_EQ(net.nics[0]->GetStats().timeouts, 3, "timeouts");
            NS_TEST_EXPECT_MSG_EQ((qp->GetState() == QpState::ERR), true, "error state");
            const auto done = net.Poll(0);
            NS_TEST_ASSERT_MSG_EQ(done.size(), 8, "completions");
            for (uint64_t i = 0; i < 8; ++i)
            {
                const WcStatus status = i == 0 ? WcStatus::RETRY_EXC_ERR : WcStatus::WR_FLUSH_ERR;
                NS_TEST_EXPECT_MSG_EQ(done[i].wrId, (i < 4 ? i : 96 + i), "order");
                NS_TEST_EXPECT_MSG_EQ((done[i].status == status), true, "status of " << i);
            }
        }
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "no frame leaks");
    }
};

/**
 * @ingroup tests
 * @brief An acknowledged packet restores the retry count: losses of different packets are no error.
 */
class RetriesRestoredTestCase : public TestCase
{
  public:
    /**
     * @brief Make a test.
     * @param samePacket lose one packet each time it is sent, instead of each packet once
     */
    explicit RetriesRestoredTestCase(bool samePacket)
        : TestCase(samePacket ? "a packet that is always lost is an error"
                              : "each packet lost once is no error"),
          m_samePacket(samePacket)
    {
    }

  private:
    void DoRun() override
    {
        TwoNics net(LongLink());
        QpAttr attr = GbnAttr();
        attr.retryCnt = 3;
        auto [qp, peer] = net.Connect(attr);
        uint32_t next = 0;
        net.Lose(0, 1000, [this, &next](const RoceFrame& frame) {
            if (m_samePacket)
            {
                return frame.psn == 4;
            }
            const bool lost = frame.psn == next;
            next += lost ? 1 : 0;
            return lost;
        });
        qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 10000));
        Simulator::Run();
        const auto done = net.Poll(0);
        NS_TEST_ASSERT_MSG_EQ(done.size(), 1, "one completion");
        const WcStatus status = m_samePacket ? WcStatus::RETRY_EXC_ERR : WcStatus::SUCCESS;
        NS_TEST_EXPECT_MSG_EQ((done[0].status == status), true, "status");
        if (m_samePacket)
        {
            const auto data = net.Find(0, ROCE_REQUEST);
            const auto times = std::count_if(data.begin(), data.end(), [](const SentByNic& each) {
                return each.frame.psn == 4;
            });
            NS_TEST_EXPECT_MSG_EQ(times, 4, "sent once and retransmitted three times");
        }
    }

    bool m_samePacket; ///< lose one packet each time it is sent
};

/**
 * @ingroup tests
 * @brief Go-back-N skips packets that an ACK reports as received.
 */
class SkipAheadTestCase : public TestCase
{
  public:
    SkipAheadTestCase()
        : TestCase("an ACK of duplicates lets the requester skip packets that have arrived")
    {
    }

  private:
    void DoRun() override
    {
        TwoNics::Options options;
        options.ackInterval = 5;
        TwoNics net(options);
        auto [qp, peer] = net.Connect(GbnAttr());
        net.Lose(0, 5, [](const RoceFrame& frame) { return frame.psn >= 15; });
        net.Lose(1, 3, [](const RoceFrame&) { return true; });
        qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 20000));
        Simulator::Run();
        // Three frames start before the ACK of the first of them arrives, then the missing five.
        std::vector<uint32_t> again;
        const auto data = net.Find(0, ROCE_REQUEST);
        for (std::size_t i = 20; i < data.size(); ++i)
        {
            again.push_back(data[i].frame.psn);
        }
        const std::vector<uint32_t> expected = {0, 1, 2, 15, 16, 17, 18, 19};
        NS_TEST_EXPECT_MSG_EQ((again == expected), true, "retransmitted");
        NS_TEST_EXPECT_MSG_EQ(net.nics[0]->GetStats().timeouts, 1, "one timeout");
        NS_TEST_EXPECT_MSG_EQ(net.nics[1]->GetStats().bytesPlaced, 20000, "once each");
        NS_TEST_EXPECT_MSG_EQ(net.Poll(0).size(), 1, "completed");
    }
};

/**
 * @ingroup tests
 * @brief Suite of the local ACK timeout and the retry count.
 */
class RetryTestSuite : public TestSuite
{
  public:
    RetryTestSuite()
        : TestSuite("rdmacell-retry", TestSuite::Type::UNIT)
    {
        AddTestCase(new TailLossTimeTestCase);
        AddTestCase(new DeadLinkTestCase);
        AddTestCase(new SkipAheadTestCase);
        AddTestCase(new RetriesRestoredTestCase(false));
        AddTestCase(new RetriesRestoredTestCase(true));
    }
};

static RetryTestSuite g_retryTestSuite; ///< registers the suite

} // namespace ns3::rdmacell::test
