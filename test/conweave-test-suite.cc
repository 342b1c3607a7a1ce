/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "conweave-test-case.h"

#include <cstdint>
#include <set>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/// Round trip of a packet of 1090 bytes and a reply of 84, each over two links, at 1 ns.
constexpr int64_t BASE_RTT_NS = 4000 + 2 * 93;

/// A reply is late after exactly 8 us.
const std::map<std::string, std::string> DEADLINE_8_US{{"ReplyExtra", "3814ns"}};

/// Headers of packets.
class ConWeaveHeaderTestCase : public ConWeaveTestCase
{
  public:
    ConWeaveHeaderTestCase()
        : ConWeaveTestCase("data to other ToR switches carry header and path, other frames do not")
    {
    }

  private:
    void DoRun() override
    {
        Start({{"TableSize", "16"}});
        RoceFramePtr data = Depart(MicroSeconds(0x10005));
        NS_TEST_EXPECT_MSG_EQ(static_cast<uint32_t>(data->balancerBytes), HEADER_BYTES, "bytes");
        NS_TEST_EXPECT_MSG_EQ(data->wireBytes,
                              RoceWireBytes(data->opcode, data->payloadBytes) + HEADER_BYTES,
                              "on the wire");
        NS_TEST_EXPECT_MSG_EQ(HeaderOf(data).sent, 5, "TX_TSTAMP");
        NS_TEST_EXPECT_MSG_EQ((HeaderOf(data).opcode == ConWeaveOpcode::RTT_REQUEST),
                              true,
                              "the first packet carries RTT_REQUEST");
        const uint32_t port = m_balancer->SelectPort(*data, m_view.GetRoute(FAR), 0);
        NS_TEST_EXPECT_MSG_EQ(port, UPLINK + PathOf(data), "follows its path");
        m_balancer->OnEgress(*data, port, DATA, 0);
        NS_TEST_EXPECT_MSG_EQ(SourceRoute(*data, ConWeaveHeader::BYTES).GetPort(), 1, "next hop");
        data = Depart(MicroSeconds(0x10006));
        NS_TEST_EXPECT_MSG_EQ((HeaderOf(data).opcode == ConWeaveOpcode::NORMAL), true, "second");

        RoceFramePtr local = MakeRoceFrame(NEAR, NEIGHBOR);
        m_balancer->OnIngress(local, 0, 0);
        NS_TEST_EXPECT_MSG_EQ(static_cast<uint32_t>(local->balancerBytes), 0, "same ToR switch");
        RoceFramePtr ack = MakeRoceFrame(NEAR, FAR, 1, 0, RoceOpcode::ACKNOWLEDGE);
        m_balancer->OnIngress(ack, 0, 0);
        NS_TEST_EXPECT_MSG_EQ(static_cast<uint32_t>(ack->balancerBytes), 0, "ACK");
        RoceFramePtr other = MakeRoceFrame(NEAR, FAR, 2);
        other->priority = 2;
        m_balancer->OnIngress(other, 0, 0);
        NS_TEST_EXPECT_MSG_EQ(static_cast<uint32_t>(other->balancerBytes), 0, "another class");

        std::set<uint32_t> paths;
        for (uint16_t flow = 2; flow <= 16; ++flow)
        {
            NS_TEST_EXPECT_MSG_EQ(
                static_cast<uint32_t>(Depart(MicroSeconds(0x10006), flow)->balancerBytes),
                HEADER_BYTES,
                "flow " << flow);
        }
        RoceFramePtr another = Depart(MicroSeconds(0x10006), 17);
        NS_TEST_EXPECT_MSG_EQ(static_cast<uint32_t>(another->balancerBytes),
                              0,
                              "no room in the table: ECMP");
        NS_TEST_EXPECT_MSG_EQ(Count("untracked_frames"), 1, "counted");
        NS_TEST_EXPECT_MSG_EQ(Count("header_bytes"), 17 * HEADER_BYTES, "counted");
    }
};

