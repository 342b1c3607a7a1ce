/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "two-nic-fixture.h"

#include "ns3/aeth-syndrome.h"
#include "ns3/queue-pair.h"
#include "ns3/test.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::rdmacell::test
{

namespace
{

constexpr int64_t DELAY_NS = 20000;   ///< of the link of LongLink()
constexpr int64_t FIRST_NS = 1098;    ///< time of the first packet: 78 + 1000 + 20 bytes
constexpr int64_t OTHER_NS = 1082;    ///< of any other: 62 + 1000 + 20 bytes
constexpr int64_t ACK_NS = 86;        ///< of an ACK or NAK: 66 + 20 bytes
constexpr int64_t INTERVAL_NS = 4000; ///< NakInterval of these tests
constexpr uint32_t PACKETS = 12;      ///< of the message

/// Time of the first NAK, if the first packet is lost: the second one arrives.
constexpr int64_t FIRST_NAK_NS = FIRST_NS + OTHER_NS + DELAY_NS;

/// Packets arrive each OTHER_NS, so the first one after INTERVAL_NS is the fourth.
constexpr int64_t NAK_SPACING_NS = 4 * OTHER_NS;

/// When the first NAK reaches the requester.
constexpr int64_t FIRST_REWIND_NS = FIRST_NAK_NS + ACK_NS + DELAY_NS;

/**
 * @brief Make options with NakInterval.
 * @param interval nanoseconds; 0: no repetition
 * @param options the other options
 * @return the options
 */
TwoNics::Options
Repeat(int64_t interval, TwoNics::Options options = LongLink())
{
    options.nakInterval = NanoSeconds(interval);
    return options;
}

/**
 * @brief Get the nanoseconds of a time.
 * @param start steps
 * @return nanoseconds
 */
int64_t
ToNs(int64_t start)
{
    return TimeStep(start).GetNanoSeconds();
}

} // namespace

/**
 * @ingroup tests
 * @brief The first of twelve packets is lost: when NAKs are sent, what they make the requester
 * send, and that only the first one costs a retry.
 */
class NakTimesTestCase : public TestCase
{
  public:
    /**
     * @brief Make a test.
     * @param interval NakInterval, ns
     * @param naks nanoseconds of the NAKs
     * @param rewinds nanoseconds at which the lost packet is retransmitted
     */
    NakTimesTestCase(int64_t interval, std::vector<int64_t> naks, std::vector<int64_t> rewinds)
        : TestCase("NAKs of one gap with NakInterval " + std::to_string(interval) + " ns"),
          m_interval(interval),
          m_naks(std::move(naks)),
          m_rewinds(std::move(rewinds))
    {
    }

  private:
    void DoRun() override
    {
        {
            TwoNics net(Repeat(m_interval));
            QpAttr attr = GbnAttr();
            attr.retryCnt = 1;
            auto [qp, peer] = net.Connect(attr);
            net.Lose(0, 1, [](const RoceFrame& frame) { return frame.psn == 0; });
            qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, PACKETS * 1000));
            Simulator::Run();

            std::vector<int64_t> naks;
            for (const SentByNic& each : net.sent[1])
            {
                if (each.frame.syndrome == AethSyndrome::SEQUENCE)
                {
                    naks.push_back(ToNs(each.start));
                    NS_TEST_EXPECT_MSG_EQ(each.frame.psn, 0, "expected PSN");
                }
            }
            NS_TEST_EXPECT_MSG_EQ((naks == m_naks), true, "times of the NAKs");
            std::vector<int64_t> rewinds;
            for (const SentByNic& each : net.Find(0, ROCE_REQUEST))
            {
                if (each.frame.psn == 0 && each.start != 0)
                {
                    rewinds.push_back(ToNs(each.start));
                }
            }
            NS_TEST_EXPECT_MSG_EQ((rewinds == m_rewinds), true, "times of the lost packet");
            // Each rewind but the last sends four packets before the next one.
            NS_TEST_EXPECT_MSG_EQ(net.nics[0]->GetStats().dataFramesSent,
                                  2 * PACKETS + 4 * (m_rewinds.size() - 1),
                                  "data frames");
            NS_TEST_EXPECT_MSG_EQ(net.nics[1]->GetStats().outOfOrderDrops, PACKETS - 1, "dropped");
            NS_TEST_EXPECT_MSG_EQ(net.nics[0]->GetStats().timeouts, 0, "timeouts");
            NS_TEST_EXPECT_MSG_EQ(net.nics[1]->GetStats().bytesPlaced, PACKETS * 1000, "once each");
            const auto done = net.Poll(0);
            NS_TEST_ASSERT_MSG_EQ(done.size(), 1, "completed");
            NS_TEST_EXPECT_MSG_EQ((done[0].status == WcStatus::SUCCESS),
                                  true,
                                  "one retry is enough for all NAKs of a gap");
        }
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "no frame leaks");
    }

    int64_t m_interval;             ///< NakInterval, ns
    std::vector<int64_t> m_naks;    ///< expected times of NAKs, ns
    std::vector<int64_t> m_rewinds; ///< expected times of the lost packet, ns
};

