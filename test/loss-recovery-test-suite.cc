/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "two-nic-fixture.h"

#include "ns3/aeth-syndrome.h"
#include "ns3/loss-recovery.h"
#include "ns3/psn.h"
#include "ns3/queue-pair.h"
#include "ns3/random-variable-stream.h"
#include "ns3/test.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace ns3::rdmacell::test
{

namespace
{

constexpr int64_t DELAY_NS = 20000; ///< of the link of LongLink()
constexpr int64_t PACKET_NS = 1098; ///< of a packet with an RETH: 62 + 16 + 1000 + 20 bytes
constexpr int64_t ACK_NS = 86;      ///< of an ACK or NAK: 66 + 20 bytes
constexpr int64_t NACK_NS = 90;     ///< of a NACK with a selective PSN
constexpr uint32_t PACKETS = 10;    ///< of the message

const std::string IRN = "ns3::rdmacell::Irn";                 ///< selective repeat
const std::string OOO = "ns3::rdmacell::OutOfOrderPlacement"; ///< out-of-order placement
const std::string GBN = "ns3::rdmacell::GoBackN";             ///< Go-Back-N

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

/// When the NACK that the packet after the lost third one causes reaches the requester.
constexpr int64_t NACK_OF_4_NS = ArrivalNs(4) + NACK_NS + DELAY_NS;

/// When the ACK of the packet before the lost third one reaches the requester.
constexpr int64_t ACK_OF_2_NS = ArrivalNs(2) + ACK_NS + DELAY_NS;

/**
 * @brief Make options of a long link with a loss recovery.
 * @param recovery its TypeId
 * @return the options
 */
TwoNics::Options
With(const std::string& recovery)
{
    TwoNics::Options options = LongLink();
    options.recovery = recovery;
    return options;
}

/// A packet that was retransmitted.
using Resent = std::pair<uint32_t, int64_t>;

} // namespace

/**
 * @ingroup tests
 * @brief One WRITE of ten packets back to back, of which some frames are lost: which packets are
 * retransmitted, and when.
 */
class RetransmissionTestCase : public TestCase
{
  public:
    /// What happens, and what is expected.
    struct Expected
    {
        std::string name;                                     ///< of the test
        std::string recovery;                                 ///< TypeId
        std::vector<std::pair<std::string, std::string>> set; ///< attributes of the recovery
        uint32_t firstPsn;                                    ///< PSN of the first packet
        std::function<bool(const RoceFrame&)> lose;           ///< data frames that are lost
        std::function<bool(const RoceFrame&)> loseAnswers;    ///< ACKs and NAKs that are lost
        std::vector<Resent> resent;                           ///< PSN and nanoseconds
        uint64_t timeouts;                                    ///< of the requester
    };

    /**
     * @brief Make a test.
     * @param expected what is expected
     */
    explicit RetransmissionTestCase(Expected expected)
        : TestCase(expected.name),
          m_expected(std::move(expected))
    {
    }

  private:
    void DoRun() override
    {
        {
            TwoNics net(With(m_expected.recovery));
            for (const auto& nic : net.nics)
            {
                for (const auto& [name, value] : m_expected.set)
                {
                    nic->GetLossRecovery()->SetAttribute(name, StringValue(value));
                }
            }
            QpAttr attr;
            attr.sqPsn = m_expected.firstPsn;
            auto [qp, peer] = net.Connect(attr);
            net.losses[0]->isLost = m_expected.lose;
            net.losses[1]->isLost = m_expected.loseAnswers;
            std::vector<Resent> resent;
            net.nics[0]->TraceConnectWithoutContext(
                "Retransmission",
                Callback<void, uint32_t, uint32_t, uint32_t>(
                    [&resent](uint32_t, uint32_t psn, uint32_t) {
                        resent.emplace_back(psn, Simulator::Now().GetNanoSeconds());
                    }));
            qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, PACKETS * 1000));
            Simulator::Run();

            NS_TEST_EXPECT_MSG_EQ(resent.size(), m_expected.resent.size(), "retransmissions");
            for (std::size_t i = 0; i < std::min(resent.size(), m_expected.resent.size()); ++i)
            {
                NS_TEST_EXPECT_MSG_EQ(resent[i].first, m_expected.resent[i].first, "PSN");
                NS_TEST_EXPECT_MSG_EQ(resent[i].second, m_expected.resent[i].second, "time");
            }
            NS_TEST_EXPECT_MSG_EQ(net.nics[0]->GetStats().timeouts,
                                  m_expected.timeouts,
                                  "timeouts");
            NS_TEST_EXPECT_MSG_EQ(net.nics[1]->GetStats().bytesPlaced, PACKETS * 1000, "once each");
            const auto done = net.Poll(0);
            NS_TEST_ASSERT_MSG_EQ(done.size(), 1, "completed once");
            NS_TEST_EXPECT_MSG_EQ((done[0].status == WcStatus::SUCCESS), true, "completed");
        }
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "no frame leaks");
    }

    Expected m_expected; ///< what happens, and what is expected
};

