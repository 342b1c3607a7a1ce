/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "frame-test-network.h"

#include "ns3/frame-channel.h"
#include "ns3/link-recorder.h"
#include "ns3/pfc-recorder.h"
#include "ns3/queue-recorder.h"
#include "ns3/roce-frame-pool.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

namespace ns3::rdmacell::test
{

namespace
{

/// At this rate a byte takes 1 ns, so that times can be made by hand at any resolution.
const DataRate BYTE_PER_NS("8Gbps");

/// A frame of 1000 bytes of payload: 1082 on the wire.
const TestStream STREAM;

/**
 * @brief Get what a recorder writes.
 * @tparam Recorder type of the recorder
 * @param recorder the recorder
 * @return the text
 */
template <typename Recorder>
std::string
Csv(const Recorder& recorder)
{
    std::ostringstream out;
    recorder.WriteCsv(out);
    return out.str();
}

/**
 * @brief Write numbers with commas between them, as in a row.
 * @tparam T types of the numbers
 * @param numbers the numbers
 * @return the row, with the end of the line
 */
template <typename... T>
std::string
Row(const T&... numbers)
{
    std::ostringstream out;
    std::string separator;
    ((out << separator << numbers, separator = ","), ...);
    out << '\n';
    return out.str();
}

/**
 * @ingroup tests
 * @brief Bytes of each direction and interval are exact.
 */
class LinkRecorderCase : public FrameTestCase
{
  public:
    LinkRecorderCase()
        : FrameTestCase("link.csv has each interval's bytes of each direction")
    {
    }

  private:
    void Check() override
    {
        TestNetwork network;
        TestHost& a = network.AddHost();
        TestHost& b = network.AddHost();
        const auto channel = network.Connect(a, b, BYTE_PER_NS, NanoSeconds(500));
        LinkRecorder all(NanoSeconds(2000));
        all.AddChannel(channel);
        all.Start(NanoSeconds(0));
        all.Stop(NanoSeconds(13000));
        LinkRecorder late(NanoSeconds(5000));
        late.AddChannel(channel);
        late.Start(NanoSeconds(10500));
        late.Stop(NanoSeconds(12000));

        TestStream there = STREAM;
        there.to = 1;
        there.frames = 10;
        a.Start(NanoSeconds(1000), there); // on the line from 1000 to 11820
        TestStream back = STREAM;
        back.to = 0;
        back.payload = 400;
        b.Start(NanoSeconds(3500), back); // from 3500 to 3982
        Simulator::Run();

        const uint32_t x = a.node->GetId();
        const uint32_t y = b.node->GetId();
        const std::string header = "time_ns,node,port,peer,bytes,utilization\n";
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), NanoSeconds(13000), "the samples end the run");
        NS_TEST_EXPECT_MSG_EQ(
            Csv(all),
            header + Row(2000, x, 0, y, 1000, "0.500000") + Row(4000, x, 0, y, 2000, "1.000000") +
                Row(4000, y, 0, x, 482, "0.241000") + Row(6000, x, 0, y, 2000, "1.000000") +
                Row(8000, x, 0, y, 2000, "1.000000") + Row(10000, x, 0, y, 2000, "1.000000") +
                Row(12000, x, 0, y, 1820, "0.910000"),
            "whole run");
        NS_TEST_EXPECT_MSG_EQ(Csv(late),
                              header + Row(12000, x, 0, y, 1320, "0.880000"),
                              "a recorder that starts later, with a short last interval");
    }
};

/**
 * @ingroup tests
 * @brief Samples are the bytes that wait, and summaries of a port are over all samples.
 */
class QueueRecorderCase : public FrameTestCase
{
  public:
    QueueRecorderCase()
        : FrameTestCase("queue.csv has the bytes of each class, and ports are summarized")
    {
    }

