/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "traffic-options.h"

#include "attribute-default.h"
#include "experiment-options.h"
#include "value-text.h"

#include "ns3/input-error.h"
#include "ns3/option-values.h"

#include <map>
#include <string>
#include <utility>

#ifndef RDMACELL_TRACE_DIR
/// Folder of the distributions that are shipped; the build systems define it.
#define RDMACELL_TRACE_DIR "contrib/rdmacell/traces"
#endif

namespace ns3::rdmacell
{

namespace
{

/// The patterns, as the command line names them.
const std::vector<std::pair<std::string, TrafficPattern>> PATTERNS{
    {"all-to-all", TrafficPattern::ALL_TO_ALL},
    {"incast", TrafficPattern::INCAST},
    {"permutation", TrafficPattern::PERMUTATION}};

/// The links that a load can be counted at, as the command line names them.
const std::vector<std::pair<std::string, LoadAt>> LOADS_AT{{"hosts", LoadAt::HOSTS},
                                                           {"uplinks", LoadAt::UPLINKS}};

/// Traffic after the window that goes on until the run ends.
const char* const COOLDOWN_DRAIN = "drain";

/**
 * @brief Read how long traffic goes on after the window.
 * @param text a time, or drain
 * @return the time; Time::Max() for drain
 */
Time
ParseCooldown(const std::string& text)
{
    if (text == COOLDOWN_DRAIN)
    {
        return Time::Max();
    }
    try
    {
        return ParseTime(text);
    }
    catch (const InputError&)
    {
        RejectValue("a time with its unit such as 2ms, or drain", text);
    }
}

/**
 * @brief Find the distribution of a workload.
 * @param text a known name, or a path
 * @return a path
 */
std::string
FindWorkload(const std::string& text)
{
    static const std::map<std::string, std::string> known{
        {"alicloud", RDMACELL_TRACE_DIR "/alicloud-storage.cdf"},
        {"solar", RDMACELL_TRACE_DIR "/solar.cdf"},
        {"websearch", RDMACELL_TRACE_DIR "/websearch.cdf"}};
    const auto it = known.find(text);
    if (it == known.end() && text.find('.') == std::string::npos)
    {
        RejectValue("alicloud, solar, websearch, or the path of a .cdf file", text);
    }
    return it == known.end() ? text : it->second;
}

/**
 * @brief Say why an option of generated traffic has no effect.
 * @param o the run
 * @return the reason, or nothing
 */
std::string
Generated(const ExperimentOptions& o)
{
    return !o.flows.empty() ? "with --flows" : (!o.collectives.empty() ? "with --collective" : "");
}

/**
 * @brief Say why an option of traffic with flow sizes and a load has no effect.
 * @param o the run
 * @return the reason, or nothing
 */
std::string
Loaded(const ExperimentOptions& o)
{
    return o.flows.empty() && o.pattern == TrafficPattern::INCAST ? "with --pattern=incast"
                                                                  : Generated(o);
}

/**
 * @brief Say why an option of incasts has no effect.
 * @param o the run
 * @return the reason, or nothing
 */
std::string
Incast(const ExperimentOptions& o)
{
    const bool incast = o.pattern == TrafficPattern::INCAST ||
                        (o.pattern == TrafficPattern::ALL_TO_ALL && o.incastLoad > 0);
    return o.flows.empty() && !incast ? "without --pattern=incast or --incastLoad" : Generated(o);
}

/**
 * @brief List the options of generated traffic.
 * @param o gets their values
 * @return the options
 */
std::vector<DriverOption>
GeneratorOptions(ExperimentOptions& o)
{
    using S = const std::string&;
    using J = JsonObject&;
    const auto share = [](S v) { return NumberText(ParseShare(v)); };
    return {
        {"workload",
         "alicloud",
         "Flow sizes: alicloud, solar, websearch, or a .cdf file",
         [&o](S v) { o.workloadName = v, o.workload = FindWorkload(v); },
         [&o](J j) { j.Add("workload", o.workloadName); },
         {},
         nullptr,
         [&o]() { return Loaded(o); }},
        {"load",
         "0.5",
         "Payload offered, as a share of the rates of the links of --loadAt: 0.8 or 80%",
         nullptr,
         [&o](J j) {
             const std::string path = o.pattern == TrafficPattern::PERMUTATION
                                          ? "ns3::rdmacell::PermutationTraffic::Load"
                                          : "ns3::rdmacell::PoissonTraffic::Load";
             AddAttributeValue(j, "load", path, GetAttributeDefault(path));
         },
         {"ns3::rdmacell::PoissonTraffic::Load", "ns3::rdmacell::PermutationTraffic::Load"},
         share,
         [&o]() { return Loaded(o); }},
        {"loadAt",
         "hosts",
         "Links that loads are a share of: hosts (the hosts' links), uplinks (the ToR switches' "
         "links to other switches: with 2:1 oversubscription a load of 0.8 fills 0.4 of the hosts' "
         "links)",
         [&o](S v) { o.loadAt = ParseName(v, LOADS_AT); },
         [&o](J j) { j.Add("loadAt", NameOf(o.loadAt, LOADS_AT)); },
         {},
         nullptr,
         nullptr},
        {"pattern",
         "all-to-all",
         "Who sends to whom: all-to-all, incast (once, at 0), permutation",
         [&o](S v) { o.pattern = ParseName(v, PATTERNS); },
         [&o](J j) { j.Add("pattern", NameOf(o.pattern, PATTERNS)); },
         {},
         nullptr,
         [&o]() { return Generated(o); }},
        {"fanIn",
         "0",
         "Senders of an incast; 0 = all other hosts",
         nullptr,
         nullptr,
         {"ns3::rdmacell::IncastTraffic::FanIn"},
         nullptr,
         [&o]() { return Incast(o); }},
        {"incastSize",
         "",
         "Bytes that each sender of an incast sends",
         nullptr,
         nullptr,
         {"ns3::rdmacell::IncastTraffic::ResponseSize"},
         nullptr,
         [&o]() { return Incast(o); }},
        {"incastLoad",
         "0",
         "Share of incasts on top of all-to-all traffic: 0.02 or 2%; 0 = none",
         [&o](S v) { o.incastLoad = v == "0" ? 0 : ParseShare(v); },
         nullptr,
         {"ns3::rdmacell::IncastTraffic::Load"},
         [share](S v) { return v == "0" ? v : share(v); },
         [&o]() {
             return o.flows.empty() && o.pattern != TrafficPattern::ALL_TO_ALL
                        ? "without --pattern=all-to-all"
                        : Generated(o);
         }},
    };
}

/**
 * @brief List the options of flows from files.
 * @param o gets their values
 * @return the options
 */
std::vector<DriverOption>
ReplayOptions(ExperimentOptions& o)
{
    using S = const std::string&;
    using J = JsonObject&;
    return {
        {"flows",
         "",
         "Replay the flows of this file (our CSV with indexes of hosts, or the HPCC family's list "
         "with the numbers of the topology file)",
         [&o](S v) { o.flows = v; },
         [&o](J j) { j.AddOptional("flows", o.flows); },
         {},
         nullptr,
         nullptr},
        {"flowsOrigin",
         "0s",
         "Time in that file that is time 0 of the run (2s for the HPCC family's lists)",
         [&o](S v) { o.flowsOrigin = ParseTime(v); },
         [&o](J j) { j.Add("flowsOrigin", TimeText(o.flowsOrigin)); },
         {},
         nullptr,
         [&o]() { return o.flows.empty() ? "without --flows" : ""; }},
        {"saveFlows",
         "",
         "Write the flows to this file",
         [&o](S v) { o.saveFlows = v; },
         [&o](J j) { j.AddOptional("saveFlows", o.saveFlows); },
         {},
         nullptr,
         nullptr},
    };
}

/**
 * @brief List the options of time and random numbers.
 * @param o gets their values
 * @return the options
 */
std::vector<DriverOption>
TimeOptions(ExperimentOptions& o)
{
    using S = const std::string&;
    using J = JsonObject&;
    return {
        {"duration",
         "",
         "Measurement window: flows that start in it are measured (5ms; with --flows, until the "
         "last flow of the file)",
         [&o](S v) { o.duration = v.empty() ? Time(0) : ParseDuration(v); },
         [&o](J j) {
             j.Add("duration",
                   TimeText(o.duration.IsZero() ? ParseTime(DEFAULT_DURATION) : o.duration));
         },
         {},
         nullptr,
         nullptr},
        {"warmup",
         "0s",
         "Traffic before the measurement window",
         [&o](S v) { o.warmup = ParseTime(v); },
         [&o](J j) { j.Add("warmup", TimeText(o.warmup)); },
         {},
         nullptr,
         nullptr},
        {"cooldown",
         "0s",
         "Traffic after the measurement window, which is not measured: a time, or drain (as long "
         "as "
         "measured flows are left); the run ends when the last measured flow has finished",
         [&o](S v) { o.cooldown = ParseCooldown(v); },
         [&o](J j) {
             j.Add("cooldown", o.cooldown == Time::Max() ? COOLDOWN_DRAIN : TimeText(o.cooldown));
         },
         {},
         nullptr,
         [&o]() { return Loaded(o); }},
        {"drain",
         "50ms",
         "Time for flows to finish after the window, at most; a run in which nothing moves ends "
         "earlier, with status 3",
         [&o](S v) { o.drain = ParseTime(v); },
         [&o](J j) { j.Add("drain", TimeText(o.drain)); },
         {},
         nullptr,
         nullptr},
        {"seed",
         "",
         "Run number of ns-3's random streams, as --RngRun",
         nullptr,
         nullptr,
         {"RngRun"},
         [](S v) { return std::to_string(ParseNumber(v, 1, 1'000'000'000)); },
         nullptr},
    };
}

} // namespace

std::vector<DriverOption>
TrafficOptions(ExperimentOptions& o)
{
    std::vector<DriverOption> list;
    for (auto* group : {&GeneratorOptions, &ReplayOptions, &TimeOptions})
    {
        for (DriverOption& option : (*group)(o))
        {
            list.push_back(std::move(option));
        }
    }
    return list;
}

} // namespace ns3::rdmacell