/**
 * @ingroup tests
 * @brief A packet arrives after some that were sent behind it: nothing is lost, and each byte is
 * placed once.
 */
class ReorderingTestCase : public TestCase
{
  public:
    /**
     * @brief Make a test.
     * @param recovery TypeId
     * @param distance packets that overtake it
     * @param kept packets that arrive out of order
     * @param resent packets that are retransmitted
     */
    ReorderingTestCase(std::string recovery, uint32_t distance, uint64_t kept, uint64_t resent)
        : TestCase(recovery + ", overtaken by " + std::to_string(distance)),
          m_recovery(std::move(recovery)),
          m_distance(distance),
          m_kept(kept),
          m_resent(resent)
    {
    }

  private:
    void DoRun() override
    {
        {
            TwoNics::Options options = With(m_recovery);
            options.keepFrames = false;
            TwoNics net(options);
            if (m_recovery == OOO)
            {
                net.nics[1]->GetLossRecovery()->SetAttribute("GapTime", TimeValue(MilliSeconds(2)));
            }
            QpAttr attr;
            attr.baseRtt = MilliSeconds(2).GetTimeStep(); // 2000 packets in flight
            auto [qp, peer] = net.Connect(attr);
            RoceFramePtr overtaken;
            uint32_t passed = 0;
            bool done = false;
            net.losses[0]->isLost = [&](const RoceFrame& frame) {
                if (frame.psn == 5 && !done && !overtaken)
                {
                    overtaken = RoceFramePool::Get();
                    *overtaken = frame;
                    return true;
                }
                if (overtaken && ++passed == m_distance)
                {
                    done = true;
                    Simulator::Schedule(NanoSeconds(1), [&]() {
                        net.nics[1]->Accept(0,
                                            std::move(overtaken),
                                            Simulator::Now().GetTimeStep());
                    });
                }
                return false;
            };
            const uint32_t packets = 1500;
            qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, packets * 1000));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(done, true, "the packet has arrived");
            NS_TEST_EXPECT_MSG_EQ(net.nics[1]->GetStats().bytesPlaced, packets * 1000, "once each");
            NS_TEST_EXPECT_MSG_EQ(net.nics[1]->GetStats().outOfOrderHeld, m_kept, "kept");
            NS_TEST_EXPECT_MSG_EQ(net.nics[1]->GetStats().outOfOrderDrops, 0, "dropped");
            NS_TEST_EXPECT_MSG_EQ(net.nics[0]->GetStats().retransmittedFrames, m_resent, "resent");
            NS_TEST_EXPECT_MSG_EQ(net.nics[0]->GetStats().timeouts, 0, "timeouts");
            NS_TEST_EXPECT_MSG_EQ(net.Poll(0).size(), 1, "completed once");
        }
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "no frame leaks");
    }

    std::string m_recovery; ///< TypeId
    uint32_t m_distance;    ///< packets that overtake
    uint64_t m_kept;        ///< packets that arrive out of order
    uint64_t m_resent;      ///< packets that are retransmitted
};