/**
 * @ingroup tests
 * @brief A packet that is lost each time ends in an error, though its NAKs cost no retry.
 */
class AlwaysLostTestCase : public TestCase
{
  public:
    AlwaysLostTestCase()
        : TestCase("repeated NAKs do not keep a queue pair from giving up")
    {
    }

  private:
    void DoRun() override
    {
        {
            TwoNics net(Repeat(INTERVAL_NS));
            QpAttr attr = GbnAttr();
            attr.retryCnt = 1;
            auto [qp, peer] = net.Connect(attr);
            net.Lose(0, 1U << 30, [](const RoceFrame& frame) { return frame.psn == 0; });
            int64_t failed = -1;
            net.cqs[0]->RequestNotify(Callback<void, CompletionQueue*>(
                [&failed](CompletionQueue*) { failed = Simulator::Now().GetTimeStep(); }));
            qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, PACKETS * 1000));
            Simulator::Stop(MilliSeconds(10)); // a livelock would never end
            Simulator::Run();
            const auto done = net.Poll(0);
            NS_TEST_ASSERT_MSG_EQ(done.size(), 1, "completed");
            NS_TEST_EXPECT_MSG_EQ((done[0].status == WcStatus::RETRY_EXC_ERR), true, "failed");
            // The first NAK costs the only retry, and stops the timer. The second one finds it
            // stopped and starts it; later ones leave it alone.
            NS_TEST_EXPECT_MSG_EQ(ToNs(failed),
                                  FIRST_REWIND_NS + NAK_SPACING_NS + TIMEOUT_NS,
                                  "when");
            NS_TEST_EXPECT_MSG_EQ(net.nics[0]->GetStats().timeouts, 1, "timeouts");
        }
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "no frame leaks");
    }
};

/**
 * @ingroup tests
 * @brief The repeated NAK saves the timeout if the retransmitted packet is lost as well.
 */
class LostTwiceTestCase : public TestCase
{
  public:
    /**
     * @brief Make a test.
     * @param opcode operation: of a READ, a response is lost
     * @param interval NakInterval, ns
     */
    LostTwiceTestCase(WrOpcode opcode, int64_t interval)
        : TestCase(std::string("a packet of a ") +
                   (opcode == WrOpcode::RDMA_READ ? "READ" : "WRITE") +
                   " is lost twice, NakInterval " + std::to_string(interval) + " ns"),
          m_opcode(opcode),
          m_interval(interval)
    {
    }

  private:
    void DoRun() override
    {
        {
            TwoNics net(Repeat(m_interval, {}));
            QpAttr attr = GbnAttr();
            attr.retryCnt = m_interval ? 1 : 2;
            auto [qp, peer] = net.Connect(attr);
            const bool read = m_opcode == WrOpcode::RDMA_READ;
            net.Lose(read ? 1 : 0, 2, [](const RoceFrame& frame) {
                return frame.psn == 3 && frame.payloadBytes != 0;
            });
            qp->PostSend(net.MakeWr(m_opcode, 30000));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(net.nics[0]->GetStats().timeouts,
                                  (m_interval ? 0 : 1),
                                  "timeouts");
            NS_TEST_EXPECT_MSG_EQ(net.nics[read ? 0 : 1]->GetStats().bytesPlaced,
                                  30000,
                                  "once each");
            const auto done = net.Poll(0);
            NS_TEST_ASSERT_MSG_EQ(done.size(), 1, "completed");
            NS_TEST_EXPECT_MSG_EQ((done[0].status == WcStatus::SUCCESS), true, "success");
        }
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "no frame leaks");
    }

    WrOpcode m_opcode;  ///< operation
    int64_t m_interval; ///< NakInterval, ns
};

