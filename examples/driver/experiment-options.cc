/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "experiment-options.h"

#include "argument-check.h"

#include "ns3/boolean.h"
#include "ns3/command-line.h"
#include "ns3/config.h"
#include "ns3/congestion-ops.h"
#include "ns3/decimal.h"
#include "ns3/input-error.h"
#include "ns3/option-values.h"

#include <functional>
#include <map>
#include <set>
#include <sstream>
#include <utility>

#ifndef RDMACELL_TRACE_DIR
/// Where the workloads' distributions are; the build systems say it.
#define RDMACELL_TRACE_DIR "contrib/rdmacell/traces"
#endif

namespace ns3::rdmacell
{

namespace
{

/// An option: its name, its default, its help, and how its value is taken.
struct Option
{
    std::string name;                               ///< without dashes
    std::string value;                              ///< default, then what was given
    std::string help;                               ///< for --help
    std::function<void(const std::string&)> assign; ///< converts and checks
};

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
        {"solar", RDMACELL_TRACE_DIR "/solar.cdf"}};
    const auto it = known.find(text);
    if (it == known.end() && text.find('.') == std::string::npos)
    {
        RejectValue("alicloud, solar, or the path of a .cdf file", text);
    }
    return it == known.end() ? text : it->second;
}

/**
 * @brief Read the list of files to record.
 * @param text names with commas between
 * @param options gets them
 */
void
ParseRecords(const std::string& text, ExperimentOptions& options)
{
    const std::vector<std::pair<std::string, bool ExperimentOptions::*>> known{
        {"link", &ExperimentOptions::recordLinks},
        {"queue", &ExperimentOptions::recordQueues},
        {"pfc", &ExperimentOptions::recordPfc}};
    std::istringstream names(text);
    for (std::string name; std::getline(names, name, ',');)
    {
        options.*ParseName(name, known) = true;
    }
}

/**
 * @brief List the options of traffic and flows.
 * @param o gets their values
 * @return the options
 */
