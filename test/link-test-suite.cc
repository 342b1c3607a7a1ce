/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "frame-test-network.h"

#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/frame-error-model.h"
#include "ns3/map-scheduler.h"
#include "ns3/object-factory.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3::rdmacell::test
{

namespace
{

/// A transmission that has started.
struct Departure
{
    int64_t start;    ///< when, steps
    int64_t end;      ///< when its last bit leaves, steps
    uint8_t priority; ///< class
    uint32_t bytes;   ///< wire bytes
    uint32_t psn;     ///< number in its stream
    FrameKind kind;   ///< kind
};

/// Notes what a device sends.
class Departures
{
  public:
    /**
     * @brief Listen to a device.
     * @param device the device
     */
    explicit Departures(Ptr<FrameNetDevice> device)
        : m_device(device)
    {
        device->TraceConnectWithoutContext("FrameTx", MakeCallback(&Departures::Note, this));
    }

    std::vector<Departure> list; ///< what was sent

  private:
    /**
     * @brief A transmission starts.
     * @param frame the frame
     */
    void Note(const RoceFrame& frame)
    {
        list.push_back({Simulator::Now().GetTimeStep(),
                        m_device->GetEgress().GetBusyUntil(),
                        frame.priority,
                        frame.wireBytes,
                        frame.psn,
                        frame.kind});
    }

    Ptr<FrameNetDevice> m_device; ///< the device
};

/**
 * @brief Make a frame for a queue.
 * @param priority class
 * @param payload bytes
 * @param psn number
 * @return the frame
 */
RoceFramePtr
MakeFrame(uint8_t priority, uint32_t payload, uint32_t psn)
{
    RoceFramePtr frame = RoceFramePool::Get();
    frame->priority = priority;
    frame->opcode = RoceOpcode::WRITE_MIDDLE;
    frame->wireBytes = static_cast<uint16_t>(RoceWireBytes(RoceOpcode::WRITE_MIDDLE, payload));
    frame->psn = psn;
    return frame;
}

/**
 * @brief Have a host send a PFC frame.
 * @param host the host
 * @param at when
 * @param trafficClass class
 * @param quanta pause time
 */
void
SendPfcAt(TestHost& host, Time at, uint32_t trafficClass, uint16_t quanta)
{
    Simulator::Schedule(at, [&host, trafficClass, quanta] {
        RoceFramePtr frame = RoceFramePool::Get();
        frame->kind = FrameKind::PFC;
        frame->wireBytes = WireSize::MINIMUM_FRAME + WireSize::PREAMBLE_GAP;
        frame->pfcClassEnable = static_cast<uint8_t>(1U << trafficClass);
        frame->pfc.quanta[trafficClass] = quanta;
        host.device->GetEgress().EnqueuePfc(std::move(frame), Simulator::Now().GetTimeStep());
    });
}

/// A scheduler that counts what waits in it.
class CountingScheduler : public MapScheduler
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::rdmacell::test::CountingScheduler")
                                .SetParent<MapScheduler>()
                                .AddConstructor<CountingScheduler>();
        return tid;
    }

    void Insert(const Event& ev) override
    {
        s_peak = std::max(s_peak, ++s_pending);
        MapScheduler::Insert(ev);
    }

    Event RemoveNext() override
    {
        --s_pending;
        return MapScheduler::RemoveNext();
    }

    static int s_pending; ///< events that wait
    static int s_peak;    ///< most that ever waited
};

int CountingScheduler::s_pending = 0;
int CountingScheduler::s_peak = 0;

} // namespace

/// Frames of odd sizes back to back keep the line rate although a time step is a nanosecond.
class LineRateTestCase : public FrameTestCase
{
  public:
    /**
     * @brief Make a test case.
     * @param rate line rate
     */
    explicit LineRateTestCase(const std::string& rate)
        : FrameTestCase("100,000 frames of odd sizes at " + rate),
          m_rate(rate)
    {
    }