/**
 * @ingroup tests
 * @brief Frames of both directions are lost at random: each byte is placed once, and selective
 * repeat retransmits hardly more than is lost.
 */
class RecoveredLossTestCase : public TestCase
{
  public:
    /**
     * @brief Make a test.
     * @param recovery TypeId
     * @param rate probability that a frame is lost
     */
    RecoveredLossTestCase(std::string recovery, double rate)
        : TestCase(recovery + ", losses of " + std::to_string(rate)),
          m_recovery(std::move(recovery)),
          m_rate(rate)
    {
    }

  private:
    void DoRun() override
    {
        {
            TwoNics::Options options = With(m_recovery);
            options.keepFrames = false;
            TwoNics net(options);
            auto [qp, peer] = net.Connect();
            const auto random = CreateObject<UniformRandomVariable>();
            random->SetStream(1);
            uint64_t lost = 0;
            uint64_t lostAnswers = 0;
            for (const auto& model : net.losses)
            {
                model->isLost = [&](const RoceFrame& frame) {
                    const bool isLost = random->GetValue() < m_rate;
                    (frame.payloadBytes != 0 ? lost : lostAnswers) += isLost ? 1 : 0;
                    return isLost;
                };
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
            NS_TEST_EXPECT_MSG_EQ(done.size(), messages, "completed once each");
            for (std::size_t i = 0; i < done.size(); ++i)
            {
                NS_TEST_EXPECT_MSG_EQ(done[i].wrId, i, "in order");
                NS_TEST_EXPECT_MSG_EQ((done[i].status == WcStatus::SUCCESS), true, "completed");
            }
            const uint64_t resent = net.nics[0]->GetStats().retransmittedFrames;
            NS_TEST_EXPECT_MSG_GT_OR_EQ(resent, lost, "what is lost is retransmitted");
            if (m_recovery == IRN)
            {
                // A packet whose NACK is lost, or whose ACK is lost before a timeout, is, too.
                NS_TEST_EXPECT_MSG_LT_OR_EQ(resent,
                                            lost + lostAnswers + net.nics[0]->GetStats().timeouts,
                                            "little else is");
            }
        }
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "no frame leaks");
    }

    std::string m_recovery; ///< TypeId
    double m_rate;          ///< probability that a frame is lost
};

/**
 * @ingroup tests
 * @brief Goodput of one long WRITE whose packets are lost at random, as a share of that without
 * losses.
 *
 * A round trip of the link has 41.2 us, 37.5 packets. For each loss, Go-Back-N sends about 38.5
 * packets again, selective repeat one.
 */
class LossGoodputTestCase : public TestCase
{
  public:
    /**
     * @brief Make a test.
     * @param recovery TypeId
     * @param rate probability that a packet is lost
     * @param least smallest share
     * @param most largest share
     */
    LossGoodputTestCase(std::string recovery, double rate, double least, double most)
        : TestCase(recovery + ", goodput with losses of " + std::to_string(rate)),
          m_recovery(std::move(recovery)),
          m_rate(rate),
          m_least(least),
          m_most(most)
    {
    }

