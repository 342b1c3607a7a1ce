/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * RDMACell's adaptive window: flows that are alone, and many flows to one host.
 */

#include "fabric-run.h"

#include "ns3/no-congestion-control.h"
#include "ns3/test.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/// The scheme.
const std::string ADAPTIVE = "rdmacell-adaptive";

/// Base RTT between pods of the K = 8 tree at 100 Gb/s: 12 links of 1 us, 6 times 1000 bytes.
constexpr double BASE_RTT_NS = 12'480;

/**
 * @brief Find the largest slowdown of a run.
 * @param fct the recorder
 * @return the slowdown
 */
double
FindLargestSlowdown(const FctRecorder& fct)
{
    std::stringstream csv;
    fct.WriteCsv(csv);
    std::string line;
    std::getline(csv, line); // names of the columns, of which slowdown is the last but one
    double largest = 0;
    while (std::getline(csv, line))
    {
        const std::size_t end = line.rfind(',');
        const std::size_t begin = line.rfind(',', end - 1) + 1;
        largest = std::max(largest, std::stod(line.substr(begin, end - begin)));
    }
    return largest;
}

} // namespace

/**
 * @ingroup tests
 * @brief Flows of many sizes, one after the other, to hosts in the rack, in the pod, and in another
 * pod: each is alone, and as fast as one WRITE.
 */
class LoneFlowsTestCase : public TestCase
{
  public:
    /**
     * @brief Make the case.
     * @param topology as MakeTopology() takes it
     * @param mtu payload of a full packet
     * @param receivers hosts
     * @param most largest slowdown expected
     */
    LoneFlowsTestCase(const std::string& topology,
                      uint32_t mtu,
                      std::vector<uint32_t> receivers,
                      double most)
        : TestCase("flows alone, " + topology + ", MTU " + std::to_string(mtu)),
          m_topology(topology),
          m_mtu(mtu),
          m_receivers(std::move(receivers)),
          m_most(most)
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        std::vector<Flow> flows;
        for (const uint32_t receiver : m_receivers)
        {
            for (const uint64_t size : {1,
                                        1'000,
                                        5'000,
                                        39'000,
                                        40'000,
                                        70'000,
                                        100'000,
                                        156'000,
                                        200'000,
                                        300'000,
                                        1'000'000,
                                        3'000'000})
            {
                const auto start = MilliSeconds(static_cast<int64_t>(2 * flows.size()));
                flows.push_back({0, 0, receiver, size, start});
            }
        }
        const std::size_t count = flows.size();
        FabricRun run(MakeTopology(m_topology), std::move(flows), ADAPTIVE);
        run.SetMtu(m_mtu);
        run.Build();
        run.Run();
        NS_TEST_EXPECT_MSG_EQ(run.fct->GetFinished(), count, "flows finish");
        NS_TEST_EXPECT_MSG_LT(FindLargestSlowdown(*run.fct), m_most, "largest slowdown");
    }

    std::string m_topology;            ///< as MakeTopology() takes it
    uint32_t m_mtu;                    ///< payload of a full packet
    std::vector<uint32_t> m_receivers; ///< hosts
    double m_most;                     ///< largest slowdown expected
};

/**
 * @ingroup tests
 * @brief Long flows to one host, without DCQCN: they share its link equally, and tokens take as
 * long as the window's law says.
 *
 * With n senders at r base RTTs, a window of w cells of a quarter of a BDP each, and a link that is
 * always busy, n w / 4 = r. The law is w = r / (r - 1) above 1 cell: two flows have r = 1.5 and w =
 * 3, 3 cells of 4 in flight. From n = 8 on each has one cell, so that r = n / 4.
 */
