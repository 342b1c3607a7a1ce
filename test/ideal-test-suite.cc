/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * The ideal flow completion time is exact: a flow alone in an empty network takes exactly that
 * time.
 */

#include "fabric-run.h"

#include "ns3/test.h"

#include <sstream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/// A pair of hosts of a fat tree, and how far apart they are.
struct PairClass
{
    std::string name; ///< for messages
    uint32_t src;     ///< host
    uint32_t dst;     ///< host
};

/**
 * @brief List a pair of each class in a fat tree of K = 8.
 * @return same rack, same pod, different pods
 */
std::vector<PairClass>
GetPairs()
{
    return {{"same rack", 0, 3}, {"same pod", 1, 14}, {"different pods", 2, 127}};
}

} // namespace

/**
 * @ingroup tests
 * @brief Flows alone in an empty fat tree of K = 8: measured over ideal is exactly 1.
 */
class AloneTestCase : public TestCase
{
  public:
    /**
     * @brief Make the case.
     * @param mtu payload of full packets
     * @param sizes sizes of flows
     */
    AloneTestCase(uint32_t mtu, std::vector<uint64_t> sizes)
        : TestCase("alone in an empty network, MTU " + std::to_string(mtu)),
          m_mtu(mtu),
          m_sizes(std::move(sizes))
    {
    }

  private:
    void DoRun() override;

    uint32_t m_mtu;                ///< payload of full packets
    std::vector<uint64_t> m_sizes; ///< sizes of flows
};

void
AloneTestCase::DoRun()
{
    UsePicoseconds();
    // One at a time, each long after the end of the previous one.
    std::vector<Flow> flows;
    std::vector<std::string> names;
    Time start;
    for (const PairClass& pair : GetPairs())
    {
        for (const uint64_t size : m_sizes)
        {
            flows.push_back({0, pair.src, pair.dst, size, start});
            names.push_back(pair.name + ", " + std::to_string(size) + " bytes");
            start += MilliSeconds(1) + Seconds(static_cast<double>(size) * 1e-10);
        }
    }
    {
        FabricRun run(MakeTopology("fat-tree:k=8"), flows);
        run.SetMtu(m_mtu);
        run.Run();
        std::ostringstream csv;
        run.fct->WriteCsv(csv);
        std::istringstream rows(csv.str());
        std::string row;
        std::getline(rows, row);
        for (const std::string& name : names)
        {
            NS_TEST_ASSERT_MSG_EQ(static_cast<bool>(std::getline(rows, row)), true, "no row");
            NS_TEST_EXPECT_MSG_NE(row.find(",1.000000,finished"),
                                  std::string::npos,
                                  name << ": not exactly the ideal time: " << row);
        }
        const FctSummary summary = run.fct->GetSummary();
        NS_TEST_EXPECT_MSG_EQ(summary.average, 1.0, "a ratio differs from 1");
        NS_TEST_EXPECT_MSG_EQ(summary.minimum, 1.0, "a ratio is below 1");
        NS_TEST_EXPECT_MSG_EQ(run.CountLeftovers(), 0, "something is left in the network");
    }
    NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "frames leaked");
}

/**
 * @ingroup tests
 * @brief The ideal time of a 1000-byte flow between pods, by hand.
 *
 * 1098 bytes of link time, 87.84 ns at 100 Gb/s, and 1 us on each of 6 links; 86 bytes back.
 */
class IdealByHandTestCase : public TestCase
{
  public:
    IdealByHandTestCase()
        : TestCase("ideal time of one packet between pods, by hand")
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        FabricRun run(MakeTopology("fat-tree:k=8"), {{0, 0, 127, 1000, Time(0)}});
        run.Build();
        const Time ideal = TimeStep(run.GetIdeal({0, 0, 127, 1000, Time(0)}));
        // 1000 payload, 16 RETH, 62 headers and FCS, 20 preamble and gap: 1098 bytes, 87.84 ns.
        // Acknowledgment: 66 and 20 bytes, 6.88 ns.
        const double expected = 6 * (1000 + 87.84) + 6 * (1000 + 6.88);
        NS_TEST_EXPECT_MSG_EQ_TOL(ideal.GetSeconds() * 1e9, expected, 1e-6, "ideal time");
        run.Run();
    }
};