  private:
    void Check() override
    {
        TestNetwork network;
        TestHost& a = network.AddHost();
        TestHost& b = network.AddHost();
        network.Connect(a, b, BYTE_PER_NS, NanoSeconds(500));
        QueueRecorder recorder(NanoSeconds(1000));
        recorder.AddDevice(b.device);
        recorder.AddDevice(a.device);
        recorder.Start(NanoSeconds(0));
        recorder.Stop(NanoSeconds(9000));
        Simulator::Schedule(NanoSeconds(10), [&a] { Fill(a.device->GetEgress()); });
        Simulator::Run();

        // The first frame of class 3 is sent at once, then the two of class 6, then the others:
        // frames start at 10, 1092, 2174, 3256, 4338, 5420 and 6502.
        const uint32_t x = a.node->GetId();
        NS_TEST_EXPECT_MSG_EQ(Csv(recorder),
                              "time_ns,node,port,class,bytes\n" + Row(1000, x, 0, 3, 4328) +
                                  Row(1000, x, 0, 6, 2164) + Row(2000, x, 0, 3, 4328) +
                                  Row(2000, x, 0, 6, 1082) + Row(3000, x, 0, 3, 4328) +
                                  Row(4000, x, 0, 3, 3246) + Row(5000, x, 0, 3, 2164) +
                                  Row(6000, x, 0, 3, 1082),
                              "rows");
        const std::vector<QueueSummary> summaries = recorder.GetSummaries();
        NS_TEST_ASSERT_MSG_EQ(summaries.size(), 2, "one summary a port");
        NS_TEST_EXPECT_MSG_EQ(summaries[0].node, b.node->GetId(), "in the order of the ports");
        NS_TEST_EXPECT_MSG_EQ(summaries[0].maxBytes, 0, "nothing waited");
        NS_TEST_EXPECT_MSG_EQ(summaries[0].p99Bytes, 0, "nothing waited");
        // Ten samples: 0, 6492, 5410, 4328, 3246, 2164, 1082, 0, 0, 0.
        NS_TEST_EXPECT_MSG_EQ(summaries[1].node, x, "in the order of the ports");
        NS_TEST_EXPECT_MSG_EQ(summaries[1].maxBytes, 6492, "longest");
        NS_TEST_EXPECT_MSG_EQ_TOL(summaries[1].meanBytes, 2272.2, 1e-9, "mean");
        NS_TEST_EXPECT_MSG_EQ_TOL(summaries[1].p99Bytes, 5410 + 0.91 * 1082, 1e-9, "p99");
    }

    /**
     * @brief Queue five frames of class 3 and two of class 6.
     * @param egress where
     */
    static void Fill(EgressPort& egress)
    {
        for (const uint8_t priority : {3, 3, 3, 3, 3, 6, 6})
        {
            RoceFramePtr frame = RoceFramePool::Get();
            frame->priority = priority;
            frame->wireBytes = 1082;
            egress.Enqueue(std::move(frame), Simulator::Now().GetTimeStep());
        }
    }
};

/**
 * @ingroup tests
 * @brief PFC frames are recorded when a switch sends them, pauses while a port is paused.
 */
class PfcRecorderCase : public FrameTestCase
{
  public:
    PfcRecorderCase()
        : FrameTestCase("pfc.csv has each class of each PFC frame, and ports their paused time")
    {
    }

  private:
    void Check() override
    {
        TestNetwork network;
        TestHost& host = network.AddHost();
        const auto device = network.AddSwitch();
        const uint32_t port = network.Connect(host, device, BYTE_PER_NS, NanoSeconds(500));
        PfcRecorder all;
        PfcRecorder part;
        for (PfcRecorder* recorder : {&all, &part})
        {
            recorder->AddSwitch(device);
            recorder->AddDevice(host.device);
        }
        all.Start(NanoSeconds(0));
        all.Stop(NanoSeconds(10000));
        part.Start(NanoSeconds(2584));
        part.Stop(NanoSeconds(5584));

        // A PFC frame takes 84 ns on the line and 500 ns along it; 100 quanta are 6400 bytes. So
        // class 4 is paused from 1584 to 7984, and class 3 to 3584.
        Simulator::Schedule(NanoSeconds(1000), [&] {
            device->SendPfc(port, 0x18, 100, Simulator::Now().GetTimeStep());
        });
        Simulator::Schedule(NanoSeconds(3000), [&] {
            device->SendPfc(port, 0x08, 0, Simulator::Now().GetTimeStep());
        });
        Simulator::Run();

        const uint32_t x = device->GetNodeId();
        const std::string header = "time_ns,node,port,class,event,quanta\n";
        NS_TEST_EXPECT_MSG_EQ(Csv(all),
                              header + Row(1000, x, 0, 3, "pause", 100) +
                                  Row(1000, x, 0, 4, "pause", 100) +
                                  Row(3000, x, 0, 3, "resume", 0),
                              "whole run");
        NS_TEST_EXPECT_MSG_EQ(Csv(part), header + Row(3000, x, 0, 3, "resume", 0), "a part of it");
        ExpectPaused(all,
                     {{host.node->GetId(), 0, 3, NanoSeconds(2000), 0.2},
                      {host.node->GetId(), 0, 4, NanoSeconds(6400), 0.64}});
        ExpectPaused(part,
                     {{host.node->GetId(), 0, 3, NanoSeconds(1000), 1.0 / 3},
                      {host.node->GetId(), 0, 4, NanoSeconds(3000), 1}});
    }

