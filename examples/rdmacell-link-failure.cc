/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Goodput over time around a cut link, for ECMP and RDMACell.
 *
 *                core  x (K/2)^2
 *               /    \
 *     aggregation     X  aggregation  the link from a core switch that has carried most is cut
 *         |      \   /      |
 *        ToR      \ /      ToR
 *       hosts               hosts     long flows from the first pod to the second
 *
 * Switches next to the cut know of it and leave out the port; the others are told after a time of
 * --routing, as by a routing protocol, or never. ECMP's flows over the link stand still, until then
 * or for ever. RDMACell's hosts miss a token after T_soft, some 40 us, and send what is not
 * complete over other queue pairs.
 *
 *     rdmacell-link-failure --schemes=ecmp,rdmacell --output=link-failure.csv
 *     scripts/plot-link-failure link-failure.csv
 *
 * Writes a CSV file of time_us,scheme,goodput_gbps, one row for each bin of 10 us. Goodput is the
 * payload that NICs have placed, less what was a copy of what had come before; the receiver knows a
 * copy when it is complete, so that a bin may be negative. Prints the goodput before the cut, at
 * its lowest, and the time until it is back at 95 %. Expect one of the four flows to stand still
 * with ECMP, and RDMACell to be back after 50 us. RoundRobin, which has cells on all paths, goes on
 * meeting the cut each time that a queue pair comes back from its reset.
 */

#include "ns3/command-line.h"
#include "ns3/config.h"
#include "ns3/fabric-helper.h"
#include "ns3/fat-tree-helper.h"
#include "ns3/input-error.h"
#include "ns3/nstime.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/roce-nic-helper.h"
#include "ns3/scheme-registry.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/whole-file.h"
#include "ns3/workload-helper.h"

#include <algorithm>
#include <iostream>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/// Share of the goodput before the cut that counts as recovered.
constexpr double RECOVERED = 0.95;

/// What a user chooses.
struct Options
{
    std::string schemes{"ecmp,rdmacell"};            ///< separated by commas
    std::string output{"rdmacell-link-failure.csv"}; ///< CSV file
    uint32_t k{8};                                   ///< of the fat tree
    uint32_t flows{4};                               ///< how many
    uint64_t bytes{100'000'000};                     ///< of each flow
    Time bin{MicroSeconds(10)};                      ///< of the goodput
    Time cut{MicroSeconds(200)};                     ///< when the link is cut
    Time mend{0};                                    ///< how long until it is mended, 0 for never
    Time routing{0};              ///< how long until the switches know, 0 for never
    Time end{MicroSeconds(1000)}; ///< of the run
    uint32_t seed{1};             ///< run number
};

/// One scheme's run.
class Run
{
  public:
    /**
     * @brief Build a network under load.
     * @param options what a user chooses
     * @param scheme its name
     */
    Run(const Options& options, const std::string& scheme);

    /// @brief Release everything.
    ~Run();

    /**
     * @brief Simulate.
     * @return goodput of each bin, Gb/s
     */
    std::vector<double> GetGoodput();

  private:
    /// @brief Cut the link from a core switch that has carried most.
    void Cut();

    /// @brief End a bin.
    void EndBin();

    /**
     * @brief Count the bytes that receivers have got for the first time.
     * @return bytes
     */
    uint64_t CountBytes() const;

    Options m_options;                ///< what a user chooses
    Ptr<Fabric> m_fabric;             ///< network
    std::vector<Ptr<RoceNic>> m_nics; ///< by host
    std::vector<Ptr<HostApp>> m_apps; ///< by host
    uint64_t m_before{0};             ///< bytes at the end of the last bin
    std::vector<double> m_goodput;    ///< of each bin, Gb/s
};

Run::Run(const Options& options, const std::string& scheme)
    : m_options(options)
{
    const Scheme& models = FindScheme(scheme);
    for (const auto& [attribute, value] : models.attributes)
    {
        Config::SetDefault(attribute, StringValue(value));
    }
    RngSeedManager::SetRun(options.seed);

    const uint32_t hostsOfPod = options.k * options.k / 4;
    std::vector<Flow> flows;
    for (uint32_t i = 0; i < options.flows; ++i)
    {
        // First one host of each rack, so that flows meet on links to core switches at most.
        const uint32_t rack = i % (options.k / 2);
        const uint32_t host = (rack * options.k / 2 + i / (options.k / 2)) % hostsOfPod;
        flows.push_back({0, host, hostsOfPod + host, options.bytes, Time(0)});
    }
    SortFlows(flows);

    FabricHelper fabricHelper;
    fabricHelper.SetLoadBalancer(models.loadBalancer);
    m_fabric = fabricHelper.Install(FatTreeHelper(options.k).Build());
    m_nics = RoceNicHelper().Install(m_fabric);
    m_apps = WorkloadHelper(models.hostApp).Install(m_fabric, flows);
    for (const auto& node : m_fabric->GetSwitches())
    {
        node->Initialize();
    }
    m_fabric->AssignStreams(0);
    Simulator::Schedule(options.cut, &Run::Cut, this);
    Simulator::Schedule(options.bin, &Run::EndBin, this);
}

Run::~Run()
{
    m_apps.clear();
    m_nics.clear();
    m_fabric = nullptr;
    Simulator::Destroy();
    Config::Reset();
}

