/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "two-nic-fixture.h"

#include "ns3/aeth-syndrome.h"
#include "ns3/dcqcn.h"
#include "ns3/queue-pair.h"
#include "ns3/test.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ns3::rdmacell::test
{

namespace
{

/**
 * @brief Have a duplicate of a frame arrive.
 * @param net the network
 * @param nic the receiver
 * @param frame the frame
 * @param mark set a congestion mark
 */
void
ReceiveDuplicate(TwoNics& net, uint32_t nic, const RoceFrame& frame, bool mark)
{
    RoceFramePtr copy = RoceFramePool::Get();
    *copy = frame;
    copy->ecn = mark ? EcnCodePoint::CE : copy->ecn;
    net.nics[nic]->Accept(0, std::move(copy), Simulator::Now().GetTimeStep());
}

/**
 * @brief Make options with congestion control.
 * @param type TypeId of the scheme
 * @return the options
 */
TwoNics::Options
With(const std::string& type)
{
    TwoNics::Options options;
    options.congestion = "ns3::rdmacell::" + type;
    return options;
}

/**
 * @brief Have a CNP arrive.
 * @param net the network
 * @param nic the receiver
 * @param qpNum number of the queue pair
 */
void
ReceiveCnp(TwoNics& net, uint32_t nic, uint32_t qpNum)
{
    RoceFramePtr cnp = RoceFramePool::Get();
    cnp->srcIp = net.nics[1 - nic]->GetIpAddress();
    cnp->dstIp = net.nics[nic]->GetIpAddress();
    cnp->destQp = qpNum;
    cnp->opcode = RoceOpcode::CNP;
    cnp->becn = 1;
    net.nics[nic]->Accept(0, std::move(cnp), Simulator::Now().GetTimeStep());
}

} // namespace

/**
 * @ingroup tests
 * @brief Marked frames are answered by CNPs, at most one in an interval.
 */
class CnpTestCase : public TestCase
{
  public:
    /**
     * @brief Make a test.
     * @param type TypeId of the scheme
     * @param expected times of the CNPs, us
     */
    CnpTestCase(const std::string& type, std::vector<int64_t> expected)
        : TestCase("CNPs of " + type),
          m_type(type),
          m_expected(std::move(expected))
    {
    }

  private:
    void DoRun() override
    {
        {
            TwoNics net(With(m_type));
            auto [qp, peer] = net.Connect();
            qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 10));
            for (const int64_t us : {0, 10, 49, 51, 120})
            {
                Simulator::Schedule(MicroSeconds(10 + us), [&net] {
                    ReceiveDuplicate(net, 1, net.sent[0][0].frame, true);
                });
            }
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(net.nics[1]->GetStats().ceFrames, 5, "marked frames");
            NS_TEST_EXPECT_MSG_EQ(net.nics[1]->GetStats().cnpsSent, m_expected.size(), "CNPs");
            NS_TEST_EXPECT_MSG_EQ(net.nics[0]->GetStats().cnpsReceived, m_expected.size(), "CNPs");
            std::vector<int64_t> times;
            for (const SentByNic& each : net.sent[1])
            {
                if (each.frame.opcode == RoceOpcode::CNP)
                {
                    times.push_back(TimeStep(each.start).GetMicroSeconds() - 10);
                    NS_TEST_EXPECT_MSG_EQ(each.frame.destQp, qp->GetQpNum(), "to the sender");
                    NS_TEST_EXPECT_MSG_EQ(static_cast<int>(each.frame.becn), 1, "BECN");
                    NS_TEST_EXPECT_MSG_EQ(each.frame.wireBytes, 78 + 20, "78 bytes");
                    NS_TEST_EXPECT_MSG_EQ(static_cast<int>(each.frame.priority), 6, "class");
                }
            }
            NS_TEST_EXPECT_MSG_EQ((times == m_expected), true, "when");
        }
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "no frame leaks");
    }

    std::string m_type;              ///< TypeId of the scheme
    std::vector<int64_t> m_expected; ///< times of the CNPs, us
};

/**
 * @ingroup tests
 * @brief The ACK or NAK that answers a marked frame carries the notification; a frame that is not
 * answered gets a CNP.
 */
