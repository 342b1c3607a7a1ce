/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "frame-test-network.h"
#include "host-address.h"

#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/pfc-controller.h"
#include "ns3/shared-buffer.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3::rdmacell::test
{

namespace
{

constexpr uint16_t MTU_OF_1082 = 1044; ///< IPv4 packet of a frame of 1082 wire bytes

/// A PFC frame that was sent.
struct SentPfc
{
    int64_t time;    ///< when, steps
    uint32_t port;   ///< through this port
    uint8_t classes; ///< class-enable vector
    uint16_t quanta; ///< pause time

    /**
     * @brief Compare.
     * @param other the other one
     * @return true if all is equal
     */
    bool operator==(const SentPfc& other) const
    {
        return time == other.time && port == other.port && classes == other.classes &&
               quanta == other.quanta;
    }
};

/// Notes PFC frames instead of sending them.
class PfcNotes : public PfcSender
{
  public:
    void SendPfc(uint32_t port, uint8_t classes, uint16_t quanta, int64_t now) override
    {
        list.push_back({now, port, classes, quanta});
    }

    /**
     * @brief Count frames.
     * @param quanta those of this pause time
     * @return frames
     */
    int64_t Count(uint16_t quanta) const
    {
        return std::count_if(list.begin(), list.end(), [quanta](const SentPfc& sent) {
            return sent.quanta == quanta;
        });
    }

    std::vector<SentPfc> list; ///< what was sent
};

/**
 * @brief Make the buffer of a switch of two ports, where class 3 pauses above 50 KB and resumes at
 * 40 KB.
 * @return its configuration
 */
SharedBuffer::Config
MakeFixedThresholds()
{
    SharedBuffer::Config config;
    config.totalBytes = 1000000;
    config.losslessClasses = 1 << 3;
    config.pauseThreshold = 50000;
    config.resumeThreshold = 40000;
    config.headroom = {100000, 100000};
    return config;
}

} // namespace

/// The headroom formula, with the numbers of the literature.
class HeadroomTestCase : public FrameTestCase
{
  public:
    HeadroomTestCase()
        : FrameTestCase("Headroom from rate, delay, MTU and response time")
    {
    }

  private:
    void Check() override
    {
        constexpr uint64_t RATE = 100000000000;
        auto pfc = CreateObject<PfcController>();
        const auto headroom = [&pfc](Time delay, uint32_t maxFrame) {
            return pfc->ComputeHeadroom(RATE, delay, maxFrame, Time(0));
        };
        NS_TEST_EXPECT_MSG_EQ(headroom(MicroSeconds(1), 1082), 27248, "1 us");
        NS_TEST_EXPECT_MSG_EQ(headroom(MicroSeconds(10), 1082), 252248, "10 us");
        NS_TEST_EXPECT_MSG_EQ(headroom(MicroSeconds(100), 1082), 2502248, "100 us");
        NS_TEST_EXPECT_MSG_EQ(headroom(MicroSeconds(1), 4178), 33440, "MTU 4096");
        NS_TEST_EXPECT_MSG_EQ(pfc->ComputeHeadroom(RATE, MicroSeconds(1), 1082, NanoSeconds(800)),
                              27248 + 10000,
                              "what is in the pipeline has not been counted yet");
        // 394 quanta of 512 bits: what IEEE 802.3 annex 31B lets a 100 Gb/s port take.
        pfc->SetAttribute("PeerResponseTime", TimeValue(PicoSeconds(2017280)));
        const auto slow = static_cast<double>(headroom(MicroSeconds(1), 1082));
        NS_TEST_EXPECT_MSG_EQ_TOL(slow, 52464, 16, "in steps of a nanosecond");
        pfc->SetAttribute("Headroom", UintegerValue(12345));
        NS_TEST_EXPECT_MSG_EQ(headroom(MicroSeconds(1), 1082), 12345, "as told");
    }
};

/// Fixed thresholds: XOFF exactly on the frame that exceeds one, refreshes, XON at the other.
class FixedThresholdsTestCase : public FrameTestCase
{
  public:
    FixedThresholdsTestCase()
        : FrameTestCase("Pause above 50 KB, refresh, resume at 40 KB")
    {
    }

  private:
    void Check() override
    {
        SharedBuffer buffer(MakeFixedThresholds());
        PfcNotes notes;
        auto pfc = CreateObject<PfcController>();
        constexpr uint16_t QUANTA = 1953; // 10 us at 100 Gb/s
        pfc->SetAttribute("PauseQuanta", UintegerValue(QUANTA));
        pfc->Start(buffer, notes, {100000000000, 100000000000}, 0);
        for (int64_t i = 1; i <= 51; ++i)
        {
            Simulator::Schedule(NanoSeconds(80 * i), [&, i] {
                NS_TEST_EXPECT_MSG_EQ(buffer.Admit(0, 1, 3, 1000), true, "fits");
                pfc->OnAdmitted(0, 3, Simulator::Now().GetTimeStep());
                NS_TEST_EXPECT_MSG_EQ(notes.list.size(), (i == 51 ? 1 : 0), "after frame " << i);
            });
        }
        for (int64_t i = 0; i <= 11; ++i)
        {
            Simulator::Schedule(NanoSeconds(80 * 51 + 100000 + i), [&, i] {
                buffer.Release(0, 1, 3, 1000);
                pfc->OnReleased(Simulator::Now().GetTimeStep());
                NS_TEST_EXPECT_MSG_EQ(notes.Count(0), (i >= 10 ? 1 : 0), "after release " << i);
            });
        }
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ((notes.list.size() > 2), true, "pause, refreshes, resume");
        NS_TEST_EXPECT_MSG_EQ(notes.list.front().time, 80 * 51, "pause");
        NS_TEST_EXPECT_MSG_EQ(notes.list.back().time, 80 * 51 + 100010, "resume");
        for (std::size_t i = 1; i + 1 < notes.list.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_LT(notes.list[i].time - notes.list[i - 1].time,
                                  9999,
                                  "refreshed before the pause runs out");
        }
        NS_TEST_EXPECT_MSG_GT_OR_EQ(pfc->GetCounters().refreshes, 10, "in 100 us");
        NS_TEST_EXPECT_MSG_EQ(pfc->GetCounters().refreshes + 1,
                              static_cast<uint64_t>(notes.Count(QUANTA)),
                              "all are counted");
        NS_TEST_EXPECT_MSG_EQ(pfc->GetCounters().pauses, 1, "one pause");
        NS_TEST_EXPECT_MSG_EQ(pfc->GetCounters().resumes, 1, "one resume");
        NS_TEST_EXPECT_MSG_LT(Simulator::Now().GetMicroSeconds(), 110, "and then no more events");
        pfc->Dispose();
    }
};

/// Without refreshes a pause ends with its time; the next frame above the threshold pauses again.
class PauseEndsTestCase : public FrameTestCase
{
  public:
    PauseEndsTestCase()
        : FrameTestCase("A pause that is not refreshed ends with its time")
    {
    }

  private:
    void Check() override
    {
        SharedBuffer buffer(MakeFixedThresholds());
        PfcNotes notes;
        auto pfc = CreateObject<PfcController>();
        constexpr uint16_t QUANTA = 1000; // 5120 ns at 100 Gb/s
        pfc->SetAttribute("PauseQuanta", UintegerValue(QUANTA));
        pfc->SetAttribute("RefreshPauses", BooleanValue(false));
        pfc->Start(buffer, notes, {100000000000, 100000000000}, 0);
        const auto admit = [&](uint32_t bytes) {
            buffer.Admit(0, 1, 3, bytes);
            pfc->OnAdmitted(0, 3, Simulator::Now().GetTimeStep());
        };
        Simulator::Schedule(NanoSeconds(100), [&] { admit(51000); });
        Simulator::Schedule(NanoSeconds(100 + 5119), [&] { admit(1000); });  // still paused
        Simulator::Schedule(NanoSeconds(100 + 15000), [&] { admit(1000); }); // pauses again
        Simulator::Schedule(NanoSeconds(100 + 16000), [&] {
            buffer.Release(0, 1, 3, 20000);
            pfc->OnReleased(Simulator::Now().GetTimeStep()); // resumes before its time
        });
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(notes.list.size(), 3, "two pauses and a resume");
        NS_TEST_EXPECT_MSG_EQ((notes.list[0] == SentPfc{100, 0, 1 << 3, QUANTA}), true, "pause");
        NS_TEST_EXPECT_MSG_EQ((notes.list[1] == SentPfc{15100, 0, 1 << 3, QUANTA}), true, "again");
        NS_TEST_EXPECT_MSG_EQ((notes.list[2] == SentPfc{16100, 0, 1 << 3, 0}), true, "resume");
        NS_TEST_EXPECT_MSG_EQ(pfc->GetCounters().pauses, 2, "pauses");
        NS_TEST_EXPECT_MSG_EQ(pfc->GetCounters().resumes, 2, "one by its time");
        NS_TEST_EXPECT_MSG_EQ(pfc->GetCounters().refreshes, 0, "none");
        NS_TEST_EXPECT_MSG_EQ(pfc->IsAnyPaused(), false, "none is left");
        pfc->Dispose();
    }
};

/// A release at one port lets a group of another port resume, as the threshold of all rises.
class ThresholdRisesTestCase : public FrameTestCase
{
  public:
    ThresholdRisesTestCase()
        : FrameTestCase("Another port's release resumes a paused group")
    {
    }

  private:
    void Check() override
    {
        SharedBuffer::Config config;
        config.totalBytes = 1000000;
        config.losslessClasses = 1 << 3;
        config.headroom = {0, 0, 0};
        SharedBuffer buffer(config);
        PfcNotes notes;
        auto pfc = CreateObject<PfcController>();
        pfc->Start(buffer, notes, {100000000000, 100000000000, 100000000000}, 0);
        buffer.Admit(1, 2, 0, 400000);
        buffer.Admit(0, 2, 3, 70000);
        pfc->OnAdmitted(0, 3, 0); // (1,000,000 - 470,000) / 8 = 66,250
        NS_TEST_EXPECT_MSG_EQ(notes.Count(65535), 1, "paused");
        buffer.Release(1, 2, 0, 29000);
        pfc->OnReleased(1); // 69,875
        NS_TEST_EXPECT_MSG_EQ(notes.Count(0), 0, "not yet");
        buffer.Release(1, 2, 0, 2000);
        pfc->OnReleased(2); // 70,125
        NS_TEST_EXPECT_MSG_EQ(notes.Count(0), 1, "resumed");
        pfc->Dispose();
    }
};

/// Incast: nothing is lost with the computed headroom. Half of it is too little for four senders;
/// of two that stop together, half of what still comes in has gone out again before the rest is in.
class HeadroomIsEnoughTestCase : public FrameTestCase
{
  public:
    /**
     * @brief Make a test case.
     * @param delay propagation delay of the links
     */
    explicit HeadroomIsEnoughTestCase(Time delay)
        : FrameTestCase("Headroom for links of " + std::to_string(delay.GetMicroSeconds()) + " us"),
          m_delay(delay)
    {
    }

  private:
    /**
     * @brief Run it.
     * @param senders how many
     * @param share of the computed headroom to give
     * @return what the switch counted
     */
    FabricSwitchStats Run(uint32_t senders, double share)
    {
        TestNetwork net;
        net.mtu = MTU_OF_1082;
        TestHost& receiver = net.AddHost();
        auto tor = net.AddSwitch();
        const uint64_t full =
            tor->GetPfcController()->ComputeHeadroom(100000000000, m_delay, 1082, Time(0));
        const auto headroom = static_cast<uint64_t>(static_cast<double>(full) * share);
        tor->GetPfcController()->SetAttribute("Headroom", UintegerValue(headroom));
        // Small, so that the pauses begin early on, and room for the headroom of the long link.
        tor->SetAttribute("BufferPerPort", UintegerValue(400000 + full));
        net.Connect(receiver, tor, DataRate("100Gbps"), m_delay);
        TestStream stream;
        stream.to = receiver.number;
        stream.frames = 24000 / senders; // 2 ms of the receiver's line
        for (uint32_t i = 0; i < senders; ++i)
        {
            TestHost& sender = net.AddHost();
            net.Connect(sender, tor, DataRate("100Gbps"), m_delay);
            sender.Start(NanoSeconds(33 * i), stream);
        }
        receiver.keepArrivals = false;
        Simulator::Run();
        const FabricSwitchStats stats = tor->GetStats();
        NS_TEST_EXPECT_MSG_EQ(receiver.GetReceived() + stats.GetDrops(),
                              24000,
                              "arrived or dropped");
        NS_TEST_EXPECT_MSG_EQ(stats.pfcPauses, stats.pfcResumes, "every pause has its resume");
        NS_TEST_EXPECT_MSG_GT(stats.pfcPauses, 0, "there are pauses");
        NS_TEST_EXPECT_MSG_EQ(tor->GetBuffer().IsEmpty(), true, "all is released");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(stats.maxHeadroomBytes, headroom, "never exceeded");
        if (share == 1.0)
        {
            NS_TEST_EXPECT_MSG_EQ(stats.GetDrops(), 0, "nothing is lost");
            // While it fills, a group that stops with the others goes on draining its share.
            const uint64_t least = full * (senders - 1) / senders * 9 / 10;
            NS_TEST_EXPECT_MSG_GT(stats.maxHeadroomBytes, least, "and it is used");
        }
        return stats;
    }

    void Check() override
    {
        Run(2, 1.0);
        Run(4, 1.0);
        NS_TEST_EXPECT_MSG_GT(Run(4, 0.5).GetDrops(SwitchDrop::LOSSLESS), 0, "half is too little");
    }

    Time m_delay; ///< propagation delay of the links
};

/// A pause of class 3 does not stop class 0.
class ClassesAreApartTestCase : public FrameTestCase
{
  public:
    ClassesAreApartTestCase()
        : FrameTestCase("A pause of class 3 does not stop class 0")
    {
    }

  private:
    void Check() override
    {
        TestNetwork net;
        net.mtu = MTU_OF_1082;
        TestHost& a = net.AddHost();
        TestHost& b = net.AddHost();
        TestHost& c = net.AddHost();
        TestHost& d = net.AddHost();
        auto tor = net.AddSwitch();
        tor->SetAttribute("BufferPerPort", UintegerValue(200000));
        for (TestHost* host : {&a, &b, &c, &d})
        {
            net.Connect(*host, tor);
        }
        TestStream lossless;
        lossless.to = 2;
        lossless.frames = 20000;
        a.Start(Time(0), lossless);
        b.Start(Time(0), lossless);
        TestStream lossy;
        lossy.to = 3;
        lossy.priority = 0;
        lossy.frames = 3000;
        lossy.interval = NanoSeconds(400); // 21.6 Gb/s
        a.Start(Time(0), lossy);
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(d.GetReceived(), 3000, "class 0 arrives");
        NS_TEST_EXPECT_MSG_GT(tor->GetStats().pfcPauses, 0, "class 3 is paused");
        const int64_t paused =
            a.device->GetEgress().GetPausedTime(3, Simulator::Now().GetTimeStep());
        NS_TEST_EXPECT_MSG_GT(paused, MicroSeconds(500).GetTimeStep(), "for a long time");
        NS_TEST_EXPECT_MSG_EQ(a.device->GetEgress().GetPausedTime(0, 1), 0, "class 0 never");
        for (const TestArrival& arrival : d.arrivals)
        {
            // Two frames' times, two links, and at most one frame in the way at each.
            NS_TEST_ASSERT_MSG_LT(arrival.time - 400 * static_cast<int64_t>(arrival.psn),
                                  2 * 1000 + 4 * 87 + 14,
                                  "class 0 is not held up");
        }
    }
};

/// An incast of 100 hosts on a switch of 128 ports.
class WideIncastTestCase : public FrameTestCase
{
  public:
    /**
     * @brief Make a test case.
     * @param bufferPerPort bytes
     * @param senders hosts that send
     * @param expectPauses whether the buffer is so small that there are pauses
     */
    WideIncastTestCase(uint64_t bufferPerPort, uint32_t senders, bool expectPauses)
        : FrameTestCase("Incast " + std::to_string(senders) + ":1 with " +
                        std::to_string(bufferPerPort) + " bytes a port"),
          m_bufferPerPort(bufferPerPort),
          m_senders(senders),
          m_expectPauses(expectPauses)
    {
    }

  private:
    void Check() override
    {
        TestNetwork net;
        net.mtu = MTU_OF_1082;
        auto tor = net.AddSwitch();
        tor->SetAttribute("BufferPerPort", UintegerValue(m_bufferPerPort));
        tor->SetAttribute("Reserve", UintegerValue(1082));
        for (uint32_t i = 0; i < 128; ++i)
        {
            net.Connect(net.AddHost(), tor);
        }
        TestStream stream;
        stream.to = 0;
        stream.frames = 100;
        for (uint32_t i = 1; i <= m_senders; ++i)
        {
            net.hosts[i]->Start(Time(0), stream);
        }
        Simulator::Run();
        const FabricSwitchStats stats = tor->GetStats();
        const TestHost& receiver = *net.hosts[0];
        NS_TEST_ASSERT_MSG_EQ(receiver.GetReceived(), 100ULL * m_senders, "all arrive");
        NS_TEST_EXPECT_MSG_EQ(stats.GetDrops(), 0, "nothing is dropped");
        NS_TEST_EXPECT_MSG_EQ((stats.pfcPauses > 0), m_expectPauses, "pauses");
        NS_TEST_EXPECT_MSG_EQ(stats.pfcPauses, stats.pfcResumes, "all resumed");
        NS_TEST_EXPECT_MSG_EQ(tor->GetBuffer().IsEmpty(), true, "all is released");
        const double wire = 100.0 * m_senders * 1082 * 8 / 100; // ns
        NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(receiver.arrivals.back().time),
                                  wire + 2000 + 87,
                                  0.001 * wire,
                                  "the port that all want is never idle");
    }

    uint64_t m_bufferPerPort; ///< bytes
    uint32_t m_senders;       ///< hosts that send
    bool m_expectPauses;      ///< whether there are pauses
};

