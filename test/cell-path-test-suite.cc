/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * RDMACell's choice of paths: traced ports, paths that are slower than others, and what flows learn
 * from each other.
 */

#include "cell-run.h"

#include "ns3/data-rate.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/// rdmacell-adaptive, with or without traced ports.
CellAttributes
Adaptive(const std::string& ports)
{
    return {{"RecoveryType", "ns3::rdmacell::ReroutingCellRecovery"},
            {"WindowType", "ns3::rdmacell::AdaptiveCellWindow"},
            {"SchedulerType", "ns3::rdmacell::ReroutingCellScheduler"},
            {"CellBdp", "0.25"},
            {"RttStart", "LineRate"},
            {"TokenOfLast", "false"},
            {"PortSelection", ports},
            {"LinkMemory", "4ms"}};
}

/// Read the slowdowns of a run, in the order in which flows have finished.
std::vector<double>
ReadSlowdowns(const FctRecorder& fct)
{
    std::stringstream csv;
    fct.WriteCsv(csv);
    std::string line;
    std::getline(csv, line); // names of the columns, of which slowdown is the last but one
    std::vector<double> slowdowns;
    while (std::getline(csv, line))
    {
        const std::size_t end = line.rfind(',');
        slowdowns.push_back(std::stod(line.substr(line.rfind(',', end - 1) + 1)));
    }
    return slowdowns;
}

} // namespace

/**
 * @ingroup tests
 * @brief Cells in turn over all queue pairs of a group: traced ports lead over as many paths as
 * there are queue pairs, or as there are paths.
 */
class TracedPortsTestCase : public CellTestCase
{
  public:
    /**
     * @brief Make the case.
     * @param topology as MakeTopology() takes it
     * @param receiver the other host
     * @param links links from ToR switches upwards that carry data
     * @param probes probes that tracing takes, or 0 if it depends on the hash
     */
    TracedPortsTestCase(const std::string& topology,
                        uint32_t receiver,
                        uint32_t links,
                        uint64_t probes)
        : CellTestCase("traced ports, " + topology),
          m_topology(topology),
          m_receiver(receiver),
          m_links(links),
          m_probes(probes)
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        const std::vector<Flow> flows{{0, 0, m_receiver, 2'000'000, Time(0)},
                                      {1, 0, m_receiver, 2'000'000, MilliSeconds(1)}};
        CellRun run(MakeTopology(m_topology),
                    flows,
                    {{"PortSelection", "Traced"},
                     {"CellBytes", "10000"},
                     {"SchedulerType", "ns3::rdmacell::RoundRobinCellScheduler"},
                     {"RecoveryType", "ns3::rdmacell::ReroutingCellRecovery"}});
        run.Build();
        Counters counters = Finish(run, flows);
        // 250 kB of data and more for each path that is taken; acknowledgments and tokens are far
        // from that.
        const NetworkGraph& graph = run.fabric->GetGraph();
        const std::vector<uint32_t> tiers = graph.GetTiers();
        uint32_t top = 0;
        for (const uint32_t tier : tiers)
        {
            top = std::max(top, tier);
        }
        std::set<uint32_t> used;
        for (uint32_t link = 0; link < graph.links.size(); ++link)
        {
            const bool fromTop = tiers[graph.links[link].a] == top;
            const auto& wire = run.fabric->GetChannels()[link]->GetWire(fromTop ? 1 : 0);
            if ((fromTop || tiers[graph.links[link].b] == top) && wire.GetBytes() > 200'000)
            {
                used.insert(link);
            }
        }
        NS_TEST_EXPECT_MSG_EQ(used.size(), m_links, "links to the top that carry data");
        NS_TEST_EXPECT_MSG_GT(counters["traced_ports"], 0, "ports are traced");
        if (m_probes > 0)
        {
            NS_TEST_EXPECT_MSG_EQ(counters["trace_probes"],
                                  m_probes,
                                  "probes, once for both flows");
        }
    }

