/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "experiment-options.h"

#include "argument-check.h"
#include "attribute-default.h"
#include "collective-options.h"
#include "model-options.h"
#include "network-options.h"
#include "option-list.h"
#include "outage-options.h"
#include "output-options.h"
#include "traffic-options.h"

#include "ns3/congestion-ops.h"
#include "ns3/congestion-registry.h"
#include "ns3/input-error.h"
#include "ns3/loss-recovery.h"
#include "ns3/option-values.h"
#include "ns3/topology-registry.h"

#include <cstddef>
#include <cstdlib>
#include <map>
#include <sstream>
#include <utility>

namespace ns3::rdmacell
{

namespace
{

/// Attributes that cannot act as defaults, and why: a run sets them object by object, or has no use
/// for them.
const std::map<std::string, std::string> NOT_A_DEFAULT{
    {"ns3::rdmacell::FabricSwitch::LoadBalancerType", "expected --scheme in its place"},
    {"ns3::rdmacell::FrameChannel::Delay", "expected --delay or --topology in its place"},
    {"ns3::rdmacell::FrameNetDevice::DataRate",
     "expected --rate, --fabricRate or --topology in its place"},
    {"ns3::rdmacell::RandomFrameErrorModel::FrameErrorRate", "expected --topology in its place"},
    {"ns3::rdmacell::TrafficGenerator::Duration", "expected --warmup and --duration in its place"},
    {"ns3::rdmacell::TrafficGenerator::Hosts",
     "expected --k, --oversubscription or --topology in its place"},
    {"ns3::rdmacell::TrafficGenerator::LinkRate", "expected --rate or --topology in its place"},
};

/**
 * @brief Check the given attributes for all that ns-3's checkers do not cover.
 * @param list the options
 * @param o their values
 */
void
CheckGivenAttributes(const OptionList& list, const ExperimentOptions& o)
{
    for (const auto& [path, value] : list.GetGivenAttributes())
    {
        const auto found = NOT_A_DEFAULT.find(path);
        if (found != NOT_A_DEFAULT.end())
        {
            throw InputError("--" + path + ": " + found->second);
        }
        const std::size_t split = path.rfind("::");
        if (path.substr(0, split) == o.topologyType &&
            o.topologyAttributes.count(path.substr(split + 2)) > 0)
        {
            throw InputError("--" + path + ": has no effect with --topology=" + o.topologySpec);
        }
        if (path == "ns3::rdmacell::FabricSwitch::PruneDeadPorts" && o.outages.empty())
        {
            throw InputError("--" + path + ": has no effect, no link goes down (--outages)");
        }
        if (path == "ns3::rdmacell::RoceNic::CongestionOpsType")
        {
            CheckDerived(path, value, CongestionOps::GetTypeId());
        }
        if (path == "ns3::rdmacell::RoceNic::LossRecoveryType")
        {
            CheckDerived(path, value, LossRecovery::GetTypeId());
        }
    }
}

/**
 * @brief Refuse options beside one that only prints something, which have no effect on it.
 * @param query that option, without dashes
 * @param arguments names that were given, without dashes
 * @param allowed names of options that have an effect
 */
void
CheckQuery(const std::string& query,
           const std::vector<std::string>& arguments,
           const std::set<std::string>& allowed)
{
    for (const std::string& name : arguments)
    {
        // Of attributes, the networks' have an effect.
        const std::size_t split = name.rfind("::");
        const bool isNetwork =
            split != std::string::npos &&
            TypeId::LookupByName(name.substr(0, split)).IsChildOf(NetworkTopology::GetTypeId());
        if (allowed.count(isNetwork ? "topology" : name) == 0)
        {
            throw InputError("--" + name + ": has no effect with --" + query);
        }
    }
}

/**
 * @brief Refuse options that have no effect because another one only prints something.
 * @param arguments the command line without the program's name
 * @param o the options
 */
void
CheckQueries(const std::vector<std::string>& arguments, ExperimentOptions& o)
{
    std::vector<std::string> names;
    for (const std::string& argument : arguments)
    {
        names.push_back(argument.substr(2, argument.find('=') - 2));
    }
    if (o.listControls)
    {
        CheckQuery("listControls", names, {"listControls"});
    }
    else if (o.listRecoveries)
    {
        CheckQuery("listRecoveries", names, {"listRecoveries"});
    }
    else if (o.listSchemes)
    {
        CheckQuery("listSchemes", names, {"listSchemes"});
    }
    else if (o.listTraces)
    {
        CheckQuery("trace=list", names, {"trace"});
    }
    else if (o.describe)
    {
        std::set<std::string> allowed{"describe", "check"};
        for (const DriverOption& option : NetworkOptions(o))
        {
            allowed.insert(option.name);
        }
        CheckQuery("describe", names, allowed);
    }
    else if (o.partition > 0)
    {
        std::set<std::string> allowed{"partition"};
        for (const DriverOption& option : NetworkOptions(o))
        {
            allowed.insert(option.name);
        }
        CheckQuery("partition", names, allowed);
    }
}

/**
 * @brief Set the attributes that the run has other defaults for than ns-3, unless they were given.
 * @param list the options
 * @param scheme the scheme
 */
void
SetRunDefaults(const OptionList& list, const Scheme& scheme)
{
    auto defaults = scheme.attributes;
    const std::string type = GetAttributeDefault("ns3::rdmacell::RoceNic::CongestionOpsType");
    for (const CongestionControl& control : GetCongestionControls())
    {
        if (control.type == type)
        {
            defaults.insert(defaults.end(), control.attributes.begin(), control.attributes.end());
        }
    }
    defaults.emplace_back("ns3::rdmacell::PermutationTraffic::Poisson", "true");
    defaults.emplace_back("ns3::rdmacell::RdmaConnectionManager::CloseDelay", "1us");
    for (const auto& [path, value] : defaults)
    {
        if (!list.GetGiven(path))
        {
            SetAttributeDefault(path, value, path);
        }
    }
}

/**
 * @brief Read ns-3's environment variable for defaults of attributes, which would otherwise act at
 * each object without being a parameter of the run.
 * @return as arguments, --TypeId::Attribute=value
 */
std::vector<std::string>
ReadEnvironment()
{
    const char* text = std::getenv("NS_ATTRIBUTE_DEFAULT");
    std::istringstream settings(text ? text : "");
    std::vector<std::string> arguments;
    for (std::string setting; std::getline(settings, setting, ';');)
    {
        if (!setting.empty())
        {
            arguments.push_back("--" + setting);
        }
    }
    unsetenv("NS_ATTRIBUTE_DEFAULT");
    return arguments;
}

} // namespace

ExperimentOptions
ParseExperimentOptions(int argc, char* argv[])
{
    ExperimentOptions options;
    OptionList list;
    list.Add(ModelOptions(options));
    list.Add(TrafficOptions(options));
    list.Add(CollectiveOptions(options));
    list.Add(NetworkOptions(options));
    list.Add(OutageOptions(options));
    list.Add(OutputOptions(options));

    std::vector<std::string> arguments = ReadEnvironment();
    const auto fromEnvironment = static_cast<std::ptrdiff_t>(arguments.size());
    arguments.insert(arguments.end(), argv + 1, argv + argc);
    options.command = QuoteForShell(argv[0]);
    for (std::string& argument : arguments)
    {
        // Switches may stand alone, as ns-3 users are used to.
        if (argument == "--listSchemes" || argument == "--listControls" ||
            argument == "--listRecoveries" || argument == "--describe" || argument == "--check" ||
            argument == "--progress")
        {
            argument += "=on";
        }
        options.command += " " + QuoteForShell(argument);
    }
    list.Parse(argv[0],
               "One run of a load-balancing scheme on a data-center fabric. Any attribute can be "
               "set as --ns3::rdmacell::Class::Attribute=value.",
               arguments);
    CheckQueries({arguments.begin() + fromEnvironment, arguments.end()}, options);
    CheckGivenAttributes(list, options);
    SetRunDefaults(list, options.scheme);
    try
    {
        options.topology = ParseTopology(options.topologySpec);
    }
    catch (const InputError& error)
    {
        throw InputError(std::string("--topology: ") + error.what());
    }
    options.givenAttributes = list.GetGivenAttributes();
    options.parameters = list.GetParameters();
    return options;
}

} // namespace ns3::rdmacell
