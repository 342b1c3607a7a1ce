/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * What packets carry for congestion control, and what ACKs carry back.
 */

#include "fabric-run.h"
#include "two-nic-fixture.h"

#include "ns3/config.h"
#include "ns3/queue-pair.h"
#include "ns3/test.h"

#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

constexpr uint32_t INT_BYTES = 42; ///< HPCC's telemetry of five switches

/// A packet that a NIC has received, with its telemetry.
struct Arrival
{
    RoceFrame frame;          ///< a copy; its pointer is of no use
    FrameTelemetry telemetry; ///< a copy
};

/**
 * @brief Collect the packets with telemetry that a NIC receives.
 * @param nic the NIC
 * @param arrivals gets them
 */
void
Collect(Ptr<RoceNic> nic, std::vector<Arrival>& arrivals)
{
    nic->TraceConnectWithoutContext(
        "PacketReceived",
        Callback<void, uint32_t, const RoceFrame&>([&arrivals](uint32_t, const RoceFrame& frame) {
            if (frame.telemetryBytes != 0)
            {
                arrivals.push_back({frame, *frame.telemetry});
            }
        }));
}

/**
 * @brief Choose a congestion control.
 * @param type TypeId without the namespace
 */
void
Use(const std::string& type)
{
    Config::SetDefault("ns3::rdmacell::RoceNic::CongestionOpsType",
                       StringValue("ns3::rdmacell::" + type));
}

} // namespace

/**
 * @ingroup tests
 * @brief Two hosts send three packets each to a third, over a switch, at a byte a nanosecond and 1
 * us.
 *
 * With 42 bytes of telemetry, the packets take 1140, 1124 and 1124 ns. The first ones arrive at
 * 2140 ns. That of host 0 leaves at once, with nothing behind it; that of host 1 when it has left,
 * at 3280 ns, after 1140 bytes; by then, since 3264 ns, the second packets of both wait.
 */
class TelemetryTestCase : public TestCase
{
  public:
    TelemetryTestCase()
        : TestCase("A switch stamps packets, and ACKs carry it back")
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        Use("Hpcc");
        std::vector<Arrival> data;
        std::vector<Arrival> acks;
        {
            FabricRun run(MakeTopology("single-switch:hosts=3,hostRate=8Gbps,delay=1us"),
                          {{0, 0, 2, 3000, Time(0)}, {1, 1, 2, 3000, Time(0)}});
            run.Build();
            Collect(run.nics[2], data);
            Collect(run.nics[1], acks);
            run.Run();
            NS_TEST_EXPECT_MSG_EQ(run.fct->GetFinished(), 2, "flows");
        }
        NS_TEST_ASSERT_MSG_EQ(data.size(), 6, "packets");
        Check(data[0], 1098, 0, 2140, 0, 0);
        Check(data[1], 1098, 0, 3280, 1140, 2 * 1124);
        NS_TEST_ASSERT_MSG_EQ(acks.size(), 3, "ACKs, one for each packet");
        Check(acks[0], 86, 0, 3280, 1140, 2 * 1124);
        NS_TEST_EXPECT_MSG_EQ(static_cast<uint32_t>(acks[0].telemetry.hops), 1, "switches");
        NS_TEST_EXPECT_MSG_EQ(FrameTelemetryPool::GetLive(), 0, "telemetry leaks");
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "frames leak");
    }

    /**
     * @brief Check a packet and its one record.
     * @param arrival the packet
     * @param bytes link time without telemetry
     * @param sentAt its time stamp, ns
     * @param time of the record, ns
     * @param txBytes of the record
     * @param queueBytes of the record
     */
    void Check(const Arrival& arrival,
               uint32_t bytes,
               int64_t sentAt,
               int64_t time,
               uint64_t txBytes,
               uint64_t queueBytes)
    {
        const FrameTelemetry& telemetry = arrival.telemetry;
        NS_TEST_EXPECT_MSG_EQ(arrival.frame.telemetryBytes, INT_BYTES, "telemetry");
        NS_TEST_EXPECT_MSG_EQ(arrival.frame.wireBytes, bytes + INT_BYTES, "link time");
        NS_TEST_EXPECT_MSG_EQ(telemetry.sentAt, NanoSeconds(sentAt).GetTimeStep(), "time stamp");
        NS_TEST_ASSERT_MSG_EQ(static_cast<uint32_t>(telemetry.count), 1, "records");
        const TelemetryHop& hop = telemetry.records[0];
        NS_TEST_EXPECT_MSG_EQ(hop.time, NanoSeconds(time).GetTimeStep(), "time");
        NS_TEST_EXPECT_MSG_EQ(hop.txBytes, txBytes, "bytes sent");
        NS_TEST_EXPECT_MSG_EQ(hop.queueBytes, queueBytes, "queue");
        NS_TEST_EXPECT_MSG_EQ(hop.bitRate, 8'000'000'000, "line rate");
    }

    void DoTeardown() override
    {
        Config::Reset();
    }
};

