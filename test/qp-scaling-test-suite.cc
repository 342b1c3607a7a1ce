/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * QP scaling: which queue pairs carry which bytes, which paths they take, and what a failure does.
 */

#include "fabric-run.h"

#include "ns3/boolean.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/// Frames with data that a device has sent.
struct SentData
{
    std::map<uint32_t, uint64_t> bytes; ///< payload by destination queue pair
    std::set<uint16_t> ports;           ///< UDP source ports

    /**
     * @brief Record what a device sends.
     * @param device the device; this object outlives the run
     */
    void Watch(Ptr<FrameNetDevice> device)
    {
        Callback<void, const RoceFrame&> note([this](const RoceFrame& frame) {
            if (frame.payloadBytes > 0)
            {
                bytes[frame.destQp] += frame.payloadBytes;
                ports.insert(frame.srcPort);
            }
        });
        device->TraceConnectWithoutContext("FrameTx", note);
    }
};

} // namespace

/**
 * @ingroup tests
 * @brief Messages are split over all queue pairs, or go round-robin, and queue pairs stay.
 */
class QpScalingShareTestCase : public TestCase
{
  public:
    /**
     * @brief Make the case.
     * @param scheme name of the scheme
     * @param expected payload of each queue pair, in any order
     */
    QpScalingShareTestCase(const std::string& scheme, std::multiset<uint64_t> expected)
        : TestCase(scheme + ": bytes of each queue pair"),
          m_scheme(scheme),
          m_expected(std::move(expected))
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        // 10, 10 and 2 packets, the last one not full, one after the other.
        FabricRun run(MakeTopology("single-switch:hosts=2"),
                      {{0, 0, 1, 10'000, Time(0)},
                       {0, 0, 1, 10'000, MicroSeconds(20)},
                       {0, 0, 1, 1500, MicroSeconds(40)}},
                      m_scheme);
        run.Build();
        SentData sent;
        sent.Watch(run.fabric->GetHostDevice(0));
        run.Run(MilliSeconds(1));
        NS_TEST_EXPECT_MSG_EQ(run.fct->GetFinished(), 3, "not all have finished");
        std::multiset<uint64_t> bytes;
        for (const auto& [qp, count] : sent.bytes)
        {
            bytes.insert(count);
        }
        NS_TEST_EXPECT_MSG_EQ((bytes == m_expected), true, "other bytes");
        NS_TEST_EXPECT_MSG_EQ(sent.ports.size(), sent.bytes.size(), "one port a queue pair");
        NS_TEST_EXPECT_MSG_EQ(run.nics[0]->GetStats().retransmittedBytes, 0, "retransmissions");
        NS_TEST_EXPECT_MSG_EQ(run.CountLeftovers(), 0, "something is left");
    }

    std::string m_scheme;               ///< name of the scheme
    std::multiset<uint64_t> m_expected; ///< payload by queue pair
};

/**
 * @ingroup tests
 * @brief With one UDP source port, ECMP has one path for all queue pairs, E-ECMP several.
 */
class QpScalingPathTestCase : public TestCase
{
  public:
    /**
     * @brief Make the case.
     * @param scheme name of the scheme
     * @param samePort whether queue pairs have one UDP source port
     * @param least fewest of 16 paths that 16 queue pairs take
     * @param most most paths
     */
    QpScalingPathTestCase(const std::string& scheme, bool samePort, uint32_t least, uint32_t most)
        : TestCase(scheme + (samePort ? ": paths with one port" : ": paths with many ports")),
          m_scheme(scheme),
          m_samePort(samePort),
          m_least(least),
          m_most(most)
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        FabricRun run(MakeTopology("leaf-spine:hosts=2,leaves=2,spines=1,parallelLinks=16"),
                      {{0, 0, 1, 160'000, Time(0)}},
                      m_scheme);
        run.GetAppHelper().SetAttribute("QueuePairs", UintegerValue(16));
        run.GetAppHelper().SetAttribute("SamePort", BooleanValue(m_samePort));
        run.Build();
        SentData sent;
        sent.Watch(run.fabric->GetHostDevice(0));
        run.Run(MilliSeconds(5));
        NS_TEST_EXPECT_MSG_EQ(run.fct->GetFinished(), 1, "not finished");
        NS_TEST_EXPECT_MSG_EQ(sent.bytes.size(), 16, "not all queue pairs are used");
        NS_TEST_EXPECT_MSG_EQ((sent.ports.size() == 1), m_samePort, "ports");
        uint32_t paths = 0;
        for (uint32_t link = 2; link < 2 + 16; ++link) // those of the first leaf
        {
            paths += run.fabric->GetChannels()[link]->GetWire(0).GetFrames() > 0 ? 1 : 0;
        }
        NS_TEST_EXPECT_MSG_GT_OR_EQ(paths, m_least, "too few paths");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(paths, m_most, "too many paths");
    }

    std::string m_scheme; ///< name of the scheme
    bool m_samePort;      ///< one UDP source port
    uint32_t m_least;     ///< fewest paths
    uint32_t m_most;      ///< most paths
};

/**
 * @ingroup tests
 * @brief Queue pairs that fail take their messages with them, and later messages get new ones.
 */
class QpScalingFailureTestCase : public TestCase
{
  public:
    /**
     * @brief Make the case.
     * @param scheme name of the scheme
     */
    explicit QpScalingFailureTestCase(const std::string& scheme)
        : TestCase(scheme + ": queue pairs that fail are replaced"),
          m_scheme(scheme)
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        FabricRun run(MakeTopology("single-switch:hosts=2"),
                      {{0, 0, 1, 4'000'000, Time(0)},
                       {0, 0, 1, 4'000'000, Time(0)},
                       {0, 0, 1, 4'000'000, MilliSeconds(600)}},
                      m_scheme);
        run.GetAppHelper().SetAttribute("QueuePairs", UintegerValue(2));
        run.Build();
        // Eight timeouts of 4.2 ms, at most, and the link is up again.
        Simulator::Schedule(MicroSeconds(100), [&run]() { run.SetLinkUp(1, false, false); });
        Simulator::Schedule(MilliSeconds(500), [&run]() { run.SetLinkUp(1, true, false); });
        run.Run(Seconds(1));
        NS_TEST_EXPECT_MSG_EQ(run.fct->GetFailed(), 2, "failed");
        NS_TEST_EXPECT_MSG_EQ(run.fct->GetFinished(), 1, "finished");
        NS_TEST_EXPECT_MSG_EQ(run.CountLeftovers(), 0, "something is left");
    }