/// Two switches that pause each other: PFC frames leave paused ports, and nothing locks up.
class MutualPauseTestCase : public FrameTestCase
{
  public:
    MutualPauseTestCase()
        : FrameTestCase("Two switches that pause each other")
    {
    }

  private:
    void Check() override
    {
        TestNetwork net;
        net.mtu = MTU_OF_1082;
        auto left = net.AddSwitch();
        auto right = net.AddSwitch();
        const auto [toRight, toLeft] = net.Connect(left, right);
        for (auto tor : {left, right})
        {
            tor->SetAttribute("BufferPerPort", UintegerValue(150000));
        }
        // Hosts 0..3 on the left, 4..7 on the right; 3 and 7 have slow links.
        for (uint32_t i = 0; i < 8; ++i)
        {
            TestHost& host = net.AddHost();
            net.Connect(host, i < 4 ? left : right, DataRate(i % 4 == 3 ? "25Gbps" : "100Gbps"));
            if (i < 4)
            {
                right->SetRoute(Ipv4Address(HostAddress::Of(i)), {toLeft});
            }
            else
            {
                left->SetRoute(Ipv4Address(HostAddress::Of(i)), {toRight});
            }
        }
        TestStream stream;
        stream.frames = 2000;
        for (uint32_t i = 0; i < 3; ++i)
        {
            stream.to = 7;
            net.hosts[i]->Start(NanoSeconds(10 * i), stream);
            stream.to = 3;
            net.hosts[4 + i]->Start(NanoSeconds(10 * i + 5), stream);
        }
        Simulator::Run();
        const int64_t now = Simulator::Now().GetTimeStep();
        NS_TEST_EXPECT_MSG_EQ(net.hosts[3]->GetReceived(), 6000, "all arrive on the left");
        NS_TEST_EXPECT_MSG_EQ(net.hosts[7]->GetReceived(), 6000, "all arrive on the right");
        for (auto tor : {left, right})
        {
            const uint16_t port = tor == left ? toRight : toLeft;
            const FabricSwitchStats stats = tor->GetStats();
            NS_TEST_EXPECT_MSG_EQ(stats.GetDrops(), 0, "nothing is dropped");
            NS_TEST_EXPECT_MSG_EQ(stats.pfcPauses, stats.pfcResumes, "all resumed");
            NS_TEST_EXPECT_MSG_GT(tor->GetDevice(port)->GetEgress().GetPausedTime(3, now),
                                  MicroSeconds(100).GetTimeStep(),
                                  "each pauses the other");
            NS_TEST_EXPECT_MSG_EQ(tor->GetBuffer().IsEmpty(), true, "all is released");
        }
    }
};

