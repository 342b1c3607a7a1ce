/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Congestion controls on an incast: the queue, the delay, the utilization and the shares that their
 * papers claim.
 */

#include "fabric-run.h"
#include "trajectory-hash.h"

#include "ns3/config.h"
#include "ns3/congestion-registry.h"
#include "ns3/double.h"
#include "ns3/test.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/// What is measured of an incast from a time on.
struct IncastResult
{
    double utilization{0};    ///< of the receiver's link, preambles and gaps included
    double meanQueue{0};      ///< bytes at the receiver's port
    uint64_t largestQueue{0}; ///< bytes at the receiver's port
    double meanRtt{0};        ///< microseconds; 0 without time stamps
    double jain{0};           ///< Jain's index of the payload that arrives
    uint64_t pauses{0};       ///< PFC, of the whole run
    uint64_t finished{0};     ///< flows
};

/// Parameters of an incast.
struct Incast
{
    std::string control; ///< name of the congestion control
    uint32_t senders;    ///< hosts that send
    std::string rate;    ///< of all links
    Time from;           ///< start of the measurement
    Time until;          ///< end of the run
    /// Attributes beside those of the congestion control.
    std::vector<std::pair<std::string, std::string>> attributes{};
};

/**
 * @brief Set the defaults of a congestion control.
 * @param name its name
 */
void
SetControl(const std::string& name)
{
    const CongestionControl& control = FindCongestionControl(name);
    Config::SetDefault("ns3::rdmacell::RoceNic::CongestionOpsType", StringValue(control.type));
    for (const auto& [path, value] : control.attributes)
    {
        Config::SetDefault(path, StringValue(value));
    }
}

/**
 * @brief Have senders send to the last host of a switch, all from time 0 on and without end.
 * @param incast the parameters
 * @return what was measured
 */
IncastResult
RunIncast(const Incast& incast)
{
    SetControl(incast.control);
    for (const auto& [path, value] : incast.attributes)
    {
        Config::SetDefault(path, StringValue(value));
    }
    const uint32_t receiver = incast.senders;
    std::vector<Flow> flows;
    for (uint32_t host = 0; host < incast.senders; ++host)
    {
        flows.push_back({host, host, receiver, uint64_t{1} << 32, Time(0)});
    }
    FabricRun run(MakeTopology("single-switch:hosts=" + std::to_string(incast.senders + 1) +
                               ",hostRate=" + incast.rate + ",delay=1us"),
                  flows);
    run.Build();
    const EgressPort& port = run.fabric->GetSwitches()[0]->GetDevice(receiver)->GetEgress();

    IncastResult result;
    uint64_t samples = 0;
    uint64_t sentBefore = 0;
    std::vector<double> payload(incast.senders);
    double rtts = 0;
    uint64_t rttCount = 0;
    std::function<void()> sample = [&] {
        ++samples;
        result.meanQueue += static_cast<double>(port.GetTotalBytes());
        result.largestQueue = std::max(result.largestQueue, port.GetTotalBytes());
        Simulator::Schedule(MicroSeconds(1), sample);
    };
    Simulator::Schedule(incast.from, [&] {
        sentBefore = port.GetSentBytes();
        sample();
    });
    run.nics[receiver]->TraceConnectWithoutContext(
        "PacketReceived",
        Callback<void, uint32_t, const RoceFrame&>([&](uint32_t, const RoceFrame& frame) {
            if (Simulator::Now() >= incast.from)
            {
                payload[frame.srcIp - run.nics[0]->GetIpAddress()] += frame.payloadBytes;
            }
        }));
    for (uint32_t host = 0; host < incast.senders; ++host)
    {
        run.nics[host]->TraceConnectWithoutContext(
            "QpRtt",
            Callback<void, uint32_t, Time>([&](uint32_t, Time rtt) {
                if (Simulator::Now() >= incast.from)
                {
                    rtts += rtt.GetSeconds() * 1e6;
                    ++rttCount;
                }
            }));
    }
    run.Run(incast.until);

    const double seconds = (incast.until - incast.from).GetSeconds();
    result.utilization = 8 * static_cast<double>(port.GetSentBytes() - sentBefore) /
                         (seconds * static_cast<double>(DataRate(incast.rate).GetBitRate()));
    result.meanQueue /= static_cast<double>(samples);
    result.meanRtt = rttCount ? rtts / static_cast<double>(rttCount) : 0;
    double sum = 0;
    double squares = 0;
    for (const double bytes : payload)
    {
        sum += bytes;
        squares += bytes * bytes;
    }
    result.jain = sum * sum / (incast.senders * squares);
    result.pauses = run.fabric->GetSwitchStats().pfcPauses;
    result.finished = run.fct->GetFinished();
    return result;
}

} // namespace