    std::string m_scheme; ///< name of the scheme
};

/**
 * @ingroup tests
 * @brief More messages than a queue pair can hold requests: they wait, and all are sent.
 */
class QpScalingBacklogTestCase : public TestCase
{
  public:
    QpScalingBacklogTestCase()
        : TestCase("more messages than a queue pair holds")
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        constexpr uint32_t messages = 10'000;
        std::vector<Flow> flows;
        for (uint32_t i = 0; i < messages; ++i)
        {
            flows.push_back({i, 0, 1, 100, NanoSeconds(i)});
        }
        FabricRun run(MakeTopology("single-switch:hosts=2"), flows, "qp-roundrobin");
        run.GetAppHelper().SetAttribute("QueuePairs", UintegerValue(1));
        run.Build();
        run.Run(MilliSeconds(10));
        NS_TEST_EXPECT_MSG_EQ(run.fct->GetFinished(), messages, "not all have finished");
        NS_TEST_EXPECT_MSG_EQ(run.CountLeftovers(), 0, "something is left");
    }
};

/**
 * @ingroup tests
 * @brief QP scaling.
 */
class QpScalingTestSuite : public TestSuite
{
  public:
    QpScalingTestSuite()
        : TestSuite("rdmacell-qp-scaling", TestSuite::Type::SYSTEM)
    {
        // Of four: 2, 3, 2 and 3 packets twice; then a full packet and one of 500 bytes.
        AddTestCase(new QpScalingShareTestCase("qp-split", {5000, 6500, 4000, 6000}));
        AddTestCase(new QpScalingShareTestCase("qp-roundrobin", {10'000, 10'000, 1500}));
        // Of 16 paths, 16 queue pairs take 10.3 on average.
        AddTestCase(new QpScalingPathTestCase("qp-split", false, 7, 14));
        AddTestCase(new QpScalingPathTestCase("qp-split", true, 1, 1));
        AddTestCase(new QpScalingPathTestCase("qp-split-eecmp", true, 7, 14));
        AddTestCase(new QpScalingFailureTestCase("qp-split"));
        AddTestCase(new QpScalingFailureTestCase("qp-roundrobin"));
        AddTestCase(new QpScalingBacklogTestCase);
    }
};

/// Registers the suite.
static QpScalingTestSuite g_qpScalingTestSuite;