class CnpOnAckTestCase : public TestCase
{
  public:
    CnpOnAckTestCase()
        : TestCase("ACKs and NAKs carry notifications, without a gap")
    {
    }

  private:
    /**
     * @brief Have a frame arrive that is marked, and get what answers it.
     * @param net the network
     * @param ahead packets by which its PSN is above that of the packet sent
     * @return what NIC 1 has sent
     */
    static std::vector<RoceFrame> GetAnswers(TwoNics& net, uint32_t ahead)
    {
        const std::size_t before = net.sent[1].size();
        RoceFrame frame = net.sent[0][0].frame;
        frame.psn += ahead;
        ReceiveDuplicate(net, 1, frame, true);
        Simulator::Run();
        std::vector<RoceFrame> answers;
        for (std::size_t i = before; i < net.sent[1].size(); ++i)
        {
            answers.push_back(net.sent[1][i].frame);
        }
        return answers;
    }

    void DoRun() override
    {
        {
            TwoNics net(With("DcqcnConWeave"));
            auto [qp, peer] = net.Connect();
            qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 10));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(static_cast<int>(net.sent[1][0].frame.becn), 0, "no mark");
            // A duplicate is acknowledged, each time; packets ahead of a gap get one NAK.
            for (const uint32_t ahead : {0, 0, 5, 5})
            {
                const auto answers = GetAnswers(net, ahead);
                NS_TEST_ASSERT_MSG_EQ(answers.size(), 1, "one answer");
                NS_TEST_EXPECT_MSG_EQ(static_cast<int>(answers[0].becn), 1, "with BECN");
                const bool nak = answers[0].syndrome == AethSyndrome::SEQUENCE;
                const bool cnp = answers[0].opcode == RoceOpcode::CNP;
                NS_TEST_EXPECT_MSG_EQ(nak, (ahead != 0 && m_naks++ == 0), "NAK");
                NS_TEST_EXPECT_MSG_EQ(cnp, (ahead != 0 && !nak), "CNP");
            }
            NS_TEST_EXPECT_MSG_EQ(net.nics[1]->GetStats().cnpsSent, 4, "notifications");
            NS_TEST_EXPECT_MSG_EQ(net.nics[0]->GetStats().cnpsReceived, 4, "notifications");
            // The first one starts the periods; the cut is due 4 us later.
            QueuePair* pair = net.nics[0]->FindQp(qp->GetQpNum());
            const int64_t now = Simulator::Now().GetTimeStep();
            NS_TEST_EXPECT_MSG_LT(pair->GetRate(now + MicroSeconds(4).GetTimeStep()), 5e9, "cut");
        }
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "no frame leaks");
    }

    int m_naks{0}; ///< NAKs so far
};

/**
 * @ingroup tests
 * @brief After a cut, the gap behind a frame is the time of its own size at the rate.
 */
class PacingTestCase : public TestCase
{
  public:
    PacingTestCase()
        : TestCase("gaps of a paced queue pair depend on the size of the frame before")
    {
    }

  private:
    void DoRun() override
    {
        {
            TwoNics net(With("DcqcnSigcomm"));
            auto [qp, peer] = net.Connect();
            ReceiveCnp(net, 0, qp->GetQpNum()); // 8 Gb/s becomes 4: a byte takes 2 ns
            for (uint32_t length : {10, 1000, 10, 3, 2000, 10})
            {
                qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, length));
            }
            Simulator::Run();
            const auto& sent = net.sent[0];
            NS_TEST_ASSERT_MSG_EQ(sent.size(), 7, "frames");
            for (std::size_t i = 1; i < sent.size(); ++i)
            {
                NS_TEST_EXPECT_MSG_EQ(sent[i].start - sent[i - 1].start,
                                      SerializationTime(2 * sent[i - 1].frame.wireBytes),
                                      "gap before frame " << i);
            }
            NS_TEST_EXPECT_MSG_EQ(sent[0].frame.wireBytes, 78 + 12 + 20, "small frame");
            // After an idle time, the next frame is not delayed.
            const int64_t now = Simulator::Now().GetTimeStep();
            qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 10));
            NS_TEST_EXPECT_MSG_EQ(net.sent[0].back().start, now, "at once");
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(net.Poll(0).size(), 7, "completed");
        }
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "no frame leaks");
    }
};