/**
 * @ingroup tests
 * @brief An incast, and what its congestion control is to hold.
 */
class CongestionIncastTestCase : public TestCase
{
  public:
    /// What is expected: limits of a result.
    struct Limits
    {
        double leastUtilization; ///< of the receiver's link
        double mostUtilization;  ///< of the receiver's link
        double leastQueue;       ///< mean, bytes
        double mostQueue;        ///< mean, bytes
        double largestQueue;     ///< bytes
        double leastRtt;         ///< mean, microseconds
        double mostRtt;          ///< mean, microseconds
        double leastJain;        ///< Jain's index
    };

    /**
     * @brief Make the case.
     * @param incast the parameters
     * @param limits what is expected
     */
    CongestionIncastTestCase(Incast incast, const Limits& limits)
        : TestCase(incast.control + ", " + std::to_string(incast.senders) + " senders at " +
                   incast.rate),
          m_incast(std::move(incast)),
          m_limits(limits)
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        const IncastResult result = RunIncast(m_incast);
        const std::string found = "utilization " + std::to_string(result.utilization) + ", queue " +
                                  std::to_string(result.meanQueue) + " up to " +
                                  std::to_string(result.largestQueue) + ", RTT " +
                                  std::to_string(result.meanRtt) + ", Jain's index " +
                                  std::to_string(result.jain);
        NS_TEST_EXPECT_MSG_GT_OR_EQ(result.utilization, m_limits.leastUtilization, found);
        NS_TEST_EXPECT_MSG_LT_OR_EQ(result.utilization, m_limits.mostUtilization, found);
        NS_TEST_EXPECT_MSG_GT_OR_EQ(result.meanQueue, m_limits.leastQueue, found);
        NS_TEST_EXPECT_MSG_LT_OR_EQ(result.meanQueue, m_limits.mostQueue, found);
        NS_TEST_EXPECT_MSG_LT_OR_EQ(result.largestQueue, m_limits.largestQueue, found);
        NS_TEST_EXPECT_MSG_GT_OR_EQ(result.meanRtt, m_limits.leastRtt, found);
        NS_TEST_EXPECT_MSG_LT_OR_EQ(result.meanRtt, m_limits.mostRtt, found);
        NS_TEST_EXPECT_MSG_GT_OR_EQ(result.jain, m_limits.leastJain, found);
        NS_TEST_EXPECT_MSG_EQ(result.pauses, 0, "no PFC");
        NS_TEST_EXPECT_MSG_EQ(result.finished, 0, "flows last to the end");
    }

    void DoTeardown() override
    {
        Config::Reset();
    }

    Incast m_incast; ///< the parameters
    Limits m_limits; ///< what is expected
};

/**
 * @ingroup tests
 * @brief The congestion control `window` does what FlowApp::WindowBdp does without another one.
 */
class WindowControlTestCase : public TestCase
{
  public:
    WindowControlTestCase()
        : TestCase("--cc=window is FlowApp::WindowBdp without congestion control")
    {
    }