std::vector<Option>
TrafficOptions(ExperimentOptions& o)
{
    using S = const std::string&;
    const std::vector<std::pair<std::string, TrafficPattern>> patterns{
        {"all-to-all", TrafficPattern::ALL_TO_ALL},
        {"incast", TrafficPattern::INCAST},
        {"permutation", TrafficPattern::PERMUTATION}};
    return {
        {"workload",
         "alicloud",
         "Flow sizes: alicloud, solar, or a .cdf file",
         [&o](S v) { o.workloadName = v, o.workload = FindWorkload(v); }},
        {"load",
         "0.5",
         "Payload offered, as a share of the hosts' link rate: 0.8 or 80%",
         [&o](S v) { o.load = ParseShare(v); }},
        {"pattern",
         "all-to-all",
         "Who sends to whom: all-to-all, incast, permutation",
         [&o, patterns](S v) { o.pattern = ParseName(v, patterns); }},
        {"fanIn",
         "0",
         "Senders of an incast; 0 = all other hosts",
         [&o](S v) { o.fanIn = static_cast<uint32_t>(ParseNumber(v, 0, 1U << 20)); }},
        {"incastSize",
         "500000",
         "Bytes that each sender of an incast sends",
         [&o](S v) { o.incastSize = ParseNumber(v, 1, UINT64_MAX); }},
        {"incastLoad",
         "0",
         "Share of incasts on top of all-to-all traffic: 0.02 or 2%; 0 = none",
         [&o](S v) { o.incastLoad = v == "0" ? 0 : ParseShare(v); }},
        {"flows",
         "",
         "Replay the flows of this file (our CSV, or the HPCC family's list)",
         [&o](S v) { o.flows = v; }},
        {"flowsOrigin",
         "0s",
         "Time in that file which is 0 here (2s for the HPCC family's lists)",
         [&o](S v) { o.flowsOrigin = ParseTime(v); }},
        {"saveFlows", "", "Write the flows to this file", [&o](S v) { o.saveFlows = v; }},
        {"duration",
         "",
         "Measurement window: flows that start in it are measured (5ms; with --flows, the file)",
         [&o](S v) { o.duration = v.empty() ? Time(0) : ParseDuration(v); }},
        {"warmup",
         "0s",
         "Traffic before the measurement window",
         [&o](S v) { o.warmup = ParseTime(v); }},
        {"drain",
         "50ms",
         "Time for flows to finish after the window, at most",
         [&o](S v) { o.drain = ParseTime(v); }},
        {"seed",
         "1",
         "Run number of ns-3's random streams",
         [&o](S v) { o.seed = ParseNumber(v, 1, 1'000'000'000); }},
    };
}

/**
 * @brief List the options of the network.
 * @param o gets their values
 * @return the options
 */
std::vector<Option>
NetworkOptions(ExperimentOptions& o)
{
    using S = const std::string&;
    return {
        {"k",
         "8",
         "Ports of a switch of the fat tree",
         [&o](S v) { o.k = static_cast<uint32_t>(ParseNumber(v, 2, 128)); }},
        {"oversubscription",
         "1",
         "Hosts per uplink of a ToR switch",
         [&o](S v) {
             const auto ratio = ParseDecimal(v, 9);
             o.oversubscription = ratio ? static_cast<double>(*ratio) / 1e9 : 0;
             if (!(o.oversubscription > 0))
             {
                 RejectValue("a number above 0", v);
             }
         }},
        {"rate",
         "100Gbps",
         "Rate of the hosts' links, and of all others",
         [&o](S v) { o.hostRate = o.fabricRate = ParseRate(v); }},
        {"fabricRate",
         "",
         "Rate of the links between switches, where it differs",
         [&o](S v) { o.fabricRate = v.empty() ? o.hostRate : ParseRate(v); }},
        {"delay", "1us", "Propagation delay of each link", [&o](S v) { o.delay = ParseTime(v); }},
        {"topology",
         "",
         "Another network: a file in the HPCC family's format",
         [&o](S v) { o.topology = v; }},
        {"mtu",
         "1000",
         "Payload bytes in a full packet",
         [&o](S v) { o.mtu = static_cast<uint32_t>(ParseNumber(v, 64, 4096)); }},
    };
}

/**
 * @brief List the options of the output.
 * @param o gets their values
 * @return the options
 */
std::vector<Option>
OutputOptions(ExperimentOptions& o)
{
    using S = const std::string&;
    const std::vector<std::pair<std::string, FctFormat>> formats{{"csv", FctFormat::CSV},
                                                                 {"hpcc", FctFormat::HPCC}};
    return {
        {"outputDir",
         "",
         "Directory for the results; none = table only",
         [&o](S v) { o.outputDir = v; }},
        {"fctFormat",
         "csv",
         "csv, or hpcc for fct.txt in eight columns beside it",
         [&o, formats](S v) { o.fctFormat = ParseName(v, formats); }},
        {"record",
         "",
         "Further files, with commas between: link, queue, pfc",
         [&o](S v) { ParseRecords(v, o); }},
        {"recordInterval",
         "10us",
         "Time between samples of link.csv and queue.csv",
         [&o](S v) { o.recordInterval = ParseDuration(v); }},
        {"pcap",
         "",
         "Write a pcap file of each port, named PREFIX-NODE-DEVICE.pcap",
         [&o](S v) { o.pcap = v; }},
        {"progress",
         "off",
         "Show a progress line even without a terminal",
         [&o](S v) { o.progress = ParseSwitch(v); }},
        {"listSchemes",
         "off",
         "Print the names of the schemes and leave",
         [&o](S v) { o.listSchemes = ParseSwitch(v); }},
        {"describe",
         "off",
         "Print the network and leave",
         [&o](S v) { o.describe = ParseSwitch(v); }},
    };
}

/**
 * @brief List the options that choose models: they set attribute defaults.
 * @param o gets the scheme
 * @return the options
 */
std::vector<Option>
ModelOptions(ExperimentOptions& o)
{
    using S = const std::string&;
    const std::vector<std::pair<std::string, std::string>> controls{
        {"dcqcn", "ns3::rdmacell::DcqcnConnectX"},
        {"dcqcn-paper", "ns3::rdmacell::DcqcnSigcomm"},
        {"none", "ns3::rdmacell::NoCongestionControl"}};
    return {
        {"scheme",
         "ecmp",
         "Load balancing scheme (--listSchemes=on lists all)",
         [&o](S v) {
             o.scheme = FindScheme(v);
             for (const auto& [path, value] : o.scheme.attributes)
             {
                 SetAttributeDefault(path, value);
             }
         }},
        {"pfc",
         "on",
         "Priority flow control",
         [](S v) {
             const char* value = ParseSwitch(v) ? "true" : "false";
             SetAttributeDefault("ns3::rdmacell::FabricSwitch::Pfc", value);
         }},
        {"ecn",
         "on",
         "ECN marking at the switches",
         [](S v) {
             const char* value = ParseSwitch(v) ? "true" : "false";
             SetAttributeDefault("ns3::rdmacell::FabricSwitch::Ecn", value);
         }},
        {"cc",
         "dcqcn",
         "Congestion control: dcqcn (as ConnectX), dcqcn-paper (SIGCOMM 2015), none",
         [controls](S v) {
             SetAttributeDefault("ns3::rdmacell::RoceNic::CongestionOpsType",
                                 ParseName(v, controls));
         }},
    };
}

/**
 * @brief Check the attributes that choose a model; ns-3's own check takes any type.
 * @param arguments the command line without the program's name
 */
void
CheckModelTypes(const std::vector<std::string>& arguments)
{
    for (const std::string& argument : arguments)
    {
        const std::string name = argument.substr(2, argument.find('=') - 2);
        if (name == "ns3::rdmacell::FabricSwitch::LoadBalancerType")
        {
            throw InputError("--" + name + ": expected --scheme, which sets it");
        }
        if (name == "ns3::rdmacell::RoceNic::CongestionOpsType")
        {
            CheckDerived(name, argument.substr(name.size() + 3), CongestionOps::GetTypeId());
        }
    }
}

} // namespace

ExperimentOptions
ParseExperimentOptions(int argc, char* argv[])
{
    ExperimentOptions options;
    std::vector<Option> list = ModelOptions(options);
    for (auto* group : {&TrafficOptions, &NetworkOptions, &OutputOptions})
    {
        for (Option& option : (*group)(options))
        {
            list.push_back(std::move(option));
        }
    }
    std::set<std::string> names;
    CommandLine cmd(argv[0]);
    cmd.Usage("One run of a load balancing scheme on a data-centre fabric. Any attribute can be "
              "set as --ns3::rdmacell::Class::Attribute=value.");
    for (Option& option : list)
    {
        names.insert(option.name);
        cmd.AddValue(option.name, option.help, option.value);
    }
    std::vector<std::string> arguments(argv + 1, argv + argc);
    for (std::string& argument : arguments)
    {
        // Switches may stand alone, as ns-3 users are used to.
        if (argument == "--listSchemes" || argument == "--describe" || argument == "--progress")
        {
            argument += "=on";
        }
    }
    CheckArguments(arguments, names);
    CheckModelTypes(arguments);
    options.command = QuoteForShell(argv[0]);
    for (const std::string& argument : arguments)
    {
        options.command += " " + QuoteForShell(argument);
        for (Option& option : list)
        {
            const std::string prefix = "--" + option.name + "=";
            if (argument.rfind(prefix, 0) == 0)
            {
                option.value = argument.substr(prefix.size());
            }
        }
    }
    for (const Option& option : list)
    {
        try
        {
            option.assign(option.value);
        }
        catch (const InputError& error)
        {
            const std::string text = error.what();
            throw InputError(text.rfind("--", 0) == 0 ? text : "--" + option.name + ": " + text);
        }
    }
    arguments.insert(arguments.begin(), argv[0]);
    cmd.Parse(arguments);
    return options;
}

} // namespace ns3::rdmacell
