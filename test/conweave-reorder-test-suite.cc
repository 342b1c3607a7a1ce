/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "conweave-test-case.h"

#include <cstdint>
#include <map>
#include <string>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/// A packet of the old path.
ConWeaveHeader
Old(uint16_t sent, uint8_t epoch = 1)
{
    ConWeaveHeader header;
    header.epoch = epoch;
    header.sent = sent;
    return header;
}

/// The last packet of the old path.
ConWeaveHeader
Tail(uint16_t sent, uint8_t epoch = 1)
{
    ConWeaveHeader header = Old(sent, epoch);
    header.tail = true;
    return header;
}

/// A packet of the new path.
ConWeaveHeader
Rerouted(uint16_t sent, uint16_t tailSent, uint8_t epoch = 1)
{
    ConWeaveHeader header = Old(sent, epoch);
    header.rerouted = true;
    header.tailSent = tailSent;
    return header;
}

/// theta_resume_extra and theta_resume_default of the examples below.
const std::map<std::string, std::string> TIMERS{{"ResumeExtra", "16us"},
                                                {"ResumeDefault", "200us"}};

/// ConWeave at the ToR switch of a receiver.
class ConWeaveReceiverTestCase : public ConWeaveTestCase
{
  public:
    using ConWeaveTestCase::ConWeaveTestCase;

  protected:
    /**
     * @brief Ask whether a reorder queue is blocked now.
     * @param queue the queue
     * @return true if it is
     */
    bool IsBlocked(uint32_t queue)
    {
        return m_view.ports[0].blocked[queue];
    }

    /**
     * @brief A packet arrives.
     * @param header its header
     * @param queue expected queue
     */
    void Expect(const ConWeaveHeader& header, uint32_t queue)
    {
        NS_TEST_EXPECT_MSG_EQ(Arrive(header),
                              queue,
                              "queue of the packet sent at " << header.sent << " us");
    }

    /**
     * @brief Expect the first reorder queue to be resumed at a time exactly, once.
     * @param resume the time
     */
    void ExpectResume(Time resume)
    {
        At(resume - NanoSeconds(1), [this]() {
            NS_TEST_EXPECT_MSG_EQ(IsBlocked(8), true, "blocked");
            NS_TEST_EXPECT_MSG_EQ(CountSent(ConWeaveOpcode::CLEAR), 0, "no CLEAR yet");
        });
        At(resume + NanoSeconds(1), [this]() {
            NS_TEST_EXPECT_MSG_EQ(IsBlocked(8), false, "resumed");
            NS_TEST_EXPECT_MSG_EQ(CountSent(ConWeaveOpcode::CLEAR), 1, "one CLEAR");
        });
    }
};

/// RTT_REQUEST and ECN marks.
class ConWeaveAnswerTestCase : public ConWeaveReceiverTestCase
{
  public:
    ConWeaveAnswerTestCase()
        : ConWeaveReceiverTestCase(
              "requests and marked packets are answered over the links that they came by")
    {
    }

  private:
    void DoRun() override
    {
        Start();
        ConWeaveHeader request = Old(5, 3);
        request.opcode = ConWeaveOpcode::RTT_REQUEST;
        Arrive(request, 77);
        Arrive(Old(6, 3), 77);
        Arrive(Old(7, 3), 77, true);
        NS_TEST_ASSERT_MSG_EQ(m_view.sent.size(), 2, "an RTT_REPLY and a NOTIFY");
        for (const MockSwitchView::Sent& sent : m_view.sent)
        {
            RoceFrame& frame = *sent.frame;
            NS_TEST_EXPECT_MSG_EQ(frame.srcIp, NEAR, "from the host");
            NS_TEST_EXPECT_MSG_EQ(frame.dstIp, FAR, "to the sender");
            NS_TEST_EXPECT_MSG_EQ(frame.srcPort, 77, "flow");
            NS_TEST_EXPECT_MSG_EQ(frame.wireBytes, 84, "the smallest frame");
            NS_TEST_EXPECT_MSG_EQ(static_cast<uint32_t>(frame.priority), 7, "class");
            NS_TEST_EXPECT_MSG_EQ((frame.ecn == EcnCodePoint::NOT_ECT), true, "not to be marked");
            NS_TEST_EXPECT_MSG_EQ(static_cast<uint32_t>(ConWeaveHeader::Read(frame).epoch),
                                  3,
                                  "epoch");
            // Packets come by ports 11 and 0: over the links of path 1 of this switch.
            NS_TEST_EXPECT_MSG_EQ(SourceRoute(frame, ConWeaveHeader::BYTES).GetPort(),
                                  UPLINK + 1,
                                  "path");
        }
        NS_TEST_EXPECT_MSG_EQ(CountSent(ConWeaveOpcode::RTT_REPLY), 1, "replies");
        NS_TEST_EXPECT_MSG_EQ(CountSent(ConWeaveOpcode::NOTIFY), 1, "notifications");
        NS_TEST_EXPECT_MSG_EQ(Count("reply_bytes"), 84, "bytes");
        NS_TEST_EXPECT_MSG_EQ(Count("notify_bytes"), 84, "bytes");
    }
};