/// 1000 flows of eight frames into one host of a leaf-spine network, with 8 MB in each switch.
class LeafSpineIncastTestCase : public FrameTestCase
{
  public:
    LeafSpineIncastTestCase()
        : FrameTestCase("Incast of 1000 flows in a leaf-spine network of 144 hosts")
    {
    }

  private:
    static constexpr uint32_t LEAVES = 9;        ///< leaf switches
    static constexpr uint32_t SPINES = 4;        ///< spine switches
    static constexpr uint32_t HOSTS_A_LEAF = 16; ///< hosts of each leaf
    static constexpr uint64_t BUFFER = 8000000;  ///< of each switch, bytes
    static constexpr uint32_t FLOWS = 1000;      ///< flows

    /**
     * @brief Build the network: links of 10 Gb/s to hosts, of 40 Gb/s between switches.
     * @param net where
     */
    static void Build(TestNetwork& net)
    {
        net.mtu = MTU_OF_1082;
        for (uint32_t i = 0; i < LEAVES + SPINES; ++i)
        {
            const uint64_t ports = i < LEAVES ? HOSTS_A_LEAF + SPINES : LEAVES;
            net.AddSwitch()->SetAttribute("BufferPerPort", UintegerValue(BUFFER / ports));
        }
        for (uint32_t i = 0; i < LEAVES * HOSTS_A_LEAF; ++i)
        {
            net.Connect(net.AddHost(), net.switches[i / HOSTS_A_LEAF], DataRate("10Gbps"));
        }
        for (uint32_t leaf = 0; leaf < LEAVES; ++leaf)
        {
            std::vector<uint16_t> up;
            for (uint32_t spine = 0; spine < SPINES; ++spine)
            {
                const auto ports = net.Connect(net.switches[leaf],
                                               net.switches[LEAVES + spine],
                                               DataRate("40Gbps"));
                up.push_back(ports.first);
                for (uint32_t i = 0; i < HOSTS_A_LEAF; ++i)
                {
                    net.switches[LEAVES + spine]->SetRoute(
                        Ipv4Address(HostAddress::Of(leaf * HOSTS_A_LEAF + i)),
                        {ports.second});
                }
            }
            for (const auto& host : net.hosts)
            {
                if (host->number / HOSTS_A_LEAF != leaf)
                {
                    net.switches[leaf]->SetRoute(Ipv4Address(HostAddress::Of(host->number)), up);
                }
            }
        }
    }