/**
 * @ingroup tests
 * @brief Other queue pairs use the line while one is paced, and pacing costs hardly any events.
 */
class SharingTestCase : public TestCase
{
  public:
    SharingTestCase()
        : TestCase("a paced and an unpaced queue pair share the line")
    {
    }

  private:
    void DoRun() override
    {
        TwoNics net(With("DcqcnSigcomm"));
        auto [slow, a] = net.Connect();
        auto [fast, b] = net.Connect();
        ReceiveCnp(net, 0, slow->GetQpNum()); // cut twice: a quarter of the line
        ReceiveCnp(net, 0, slow->GetQpNum());
        slow->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 10000, 1));
        fast->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 90000, 2));
        const uint64_t events = Simulator::GetEventCount();
        Simulator::Run();
        const auto& sent = net.sent[0];
        NS_TEST_ASSERT_MSG_EQ(sent.size(), 100, "frames");
        std::vector<int64_t> starts;
        for (std::size_t i = 0; i < sent.size(); ++i)
        {
            if (sent[i].frame.destQp == a->GetQpNum())
            {
                starts.push_back(sent[i].start);
            }
            const int64_t end = sent[i].start + SerializationTime(sent[i].frame.wireBytes);
            NS_TEST_EXPECT_MSG_EQ((i + 1 == sent.size() || sent[i + 1].start == end),
                                  true,
                                  "the line is never idle: frame " << i);
        }
        NS_TEST_ASSERT_MSG_EQ(starts.size(), 10, "frames of the slow one");
        for (std::size_t i = 1; i < starts.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_GT_OR_EQ(starts[i] - starts[i - 1],
                                        SerializationTime(4 * 1082),
                                        "its rate");
            NS_TEST_EXPECT_MSG_LT_OR_EQ(starts[i] - starts[i - 1],
                                        SerializationTime(5 * 1098),
                                        "its rate");
        }
        // The end and the arrival of each frame, and few more.
        NS_TEST_EXPECT_MSG_LT(Simulator::GetEventCount() - events, 2 * 102 + 10, "events");
        NS_TEST_EXPECT_MSG_EQ(net.Poll(0).size(), 2, "completed");
    }
};

/**
 * @ingroup tests
 * @brief PFC stops the queue pairs of a class, paced or not, and no others.
 */
class PausedClassTestCase : public TestCase
{
  public:
    PausedClassTestCase()
        : TestCase("a paused class stops, another one sends")
    {
    }

  private:
    void DoRun() override
    {
        {
            TwoNics net(With("DcqcnSigcomm"));
            QpAttr attr;
            auto [first, a] = net.Connect(attr);
            auto [paced, b] = net.Connect(attr);
            attr.trafficClass = 4;
            auto [other, c] = net.Connect(attr);
            ReceiveCnp(net, 0, paced->GetQpNum());
            for (VerbsQp* qp : {first, paced, other})
            {
                qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 50000));
            }
            RoceFramePtr pause = RoceFramePool::Get();
            pause->kind = FrameKind::PFC;
            pause->wireBytes = WireSize::MINIMUM_FRAME + WireSize::PREAMBLE_GAP;
            pause->pfcClassEnable = 1 << 3;
            pause->pfc.quanta[3] = 1000; // 64 us at 8 Gb/s
            net.devices[1]->GetEgress().EnqueuePfc(std::move(pause), 0);
            Simulator::Run();
            const int64_t from = SerializationTime(84) + MicroSeconds(1).GetTimeStep();
            uint32_t during = 0;
            uint32_t after = 0;
            for (const SentByNic& each : net.sent[0])
            {
                const bool paused =
                    each.start > from && each.start < from + SerializationTime(64000);
                during += paused ? 1 : 0;
                after += each.start >= from + SerializationTime(64000) ? 1 : 0;
                NS_TEST_EXPECT_MSG_EQ((paused && each.frame.priority == 3),
                                      false,
                                      "none of the paused class");
            }
            NS_TEST_EXPECT_MSG_GT(during, 45, "the other class has the line");
            NS_TEST_EXPECT_MSG_GT(after, 90, "the rest is sent afterwards");
            NS_TEST_EXPECT_MSG_EQ(net.sent[0].size(), 150, "nothing is sent twice");
            NS_TEST_EXPECT_MSG_EQ(net.Poll(0).size(), 3, "completed");
        }
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "no frame leaks");
    }
};