  private:
    /**
     * @brief Send the WRITE.
     * @param rate probability that a packet is lost
     * @return nanoseconds until it is complete
     */
    double GetTime(double rate) const
    {
        TwoNics::Options options = With(m_recovery);
        options.keepFrames = false;
        TwoNics net(options);
        QpAttr attr = GbnAttr();
        attr.baseRtt = MicroSeconds(100).GetTimeStep(); // a loss takes two round trips
        auto [qp, peer] = net.Connect(attr);
        const auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(3);
        net.losses[0]->isLost = [&](const RoceFrame&) { return random->GetValue() < rate; };
        Time end;
        net.nics[0]->TraceConnectWithoutContext(
            "Completion",
            Callback<void, const WorkCompletion&>(
                [&end](const WorkCompletion&) { end = Simulator::Now(); }));
        qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 20'000'000));
        Simulator::Run();
        return static_cast<double>(end.GetNanoSeconds());
    }

    void DoRun() override
    {
        const double share = GetTime(0) / GetTime(m_rate);
        NS_TEST_EXPECT_MSG_GT(share, m_least, "goodput");
        NS_TEST_EXPECT_MSG_LT(share, m_most, "goodput");
    }

    std::string m_recovery; ///< TypeId
    double m_rate;          ///< probability that a packet is lost
    double m_least;         ///< smallest share
    double m_most;          ///< largest share
};

/**
 * @ingroup tests
 * @brief All kinds of requests under losses, with receive requests that come late: they complete
 * once, in order.
 */
class MixedRequestsTestCase : public TestCase
{
  public:
    /**
     * @brief Make a test.
     * @param recovery TypeId
     */
    explicit MixedRequestsTestCase(std::string recovery)
        : TestCase(recovery + ", all kinds of requests"),
          m_recovery(std::move(recovery))
    {
    }

  private:
    void DoRun() override
    {
        {
            TwoNics::Options options = With(m_recovery);
            options.keepFrames = false;
            TwoNics net(options);
            QpInitAttr init;
            init.maxSendWr = 100;
            init.maxRecvWr = 100;
            auto [qp, peer] = net.Connect(QpAttr(), init);
            const auto random = CreateObject<UniformRandomVariable>();
            random->SetStream(2);
            for (const auto& model : net.losses)
            {
                model->isLost = [&](const RoceFrame&) { return random->GetValue() < 0.02; };
            }
            const WrOpcode kinds[] = {WrOpcode::RDMA_WRITE,
                                      WrOpcode::SEND,
                                      WrOpcode::RDMA_WRITE_WITH_IMM,
                                      WrOpcode::RDMA_READ};
            const uint32_t requests = 80;
            for (uint32_t i = 0; i < requests; ++i)
            {
                qp->PostSend(net.MakeWr(kinds[i % 4], 1 + i * 211, i));
            }
            for (uint32_t i = 0; i < requests / 2; ++i)
            {
                VerbsQp* receiver = peer;
                Simulator::Schedule(MicroSeconds(20 * i), [&net, receiver, i]() {
                    RecvWr wr;
                    wr.wrId = i;
                    wr.length = 1'000'000;
                    wr.lkey = net.memory[1]->GetKey();
                    receiver->PostRecv(wr);
                });
            }
            Simulator::Run();
            const auto sent = net.Poll(0);
            NS_TEST_EXPECT_MSG_EQ(sent.size(), requests, "completed once each");
            for (std::size_t i = 0; i < sent.size(); ++i)
            {
                NS_TEST_EXPECT_MSG_EQ(sent[i].wrId, i, "in order");
                NS_TEST_EXPECT_MSG_EQ((sent[i].status == WcStatus::SUCCESS), true, "completed");
            }
            const auto received = net.Poll(1);
            NS_TEST_EXPECT_MSG_EQ(received.size(), requests / 2, "received once each");
            uint64_t placed = 0;
            for (uint32_t i = 0; i < requests; ++i)
            {
                placed += i % 4 == 3 ? 0 : 1 + i * 211;
            }
            for (std::size_t i = 0; i < received.size(); ++i)
            {
                const uint32_t request = static_cast<uint32_t>(i / 2 * 4 + i % 2 + 1);
                NS_TEST_EXPECT_MSG_EQ(received[i].wrId, i, "in order");
                NS_TEST_EXPECT_MSG_EQ(received[i].byteLen, 1 + request * 211, "whole message");
            }
            NS_TEST_EXPECT_MSG_EQ(net.nics[1]->GetStats().bytesPlaced, placed, "placed once");
        }
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "no frame leaks");
    }

    std::string m_recovery; ///< TypeId
};