/// Epochs with replies in time, and the deadline of a reply.
class ConWeaveEpochTestCase : public ConWeaveTestCase
{
  public:
    ConWeaveEpochTestCase()
        : ConWeaveTestCase("replies in time begin new epochs, and no flow is rerouted")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(ConWeaveSourceTor::GetBaseRtt(m_view.paths[1][0], 1090),
                              NanoSeconds(BASE_RTT_NS).GetTimeStep(),
                              "round trip in an empty network");
        Start(DEADLINE_8_US);
        const uint32_t path = PathOf(Depart(MicroSeconds(0)));
        uint64_t replies = 0;
        uint8_t epoch = 1;
        for (int64_t t = 1; t < 800; ++t)
        {
            if (t % 8 == 7)
            {
                Tell(ConWeaveOpcode::RTT_REPLY, epoch, MicroSeconds(t));
                epoch = (epoch + 1) % 4;
                ++replies;
            }
            RoceFramePtr frame = Depart(MicroSeconds(t) + NanoSeconds(t % 8 == 7 ? 1000 : 0));
            const ConWeaveHeader header = HeaderOf(frame);
            NS_TEST_EXPECT_MSG_EQ(PathOf(frame), path, "path at " << t);
            NS_TEST_EXPECT_MSG_EQ(header.tail || header.rerouted, false, "reroute at " << t);
            NS_TEST_EXPECT_MSG_EQ(static_cast<uint32_t>(header.epoch), epoch, "epoch at " << t);
            NS_TEST_EXPECT_MSG_EQ((header.opcode == ConWeaveOpcode::RTT_REQUEST),
                                  (t % 8 == 7),
                                  "request at " << t);
            t += t % 8 == 7 ? 1 : 0;
        }
        NS_TEST_EXPECT_MSG_EQ(Count("epochs"), replies + 1, "the last one has no reply yet");
        NS_TEST_EXPECT_MSG_EQ(Count("reroutes"), 0, "reroutes");
    }
};

/// A late reply, the reroute, and CLEAR.
class ConWeaveRerouteTestCase : public ConWeaveTestCase
{
  public:
    ConWeaveRerouteTestCase()
        : ConWeaveTestCase("without a reply in time, a flow is rerouted once, until CLEAR")
    {
    }

  private:
    void DoRun() override
    {
        Start(DEADLINE_8_US);
        const uint32_t old = PathOf(Depart(MicroSeconds(0)));
        RoceFramePtr frame = Depart(MicroSeconds(8));
        NS_TEST_EXPECT_MSG_EQ(HeaderOf(frame).tail, false, "8 us is in time");
        Tell(ConWeaveOpcode::RTT_REPLY, 1, NanoSeconds(8001));
        frame = Depart(MicroSeconds(9));
        NS_TEST_EXPECT_MSG_EQ(HeaderOf(frame).tail, true, "a late reply counts as none");
        NS_TEST_EXPECT_MSG_EQ(HeaderOf(frame).rerouted, false, "the TAIL takes");
        NS_TEST_EXPECT_MSG_EQ(PathOf(frame), old, "the old path");
        NS_TEST_EXPECT_MSG_EQ(static_cast<uint32_t>(HeaderOf(frame).epoch), 1, "same epoch");
        const uint32_t next = PathOf(Depart(MicroSeconds(10)));
        NS_TEST_EXPECT_MSG_NE(next, old, "then another path");
        for (int64_t t = 11; t < 100; ++t)
        {
            frame = Depart(MicroSeconds(t));
            NS_TEST_EXPECT_MSG_EQ(HeaderOf(frame).rerouted, true, "REROUTED");
            NS_TEST_EXPECT_MSG_EQ(HeaderOf(frame).tailSent, 9, "TAIL_TX_TSTAMP");
            NS_TEST_EXPECT_MSG_EQ(HeaderOf(frame).sent, t, "TX_TSTAMP");
            NS_TEST_EXPECT_MSG_EQ(PathOf(frame), next, "no other reroute before CLEAR");
        }
        Tell(ConWeaveOpcode::RTT_REPLY, 1, MicroSeconds(100));
        Tell(ConWeaveOpcode::CLEAR, 0, MicroSeconds(100));
        NS_TEST_EXPECT_MSG_EQ(HeaderOf(Depart(MicroSeconds(100))).rerouted,
                              true,
                              "neither a reply nor the CLEAR of another epoch ends it");
        Tell(ConWeaveOpcode::CLEAR, 1, MicroSeconds(101), 0, 2);
        NS_TEST_EXPECT_MSG_EQ(HeaderOf(Depart(MicroSeconds(101))).rerouted, true, "another flow's");
        Tell(ConWeaveOpcode::CLEAR, 1, MicroSeconds(102));
        frame = Depart(MicroSeconds(102));
        NS_TEST_EXPECT_MSG_EQ(HeaderOf(frame).rerouted, false, "CLEAR does");
        NS_TEST_EXPECT_MSG_EQ(PathOf(frame), next, "on the new path");
        NS_TEST_EXPECT_MSG_EQ(static_cast<uint32_t>(HeaderOf(frame).epoch), 2, "next epoch");
        NS_TEST_EXPECT_MSG_EQ((HeaderOf(frame).opcode == ConWeaveOpcode::RTT_REQUEST),
                              true,
                              "and next request");
        NS_TEST_EXPECT_MSG_EQ(Count("reroutes"), 1, "reroutes");
    }
};