  private:
    /**
     * @brief Run an incast of different paths on a K = 4 tree.
     * @param control name of the congestion control
     * @param windowBdp FlowApp::WindowBdp
     * @return hash over all frames
     */
    static uint64_t GetHash(const std::string& control, double windowBdp)
    {
        SetControl(control);
        FabricRun run(MakeTopology("fat-tree:k=4"),
                      {{0, 1, 0, 300'000, Time(0)},
                       {1, 2, 0, 300'000, Time(0)},
                       {2, 9, 0, 300'000, Time(0)},
                       {3, 13, 0, 300'000, MicroSeconds(3)}});
        run.GetAppHelper().SetAttribute("WindowBdp", DoubleValue(windowBdp));
        run.Build();
        TrajectoryHash hash;
        for (uint32_t host = 0; host < 16; ++host)
        {
            run.nics[host]->GetDevice()->TraceConnectWithoutContext(
                "FrameTx",
                Callback<void, const RoceFrame&>(
                    [&hash, host](const RoceFrame& frame) { hash.AddFrame(host, 0, frame); }));
        }
        run.Run();
        return hash.Get();
    }

    void DoRun() override
    {
        UsePicoseconds();
        const uint64_t window = GetHash("window", 0);
        NS_TEST_EXPECT_MSG_EQ(GetHash("none", 1), window, "the same window");
        NS_TEST_EXPECT_MSG_NE(GetHash("none", 0), window, "without a window");
        NS_TEST_EXPECT_MSG_NE(GetHash("window", 0.5), window, "the smaller of two windows");
    }

    void DoTeardown() override
    {
        Config::Reset();
    }
};

/**
 * @ingroup tests
 * @brief Congestion controls on an incast.
 *
 * At 100 Gb/s and 1 us, the base RTT is 4.16 us and the bandwidth-delay product 52 kB.
 *
 * HPCC: at eta = 0.95, W_c (1 - eta / U) = W_AI, so that U is eta / (1 - W_AI / W_c): 0.953 for two
 * senders (W_c = 24.7 kB), 0.975 for sixteen (3.1 kB), below 1: no queue.
 *
 * TIMELY lets the RTT grow to T_low = 50 us, at 10 Gb/s a queue of 62.5 kB, and slows down above it
 * while the RTT rises.
 *
 * Swift: sixteen senders with a delay of 27.8 us have 27.8 us * 12.5 GB/s / 1090 / 16 = 19.9
 * packets in flight each, at which the target is 20 + 3.05 + 32.66 / sqrt(19.9) - 3.27 = 27.1 us.
 *
 * DCTCP: the threshold is 300 kB.
 *
 * Windows of one BDP: four of 52 packets of 1082 bytes are in flight 225,056 / 12.5 = 18.0 us, 13.8
 * us of them in the queue, 172.8 kB; but up to two packets of each wait for their ACK, 8.7 kB.
 */
class CongestionTestSuite : public TestSuite
{
  public:
    CongestionTestSuite()
        : TestSuite("rdmacell-congestion", TestSuite::Type::SYSTEM)
    {
        constexpr double ANY = 1e18;
        AddTestCase(new CongestionIncastTestCase(
            {"hpcc", 2, "100Gbps", MicroSeconds(42), MicroSeconds(300)},
            {0.93, 0.97, 0, 3000, 10'000, 0, ANY, 0.99}));
        AddTestCase(new CongestionIncastTestCase(
            {"hpcc", 16, "100Gbps", MicroSeconds(150), MicroSeconds(500)},
            {0.93, 1.001, 0, 8000, 26'000, 0, ANY, 0.9}));
        AddTestCase(new CongestionIncastTestCase(
            {"timely", 2, "10Gbps", MilliSeconds(80), MilliSeconds(120)},
            {0.9, 1.001, 0, 40'000, 80'000, 5.9, 50, 0.95}));
        AddTestCase(new CongestionIncastTestCase(
            {"swift", 16, "100Gbps", MicroSeconds(300), MicroSeconds(900)},
            {0.98, 1.001, 0, ANY, ANY, 24, 29.8, 0.9}));
        AddTestCase(new CongestionIncastTestCase(
            {"dctcp", 16, "100Gbps", MicroSeconds(300), MicroSeconds(900)},
            {0.98, 1.001, 150'000, 450'000, ANY, 0, ANY, 0.9}));
        AddTestCase(new CongestionIncastTestCase(
            {"window", 4, "100Gbps", MicroSeconds(42), MicroSeconds(200)},
            {0.99, 1.001, 160'000, 174'000, 176'000, 0, ANY, 0.99}));
        AddTestCase(new WindowControlTestCase());
    }
};

/// Registers the suite.
static CongestionTestSuite g_congestionTestSuite;
