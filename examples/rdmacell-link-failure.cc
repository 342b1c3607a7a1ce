/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Goodput over time when a link goes down, for ECMP and RDMACell.
 *
 *                core  x (K/2)^2
 *               /    \
 *     aggregation     X  aggregation  the link from a core switch that has carried most goes down
 *         |      \   /      |
 *        ToR      \ /      ToR
 *       hosts               hosts     long flows from the first pod to the second
 *
 * The two switches at the link notice at once and leave out the port; the others follow after
 * --reroute, as with a routing protocol, or never. ECMP's flows over the link stop until then.
 * RDMACell's hosts miss a token after T_soft, some 40 us, and post new cells on another queue pair;
 * what is not complete on the first one follows when others have delivered.
 *
 *     rdmacell-link-failure --schemes=ecmp,rdmacell --output=link-failure.csv
 *     scripts/plot-link-failure link-failure.csv
 *
 * Writes a CSV file of time_us,scheme,goodput_gbps, one row for each bin of 10 us. Goodput is the
 * payload that NICs have placed, without duplicates; the receiver recognizes a duplicate cell when
 * it is complete, so a bin may be negative. Prints the goodput before the failure, at its lowest,
 * and the time until it is back at 95 %. Expect one of the four flows to stop with ECMP, and
 * RDMACell to be back after 50 us. If nothing moves any more, the rest
 * of the goodput is 0, a report on standard error says who waits for whom, and the status is 3.
 */

#include "driver/attribute-record.h"
#include "driver/option-list.h"
#include "driver/program.h"

#include "ns3/config.h"
#include "ns3/fabric-scenario.h"
#include "ns3/input-error.h"
#include "ns3/nstime.h"
#include "ns3/option-values.h"
#include "ns3/progress-watch.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/stall-report.h"
#include "ns3/string.h"
#include "ns3/topology-registry.h"
#include "ns3/whole-file.h"

#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <ostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/// Name of the program in messages.
const char* const PROGRAM = "rdmacell-link-failure";

/// Share of the goodput before the failure that counts as recovered.
constexpr double RECOVERED = 0.95;

/// The command line.
struct Options
{
    int argc{0};                      ///< number of arguments
    char** argv{nullptr};             ///< arguments
    std::vector<std::string> schemes; ///< names
    std::string output;               ///< CSV file
    uint32_t k{0};                    ///< of the fat tree
    uint32_t flows{0};                ///< from the first pod to the second
    uint64_t bytes{0};                ///< of each flow
    Time bin;                         ///< of the goodput
    Time down;                        ///< when the link goes down
    Time up;                          ///< how long until it is up again, 0 for never
    Time reroute;                     ///< how long until routes are computed anew, 0 for never
    Time end;                         ///< of the run
    uint32_t seed{0};                 ///< run number
    /// Attributes on the command line: TypeId::Attribute and value.
    std::vector<std::pair<std::string, std::string>> attributes;
};

/// Attributes that each object has from the network or the scheme, and what to give instead.
const std::map<std::string, std::string> NOT_A_DEFAULT{
    {"ns3::rdmacell::FabricSwitch::LoadBalancerType", "--schemes"},
    {"ns3::rdmacell::FrameChannel::Delay", "--ns3::rdmacell::FatTreeTopology::Delay"},
    {"ns3::rdmacell::FrameNetDevice::DataRate",
     "--ns3::rdmacell::FatTreeTopology::HostRate or FabricRate"},
};

/**
 * @brief Find the link from a core switch that has carried most frames.
 * @param fabric the network
 * @return index of the link
 */
uint32_t
FindBusiestCoreLink(const Fabric& fabric)
{
    const NetworkGraph& graph = fabric.GetGraph();
    const std::vector<uint32_t> tiers = graph.GetTiers();
    uint32_t busiest = 0;
    uint64_t most = 0;
    for (uint32_t link = 0; link < graph.links.size(); ++link)
    {
        const bool fromCore = tiers[graph.links[link].a] == 3;
        const bool toCore = tiers[graph.links[link].b] == 3;
        const uint64_t frames = fabric.GetChannels()[link]->GetWire(fromCore ? 0 : 1).GetFrames();
        if ((fromCore || toCore) && frames > most)
        {
            most = frames;
            busiest = link;
        }
    }
    return busiest;
}

/**
 * @brief Make the flows: host i of the first pod to host i of the second.
 * @param options the command line
 * @return flows
 */
std::vector<Flow>
MakeFlows(const Options& options)
{
    const uint32_t half = options.k / 2;
    std::vector<Flow> flows;
    for (uint32_t i = 0; i < options.flows; ++i)
    {
        // First one host of each rack, so that flows meet on links to core switches at most.
        const uint32_t host = (i % half * half + i / half) % (half * half);
        flows.push_back({0, host, half * half + host, options.bytes, Time(0)});
    }
    return flows;
}

/**
 * @brief Count the bytes that receivers have got for the first time.
 * @param scenario the simulation
 * @return bytes
 */