/// A reroute with its TAIL.
class ConWeaveHoldTestCase : public ConWeaveReceiverTestCase
{
  public:
    ConWeaveHoldTestCase()
        : ConWeaveReceiverTestCase("packets of the new path are held until the TAIL has left")
    {
    }

  private:
    void DoRun() override
    {
        Start(TIMERS);
        Expect(Old(10), DATA);
        Expect(Rerouted(15, 14), 8);
        Expect(Rerouted(16, 14), 8);
        NS_TEST_EXPECT_MSG_EQ(IsBlocked(8), true, "blocked");
        NS_TEST_EXPECT_MSG_EQ(Count("reorder_queues_in_use"), 1, "in use");
        Expect(Old(13), DATA);
        Expect(Tail(14), DATA);
        NS_TEST_EXPECT_MSG_EQ(CountSent(ConWeaveOpcode::CLEAR), 1, "CLEAR");
        NS_TEST_EXPECT_MSG_EQ(
            static_cast<uint32_t>(ConWeaveHeader::Read(*m_view.sent.back().frame).epoch),
            1,
            "of this epoch");
        // Behind the TAIL: to the class queue, which leaves after all held packets.
        Expect(Rerouted(17, 14), DATA);
        Leave(DATA);
        Leave(DATA);
        NS_TEST_EXPECT_MSG_EQ(IsBlocked(8), true, "the TAIL is still in the class queue");
        Leave(DATA);
        NS_TEST_EXPECT_MSG_EQ(IsBlocked(8), false, "resumed as the TAIL leaves");
        Leave(8);
        NS_TEST_EXPECT_MSG_EQ(Count("reorder_queues_in_use"), 1, "one is left");
        Leave(8);
        Leave(DATA);
        NS_TEST_EXPECT_MSG_EQ(Count("reorder_queues_in_use"), 0, "empty, so free");
        NS_TEST_EXPECT_MSG_EQ(Count("reorder_queues_peak"), 1, "peak");
        NS_TEST_EXPECT_MSG_EQ(Count("held_frames"), 2, "held");
        NS_TEST_EXPECT_MSG_EQ(Count("tail_resumes"), 1, "by TAILs");
        // A packet of the previous epoch passes; then the next epoch begins.
        Expect(Rerouted(30, 29, 0), DATA);
        Expect(Rerouted(40, 39, 2), 8);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(Count("early_resumes"), 1, "the second TAIL was never sent");
    }
};

/// A second reroute while the TAIL of the first one waits in the port.
class ConWeaveSecondRerouteTestCase : public ConWeaveReceiverTestCase
{
  public:
    ConWeaveSecondRerouteTestCase()
        : ConWeaveReceiverTestCase("a flow may be rerouted again while its TAIL waits in the port")
    {
    }

