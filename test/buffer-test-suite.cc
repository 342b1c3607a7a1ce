/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "frame-test-network.h"

#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/input-error.h"
#include "ns3/pfc-controller.h"
#include "ns3/shared-buffer.h"
#include "ns3/uinteger.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3::rdmacell::test
{

namespace
{

/// What a switch is expected to send: a PFC frame.
struct PfcNote
{
    int64_t time;    ///< when, steps
    uint32_t port;   ///< through this port
    uint8_t classes; ///< class-enable vector
    uint16_t quanta; ///< pause time
};

/**
 * @brief A second buffer and PFC controller beside a switch's own, where the end of each
 * transmission is an event.
 *
 * It sees what the switch's devices receive and send, nothing else of the switch.
 */
class EventfulBuffer : public PfcSender
{
  public:
    /**
     * @brief Watch a switch.
     * @param config how to cut the buffer, as the switch does
     * @param watched the switch, with all its ports
     */
    EventfulBuffer(const SharedBuffer::Config& config, Ptr<FabricSwitch> watched)
        : m_buffer(config),
          m_pfc(CreateObject<PfcController>()),
          m_switch(watched)
    {
        std::vector<uint64_t> bitRates;
        for (uint32_t port = 0; port < watched->GetPortCount(); ++port)
        {
            bitRates.push_back(watched->GetBitRate(port));
            Ptr<FrameNetDevice> device = watched->GetDevice(port);
            device->TraceConnectWithoutContext(
                "FrameRx",
                Callback<void, const RoceFrame&>(
                    [this, port](const RoceFrame& frame) { Arrive(port, frame); }));
            device->TraceConnectWithoutContext(
                "FrameTx",
                Callback<void, const RoceFrame&>(
                    [this, port](const RoceFrame& frame) { Leave(port, frame); }));
        }
        m_pfc->Start(m_buffer, *this, bitRates, 0);
        watched->TraceConnectWithoutContext(
            "PfcSent",
            Callback<void, uint32_t, uint8_t, uint16_t>(
                [this](uint32_t port, uint8_t classes, uint16_t quanta) {
                    actual.push_back({Simulator::Now().GetTimeStep(), port, classes, quanta});
                }));
    }

    ~EventfulBuffer() override
    {
        m_pfc->Dispose();
    }

    void SendPfc(uint32_t port, uint8_t classes, uint16_t quanta, int64_t now) override
    {
        expected.push_back({now, port, classes, quanta});
    }

    std::vector<PfcNote> expected; ///< PFC frames that should be sent
    std::vector<PfcNote> actual;   ///< PFC frames that the switch sent
    uint64_t differences{0};       ///< arrivals at which the occupancies differ
    uint64_t arrivals{0};          ///< frames seen
    uint64_t drops{0};             ///< frames that did not fit

  private:
    /**
     * @brief A frame has arrived at the switch, which has not looked at it yet.
     * @param port ingress port
     * @param frame the frame
     */
    void Arrive(uint32_t port, const RoceFrame& frame)
    {
        if (frame.kind == FrameKind::PFC)
        {
            return;
        }
        ++arrivals;
        const int64_t now = Simulator::Now().GetTimeStep();
        const uint32_t egress = m_switch->GetRoute(frame.dstIp)[0];
        if (m_buffer.Admit(port, egress, frame.priority, frame.wireBytes))
        {
            m_pfc->OnAdmitted(port, frame.priority, now);
        }
        else
        {
            ++drops;
        }
        // Look when all that happens at this very time has happened, to the switch as well.
        Simulator::ScheduleNow([this] {
            differences += m_switch->GetBuffer().GetOccupiedBytes() != m_buffer.GetOccupiedBytes();
        });
    }

    /**
     * @brief A frame starts to leave.
     * @param port egress port
     * @param frame the frame
     */
    void Leave(uint32_t port, const RoceFrame& frame)
    {
        if (frame.kind == FrameKind::PFC)
        {
            return;
        }
        const int64_t end = m_switch->GetDevice(port)->GetEgress().GetBusyUntil();
        const uint32_t ingress = frame.ingressPort;
        const uint32_t trafficClass = frame.priority;
        const uint32_t bytes = frame.wireBytes;
        Simulator::Schedule(TimeStep(end) - Simulator::Now(),
                            [this, ingress, port, trafficClass, bytes, end] {
                                m_buffer.Release(ingress, port, trafficClass, bytes);
                                m_pfc->OnReleased(end);
                            });
    }

    SharedBuffer m_buffer;      ///< counts
    Ptr<PfcController> m_pfc;   ///< decides
    Ptr<FabricSwitch> m_switch; ///< what is watched
};

} // namespace

/// Without an event at the end of each transmission, every decision is what it would be with one.
class ReleaseDecisionsTestCase : public FrameTestCase
{
  public:
    ReleaseDecisionsTestCase()
        : FrameTestCase("Deferred releases decide as events would")
    {
    }

  private:
    void Check() override
    {
        TestNetwork net;
        auto tor = net.AddSwitch();
        constexpr uint64_t PER_PORT = 60000;
        constexpr uint32_t HOSTS = 6;
        tor->SetAttribute("BufferPerPort", UintegerValue(PER_PORT));
        tor->SetAttribute("Reserve", UintegerValue(500));
        tor->SetAttribute("IngressAlpha", DoubleValue(0.0625));
        // Rates and sizes without common measure, so that no two things happen at the same time.
        const std::array<const char*, HOSTS> rates{"101Gbps",
                                                   "97Gbps",
                                                   "53Gbps",
                                                   "89Gbps",
                                                   "41Gbps",
                                                   "107Gbps"};
        SharedBuffer::Config config;
        config.totalBytes = PER_PORT * HOSTS;
        config.reserveBytes = 500;
        config.losslessClasses = 1 << 3;
        config.ingressAlpha = 0.0625;
        config.resumeOffset = 3072;
        for (uint32_t i = 0; i < HOSTS; ++i)
        {
            net.Connect(net.AddHost(), tor, DataRate(rates[i]));
        }
        tor->Initialize();
        for (uint32_t i = 0; i < HOSTS; ++i)
        {
            config.headroom.push_back(tor->GetHeadroom(i));
        }
        EventfulBuffer reference(config, tor);
        uint64_t sent = 0;
        for (uint32_t from = 0; from < HOSTS; ++from)
        {
            for (uint32_t step : {1U, 2U, 4U})
            {
                TestStream stream;
                stream.to = (from + step) % HOSTS;
                stream.frames = 900 + 100 * step;
                stream.payload = 100 + 13 * from;
                stream.payloadStep = 7 * step;
                stream.payloadMax = 1000;
                // Bursts and lulls: a paced stream, and others that come in a bunch now and then.
                stream.interval = NanoSeconds(step == 1 ? 0 : 90 * step + from);
                stream.priority = step == 2 ? 0 : 3;
                net.hosts[from]->Start(NanoSeconds(1000 + 7919 * from + 31000 * step), stream);
                sent += stream.frames;
            }
        }
        Simulator::Run();
        const FabricSwitchStats stats = tor->GetStats();
        uint64_t received = 0;
        for (const auto& host : net.hosts)
        {
            received += host->GetReceived();
        }
        NS_TEST_EXPECT_MSG_EQ(received + stats.GetDrops(), sent, "each arrives or is dropped");
        NS_TEST_EXPECT_MSG_EQ(stats.GetDrops(SwitchDrop::LOSSLESS), 0, "none of class 3 is lost");
        NS_TEST_EXPECT_MSG_GT(stats.pfcPauses, 20, "thresholds are crossed");
        NS_TEST_EXPECT_MSG_EQ(reference.arrivals, sent, "the reference sees all");
        NS_TEST_EXPECT_MSG_EQ(reference.drops, stats.GetDrops(), "drops");
        NS_TEST_EXPECT_MSG_EQ(reference.differences, 0, "bytes held");
        NS_TEST_ASSERT_MSG_EQ(reference.actual.size(), reference.expected.size(), "PFC frames");
        for (std::size_t i = 0; i < reference.actual.size(); ++i)
        {
            const PfcNote& actual = reference.actual[i];
            const PfcNote& expected = reference.expected[i];
            NS_TEST_ASSERT_MSG_EQ(actual.time, expected.time, "time of PFC frame " << i);
            NS_TEST_ASSERT_MSG_EQ(actual.port, expected.port, "port of PFC frame " << i);
            NS_TEST_ASSERT_MSG_EQ(actual.quanta, expected.quanta, "pause of PFC frame " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(tor->GetBuffer().IsEmpty(), true, "all is released");
    }
};

/// A release that was deferred is replaced by an event in time to resume a group.
class ResumeInTimeTestCase : public FrameTestCase
{
  public:
    ResumeInTimeTestCase()
        : FrameTestCase("A pause replaces a deferred release by an event")
    {
    }

  private:
    void Check() override
    {
        TestNetwork net;
        auto tor = net.AddSwitch();
        tor->SetAttribute("Reserve", UintegerValue(0));
        tor->SetAttribute("PauseThreshold", UintegerValue(1500));
        tor->SetAttribute("ResumeThreshold", UintegerValue(1100));
        net.Connect(net.AddHost(), tor);
        net.Connect(net.AddHost(), tor, DataRate("10Gbps"));
        net.Connect(net.AddHost(), tor, DataRate("10Gbps"));
        std::vector<PfcNote> sent;
        tor->TraceConnectWithoutContext(
            "PfcSent",
            Callback<void, uint32_t, uint8_t, uint16_t>(
                [&sent](uint32_t port, uint8_t classes, uint16_t quanta) {
                    sent.push_back({Simulator::Now().GetTimeStep(), port, classes, quanta});
                }));
        TestStream stream;
        for (uint32_t to : {1, 2})
        {
            stream.to = to;
            net.hosts[0]->Start(NanoSeconds(1000), stream);
        }
        Simulator::Run();
        // The frames arrive at 2086.56 and 2173.12 ns, and take 865.6 ns each on their ways out.
        NS_TEST_ASSERT_MSG_EQ(sent.size(), 2, "pause and resume");
        NS_TEST_EXPECT_MSG_EQ(sent[0].time, 2173, "two frames are too much");
        NS_TEST_EXPECT_MSG_EQ(sent[1].time, 2086 + 865, "one is not");
        NS_TEST_EXPECT_MSG_EQ(sent[1].quanta, 0, "resume");
    }
};

/// If nothing waits behind a frame, the end of its transmission costs no event.
class DeferredReleaseTestCase : public FrameTestCase
{
  public:
    DeferredReleaseTestCase()
        : FrameTestCase("One event per hop if nothing waits")
    {
    }

  private:
    void Check() override
    {
        TestNetwork net;
        TestHost& a = net.AddHost();
        TestHost& b = net.AddHost();
        auto tor = net.AddSwitch();
        net.Connect(a, tor);
        net.Connect(b, tor);
        TestStream stream;
        stream.to = 1;
        stream.frames = 1000;
        stream.interval = NanoSeconds(200);
        a.Start(NanoSeconds(1), stream);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(b.GetReceived(), 1000, "all arrive");
        // For each frame: the test's own timer and two arrivals.
        NS_TEST_EXPECT_MSG_LT(Simulator::GetEventCount(), 3 * 1000 + 20, "events");
        NS_TEST_EXPECT_MSG_EQ(tor->GetBuffer().IsEmpty(), true, "all is released");
        NS_TEST_EXPECT_MSG_EQ(tor->GetStats().maxOccupiedBytes, 1082, "in time");
    }
};

/// Lossless and lossy classes together, overloaded: each byte charged is released.
class MixedClassesTestCase : public FrameTestCase
{
  public:
    /**
     * @brief Make a test case.
     * @param pfc whether PFC is on
     */
    explicit MixedClassesTestCase(bool pfc)
        : FrameTestCase(std::string("Lossless and lossy overload, PFC ") + (pfc ? "on" : "off")),
          m_pfc(pfc)
    {
    }

  private:
    void Check() override
    {
        TestNetwork net;
        auto tor = net.AddSwitch();
        tor->SetAttribute("BufferPerPort", UintegerValue(150000));
        tor->SetAttribute("Pfc", BooleanValue(m_pfc));
        tor->SetAttribute("LosslessClasses", UintegerValue(0x18));
        for (uint32_t i = 0; i < 5; ++i)
        {
            net.Connect(net.AddHost(), tor);
        }
        std::array<uint64_t, 8> lost{};
        tor->TraceConnectWithoutContext(
            "Drop",
            Callback<void, const RoceFrame&, SwitchDrop>(
                [&lost](const RoceFrame& frame, SwitchDrop) { ++lost.at(frame.priority); }));
        TestStream stream;
        stream.to = 0;
        stream.frames = 3000;
        for (uint32_t from = 1; from < 5; ++from)
        {
            for (uint8_t priority : {0, 3, 4, 6})
            {
                stream.priority = priority;
                net.hosts[from]->Start(NanoSeconds(50 * from), stream);
            }
        }
        Simulator::Run();
        const FabricSwitchStats stats = tor->GetStats();
        NS_TEST_EXPECT_MSG_EQ(net.hosts[0]->GetReceived() + stats.GetDrops(),
                              4 * 4 * 3000,
                              "each arrives or is dropped");
        NS_TEST_EXPECT_MSG_EQ(lost[0] + lost[3] + lost[4] + lost[6], stats.GetDrops(), "traced");
        NS_TEST_EXPECT_MSG_GT(lost[0], 0, "class 0 is lossy");
        NS_TEST_EXPECT_MSG_EQ((lost[3] > 0), !m_pfc, "class 3");
        NS_TEST_EXPECT_MSG_EQ((lost[4] > 0), !m_pfc, "class 4");
        NS_TEST_EXPECT_MSG_EQ(stats.GetDrops(SwitchDrop::LOSSLESS), 0, "no error of the model");
        NS_TEST_EXPECT_MSG_EQ((stats.pfcPauses > 0), m_pfc, "pauses");
        NS_TEST_EXPECT_MSG_EQ(stats.pfcPauses, stats.pfcResumes, "all resumed");
        NS_TEST_EXPECT_MSG_EQ((tor->GetHeadroom(0) > 0), m_pfc, "headroom");
        NS_TEST_EXPECT_MSG_EQ(tor->GetBuffer().IsEmpty(), true, "all is released");
    }

    bool m_pfc; ///< whether PFC is on
};

/// A buffer that is too small is refused before anything is sent.
class TooSmallTestCase : public FrameTestCase
{
  public:
    TooSmallTestCase()
        : FrameTestCase("Too small a buffer is refused")
    {
    }

  private:
    void Check() override
    {
        TestNetwork net;
        auto tor = net.AddSwitch();
        net.Connect(net.AddHost(), tor);
        tor->SetAttribute("BufferPerPort", UintegerValue(50000));
        std::string text;
        try
        {
            tor->Initialize();
        }
        catch (const InputError& error)
        {
            text = error.what();
        }
        NS_TEST_EXPECT_MSG_NE(text.find("BufferPerPort"), std::string::npos, "says why");
    }
};

/// Suite of the shared buffer in a switch.
class BufferTestSuite : public TestSuite
{
  public:
    BufferTestSuite()
        : TestSuite("rdmacell-buffer", TestSuite::Type::UNIT)
    {
        AddTestCase(new ReleaseDecisionsTestCase);
        AddTestCase(new ResumeInTimeTestCase);
        AddTestCase(new DeferredReleaseTestCase);
        AddTestCase(new MixedClassesTestCase(true));
        AddTestCase(new MixedClassesTestCase(false));
        AddTestCase(new TooSmallTestCase);
    }
};

static BufferTestSuite g_bufferTestSuite; ///< registers the suite

} // namespace ns3::rdmacell::test