/**
 * @ingroup tests
 * @brief Five switches, and room for fewer: the others add nothing. ECMP's paths differ in their
 * identifier, and a flow keeps its own.
 */
class TelemetryRoomTestCase : public TestCase
{
  public:
    TelemetryRoomTestCase()
        : TestCase("Packets have room for so many switches")
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        Use("Hpcc");
        for (const uint32_t room : {1, 5, 8})
        {
            Config::SetDefault("ns3::rdmacell::Hpcc::TelemetryHops", UintegerValue(room));
            FabricRun run(MakeTopology("fat-tree:k=4"), {{0, 0, 15, 5000, Time(0)}});
            run.Build();
            std::vector<Arrival> acks;
            Collect(run.nics[0], acks);
            run.Run();
            NS_TEST_ASSERT_MSG_EQ(acks.size(), 5, "ACKs");
            for (const Arrival& ack : acks)
            {
                NS_TEST_EXPECT_MSG_EQ(ack.frame.telemetryBytes, 2 + 8 * room, "bytes");
                NS_TEST_EXPECT_MSG_EQ(static_cast<uint32_t>(ack.telemetry.count),
                                      std::min(room, 5U),
                                      "records");
                NS_TEST_EXPECT_MSG_EQ(static_cast<uint32_t>(ack.telemetry.hops), 5, "switches");
                NS_TEST_EXPECT_MSG_EQ(ack.telemetry.pathId, acks[0].telemetry.pathId, "one path");
            }
        }
    }

    void DoTeardown() override
    {
        Config::Reset();
    }
};

/**
 * @ingroup tests
 * @brief The RTT of a packet of 1106 ns, with its 8 bytes, and an ACK of 94 ns on a link of 1 us,
 * with a NIC that takes 200 ns at both ends: 1106 + 94 + 2 * 1000 + 2 * 200 ns.
 */
class TimeStampTestCase : public TestCase
{
  public:
    TimeStampTestCase()
        : TestCase("Time stamps give the RTT")
    {
    }

  private:
    void DoRun() override
    {
        for (const std::string type : {"Timely", "Swift"})
        {
            {
                test::TwoNics::Options options;
                options.congestion = "ns3::rdmacell::" + type;
                options.latency = NanoSeconds(200);
                test::TwoNics net(options);
                auto [qp, peer] = net.Connect();
                std::vector<int64_t> rtts;
                net.nics[0]->TraceConnectWithoutContext(
                    "QpRtt",
                    Callback<void, uint32_t, Time>(
                        [&rtts](uint32_t, Time rtt) { rtts.push_back(rtt.GetNanoSeconds()); }));
                qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 1000));
                Simulator::Run();
                NS_TEST_ASSERT_MSG_EQ(rtts.size(), 1, "samples of " + type);
                NS_TEST_EXPECT_MSG_EQ(rtts[0], 3600, type);
                NS_TEST_EXPECT_MSG_EQ(net.sent[0][0].frame.wireBytes, 1098 + 8, "data");
                NS_TEST_EXPECT_MSG_EQ(net.sent[1][0].frame.wireBytes, 86 + 8, "ACK");
            }
            NS_TEST_EXPECT_MSG_EQ(FrameTelemetryPool::GetLive(), 0, "telemetry leaks");
        }
    }
};