    void Check() override
    {
        TestNetwork net;
        Build(net);
        TestStream stream;
        stream.to = 0;
        stream.frames = 8;
        for (uint32_t flow = 0; flow < FLOWS; ++flow)
        {
            stream.srcPort = static_cast<uint16_t>(0xc000 + flow);
            net.hosts[1 + flow % (net.hosts.size() - 1)]->Start(Time(0), stream);
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(net.hosts[0]->GetReceived(), 8 * FLOWS, "all arrive");
        uint64_t pauses = 0;
        for (const auto& node : net.switches)
        {
            const FabricSwitchStats stats = node->GetStats();
            pauses += stats.pfcPauses;
            NS_TEST_EXPECT_MSG_EQ(stats.GetDrops(), 0, "nothing is dropped");
            NS_TEST_EXPECT_MSG_EQ(stats.pfcPauses, stats.pfcResumes, "all resumed");
            NS_TEST_EXPECT_MSG_EQ(node->GetBuffer().IsEmpty(), true, "all is released");
        }
        NS_TEST_EXPECT_MSG_GT(pauses, 0, "pauses");
    }
};

/// Suite of priority flow control.
class PfcTestSuite : public TestSuite
{
  public:
    PfcTestSuite()
        : TestSuite("rdmacell-pfc", TestSuite::Type::UNIT)
    {
        AddTestCase(new HeadroomTestCase);
        AddTestCase(new FixedThresholdsTestCase);
        AddTestCase(new PauseEndsTestCase);
        AddTestCase(new ThresholdRisesTestCase);
        AddTestCase(new HeadroomIsEnoughTestCase(MicroSeconds(1)));
        AddTestCase(new HeadroomIsEnoughTestCase(MicroSeconds(10)));
        AddTestCase(new HeadroomIsEnoughTestCase(MicroSeconds(100)));
        AddTestCase(new ClassesAreApartTestCase);
        AddTestCase(new WideIncastTestCase(2000000, 100, false));
        AddTestCase(new WideIncastTestCase(50000, 100, true));
        AddTestCase(new WideIncastTestCase(50000, 127, true));
        AddTestCase(new MutualPauseTestCase);
        AddTestCase(new LeafSpineIncastTestCase);
    }
};

static PfcTestSuite g_pfcTestSuite; ///< registers the suite

} // namespace ns3::rdmacell::test