/**
 * @ingroup tests
 * @brief A NAK that a later ACK has overtaken has no effect.
 */
class PassedNakTestCase : public TestCase
{
  public:
    PassedNakTestCase()
        : TestCase("a NAK of a packet that is acknowledged has no effect")
    {
    }

  private:
    void DoRun() override
    {
        {
            TwoNics net(Repeat(INTERVAL_NS, LongLink(4)));
            auto [qp, peer] = net.Connect(GbnAttr());
            qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 100000));
            Simulator::Schedule(MicroSeconds(60), [this, &net, number = qp->GetQpNum()] {
                NS_TEST_ASSERT_MSG_GT(net.nics[1]->GetStats().acksSent, 1, "PSN 7 is acknowledged");
                RoceFramePtr nak = RoceFramePool::Get();
                nak->srcIp = net.nics[1]->GetIpAddress();
                nak->dstIp = net.nics[0]->GetIpAddress();
                nak->destQp = number;
                nak->opcode = RoceOpcode::ACKNOWLEDGE;
                nak->syndrome = AethSyndrome::SEQUENCE;
                nak->psn = 2;
                net.nics[0]->Accept(0, std::move(nak), Simulator::Now().GetTimeStep());
            });
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(net.nics[0]->GetStats().dataFramesSent, 100, "none twice");
            NS_TEST_EXPECT_MSG_EQ(net.nics[0]->GetStats().naksReceived, 0, "not counted");
            NS_TEST_EXPECT_MSG_EQ(net.Poll(0).size(), 1, "completed");
        }
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "no frame leaks");
    }
};

/**
 * @ingroup tests
 * @brief Packets behind one that waits for a receive request cause no NAK, however late they are.
 */
class BehindRnrNakTestCase : public TestCase
{
  public:
    BehindRnrNakTestCase()
        : TestCase("packets in flight behind an RNR NAK cause no NAK of a PSN sequence error")
    {
    }

  private:
    void DoRun() override
    {
        {
            TwoNics net(Repeat(INTERVAL_NS, {}));
            QpAttr attr = GbnAttr();
            attr.minRnrTimer = 4; // 40 us; the eleven packets behind it take 12
            auto [qp, peer] = net.Connect(attr);
            qp->PostSend(net.MakeWr(WrOpcode::SEND, PACKETS * 1000));
            Simulator::Schedule(MicroSeconds(20), [&net, peerQp = peer] {
                peerQp->PostRecv({1, 0, PACKETS * 1000, net.memory[1]->GetKey()});
            });
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(net.nics[1]->GetStats().rnrNaksSent, 1, "RNR NAKs");
            NS_TEST_EXPECT_MSG_GT(net.nics[1]->GetStats().outOfOrderDrops, 0, "some are dropped");
            NS_TEST_EXPECT_MSG_EQ(net.nics[1]->GetStats().naksSent, 0, "without a NAK");
            NS_TEST_EXPECT_MSG_EQ(net.Poll(1).size(), 1, "received");
        }
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "no frame leaks");
    }
};

/**
 * @ingroup tests
 * @brief Losses cut the rate where an attribute says so: each by a half with alpha 1.
 */
class LossCutTestCase : public TestCase
{
  public:
    /**
     * @brief Make a test.
     * @param attribute CutOnNak, CutOnTimeout, or none
     * @param lost PSN that is lost: 3 is detected by a NAK, the last one, 11, by a timeout
     * @param rate expected rate at the end, bits per second
     */
    LossCutTestCase(const std::string& attribute, uint32_t lost, double rate)
        : TestCase("the rate after the loss of packet " + std::to_string(lost) + ", " +
                   (attribute.empty() ? "neither" : attribute)),
          m_attribute(attribute),
          m_lost(lost),
          m_rate(rate)
    {
    }