/**
 * @ingroup tests
 * @brief Without congestion control, marks cause no CNPs and CNPs no cuts.
 */
class NoCongestionControlTestCase : public TestCase
{
  public:
    NoCongestionControlTestCase()
        : TestCase("no congestion control")
    {
    }

  private:
    void DoRun() override
    {
        TwoNics net;
        auto [qp, peer] = net.Connect();
        ReceiveCnp(net, 0, qp->GetQpNum());
        qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 3000));
        Simulator::Run();
        ReceiveDuplicate(net, 1, net.sent[0][0].frame, true);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(net.nics[1]->GetStats().ceFrames, 1, "marked frames");
        NS_TEST_EXPECT_MSG_EQ(net.nics[1]->GetStats().cnpsSent, 0, "CNPs");
        const auto& sent = net.sent[0];
        NS_TEST_EXPECT_MSG_EQ(sent[2].start, SerializationTime(1098 + 1082), "no gap");
        QueuePair* pair = net.nics[0]->FindQp(qp->GetQpNum());
        NS_TEST_EXPECT_MSG_EQ(pair->GetRate(Simulator::Now().GetTimeStep()), 8e9, "line rate");
    }
};

/**
 * @ingroup tests
 * @brief The profiles have the values of their sources.
 */
class ProfileTestCase : public TestCase
{
  public:
    ProfileTestCase()
        : TestCase("profiles")
    {
    }

  private:
    /**
     * @brief Check what notifies a sender.
     * @param profile the profile
     * @param cnpInterval least time between notifications
     * @param onAck ACKs carry them
     * @param onNak NAKs count
     * @param onTimeout timeouts count
     */
    void CheckSigns(const Dcqcn& profile, Time cnpInterval, bool onAck, bool onNak, bool onTimeout)
    {
        NS_TEST_EXPECT_MSG_EQ(profile.GetCnpInterval(), cnpInterval, "CNP interval");
        NS_TEST_EXPECT_MSG_EQ(profile.NotifiesByAck(), onAck, "ACKs");
        NS_TEST_EXPECT_MSG_EQ(profile.ReactsTo(LossSign::NAK), onNak, "NAKs");
        NS_TEST_EXPECT_MSG_EQ(profile.ReactsTo(LossSign::TIMEOUT), onTimeout, "timeouts");
    }