  private:
    void Check() override
    {
        TestNetwork net;
        TestHost& a = net.AddHost();
        TestHost& b = net.AddHost();
        net.Connect(a, b, m_rate, MicroSeconds(1));
        TestStream stream;
        stream.to = 1;
        stream.frames = 100000;
        stream.payload = 1;
        stream.payloadStep = 37;
        stream.payloadMax = 4096;
        a.Start(NanoSeconds(17), stream);
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(b.GetReceived(), 100000, "all arrive");
        double bits = 0;
        for (const TestArrival& arrival : b.arrivals)
        {
            bits += 8.0 * arrival.bytes;
        }
        const double exact = bits / static_cast<double>(m_rate.GetBitRate()) * 1e9;
        const auto measured = static_cast<double>(b.arrivals.back().time - 1000 - 17);
        NS_TEST_EXPECT_MSG_EQ_TOL(measured / exact, 1.0, 1e-4, "line rate");
        NS_TEST_EXPECT_MSG_EQ_TOL(measured, exact, 1.0, "to the nanosecond, in fact");
    }

    DataRate m_rate; ///< line rate
};

/// However many frames are in flight, a wire keeps one event.
class PendingEventsTestCase : public FrameTestCase
{
  public:
    PendingEventsTestCase()
        : FrameTestCase("One pending event a wire")
    {
    }

  private:
    void Check() override
    {
        CountingScheduler::s_pending = 0;
        CountingScheduler::s_peak = 0;
        ObjectFactory factory;
        factory.SetTypeId(CountingScheduler::GetTypeId());
        Simulator::SetScheduler(factory);
        TestNetwork net;
        TestHost& a = net.AddHost();
        TestHost& b = net.AddHost();
        auto channel = net.Connect(a, b, DataRate("100Gbps"), MilliSeconds(1));
        TestStream stream;
        stream.frames = 10000;
        stream.to = 1;
        a.Start(MicroSeconds(1), stream);
        stream.to = 0;
        b.Start(MicroSeconds(1), stream);
        const uint64_t before = Simulator::GetEventCount();
        Simulator::Stop(MicroSeconds(2));
        Simulator::Run(); // nodes start, and the streams
        CountingScheduler::s_peak = 0;
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(a.GetReceived() + b.GetReceived(), 20000, "all arrive");
        NS_TEST_EXPECT_MSG_GT(channel->GetWire(0).GetFrames(), 9999, "one wire carried them");
        // Each direction has an arrival and the end of a transmission to wait for.
        NS_TEST_EXPECT_MSG_LT_OR_EQ(CountingScheduler::s_peak, 4, "events that wait");
        NS_TEST_EXPECT_MSG_LT(Simulator::GetEventCount() - before,
                              2 * 20000 + 20,
                              "two events a hop at most");
    }
};

/// 100 quanta at 100 Gb/s silence a class for 512 ns from the end of the frame being sent.
class PauseTimingTestCase : public FrameTestCase
{
  public:
    PauseTimingTestCase()
        : FrameTestCase("A pause of 100 quanta; other classes go on")
    {
    }

  private:
    void Check() override
    {
        for (bool otherClass : {false, true})
        {
            TestNetwork net;
            TestHost& a = net.AddHost();
            TestHost& b = net.AddHost();
            net.Connect(a, b, DataRate("100Gbps"), MicroSeconds(1));
            Departures departures(a.device);
            TestStream stream;
            stream.to = 1;
            stream.frames = 200;
            a.Start(MicroSeconds(1), stream);
            if (otherClass)
            {
                stream.priority = 0;
                a.Start(MicroSeconds(1), stream);
            }
            SendPfcAt(b, NanoSeconds(2000), 3, 100);
            const int64_t heard = 2000 + 6 + 1000; // 84 bytes take 6.72 ns
            Simulator::Run();
            int64_t currentEnd = 0;
            int64_t resumed = 0;
            bool otherSent = false;
            for (const Departure& departure : departures.list)
            {
                if (departure.start <= heard)
                {
                    currentEnd = departure.end;
                }
                else if (departure.priority == 3 && resumed == 0)
                {
                    resumed = departure.start;
                }
                otherSent |= departure.priority == 0 && departure.start >= currentEnd &&
                             departure.start < currentEnd + 500;
            }
            if (otherClass)
            {
                NS_TEST_EXPECT_MSG_EQ(otherSent, true, "class 0 goes on");
                NS_TEST_EXPECT_MSG_GT(resumed, currentEnd + 511, "class 3 waits");
                NS_TEST_EXPECT_MSG_LT(resumed, currentEnd + 512 + 88, "and is next when it may");
            }
            else
            {
                NS_TEST_EXPECT_MSG_EQ(resumed - currentEnd, 512, "idle time");
            }
            NS_TEST_EXPECT_MSG_EQ(a.GetUnsent(), 0, "all was sent in the end");
            NS_TEST_EXPECT_MSG_EQ(a.device->GetPfcReceived(), 1, "one PFC frame");
        }
    }
};