/**
 * @ingroup tests
 * @brief BDP-FC: with 24 us at 8 Gb/s, 24 packets are in flight at most.
 */
class BdpCapTestCase : public TestCase
{
  public:
    BdpCapTestCase()
        : TestCase("IRN has one BDP in flight")
    {
    }

  private:
    void DoRun() override
    {
        TwoNics net(With(IRN));
        auto [qp, peer] = net.Connect();
        qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 100 * 1000));
        Simulator::Run();
        // The first ACK arrives when all 24 are sent; from then on, each ACK releases one packet.
        const int64_t firstAck = ArrivalNs(0) + ACK_NS + DELAY_NS;
        uint32_t before = 0;
        for (const SentByNic& each : net.Find(0, ROCE_REQUEST))
        {
            before += TimeStep(each.start).GetNanoSeconds() < firstAck ? 1 : 0;
        }
        NS_TEST_EXPECT_MSG_EQ(before, 24, "packets before the first ACK");
        NS_TEST_EXPECT_MSG_EQ(net.nics[1]->GetStats().acksSent, 100, "an ACK for each packet");
        NS_TEST_EXPECT_MSG_EQ(net.nics[0]->GetStats().retransmittedFrames, 0, "retransmissions");
    }
};

/**
 * @ingroup tests
 * @brief Loss recoveries: Go-Back-N has suites of its own, rdmacell-gbn and rdmacell-nak.
 */
class LossRecoveryTestSuite : public TestSuite
{
  public:
    LossRecoveryTestSuite()
        : TestSuite("rdmacell-loss-recovery", TestSuite::Type::UNIT)
    {
        AddRetransmissions();
        AddTestCase(new BdpCapTestCase);
        for (const uint32_t distance : {1U, 2U, 10U, 100U, 1000U})
        {
            // IRN takes a packet for lost as soon as one behind it arrives (section 3.1). Packet 6
            // arrives at 27686 ns, its NACK at 47776 ns, when packet 43 is on the line. The
            // retransmission follows it, so packets 6 to 43 are kept at most. If only packet 6 has
            // overtaken, the ACK of both arrives while packet 43 is on the line.
            AddTestCase(
                new ReorderingTestCase(IRN, distance, std::min(distance, 38U), distance > 1));
            AddTestCase(new ReorderingTestCase(OOO, distance, distance, 0));
        }
        for (const std::string& recovery : {GBN, IRN, OOO})
        {
            for (const double rate : {1e-5, 1e-4, 1e-3, 1e-2})
            {
                AddTestCase(new RecoveredLossTestCase(recovery, rate));
            }
            AddTestCase(new MixedRequestsTestCase(recovery));
        }
        // 1 / (1 + 38.5 * rate), less some lost retransmissions, each of which takes a timeout of
        // 131 us: 121 packets.
        AddTestCase(new LossGoodputTestCase(GBN, 1e-3, 0.94, 0.98));
        AddTestCase(new LossGoodputTestCase(GBN, 1e-2, 0.64, 0.75));
        // 1 / (1 + rate), less one timeout of 320 us in 10,000 packets at 1e-2: 291 packets.
        AddTestCase(new LossGoodputTestCase(IRN, 1e-3, 0.98, 1));
        AddTestCase(new LossGoodputTestCase(IRN, 1e-2, 0.92, 0.99));
    }

  private:
    /**
     * @brief Make a function that selects frames of some PSNs, each some times.
     * @param psns PSN and how often it is lost
     * @return the function
     */
    static std::function<bool(const RoceFrame&)> Lose(std::vector<std::pair<uint32_t, int>> psns)
    {
        return [psns](const RoceFrame& frame) mutable {
            for (auto& [psn, times] : psns)
            {
                if (frame.psn == psn && times > 0)
                {
                    --times;
                    return true;
                }
            }
            return false;
        };
    }