    void DoRun() override
    {
        const auto conWeave = CreateObject<DcqcnConWeave>();
        DcqcnParameters p = conWeave->GetParameters(100000000000);
        NS_TEST_EXPECT_MSG_EQ(p.gain, 1.0 / 256, "g");
        NS_TEST_EXPECT_MSG_EQ(p.alphaPeriod, MicroSeconds(1).GetTimeStep(), "alpha period");
        NS_TEST_EXPECT_MSG_EQ(p.decreasePeriod, MicroSeconds(4).GetTimeStep(), "decreases");
        NS_TEST_EXPECT_MSG_EQ(p.increasePeriod, MicroSeconds(300).GetTimeStep(), "increases");
        NS_TEST_EXPECT_MSG_EQ(p.byteCounter, 0, "no byte counter");
        NS_TEST_EXPECT_MSG_EQ(p.recoveryThreshold, 1, "F");
        NS_TEST_EXPECT_MSG_EQ(p.additiveIncrease, 40e6, "R_AI");
        NS_TEST_EXPECT_MSG_EQ(p.hyperIncrease, 100e6, "R_HAI");
        NS_TEST_EXPECT_MSG_EQ(p.minRate, 100e6, "lower limit");
        NS_TEST_EXPECT_MSG_EQ(p.initialAlpha, 1, "alpha");
        p = conWeave->GetParameters(25000000000);
        NS_TEST_EXPECT_MSG_EQ(p.additiveIncrease, 10e6, "R_AI at 25 Gb/s");
        NS_TEST_EXPECT_MSG_EQ(p.hyperIncrease, 25e6, "R_HAI at 25 Gb/s");
        CheckSigns(*conWeave, Time(0), true, true, false);

        const auto connectX = CreateObject<DcqcnConnectX>();
        p = connectX->GetParameters(100000000000);
        NS_TEST_EXPECT_MSG_EQ(p.gain, 5.0 / 1024, "DCE_TCP_G 1019 of 1024");
        NS_TEST_EXPECT_MSG_EQ(p.initialAlpha, 1023.0 / 1024, "INITIAL_ALPHA_VALUE");
        NS_TEST_EXPECT_MSG_EQ(p.alphaPeriod, MicroSeconds(1).GetTimeStep(), "DCE_TCP_RTT");
        NS_TEST_EXPECT_MSG_EQ(p.decreasePeriod,
                              MicroSeconds(4).GetTimeStep(),
                              "RATE_REDUCE_MONITOR_PERIOD");
        NS_TEST_EXPECT_MSG_EQ(p.increasePeriod, MicroSeconds(300).GetTimeStep(), "RPG_TIME_RESET");
        NS_TEST_EXPECT_MSG_EQ(p.byteCounter, 32767, "RPG_BYTE_RESET");
        NS_TEST_EXPECT_MSG_EQ(p.recoveryThreshold, 1, "RPG_THRESHOLD");
        NS_TEST_EXPECT_MSG_EQ(p.additiveIncrease, 5e6, "RPG_AI_RATE");
        NS_TEST_EXPECT_MSG_EQ(p.hyperIncrease, 50e6, "RPG_HAI_RATE");
        NS_TEST_EXPECT_MSG_EQ(p.minRate, 1e6, "RPG_MIN_RATE");
        NS_TEST_EXPECT_MSG_EQ(p.clampTarget, false, "CLAMP_TGT_RATE");
        CheckSigns(*connectX, MicroSeconds(4), false, true, true);

        const auto paper = CreateObject<DcqcnSigcomm>();
        p = paper->GetParameters(100000000000);
        NS_TEST_EXPECT_MSG_EQ(p.alphaPeriod, MicroSeconds(55).GetTimeStep(), "alpha period");
        NS_TEST_EXPECT_MSG_EQ(p.decreasePeriod, 0, "each CNP at once");
        NS_TEST_EXPECT_MSG_EQ(p.increasePeriod, MicroSeconds(55).GetTimeStep(), "increases");
        NS_TEST_EXPECT_MSG_EQ(p.byteCounter, 10000000, "byte counter");
        NS_TEST_EXPECT_MSG_EQ(p.recoveryThreshold, 5, "F");
        NS_TEST_EXPECT_MSG_EQ(p.additiveIncrease, 40e6, "R_AI, not scaled");
        CheckSigns(*paper, MicroSeconds(50), false, false, false);
        paper->SetAttribute("RecoveryThreshold", UintegerValue(3));
        NS_TEST_EXPECT_MSG_EQ(paper->GetParameters(1000000000).recoveryThreshold, 3, "attribute");
    }
};

/**
 * @ingroup tests
 * @brief Suite of congestion control in the NIC.
 */
class DcqcnTestSuite : public TestSuite
{
  public:
    DcqcnTestSuite()
        : TestSuite("rdmacell-dcqcn", TestSuite::Type::UNIT)
    {
        AddTestCase(new CnpTestCase("DcqcnSigcomm", {0, 51, 120}));
        AddTestCase(new CnpTestCase("DcqcnConnectX", {0, 10, 49, 120}));
        AddTestCase(new CnpOnAckTestCase);
        AddTestCase(new PacingTestCase);
        AddTestCase(new SharingTestCase);
        AddTestCase(new PausedClassTestCase);
        AddTestCase(new NoCongestionControlTestCase);
        AddTestCase(new ProfileTestCase);
    }
};

static DcqcnTestSuite g_dcqcnTestSuite; ///< registers the suite

} // namespace ns3::rdmacell::test