    /**
     * @brief Expect paused times.
     * @param recorder has recorded them
     * @param expected what they should be
     */
    void ExpectPaused(const PfcRecorder& recorder, const std::vector<PausedTime>& expected)
    {
        const std::vector<PausedTime> times = recorder.GetPausedTimes();
        NS_TEST_ASSERT_MSG_EQ(times.size(), expected.size(), "classes that were paused");
        for (std::size_t i = 0; i < times.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(times[i].node, expected[i].node, "node");
            NS_TEST_EXPECT_MSG_EQ(times[i].port, expected[i].port, "port");
            NS_TEST_EXPECT_MSG_EQ(times[i].trafficClass, expected[i].trafficClass, "class");
            NS_TEST_EXPECT_MSG_EQ(times[i].paused, expected[i].paused, "paused time");
            NS_TEST_EXPECT_MSG_EQ_TOL(times[i].share, expected[i].share, 1e-12, "share");
        }
    }
};

/**
 * @ingroup tests
 * @brief A recorder that is not stopped ends with the simulation and has recorded until then.
 */
class EndlessRecorderCase : public FrameTestCase
{
  public:
    EndlessRecorderCase()
        : FrameTestCase("recorders without a stop end with the simulation")
    {
    }

  private:
    void Check() override
    {
        TestNetwork network;
        TestHost& a = network.AddHost();
        const auto device = network.AddSwitch();
        const uint32_t port = network.Connect(a, device, BYTE_PER_NS, NanoSeconds(500));
        LinkRecorder links(NanoSeconds(1000));
        links.AddChannel(DynamicCast<FrameChannel>(a.device->GetChannel()));
        links.Start(NanoSeconds(0));
        PfcRecorder pauses;
        pauses.AddDevice(a.device);
        pauses.Start(NanoSeconds(0));
        Simulator::Schedule(NanoSeconds(1000), [&] {
            device->SendPfc(port, 0x08, 1000, Simulator::Now().GetTimeStep());
        });
        Simulator::Stop(NanoSeconds(3168));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(
            Csv(links),
            "time_ns,node,port,peer,bytes,utilization\n" +
                Row(2000, device->GetNodeId(), 0, a.node->GetId(), 84, "0.084000"),
            "the PFC frame");
        const std::vector<PausedTime> times = pauses.GetPausedTimes();
        NS_TEST_ASSERT_MSG_EQ(times.size(), 1, "one class is paused");
        NS_TEST_EXPECT_MSG_EQ(times[0].paused, NanoSeconds(1584), "up to now");
        NS_TEST_EXPECT_MSG_EQ_TOL(times[0].share, 0.5, 1e-12, "half of the time");
    }
};

/**
 * @ingroup tests
 * @brief Tests of the recorders in simulated time.
 */
class StatsTestSuite : public TestSuite
{
  public:
    StatsTestSuite()
        : TestSuite("rdmacell-stats", TestSuite::Type::UNIT)
    {
        AddTestCase(new LinkRecorderCase);
        AddTestCase(new QueueRecorderCase);
        AddTestCase(new PfcRecorderCase);
        AddTestCase(new EndlessRecorderCase);
    }
};

StatsTestSuite g_statsTestSuite; ///< the suite

} // namespace

} // namespace ns3::rdmacell::test