    /**
     * @brief Make a function that selects the first NAKs.
     * @param times how many
     * @return the function
     */
    static std::function<bool(const RoceFrame&)> LoseNaks(int times)
    {
        return [times](const RoceFrame& frame) mutable {
            return frame.syndrome == AethSyndrome::SEQUENCE && times-- > 0;
        };
    }

    /// @brief Add the tests of single losses.
    void AddRetransmissions()
    {
        constexpr int64_t highNs = 320000;
        constexpr int64_t lowNs = 100000;
        const int64_t ackOf8 = ArrivalNs(8) + ACK_NS + DELAY_NS;
        const int64_t nackOf7 = ArrivalNs(7) + NACK_NS + DELAY_NS;
        constexpr int64_t ackAndNak = 2 * ACK_NS; // the retransmitted packet requests an ACK
        const int64_t nakOf7 = ArrivalNs(7) + ACK_NS + DELAY_NS;
        const std::vector<RetransmissionTestCase::Expected> all{
            {"IRN: a packet in the middle",
             IRN,
             {},
             0,
             Lose({{3, 1}}),
             nullptr,
             {{3, NACK_OF_4_NS}},
             0},
            {"IRN: PSNs wrap",
             IRN,
             {},
             PSN_MASK - 1,
             Lose({{1, 1}}),
             nullptr,
             {{1, NACK_OF_4_NS}},
             0},
            {"IRN: the last packet, after the low timeout",
             IRN,
             {},
             0,
             Lose({{9, 1}}),
             nullptr,
             {{9, ackOf8 + lowNs}},
             1},
            {"IRN: the last packet, without a low timeout",
             IRN,
             {{"FewPackets", "0"}},
             0,
             Lose({{9, 1}}),
             nullptr,
             {{9, ackOf8 + highNs}},
             1},
            {"IRN: two packets of a window, each by the NACK of the packet behind it",
             IRN,
             {},
             0,
             Lose({{3, 1}, {6, 1}}),
             nullptr,
             {{3, NACK_OF_4_NS}, {6, nackOf7}},
             0},
            {"IRN: a packet and its NACK",
             IRN,
             {},
             0,
             Lose({{3, 1}}),
             LoseNaks(1),
             // Packet 4 is not known to have arrived.
             {{3, NACK_OF_4_NS + PACKET_NS}, {4, NACK_OF_4_NS + 2 * PACKET_NS}},
             0},
            {"IRN: a packet and all NACKs, after the high timeout",
             IRN,
             {},
             0,
             Lose({{3, 1}}),
             LoseNaks(100),
             {{3, ACK_OF_2_NS + highNs}},
             1},
            {"IRN: a packet and its retransmission, after the high timeout",
             IRN,
             {},
             0,
             Lose({{3, 2}}),
             nullptr,
             {{3, NACK_OF_4_NS}, {3, ACK_OF_2_NS + highNs}},
             1},
            {"Out-of-order placement: a gap that outlives four packets",
             OOO,
             {{"GapPackets", "4"}},
             0,
             Lose({{3, 1}}),
             nullptr,
             {{3, nakOf7}},
             0},
            {"Out-of-order placement: a gap that outlives 3 us",
             OOO,
             {{"GapTime", "3us"}},
             0,
             Lose({{3, 1}}),
             nullptr,
             {{3, nakOf7}},
             0},
            {"Out-of-order placement: two gaps, the second when the first is filled",
             OOO,
             {{"GapPackets", "4"}},
             0,
             Lose({{3, 1}, {5, 1}}),
             nullptr,
             {{3, nakOf7}, {5, nakOf7 + PACKET_NS + DELAY_NS + ackAndNak + DELAY_NS}},
             0},
        };
        for (const auto& each : all)
        {
            AddTestCase(new RetransmissionTestCase(each));
        }
    }
};

/// Registers the suite.
static LossRecoveryTestSuite g_lossRecoveryTestSuite;

} // namespace ns3::rdmacell::test