/// Paths that are busy, with RerouteToBusy off and on.
class ConWeaveBusyTestCase : public ConWeaveTestCase
{
  public:
    /**
     * @brief Make the test case.
     * @param toBusy attribute RerouteToBusy
     */
    explicit ConWeaveBusyTestCase(bool toBusy)
        : ConWeaveTestCase(std::string("both paths drawn are busy: ") +
                           (toBusy ? "a TAIL all the same" : "no reroute, no TAIL")),
          m_toBusy(toBusy)
    {
    }

  private:
    void DoRun() override
    {
        auto attributes = DEADLINE_8_US;
        attributes["RerouteToBusy"] = m_toBusy ? "true" : "false";
        Start(attributes);
        const uint32_t path = PathOf(Depart(MicroSeconds(0)));
        for (uint16_t other = 0; other < 3; ++other)
        {
            if (other != path)
            {
                Tell(ConWeaveOpcode::NOTIFY, 1, MicroSeconds(1), other);
            }
        }
        RoceFramePtr frame = Depart(MicroSeconds(9));
        NS_TEST_EXPECT_MSG_EQ(PathOf(frame), path, "path");
        NS_TEST_EXPECT_MSG_EQ(HeaderOf(frame).tail, m_toBusy, "tail");
        NS_TEST_EXPECT_MSG_EQ(Count("reroutes"), 0, "reroutes");
        NS_TEST_EXPECT_MSG_EQ(Count("reroutes_aborted"), 1, "aborted");
        frame = Depart(MicroSeconds(10));
        NS_TEST_EXPECT_MSG_EQ(PathOf(frame), path, "path");
        NS_TEST_EXPECT_MSG_EQ(HeaderOf(frame).rerouted, m_toBusy, "phase 1");
        if (m_toBusy)
        {
            return;
        }
        // Packets may be late by one epoch, not by two, which two bits could not tell from a new
        // one.
        NS_TEST_EXPECT_MSG_EQ(static_cast<uint32_t>(HeaderOf(frame).epoch), 1, "same epoch");
        NS_TEST_EXPECT_MSG_EQ(Count("epochs"), 1, "without another request");
        NS_TEST_EXPECT_MSG_EQ(Count("reroutes_aborted"), 2, "the next packet tries again");
        // Paths are busy until 1 + 16 us.
        frame = Depart(MicroSeconds(18));
        NS_TEST_EXPECT_MSG_EQ(HeaderOf(frame).tail, true, "once they are not busy any more");
        NS_TEST_EXPECT_MSG_EQ(static_cast<uint32_t>(HeaderOf(frame).epoch), 1, "same epoch");
        NS_TEST_EXPECT_MSG_EQ(Count("reroutes"), 1, "reroutes");
    }

    bool m_toBusy; ///< attribute RerouteToBusy
};

/// One of the two paths drawn is busy.
class ConWeaveSampleTestCase : public ConWeaveTestCase
{
  public:
    ConWeaveSampleTestCase()
        : ConWeaveTestCase("of two paths drawn, the one that is not busy is taken")
    {
    }