int64_t
CountBytes(const FabricScenario& scenario)
{
    const auto counters = scenario.GetSchemeCounters();
    const auto duplicates = counters.find("duplicate_bytes");
    int64_t bytes = duplicates == counters.end() ? 0 : -static_cast<int64_t>(duplicates->second);
    for (const auto& nic : scenario.GetNics())
    {
        bytes += static_cast<int64_t>(nic->GetStats().bytesPlaced);
    }
    return bytes;
}

/**
 * @brief Print the effect of the failure.
 * @param scheme the scheme
 * @param options the command line
 * @param goodput of each bin, Gb/s
 */
void
PrintSummary(const std::string& scheme, const Options& options, const std::vector<double>& goodput)
{
    const int64_t bin = options.bin.GetTimeStep();
    const auto down = static_cast<std::size_t>(options.down.GetTimeStep() / bin);
    if (down >= goodput.size())
    {
        return;
    }
    double before = 0; // mean of the second half of the time before
    for (std::size_t i = down / 2; i < down; ++i)
    {
        before += goodput[i] / static_cast<double>(down - down / 2);
    }
    const auto lowest = std::min_element(goodput.begin() + down, goodput.end());
    const auto back = std::find_if(lowest, goodput.end(), [before](double rate) {
        return rate >= RECOVERED * before;
    });
    std::cout << scheme << ": " << before << " Gb/s before, " << *lowest << " Gb/s at the lowest, ";
    if (back == goodput.end())
    {
        std::cout << "not back at " << RECOVERED * 100 << " %\n";
        return;
    }
    const auto bins = back - goodput.begin() + 1 - static_cast<std::ptrdiff_t>(down);
    std::cout << "back at " << RECOVERED * 100 << " % after "
              << (TimeStep(bins * bin)).GetMicroSeconds() << " us\n";
}

/**
 * @brief Split a list of schemes.
 * @param text names with commas between
 * @return the names, each of a scheme that exists
 */
std::vector<std::string>
ParseSchemes(const std::string& text)
{
    std::vector<std::string> schemes;
    std::istringstream names(text);
    for (std::string name; std::getline(names, name, ',');)
    {
        schemes.push_back(FindScheme(name).name);
    }
    return schemes;
}

/**
 * @brief Read the command line.
 * @param argc number of arguments
 * @param argv arguments
 * @return the options
 * @throws InputError that names an option and says what was expected
 */