  private:
    void DoRun() override
    {
        Start(TIMERS);
        Expect(Rerouted(15, 14), 8);
        Expect(Tail(14), DATA);
        Expect(Old(20, 2), DATA);
        Expect(Rerouted(25, 24, 2), 9);
        Expect(Tail(24, 2), DATA);
        NS_TEST_EXPECT_MSG_EQ(CountSent(ConWeaveOpcode::CLEAR), 2, "CLEAR for each");
        // The port is paused for much longer than the resume times.
        At(MilliSeconds(5), [this]() {
            NS_TEST_EXPECT_MSG_EQ(IsBlocked(8) && IsBlocked(9), true, "both wait for their TAILs");
            Leave(DATA);
            NS_TEST_EXPECT_MSG_EQ(IsBlocked(8), false, "the first one's");
            NS_TEST_EXPECT_MSG_EQ(IsBlocked(9), true, "not the second one's");
            Leave(8);
            Leave(DATA);
            NS_TEST_EXPECT_MSG_EQ(IsBlocked(9), true, "not yet");
            Leave(DATA);
            NS_TEST_EXPECT_MSG_EQ(IsBlocked(9), false, "now");
            Leave(9);
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(Count("reorder_queues_in_use"), 0, "all free");
        NS_TEST_EXPECT_MSG_EQ(Count("early_resumes"), 0, "none early");
        NS_TEST_EXPECT_MSG_EQ(Count("reorder_queues_peak"), 2, "peak");
    }
};

/// The buffer has no room for a TAIL.
class ConWeaveDroppedTailTestCase : public ConWeaveReceiverTestCase
{
  public:
    ConWeaveDroppedTailTestCase()
        : ConWeaveReceiverTestCase(
              "a TAIL that the switch itself drops does not block a queue for ever")
    {
    }

  private:
    void DoRun() override
    {
        Start(TIMERS);
        Expect(Rerouted(15, 14), 8);
        Expect(Tail(14), DATA);
        m_view.ports[0].queueBytes[DATA] = 0; // dropped
        At(MicroSeconds(199), [this]() { NS_TEST_EXPECT_MSG_EQ(IsBlocked(8), true, "blocked"); });
        At(MicroSeconds(201), [this]() { NS_TEST_EXPECT_MSG_EQ(IsBlocked(8), false, "resumed"); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(CountSent(ConWeaveOpcode::CLEAR), 1, "one CLEAR");
        Expect(Old(300, 2), DATA);
        Leave(DATA);
        NS_TEST_EXPECT_MSG_EQ(Count("early_resumes"), 1, "counted");
        NS_TEST_EXPECT_MSG_EQ(Count("tail_resumes"), 0, "no TAIL");
    }
};

/// A TAIL that is lost or late, with packets of the old path before it (the paper, appendix A).
class ConWeaveLostTailTestCase : public ConWeaveReceiverTestCase
{
  public:
    /**
     * @brief Make the test case.
     * @param another another packet arrives on the old path
     */
    explicit ConWeaveLostTailTestCase(bool another)
        : ConWeaveReceiverTestCase(std::string("without a TAIL, a queue is resumed at ") +
                                   (another ? "43 us" : "40 us")),
          m_another(another)
    {
    }

  private:
    void DoRun() override
    {
        Start(TIMERS);
        // A is the most recent packet before the first one held: 20 + (14 - 10) + 16 us are 40 us.
        // With packet B: 25 + (14 - 12) + 16 us are 43 us.
        At(MicroSeconds(18), [this]() { Expect(Old(9), DATA); });
        At(MicroSeconds(20), [this]() { Expect(Old(10), DATA); });
        At(MicroSeconds(22), [this]() { Expect(Rerouted(15, 14), 8); });
        if (m_another)
        {
            At(MicroSeconds(25), [this]() { Expect(Old(12), DATA); });
        }
        const Time resume = MicroSeconds(m_another ? 43 : 40);
        ExpectResume(resume);
        At(resume + MicroSeconds(2), [this]() {
            Expect(Rerouted(20, 14), DATA);
            Expect(Tail(14), DATA); // not lost, but late
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(CountSent(ConWeaveOpcode::CLEAR),
                              1,
                              "one CLEAR in all, by the timer");
        NS_TEST_EXPECT_MSG_EQ(Count("early_resumes"), 1, "early resumes");
        NS_TEST_EXPECT_MSG_EQ(Count("tail_resumes"), 0, "none by a TAIL");
    }

    bool m_another; ///< another packet arrives
};

/// A TAIL that is lost, with no packet of the old path before it.
class ConWeaveNoRecordTestCase : public ConWeaveReceiverTestCase
{
  public:
    ConWeaveNoRecordTestCase()
        : ConWeaveReceiverTestCase(
              "with no packet on record, a queue is resumed after theta_resume_default")
    {
    }

  private:
    void DoRun() override
    {
        Start(TIMERS);
        At(MicroSeconds(10), [this]() { Expect(Old(1, 0), DATA); }); // of the previous epoch
        At(MicroSeconds(30), [this]() { Expect(Rerouted(25, 24), 8); });
        At(MicroSeconds(31), [this]() { Expect(Rerouted(26, 24), 8); }); // does not change the time
        ExpectResume(MicroSeconds(230));
        Simulator::Run();
    }
};

/// More rerouted flows than reorder queues.
class ConWeaveShortageTestCase : public ConWeaveReceiverTestCase
{
  public:
    ConWeaveShortageTestCase()
        : ConWeaveReceiverTestCase(
              "of 33 rerouted flows to a port with 31 reorder queues two are unordered")
    {
    }

  private:
    void DoRun() override
    {
        Start();
        NS_TEST_EXPECT_MSG_EQ(m_view.ports[0].reorderQueues, 31, "queues of a host's port");
        NS_TEST_EXPECT_MSG_EQ(m_view.ports[UPLINK].reorderQueues, 0, "none elsewhere");
        std::map<uint32_t, uint32_t> flowsOf;
        for (uint16_t flow = 1; flow <= 33; ++flow)
        {
            ++flowsOf[Arrive(Rerouted(10, 9), flow)];
            Arrive(Rerouted(11, 9), flow);
        }
        NS_TEST_EXPECT_MSG_EQ(flowsOf.size(), 32, "a queue for each of 31");
        NS_TEST_EXPECT_MSG_EQ(flowsOf[DATA], 2, "two flows without");
        NS_TEST_EXPECT_MSG_EQ(Count("unordered_flows"), 2, "unordered flows");
        NS_TEST_EXPECT_MSG_EQ(Count("unordered_frames"), 4, "their packets");
        NS_TEST_EXPECT_MSG_EQ(Count("reorder_queues_in_use"), 31, "in use");
        // The other port has queues of its own; a queue that is free again can be allocated.
        NS_TEST_EXPECT_MSG_EQ(Arrive(Rerouted(10, 9), 34, false, NEIGHBOR), 8, "other port");
        NS_TEST_EXPECT_MSG_EQ(Count("reorder_queues_peak"), 31, "at one port");
        Arrive(Tail(9), 7);
        NS_TEST_EXPECT_MSG_EQ(CountSent(ConWeaveOpcode::CLEAR), 1, "CLEAR");
        for (uint32_t i = 0; i < 5; ++i)
        {
            Leave(DATA); // four unordered packets, then the TAIL
        }
        Leave(8 + 6);
        Leave(8 + 6);
        NS_TEST_EXPECT_MSG_EQ(Arrive(Rerouted(10, 9), 35), 8 + 6, "free again");
        Arrive(Tail(9), 33);
        NS_TEST_EXPECT_MSG_EQ(CountSent(ConWeaveOpcode::CLEAR),
                              2,
                              "an unordered flow gets one, too");
    }
};

/// ConWeave at the ToR switch of a receiver.
class ConWeaveReorderTestSuite : public TestSuite
{
  public:
    ConWeaveReorderTestSuite()
        : TestSuite("rdmacell-conweave-reorder", TestSuite::Type::UNIT)
    {
        AddTestCase(new ConWeaveAnswerTestCase);
        AddTestCase(new ConWeaveHoldTestCase);
        AddTestCase(new ConWeaveSecondRerouteTestCase);
        AddTestCase(new ConWeaveDroppedTailTestCase);
        AddTestCase(new ConWeaveLostTailTestCase(false));
        AddTestCase(new ConWeaveLostTailTestCase(true));
        AddTestCase(new ConWeaveNoRecordTestCase);
        AddTestCase(new ConWeaveShortageTestCase);
    }
};

ConWeaveReorderTestSuite g_conWeaveReorderTestSuite; ///< registers the suite

} // namespace