/// A new pause time replaces the old one, and 0 ends the pause.
class PauseReplacedTestCase : public FrameTestCase
{
  public:
    PauseReplacedTestCase()
        : FrameTestCase("A new pause time replaces the old one")
    {
    }

  private:
    /**
     * @brief Pause an idle sender that then gets something to send.
     * @param secondAt when a second PFC frame is sent, ns
     * @param second its pause time in quanta
     * @return when the frame starts, ns
     */
    int64_t StartOfFrame(int64_t secondAt, uint16_t second)
    {
        TestNetwork net;
        TestHost& a = net.AddHost();
        TestHost& b = net.AddHost();
        net.Connect(a, b, DataRate("100Gbps"), MicroSeconds(1));
        Departures departures(a.device);
        SendPfcAt(b, NanoSeconds(0), 3, 1000); // until 1006 + 5120
        SendPfcAt(b, NanoSeconds(secondAt), 3, second);
        TestStream stream;
        stream.to = 1;
        a.Start(NanoSeconds(1500), stream);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(a.device->GetEgress().GetPausedClasses(), 0, "no pause is left");
        NS_TEST_EXPECT_MSG_EQ(
            a.device->GetEgress().GetPausedTime(3, Simulator::Now().GetTimeStep()),
            departures.list.at(0).start - 1006,
            "paused time");
        return departures.list.at(0).start;
    }

    void Check() override
    {
        NS_TEST_EXPECT_MSG_EQ(StartOfFrame(2000, 2000), 3006 + 10240, "longer");
        NS_TEST_EXPECT_MSG_EQ(StartOfFrame(2000, 100), 3006 + 512, "shorter");
        NS_TEST_EXPECT_MSG_EQ(StartOfFrame(2000, 0), 3006, "resumed");
    }
};

/// PFC frames leave before anything else, also when every class is paused.
class PfcPrecedenceTestCase : public FrameTestCase
{
  public:
    PfcPrecedenceTestCase()
        : FrameTestCase("PFC frames go first and are never paused")
    {
    }

  private:
    void Check() override
    {
        TestNetwork net;
        TestHost& a = net.AddHost();
        TestHost& b = net.AddHost();
        net.Connect(a, b, DataRate("100Gbps"), MicroSeconds(1));
        Departures departures(a.device);
        Simulator::Schedule(NanoSeconds(100), [&a] {
            for (uint32_t i = 0; i < 50; ++i)
            {
                a.device->GetEgress().Enqueue(MakeFrame(7, 1000, i), 100);
            }
        });
        SendPfcAt(a, NanoSeconds(200), 3, 5);
        SendPfcAt(b, NanoSeconds(300), 7, 1000);
        SendPfcAt(a, NanoSeconds(2000), 3, 0); // while class 7 is paused
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(departures.list.size(), 52, "all was sent");
        NS_TEST_EXPECT_MSG_EQ((departures.list[2].kind == FrameKind::PFC), true, "third frame");
        NS_TEST_EXPECT_MSG_EQ(departures.list[2].start,
                              departures.list[1].end,
                              "right behind the frame being sent");
        const auto second =
            std::find_if(departures.list.begin() + 3,
                         departures.list.end(),
                         [](const Departure& sent) { return sent.kind == FrameKind::PFC; });
        NS_TEST_ASSERT_MSG_EQ((second != departures.list.end()), true, "the second PFC frame");
        NS_TEST_EXPECT_MSG_EQ(second->start, 2000, "at once, although class 7 is paused");
    }
};