  private:
    void DoRun() override
    {
        TwoNics::Options options = LongLink();
        options.congestion = "ns3::rdmacell::DcqcnSigcomm"; // cuts at once, by half at first
        TwoNics net(options);
        if (!m_attribute.empty())
        {
            net.nics[0]->GetCongestionOps()->SetAttribute(m_attribute, BooleanValue(true));
        }
        // No increase before the end of the run.
        net.nics[0]->GetCongestionOps()->SetAttribute("IncreasePeriod", TimeValue(Seconds(1)));
        auto [qp, peer] = net.Connect(GbnAttr());
        net.Lose(0, 1, [this](const RoceFrame& frame) { return frame.psn == m_lost; });
        qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, PACKETS * 1000));
        Simulator::Run();
        const QueuePair* pair = net.nics[0]->FindQp(qp->GetQpNum());
        NS_TEST_EXPECT_MSG_EQ(pair->GetRate(Simulator::Now().GetTimeStep()), m_rate, "rate");
        NS_TEST_EXPECT_MSG_EQ(net.nics[0]->GetStats().cnpsReceived, 0, "it is no CNP");
        NS_TEST_EXPECT_MSG_EQ(net.Poll(0).size(), 1, "completed");
    }

    std::string m_attribute; ///< attribute that is set
    uint32_t m_lost;         ///< PSN
    double m_rate;           ///< expected, bits per second
};

/**
 * @ingroup tests
 * @brief Suite of NAKs: repetition, retries, and what they do to the rate.
 */
class NakTestSuite : public TestSuite
{
  public:
    NakTestSuite()
        : TestSuite("rdmacell-nak", TestSuite::Type::UNIT)
    {
        // A rewind waits for the frame on the line: FIRST_NS + 3 OTHER_NS are 16 ns more than the
        // spacing of the NAKs.
        constexpr int64_t REWIND_SPACING_NS = FIRST_NS + 3 * OTHER_NS;
        AddTestCase(new NakTimesTestCase(0, {FIRST_NAK_NS}, {FIRST_REWIND_NS}));
        AddTestCase(new NakTimesTestCase(
            INTERVAL_NS,
            {FIRST_NAK_NS, FIRST_NAK_NS + NAK_SPACING_NS, FIRST_NAK_NS + 2 * NAK_SPACING_NS},
            {FIRST_REWIND_NS,
             FIRST_REWIND_NS + REWIND_SPACING_NS,
             FIRST_REWIND_NS + 2 * REWIND_SPACING_NS}));
        // A packet that arrives exactly after the interval repeats the NAK.
        AddTestCase(new NakTimesTestCase(
            NAK_SPACING_NS,
            {FIRST_NAK_NS, FIRST_NAK_NS + NAK_SPACING_NS, FIRST_NAK_NS + 2 * NAK_SPACING_NS},
            {FIRST_REWIND_NS,
             FIRST_REWIND_NS + REWIND_SPACING_NS,
             FIRST_REWIND_NS + 2 * REWIND_SPACING_NS}));
        AddTestCase(new AlwaysLostTestCase);
        AddTestCase(new LostTwiceTestCase(WrOpcode::RDMA_WRITE, 0));
        AddTestCase(new LostTwiceTestCase(WrOpcode::RDMA_WRITE, INTERVAL_NS));
        AddTestCase(new LostTwiceTestCase(WrOpcode::RDMA_READ, 0));
        AddTestCase(new LostTwiceTestCase(WrOpcode::RDMA_READ, INTERVAL_NS));
        AddTestCase(new PassedNakTestCase);
        AddTestCase(new BehindRnrNakTestCase);
        AddTestCase(new LossCutTestCase("", 3, 8e9));
        AddTestCase(new LossCutTestCase("CutOnNak", 3, 4e9));
        AddTestCase(new LossCutTestCase("CutOnTimeout", 3, 8e9));
        AddTestCase(new LossCutTestCase("CutOnTimeout", PACKETS - 1, 4e9));
        AddTestCase(new LossCutTestCase("CutOnNak", PACKETS - 1, 8e9));
    }
};

static NakTestSuite g_nakTestSuite; ///< registers the suite

} // namespace ns3::rdmacell::test