Options
ParseOptions(int argc, char* argv[])
{
    Options o;
    o.argc = argc;
    o.argv = argv;
    OptionList list;
    using S = const std::string&;
    using Assign = std::function<void(S)>;
    const auto add = [&list](S name, S value, S help, Assign assign) {
        list.Add({{name, value, help, std::move(assign), nullptr, {}, nullptr, nullptr}});
    };
    add("schemes", "ecmp,rdmacell", "Schemes, separated by commas", [&o](S v) {
        o.schemes = ParseSchemes(v);
    });
    add("output", "rdmacell-link-failure.csv", "CSV file", [&o](S v) { o.output = v; });
    DriverOption k;
    k.name = "k";
    k.help = "Ports of a switch of the fat tree";
    k.attributes = {"ns3::rdmacell::FatTreeTopology::K"};
    k.assign = [&o](S v) {
        o.k = static_cast<uint32_t>(ParseNumber(v, 4, 128));
        if (o.k % 2 != 0)
        {
            RejectValue("an even number", v);
        }
    };
    k.toAttribute = [](S v) { return std::to_string(ParseNumber(v, 4, 128)); };
    list.Add({k});
    add("flows", "4", "Flows from the first pod to the second", [&o](S v) {
        o.flows = static_cast<uint32_t>(ParseNumber(v, 1, 1'000'000));
    });
    add("bytes", "100000000", "Bytes of each flow", [&o](S v) {
        o.bytes = ParseNumber(v, 1, 1ULL << 37);
    });
    add("end", "1ms", "End of the run", [&o](S v) { o.end = ParseDuration(v); });
    add("bin", "10us", "Length of a bin", [&o](S v) {
        o.bin = ParseDuration(v);
        if (o.end > 100'000 * o.bin)
        {
            RejectValue("at most 100000 bins before --end", v);
        }
    });
    add("down", "200us", "When the link goes down", [&o](S v) {
        o.down = ParseDuration(v);
        if (o.down >= o.end)
        {
            RejectValue("a time before --end", v);
        }
        if (o.down < o.bin)
        {
            RejectValue("a time of --bin or longer", v);
        }
    });
    add("up", "0s", "How long until the link is up again; 0s for never", [&o](S v) {
        o.up = ParseTime(v);
    });
    add("reroute", "0s", "How long until routes are computed anew; 0s for never", [&o](S v) {
        o.reroute = ParseTime(v);
    });
    DriverOption seed;
    seed.name = "seed";
    seed.help = "Run number of ns-3's random streams, as --RngRun";
    seed.attributes = {"RngRun"};
    seed.assign = [&o](S v) { o.seed = static_cast<uint32_t>(ParseNumber(v, 1, 1'000'000'000)); };
    seed.toAttribute = [](S v) { return std::to_string(ParseNumber(v, 1, 1'000'000'000)); };
    list.Add({seed});
    list.Parse(argv[0], "Goodput over time when a link goes down.", {argv + 1, argv + argc});
    o.attributes = list.GetGivenAttributes();
    for (const auto& [attribute, value] : o.attributes)
    {
        const auto found = NOT_A_DEFAULT.find(attribute);
        if (found != NOT_A_DEFAULT.end())
        {
            throw InputError("--" + attribute + ": expected " + found->second + " in its place");
        }
    }
    return o;
}

/**
 * @brief Set the defaults of a run.
 * @param options the command line
 * @param scheme name of the scheme, whose attributes the command line overrides
 */
void
SetDefaults(const Options& options, const std::string& scheme)
{
    Config::Reset();
    for (const auto& [attribute, value] : FindScheme(scheme).attributes)
    {
        Config::SetDefault(attribute, StringValue(value));
    }
    ParseOptions(options.argc, options.argv);
    RngSeedManager::SetRun(options.seed);
}

/**
 * @brief Refuse attributes that no object of any run has, and an output that cannot be written.
 * @param options the command line
 * @throws InputError
 */
void
CheckBeforeRuns(const Options& options)
{
    AttributeRecord record;
    for (const std::string& scheme : options.schemes)
    {
        SetDefaults(options, scheme);
        FabricScenario scenario(MakeTopology("fat-tree"), MakeFlows(options), FindScheme(scheme));
        scenario.Build();
        scenario.Start();
        record.VisitScenario(scenario);
        record.Visit(scenario.WatchProgress());
    }
    record.AddDefaults(TypeId::LookupByName("ns3::rdmacell::FatTreeTopology"));
    record.CheckPresent(options.attributes);
    CheckWholeFile(options.output);
}

/**
 * @brief Simulate a scheme.
 * @param options the command line
 * @param scheme name of the scheme
 * @param stall gets the report if nothing moves any more before the end, or stays empty
 * @return goodput of each bin, Gb/s
 */
std::vector<double>
MeasureGoodput(const Options& options, const std::string& scheme, std::string& stall)
{
    SetDefaults(options, scheme);
    FabricScenario scenario(MakeTopology("fat-tree"), MakeFlows(options), FindScheme(scheme));
    scenario.Build();
    scenario.Start();
    const Ptr<ProgressWatch> watch = scenario.WatchProgress();
    watch->ExpectChange(options.down + std::max(options.up, options.reroute));

    Simulator::Schedule(options.down, [&]() {
        const uint32_t link = FindBusiestCoreLink(*scenario.GetFabric());
        const auto set = [&scenario, link](bool up, bool reroute) {
            scenario.SetLinkUp(link, up, reroute);
        };
        set(false, false);
        if (!options.reroute.IsZero())
        {
            Simulator::Schedule(options.reroute, [set]() { set(false, true); });
        }
        if (!options.up.IsZero())
        {
            Simulator::Schedule(options.up, [set]() { set(true, true); });
        }
    });
    std::vector<double> goodput;
    int64_t before = 0;
    std::function<void()> endBin = [&]() {
        const int64_t bytes = CountBytes(scenario);
        goodput.push_back(static_cast<double>(bytes - before) * 8e-9 / options.bin.GetSeconds());
        before = bytes;
        Simulator::Schedule(options.bin, endBin);
    };
    Simulator::Schedule(options.bin, endBin);
    Simulator::Stop(options.end);
    Simulator::Run();
    if (watch->Conclude())
    {
        std::ostringstream text;
        watch->GetReport()->Print(text);
        stall = text.str();
        // What cannot move any more is not simulated to the end.
        const int64_t bins = (options.end.GetTimeStep() - 1) / options.bin.GetTimeStep();
        goodput.resize(static_cast<std::size_t>(bins));
    }
    return goodput;
}

/**
 * @brief Do what the command line asks for.
 * @param options the command line
 * @return exit status
 */
int
Run(const Options& options)
{
    CheckBeforeRuns(options);
    std::ostringstream rows;
    std::string stalls;
    rows << "time_us,scheme,goodput_gbps\n";
    for (const std::string& scheme : options.schemes)
    {
        std::string stall;
        const std::vector<double> goodput = MeasureGoodput(options, scheme, stall);
        stalls += stall.empty() ? "" : scheme + ": " + stall;
        PrintSummary(scheme, options, goodput);
        for (std::size_t i = 0; i < goodput.size(); ++i)
        {
            const double time = options.bin.GetSeconds() * 1e6 * static_cast<double>(i + 1);
            rows << time << ',' << scheme << ',' << goodput[i] << '\n';
        }
    }
    WriteWholeFile(options.output, [&rows](std::ostream& out) { out << rows.str(); });
    if (!stalls.empty())
    {
        std::cout.flush();
        std::cerr << PROGRAM << ": " << stalls;
        return STATUS_STUCK;
    }
    return 0;
}

} // namespace

int
main(int argc, char* argv[])
{
    Time::SetResolution(Time::PS);
    return RunProgram(PROGRAM, [&]() { return Run(ParseOptions(argc, argv)); });
}