    std::string m_topology; ///< as MakeTopology() takes it
    uint32_t m_receiver;    ///< the other host
    uint32_t m_links;       ///< links upwards that carry data
    uint64_t m_probes;      ///< probes, or 0
};

/**
 * @ingroup tests
 * @brief One of four spines has links of a quarter of the rate. Flows that are alone go from one
 * host to another: those that begin on the slow path leave it, and with traced ports only the first
 * such flow meets it.
 */
class SlowSpineTestCase : public CellTestCase
{
  public:
    /**
     * @brief Make the case.
     * @param ports PortSelection
     */
    explicit SlowSpineTestCase(const std::string& ports)
        : CellTestCase("one slow spine of four, ports " + ports),
          m_ports(ports)
    {
    }

  private:
    void DoRun() override
    {
        UsePicoseconds();
        constexpr uint32_t COUNT = 24;
        std::vector<Flow> flows;
        for (uint32_t i = 0; i < COUNT; ++i)
        {
            flows.push_back({i, 0, 4, 1'000'000, MicroSeconds(150 * i)});
        }
        CellRun run(MakeTopology("leaf-spine:hosts=8,leaves=2,spines=4"), flows, Adaptive(m_ports));
        run.Build();
        const NetworkGraph& graph = run.fabric->GetGraph();
        const auto spine = static_cast<uint32_t>(graph.GetNodes() - 1);
        for (uint32_t link = 0; link < graph.links.size(); ++link)
        {
            if (graph.links[link].a == spine || graph.links[link].b == spine)
            {
                for (std::size_t end = 0; end < 2; ++end)
                {
                    run.fabric->GetChannels()[link]->GetDevice(end)->SetAttribute(
                        "DataRate",
                        DataRateValue(DataRate("25Gbps")));
                }
            }
        }
        Counters counters = Finish(run, flows);
        NS_TEST_EXPECT_MSG_EQ(counters["retransmitted_cells"], 0, "nothing is lost");
        // 1 MB takes 87 us, and four times as long on the slow path, where the first window of a
        // BDP takes 33 us instead of 8 us.
        const std::vector<double> slowdowns = ReadSlowdowns(*run.fct);
        const auto slow = std::count_if(slowdowns.begin(), slowdowns.end(), [](double slowdown) {
            return slowdown > 1.1;
        });
        const double largest = *std::max_element(slowdowns.begin(), slowdowns.end());
        if (m_ports == "Traced")
        {
            NS_TEST_EXPECT_MSG_EQ(slow, 1, "the first flow that meets it warns the others");
            NS_TEST_EXPECT_MSG_LT(largest, 1.6, "it leaves the path with its first window");
        }
        else
        {
            // Another queue pair may lead over the same spine, where a window of one cell fills the
            // slow link without a queue, so that no token tells.
            NS_TEST_EXPECT_MSG_GT(slow, 1, "each flow finds out for itself");
            NS_TEST_EXPECT_MSG_LT(largest, 4.2, "a quarter of the rate");
        }
    }

    std::string m_ports; ///< PortSelection
};

/**
 * @ingroup tests
 * @brief The suite.
 */
class CellPathTestSuite : public TestSuite
{
  public:
    CellPathTestSuite()
        : TestSuite("rdmacell-cell-path", TestSuite::Type::SYSTEM)
    {
        // 16 core switches: 8 paths of different ones.
        AddTestCase(new TracedPortsTestCase("fat-tree:k=8", 127, 8, 0));
        // 4 core switches: all of them.
        AddTestCase(new TracedPortsTestCase("fat-tree:k=4", 15, 4, 0));
        // One spine: no port of the 32 that are tried leads over another path. Three switches each.
        AddTestCase(new TracedPortsTestCase("leaf-spine:hosts=8,leaves=2,spines=1", 4, 1, 32 * 3));
        AddTestCase(new SlowSpineTestCase("Traced"));
        AddTestCase(new SlowSpineTestCase("Hashed"));
    }
};

/// Registers the suite.
static CellPathTestSuite g_cellPathTestSuite;