/**
 * @ingroup tests
 * @brief A queue pair asks for as many ACKs as its congestion control needs: for each packet, or
 * each 16,000 bytes.
 */
class TelemetryAckIntervalTestCase : public TestCase
{
  public:
    TelemetryAckIntervalTestCase()
        : TestCase("Congestion control asks for ACKs")
    {
    }

  private:
    void DoRun() override
    {
        const std::vector<std::pair<std::string, std::size_t>> expected{{"Hpcc", 100},
                                                                        {"Swift", 100},
                                                                        {"Dctcp", 100},
                                                                        {"Timely", 7},
                                                                        {"NoCongestionControl", 2},
                                                                        {"DcqcnConnectX", 2}};
        for (const auto& [type, acks] : expected)
        {
            test::TwoNics::Options options;
            options.congestion = "ns3::rdmacell::" + type;
            test::TwoNics net(options);
            auto [qp, peer] = net.Connect();
            qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 100'000));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(net.sent[1].size(), acks, "ACKs with " + type);
            NS_TEST_EXPECT_MSG_EQ(net.Poll(0).size(), 1, "completion with " + type);
        }
    }
};

/**
 * @ingroup tests
 * @brief A NAK halves Swift's window, which the requester keeps to; lost packets carry telemetry
 * again.
 */
class WindowLossTestCase : public TestCase
{
  public:
    WindowLossTestCase()
        : TestCase("Losses reach the window")
    {
    }

  private:
    void DoRun() override
    {
        {
            test::TwoNics::Options options;
            options.congestion = "ns3::rdmacell::Swift";
            test::TwoNics net(options);
            QpAttr attr;
            attr.baseRtt = MicroSeconds(40).GetTimeStep(); // a window of 40 packets
            auto [qp, peer] = net.Connect(attr);
            net.Lose(0, 1, [](const RoceFrame& frame) { return frame.psn == 10; });
            std::vector<double> windows;
            net.nics[0]->TraceConnectWithoutContext(
                "QpWindow",
                Callback<void, uint32_t, double>(
                    [&windows](uint32_t, double bytes) { windows.push_back(bytes); }));
            qp->PostSend(net.MakeWr(WrOpcode::RDMA_WRITE, 100'000));
            Simulator::Run();
            std::size_t cuts = 0;
            for (std::size_t i = 1; i < windows.size(); ++i)
            {
                if (windows[i] < windows[i - 1])
                {
                    ++cuts;
                    NS_TEST_EXPECT_MSG_GT_OR_EQ(windows[i - 1], 40'000, "before the loss");
                    NS_TEST_EXPECT_MSG_EQ_TOL(windows[i], windows[i - 1] / 2, 1, "max_mdf");
                }
            }
            NS_TEST_EXPECT_MSG_EQ(cuts, 1, "losses");
            NS_TEST_EXPECT_MSG_EQ(net.Poll(0).size(), 1, "completion");
        }
        NS_TEST_EXPECT_MSG_EQ(FrameTelemetryPool::GetLive(), 0, "telemetry leaks");
    }
};

/**
 * @ingroup tests
 * @brief Telemetry and time stamps.
 */
class TelemetryTestSuite : public TestSuite
{
  public:
    TelemetryTestSuite()
        : TestSuite("rdmacell-telemetry", TestSuite::Type::UNIT)
    {
        AddTestCase(new TelemetryTestCase());
        AddTestCase(new TelemetryRoomTestCase());
        AddTestCase(new TimeStampTestCase());
        AddTestCase(new TelemetryAckIntervalTestCase());
        AddTestCase(new WindowLossTestCase());
    }
};

/// Registers the suite.
static TelemetryTestSuite g_telemetryTestSuite;