/// Deficit round robin shares bytes by weight, whatever the frame sizes.
class DeficitRoundRobinTestCase : public FrameTestCase
{
  public:
    DeficitRoundRobinTestCase()
        : FrameTestCase("Deficit round robin by bytes and weights")
    {
    }

  private:
    void Check() override
    {
        TestNetwork net;
        TestHost& a = net.AddHost();
        TestHost& b = net.AddHost();
        net.Connect(a, b, DataRate("100Gbps"), MicroSeconds(1));
        Departures departures(a.device);
        EgressPort& port = a.device->GetEgress();
        port.SetWeight(1, 3);
        Simulator::Schedule(NanoSeconds(1), [&port] {
            for (uint32_t i = 0; i < 20000; ++i)
            {
                port.Enqueue(MakeFrame(0, 1000, i), 1);
                port.Enqueue(MakeFrame(1, 300, i), 1);
                port.Enqueue(MakeFrame(2, 4096, i), 1);
            }
        });
        Simulator::Stop(MicroSeconds(500));
        Simulator::Run();
        std::array<double, 3> bytes{};
        double all = 0;
        for (const Departure& departure : departures.list)
        {
            bytes.at(departure.priority) += departure.bytes;
            all += departure.bytes;
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(bytes[0] / all, 0.2, 0.002, "weight 1");
        NS_TEST_EXPECT_MSG_EQ_TOL(bytes[1] / all, 0.6, 0.002, "weight 3");
        NS_TEST_EXPECT_MSG_EQ_TOL(bytes[2] / all, 0.2, 0.002, "weight 1, large frames");
        NS_TEST_EXPECT_MSG_GT(all, 0.99 * 500e-6 * 100e9 / 8, "and the line is never idle");
    }
};

/// The highest class of strict priority goes first, and starves those that share.
class StrictPriorityTestCase : public FrameTestCase
{
  public:
    StrictPriorityTestCase()
        : FrameTestCase("Classes of strict priority, highest first")
    {
    }

  private:
    void Check() override
    {
        TestNetwork net;
        TestHost& a = net.AddHost();
        TestHost& b = net.AddHost();
        net.Connect(a, b, DataRate("100Gbps"), MicroSeconds(1));
        Departures departures(a.device);
        EgressPort& port = a.device->GetEgress();
        Simulator::Schedule(NanoSeconds(1), [&port] {
            for (uint32_t i = 0; i < 10; ++i)
            {
                for (uint8_t priority : {3, 6, 5, 7})
                {
                    port.Enqueue(MakeFrame(priority, 100, i), 1);
                }
            }
        });
        Simulator::Run();
        std::string order;
        for (const Departure& departure : departures.list)
        {
            order += static_cast<char>('0' + departure.priority);
        }
        NS_TEST_EXPECT_MSG_EQ(order.substr(0, 21),
                              "377777777776666666666",
                              "the first was alone; then 7, then 6");
        NS_TEST_EXPECT_MSG_EQ(std::count(order.begin() + 21, order.end(), '5'), 10, "then 5");
        NS_TEST_EXPECT_MSG_EQ(std::count(order.begin() + 21, order.end(), '3'), 9, "and 3");
    }
};

/// A reorder queue sends nothing while it is blocked, and precedes the queue of its class after.
class ReorderQueueTestCase : public FrameTestCase
{
  public:
    ReorderQueueTestCase()
        : FrameTestCase("A blocked queue, and its precedence once unblocked")
    {
    }