/**
 * @ingroup tests
 * @brief Mixed rates: hosts slower than the fabric still take exactly the ideal time, and unequal
 * delays give the delay of the path taken: 8 and 20 us round trip.
 */
class MixedNetworkTestCase : public TestCase
{
  public:
    MixedNetworkTestCase()
        : TestCase("10 Gbps hosts on a 40 Gbps fabric, and links of unequal delay")
    {
    }

  private:
    void DoRun() override;
};

void
MixedNetworkTestCase::DoRun()
{
    UsePicoseconds();
    std::vector<Flow> flows;
    for (uint32_t i = 0; i < 6; ++i)
    {
        flows.push_back({0, 0, i % 2 == 0 ? 15U : 3U, 1 + 30'000ULL * i, MilliSeconds(i)});
    }
    {
        FabricRun run(MakeTopology("fat-tree:k=4,hostRate=10Gbps,fabricRate=40Gbps"), flows);
        run.Run();
        NS_TEST_EXPECT_MSG_EQ(run.fct->GetSummary().finished, flows.size(), "not all finished");
        NS_TEST_EXPECT_MSG_EQ(run.fct->GetSummary().average, 1.0, "not the ideal time");
    }
    // Two racks, two spines, one near and one far.
    NetworkGraph graph = MakeTopology("leaf-spine:hosts=2,leaves=2,spines=2");
    graph.links[2 + 1].delay = MicroSeconds(4); // leaf 0, spine 1
    graph.links[2 + 3].delay = MicroSeconds(4); // leaf 1, spine 1
    FabricRun run(graph, {{0, 0, 1, 1000, Time(0)}});
    run.Build();
    const RouteComputer& routes = run.fabric->GetRoutes();
    const auto delay = [](const PathProfiles& paths) {
        return TimeStep(paths.at(0).delay).GetNanoSeconds();
    };
    NS_TEST_EXPECT_MSG_EQ(delay(routes.GetFastestPaths(0, 1)), 4'000, "near spine");
    NS_TEST_EXPECT_MSG_EQ(delay(routes.GetSlowestPaths(0, 1)), 10'000, "far spine");
    run.Run();
    NS_TEST_EXPECT_MSG_GT_OR_EQ(run.fct->GetSummary().minimum, 1.0, "below the ideal time");
}

/**
 * @ingroup tests
 * @brief Ideal flow completion times.
 */
class IdealTestSuite : public TestSuite
{
  public:
    IdealTestSuite()
        : TestSuite("rdmacell-ideal", TestSuite::Type::SYSTEM)
    {
        AddTestCase(new IdealByHandTestCase);
        for (const uint32_t mtu : {1000, 1024, 4096})
        {
            AddTestCase(new AloneTestCase(mtu, {0, 1, 999, 1000, 1001, 4490, 1'000'000}));
        }
        AddTestCase(new MixedNetworkTestCase);
    }
};

/// Registers the suite.
static IdealTestSuite g_idealTestSuite;

/**
 * @ingroup tests
 * @brief The same for flows of a gigabyte and of more than 4 GiB: sizes do not wrap at 32 bits.
 */
class IdealSlowTestSuite : public TestSuite
{
  public:
    IdealSlowTestSuite()
        : TestSuite("rdmacell-ideal-slow", TestSuite::Type::SYSTEM)
    {
        for (const uint32_t mtu : {1000, 1024, 4096})
        {
            AddTestCase(new AloneTestCase(mtu, {1'000'000'000}));
        }
        AddTestCase(new AloneTestCase(4096, {4'294'967'295, 4'294'967'296, 5'000'000'000}));
    }
};

/// Registers the suite.
static IdealSlowTestSuite g_idealSlowTestSuite;