class ManySendersTestCase : public TestCase
{
  public:
    /**
     * @brief Make the case.
     * @param senders how many
     * @param expected r by the law
     * @param dcqcn NICs slow down, too
     */
    ManySendersTestCase(uint32_t senders, double expected, bool dcqcn)
        : TestCase(std::to_string(senders) + " senders to one host" +
                   (dcqcn ? ", with DCQCN" : "")),
          m_senders(senders),
          m_expected(expected),
          m_dcqcn(dcqcn)
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        std::vector<Flow> flows;
        for (uint32_t i = 0; i < m_senders; ++i)
        {
            // From other pods, so that all have the same base RTT.
            flows.push_back({0, 16 + i % 112, 0, 1ULL << 30, NanoSeconds(300 * i)});
        }
        FabricRun run(MakeTopology("fat-tree:k=8"), std::move(flows), ADAPTIVE);
        if (!m_dcqcn)
        {
            run.nicHelper.SetAttribute("CongestionOpsType",
                                       TypeIdValue(NoCongestionControl::GetTypeId()));
        }
        run.Build();
        for (const auto& app : run.apps)
        {
            app->TraceConnectWithoutContext(
                "RttSample",
                Callback<void, uint64_t, uint64_t, Time>([this](uint64_t, uint64_t, Time rtt) {
                    if (Simulator::Now() > BEGIN)
                    {
                        m_rtts.push_back(rtt.GetSeconds() * 1e9 / BASE_RTT_NS);
                    }
                }));
            app->TraceConnectWithoutContext("CellCompleted",
                                            Callback<void, uint64_t, uint64_t, uint32_t>(
                                                [this](uint64_t flow, uint64_t, uint32_t bytes) {
                                                    m_bytes[flow] +=
                                                        Simulator::Now() > BEGIN ? bytes : 0;
                                                }));
        }
        run.Run(END);
        Check();
    }

    /// @brief Check what the trace sources have given.
    void Check()
    {
        double sum = 0;
        double squares = 0;
        for (const auto& [flow, bytes] : m_bytes)
        {
            const auto b = static_cast<double>(bytes);
            sum += b;
            squares += b * b;
        }
        NS_TEST_ASSERT_MSG_EQ(m_bytes.size(), m_senders, "all flows progress");
        const double jain = sum * sum / (m_senders * squares);
        NS_TEST_EXPECT_MSG_GT(jain, 0.95, "Jain's index of the flows' bytes");
        // 82 of 1082 bytes are headers and gap.
        const double line = 100e9 / 8 * (END - BEGIN).GetSeconds() / 1.082;
        NS_TEST_EXPECT_MSG_GT(sum / line, 0.97, "share of the receiver's link");
        const double mean =
            std::accumulate(m_rtts.begin(), m_rtts.end(), 0.0) / static_cast<double>(m_rtts.size());
        const double largest = *std::max_element(m_rtts.begin(), m_rtts.end());
        if (m_dcqcn)
        {
            return; // RTTs include the time that the NIC keeps a cell back
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(mean, m_expected, 0.15 * m_expected, "mean RTT, base RTTs");
        NS_TEST_EXPECT_MSG_LT(largest, 1.5 * m_expected, "it does not oscillate");
    }

    const Time BEGIN{MilliSeconds(1)};    ///< of the measurement: the start is over
    const Time END{MilliSeconds(3)};      ///< of the measurement
    uint32_t m_senders;                   ///< how many
    double m_expected;                    ///< r by the law
    bool m_dcqcn;                         ///< NICs slow down, too
    std::vector<double> m_rtts;           ///< samples, base RTTs
    std::map<uint64_t, uint64_t> m_bytes; ///< by flow
};

/**
 * @ingroup tests
 * @brief A long flow beside short ones to the same host: it uses what they leave, and they are not
 * held up by a queue of it.
 */
class ShortOnesTestCase : public TestCase
{
  public:
    ShortOnesTestCase()
        : TestCase("a long flow beside short ones")
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        // Every 20 us 50 kB: a fifth of the link.
        std::vector<Flow> flows{{0, 16, 0, 20'000'000, Time(0)}};
        for (uint32_t i = 0; i < 50; ++i)
        {
            flows.push_back({0, 32 + i, 0, 50'000, MicroSeconds(200 + 20 * i)});
        }
        FabricRun run(MakeTopology("fat-tree:k=8"), std::move(flows), ADAPTIVE);
        run.Run();
        NS_TEST_EXPECT_MSG_EQ(run.fct->GetFinished(), 51, "flows finish");
        // 20 MB take 1.73 ms alone, and 50 times 50 kB another 0.22 ms.
        std::stringstream csv;
        run.fct->WriteCsv(csv);
        NS_TEST_EXPECT_MSG_LT(FindLargestSlowdown(*run.fct), 2.5, "none waits for long");
        NS_TEST_EXPECT_MSG_LT(run.fct->GetSummary().average, 1.6, "a queue is rare");
    }
};

/**
 * @ingroup tests
 * @brief RDMACell's adaptive window.
 */
class CellWindowTestSuite : public TestSuite
{
  public:
    CellWindowTestSuite()
        : TestSuite("rdmacell-cell-window", TestSuite::Type::SYSTEM)
    {
        const std::vector<uint32_t> classes{1, 5, 127}; // rack, pod, other pod
        AddTestCase(new LoneFlowsTestCase("fat-tree:k=8", 1000, classes, 1.02));
        AddTestCase(new LoneFlowsTestCase("fat-tree:k=8", 4096, classes, 1.02));
        AddTestCase(new LoneFlowsTestCase("fat-tree:k=8,hostRate=25Gbps,fabricRate=25Gbps",
                                          1000,
                                          classes,
                                          1.02));
        AddTestCase(new LoneFlowsTestCase("fat-tree:k=8,hostRate=400Gbps,fabricRate=400Gbps",
                                          1000,
                                          classes,
                                          1.02));
        AddTestCase(
            new LoneFlowsTestCase("fat-tree:k=4,oversubscription=2", 1000, {1, 3, 15}, 1.02));
        AddTestCase(new ManySendersTestCase(1, 1.08, false));
        // A base RTT is as long as 3.7 cells with their headers. Windows of n flows that keep 3/4
        // of a cell in queues each: 3 n r / 4 (r - 1) = 3.7 r, so r = 1 + n / 4.93. Where that is
        // less than two whole cells, a cell each: r = n / 3.7, but for the wait above 4.
        AddTestCase(new ManySendersTestCase(2, 1.41, false));
        AddTestCase(new ManySendersTestCase(8, 2.16, false));
        AddTestCase(new ManySendersTestCase(16, 4, false));
        AddTestCase(new ManySendersTestCase(8, 2, true));
        AddTestCase(new ManySendersTestCase(16, 4, true));
        AddTestCase(new ShortOnesTestCase);
    }
};

/// Registers the suite.
static CellWindowTestSuite g_cellWindowTestSuite;