  private:
    void Check() override
    {
        TestNetwork net;
        TestHost& a = net.AddHost();
        TestHost& b = net.AddHost();
        net.Connect(a, b, DataRate("100Gbps"), MicroSeconds(1));
        EgressPort& port = a.device->GetEgress();
        const uint32_t queue = port.AddReorderQueues(3, 2);
        NS_TEST_EXPECT_MSG_EQ(queue, 8, "after the class queues");
        port.SetBlocked(queue, true, 0);
        Simulator::Schedule(NanoSeconds(1), [&port, queue] {
            for (uint32_t i = 0; i < 3; ++i)
            {
                port.Enqueue(MakeFrame(3, 1000, 100 + i), queue, 1);
            }
            for (uint32_t i = 0; i < 10; ++i)
            {
                port.Enqueue(MakeFrame(3, 1000, i), 1);
            }
        });
        Simulator::Schedule(NanoSeconds(200), [this, &port, queue] {
            // 0 and 1 have gone, 2 is on the line until 261 ns.
            NS_TEST_EXPECT_MSG_EQ(port.GetQueueBytes(queue), 3 * 1082, "blocked");
            NS_TEST_EXPECT_MSG_EQ(port.GetClassBytes(3), 10 * 1082, "of the class, all queues");
            NS_TEST_EXPECT_MSG_EQ(port.GetUnblockedBytes(3), 7 * 1082, "without the blocked one");
            NS_TEST_EXPECT_MSG_EQ(port.GetQueueFrames(3), 7, "class queue");
            port.SetBlocked(queue, false, 200);
            NS_TEST_EXPECT_MSG_EQ(port.GetUnblockedBytes(3), 10 * 1082, "none is blocked");
        });
        Simulator::Run();
        std::vector<uint32_t> order;
        for (const TestArrival& arrival : b.arrivals)
        {
            order.push_back(arrival.psn);
        }
        const std::vector<uint32_t> expected{0, 1, 2, 100, 101, 102, 3, 4, 5, 6, 7, 8, 9};
        NS_TEST_EXPECT_MSG_EQ((order == expected), true, "order");
        NS_TEST_EXPECT_MSG_EQ(port.GetTotalBytes(), 0, "nothing is left");
    }
};

/// A link that goes down loses the frames in flight and those sent until it is up again.
class LinkCutTestCase : public FrameTestCase
{
  public:
    LinkCutTestCase()
        : FrameTestCase("A link loses frames while it is down")
    {
    }

  private:
    void Check() override
    {
        TestNetwork net;
        TestHost& a = net.AddHost();
        TestHost& b = net.AddHost();
        auto channel = net.Connect(a, b, DataRate("100Gbps"), MicroSeconds(10));
        TestStream stream;
        stream.to = 1;
        stream.frames = 1000;
        stream.interval = NanoSeconds(100); // frame n starts at n x 100 ns, takes 86 ns
        a.Start(Time(0), stream);
        int changes = 0;
        b.device->AddLinkChangeCallback(Callback<void>([&changes] { ++changes; }));
        Simulator::Schedule(NanoSeconds(30050), [&channel] { channel->SetUp(false); });
        Simulator::Schedule(NanoSeconds(50050), [&channel] { channel->SetUp(true); });
        Simulator::Run();
        // Arrived by 30,050: those that had left by 20,050, 0..199. Lost: 200..300, under way, and
        // 301..500, sent while the link is down.
        NS_TEST_ASSERT_MSG_EQ(b.GetReceived(), 200 + 499, "arrivals");
        NS_TEST_EXPECT_MSG_EQ(b.arrivals[199].psn, 199, "last before the link goes down");
        NS_TEST_EXPECT_MSG_EQ(b.arrivals[200].psn, 501, "first after it");
        NS_TEST_EXPECT_MSG_EQ(channel->GetWire(0).GetLost(), 301, "lost");
        NS_TEST_EXPECT_MSG_EQ(channel->GetWire(0).GetFrames(), 1000, "sent");
        NS_TEST_EXPECT_MSG_EQ(changes, 2, "ns-3's listeners are told");
    }
};

/// The random error model loses the share of frames that it should, by frame or by bit.
class ErrorModelTestCase : public FrameTestCase
{
  public:
    ErrorModelTestCase()
        : FrameTestCase("Error rates of frames and of bits")
    {
    }