  private:
    void DoRun() override
    {
        Start(DEADLINE_8_US);
        std::set<uint32_t> taken;
        for (uint16_t flow = 1; flow <= 32; ++flow)
        {
            const Time start = MicroSeconds(100 * flow);
            const uint32_t path = PathOf(Depart(start, flow));
            const auto busy = static_cast<uint16_t>((path + 1) % 3);
            Tell(ConWeaveOpcode::NOTIFY, 1, start, busy, flow);
            Depart(start + MicroSeconds(9), flow);
            NS_TEST_EXPECT_MSG_EQ(PathOf(Depart(start + MicroSeconds(10), flow)),
                                  (path + 2) % 3,
                                  "flow " << flow);
            taken.insert(path);
        }
        NS_TEST_EXPECT_MSG_EQ(taken.size(), 3, "flows start on all paths");
        NS_TEST_EXPECT_MSG_EQ(Count("reroutes"), 32, "reroutes");
    }
};

/// Pauses.
class ConWeaveInactiveTestCase : public ConWeaveTestCase
{
  public:
    ConWeaveInactiveTestCase()
        : ConWeaveTestCase("after a lost CLEAR, a pause above theta_inactive begins the next epoch")
    {
    }

  private:
    void DoRun() override
    {
        auto attributes = DEADLINE_8_US;
        attributes["Inactive"] = "300us";
        Start(attributes);
        Depart(MicroSeconds(0));
        Depart(MicroSeconds(9)); // the TAIL
        RoceFramePtr frame = Depart(MicroSeconds(9 + 299));
        NS_TEST_EXPECT_MSG_EQ(HeaderOf(frame).rerouted, true, "299 us: still waiting");
        frame = Depart(MicroSeconds(9 + 299 + 301));
        NS_TEST_EXPECT_MSG_EQ(HeaderOf(frame).rerouted, false, "301 us: a new epoch");
        NS_TEST_EXPECT_MSG_EQ(static_cast<uint32_t>(HeaderOf(frame).epoch), 2, "next epoch");
        NS_TEST_EXPECT_MSG_EQ((HeaderOf(frame).opcode == ConWeaveOpcode::RTT_REQUEST),
                              true,
                              "with a request");
        NS_TEST_EXPECT_MSG_EQ(HeaderOf(frame).tail, false, "no TAIL");
    }
};

/// A path whose first port is down.
class ConWeaveLostPathTestCase : public ConWeaveTestCase
{
  public:
    ConWeaveLostPathTestCase()
        : ConWeaveTestCase("a flow whose path is down starts on another one; without any, ECMP")
    {
    }

  private:
    void DoRun() override
    {
        Start();
        const uint32_t path = PathOf(Depart(MicroSeconds(0)));
        const auto kept = static_cast<uint16_t>(UPLINK + (path + 1) % 3);
        m_view.routes[FAR] = {kept};
        RoceFramePtr frame = Depart(MicroSeconds(1));
        NS_TEST_EXPECT_MSG_EQ(PathOf(frame), static_cast<uint32_t>(kept - UPLINK), "path");
        NS_TEST_EXPECT_MSG_EQ(HeaderOf(frame).tail || HeaderOf(frame).rerouted,
                              false,
                              "a new epoch");
        NS_TEST_EXPECT_MSG_EQ(static_cast<uint32_t>(HeaderOf(frame).epoch), 2, "next epoch");
        m_view.paths[1].clear();
        frame = Depart(MicroSeconds(2));
        NS_TEST_EXPECT_MSG_EQ(static_cast<uint32_t>(frame->balancerBytes), 0, "no path");
        NS_TEST_EXPECT_MSG_EQ(m_balancer->SelectPort(*frame, m_view.GetRoute(FAR), 0),
                              static_cast<uint32_t>(kept),
                              "ECMP");
    }
};

/// ConWeave at the ToR switch of a sender.
class ConWeaveSourceTestSuite : public TestSuite
{
  public:
    ConWeaveSourceTestSuite()
        : TestSuite("rdmacell-conweave", TestSuite::Type::UNIT)
    {
        AddTestCase(new ConWeaveHeaderTestCase);
        AddTestCase(new ConWeaveEpochTestCase);
        AddTestCase(new ConWeaveRerouteTestCase);
        AddTestCase(new ConWeaveBusyTestCase(false));
        AddTestCase(new ConWeaveBusyTestCase(true));
        AddTestCase(new ConWeaveSampleTestCase);
        AddTestCase(new ConWeaveInactiveTestCase);
        AddTestCase(new ConWeaveLostPathTestCase);
    }
};

ConWeaveSourceTestSuite g_conWeaveSourceTestSuite; ///< registers the suite

} // namespace