void
Run::Cut()
{
    const NetworkGraph& graph = m_fabric->GetGraph();
    const std::vector<uint32_t> tiers = graph.GetTiers();
    uint32_t busiest = 0;
    uint64_t most = 0;
    for (uint32_t link = 0; link < graph.links.size(); ++link)
    {
        const bool fromCore = tiers[graph.links[link].a] == 3;
        const bool toCore = tiers[graph.links[link].b] == 3;
        const FrameWire& down = m_fabric->GetChannels()[link]->GetWire(fromCore ? 0 : 1);
        const uint64_t frames = down.GetFrames();
        if ((fromCore || toCore) && frames > most)
        {
            most = frames;
            busiest = link;
        }
    }
    const auto set = [this, busiest](bool up, bool reroute) {
        m_fabric->SetLinkUp(busiest, up, reroute);
    };
    set(false, false);
    if (!m_options.routing.IsZero())
    {
        Simulator::Schedule(m_options.routing, [set]() { set(false, true); });
    }
    if (!m_options.mend.IsZero())
    {
        Simulator::Schedule(m_options.mend, [set]() { set(true, true); });
    }
}

uint64_t
Run::CountBytes() const
{
    uint64_t bytes = 0;
    for (uint32_t host = 0; host < m_apps.size(); ++host)
    {
        bytes += m_nics[host]->GetStats().bytesPlaced;
        const auto counters = m_apps[host]->GetCounters();
        const auto duplicates = counters.find("duplicate_bytes");
        bytes -= duplicates != counters.end() ? duplicates->second : 0;
    }
    return bytes;
}

void
Run::EndBin()
{
    const uint64_t bytes = CountBytes();
    m_goodput.push_back(static_cast<double>(static_cast<int64_t>(bytes - m_before)) * 8e-9 /
                        m_options.bin.GetSeconds());
    m_before = bytes;
    Simulator::Schedule(m_options.bin, &Run::EndBin, this);
}

std::vector<double>
Run::GetGoodput()
{
    Simulator::Stop(m_options.end);
    Simulator::Run();
    return m_goodput;
}

/**
 * @brief Print what a cut has cost.
 * @param scheme the scheme
 * @param options what a user chooses
 * @param goodput of each bin, Gb/s
 */
void
PrintSummary(const std::string& scheme, const Options& options, const std::vector<double>& goodput)
{
    const int64_t bin = options.bin.GetTimeStep();
    const auto cut = static_cast<std::size_t>(options.cut.GetTimeStep() / bin);
    if (cut >= goodput.size())
    {
        return;
    }
    double before = 0; // mean of the second half of the time before the cut
    for (std::size_t i = cut / 2; i < cut; ++i)
    {
        before += goodput[i] / static_cast<double>(cut - cut / 2);
    }
    const auto lowest = std::min_element(goodput.begin() + cut, goodput.end());
    const auto back = std::find_if(lowest, goodput.end(), [before](double rate) {
        return rate >= RECOVERED * before;
    });
    std::cout << scheme << ": " << before << " Gb/s before, " << *lowest << " Gb/s at the lowest, ";
    if (back == goodput.end())
    {
        std::cout << "not back at " << RECOVERED * 100 << " %\n";
        return;
    }
    const auto bins = back - goodput.begin() + 1 - static_cast<std::ptrdiff_t>(cut);
    std::cout << "back at " << RECOVERED * 100 << " % after "
              << (TimeStep(bins * bin)).GetMicroSeconds() << " us\n";
}

/**
 * @brief Read the command line.
 * @param argc number of arguments
 * @param argv arguments
 * @return what a user chooses
 */
Options
ParseOptions(int argc, char* argv[])
{
    Options options;
    CommandLine command(__FILE__);
    command.AddValue("schemes", "Schemes, separated by commas", options.schemes);
    command.AddValue("output", "CSV file to write", options.output);
    command.AddValue("k", "K of the fat tree", options.k);
    command.AddValue("flows", "Flows from the first pod to the second", options.flows);
    command.AddValue("bytes", "Bytes of each flow", options.bytes);
    command.AddValue("bin", "Length of a bin", options.bin);
    command.AddValue("cut", "When the link is cut", options.cut);
    command.AddValue("mend", "How long until it is mended; 0 for never", options.mend);
    command.AddValue("routing",
                     "How long until the switches' routes are new; 0 for never",
                     options.routing);
    command.AddValue("end", "End of the run", options.end);
    command.AddValue("seed", "Run number", options.seed);
    command.Parse(argc, argv);
    if (!options.bin.IsStrictlyPositive())
    {
        throw InputError("--bin: expected a time above 0");
    }
    return options;
}

} // namespace

int
main(int argc, char* argv[])
{
    Time::SetResolution(Time::PS);
    try
    {
        const Options options = ParseOptions(argc, argv);
        std::ostringstream rows;
        rows << "time_us,scheme,goodput_gbps\n";
        std::istringstream schemes(options.schemes);
        for (std::string scheme; std::getline(schemes, scheme, ',');)
        {
            const std::vector<double> goodput = Run(options, scheme).GetGoodput();
            PrintSummary(scheme, options, goodput);
            for (std::size_t i = 0; i < goodput.size(); ++i)
            {
                const double time = options.bin.GetSeconds() * 1e6 * static_cast<double>(i + 1);
                rows << time << ',' << scheme << ',' << goodput[i] << '\n';
            }
        }
        WriteWholeFile(options.output, [&rows](std::ostream& out) { out << rows.str(); });
    }
    catch (const InputError& error)
    {
        std::cerr << "rdmacell-link-failure: " << error.what() << std::endl;
        return 2;
    }
    return 0;
}