  private:
    /**
     * @brief Send 100,000 frames over a link with errors.
     * @param attribute the rate to set
     * @param rate its value
     * @return share of the frames lost
     */
    double LostShare(const std::string& attribute, double rate)
    {
        TestNetwork net;
        TestHost& a = net.AddHost();
        TestHost& b = net.AddHost();
        net.Connect(a, b, DataRate("100Gbps"), MicroSeconds(1));
        auto model = CreateObject<RandomFrameErrorModel>();
        model->SetAttribute(attribute, DoubleValue(rate));
        model->AssignStreams(12);
        b.device->SetErrorModel(model);
        uint64_t dropped = 0;
        b.device->TraceConnectWithoutContext(
            "FrameRxDrop",
            Callback<void, const RoceFrame&>([&dropped](const RoceFrame&) { ++dropped; }));
        TestStream stream;
        stream.to = 1;
        stream.frames = 100000;
        b.keepArrivals = false;
        a.Start(Time(0), stream);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(b.GetReceived() + dropped, 100000, "each arrives or is dropped");
        return static_cast<double>(dropped) / 100000;
    }

    void Check() override
    {
        NS_TEST_EXPECT_MSG_EQ(LostShare("FrameErrorRate", 0.0), 0.0, "no errors");
        // Three standard deviations of a binomial share.
        const auto band = [](double p) { return 3 * std::sqrt(p * (1 - p) / 100000); };
        NS_TEST_EXPECT_MSG_EQ_TOL(LostShare("FrameErrorRate", 0.01), 0.01, band(0.01), "frames");
        const double p = 1 - std::pow(1 - 1e-6, 8 * 1062); // preamble and gap carry no bits
        NS_TEST_EXPECT_MSG_EQ_TOL(LostShare("BitErrorRate", 1e-6), p, band(p), "bits");
    }
};

/// A run that stops early leaves frames in queues and on wires, which are given back.
class EarlyEndTestCase : public FrameTestCase
{
  public:
    EarlyEndTestCase()
        : FrameTestCase("Frames under way when a run stops are given back")
    {
    }

  private:
    void Check() override
    {
        TestNetwork net;
        TestHost& a = net.AddHost();
        TestHost& b = net.AddHost();
        net.Connect(a, b, DataRate("100Gbps"), MicroSeconds(10));
        Simulator::Schedule(NanoSeconds(1), [&a] {
            for (uint32_t i = 0; i < 500; ++i)
            {
                a.device->GetEgress().Enqueue(MakeFrame(3, 1000, i), 1);
            }
        });
        Simulator::Stop(MicroSeconds(5));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 500, "in the queue or on the wire");
    }
};

/// Suite of the link layer.
class LinkTestSuite : public TestSuite
{
  public:
    LinkTestSuite()
        : TestSuite("rdmacell-link", TestSuite::Type::UNIT)
    {
        AddTestCase(new LineRateTestCase("40Gbps"));
        AddTestCase(new LineRateTestCase("56Gbps"));
        AddTestCase(new LineRateTestCase("400Gbps"));
        AddTestCase(new PendingEventsTestCase);
        AddTestCase(new PauseTimingTestCase);
        AddTestCase(new PauseReplacedTestCase);
        AddTestCase(new PfcPrecedenceTestCase);
        AddTestCase(new DeficitRoundRobinTestCase);
        AddTestCase(new StrictPriorityTestCase);
        AddTestCase(new ReorderQueueTestCase);
        AddTestCase(new LinkCutTestCase);
        AddTestCase(new ErrorModelTestCase);
        AddTestCase(new EarlyEndTestCase);
    }
};

static LinkTestSuite g_linkTestSuite; ///< registers the suite

} // namespace ns3::rdmacell::test
