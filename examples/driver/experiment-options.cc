/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "experiment-options.h"

#include "argument-check.h"
#include "attribute-default.h"
#include "model-options.h"
#include "network-options.h"
#include "option-list.h"
#include "output-options.h"
#include "traffic-options.h"

#include "ns3/congestion-ops.h"
#include "ns3/input-error.h"
#include "ns3/option-values.h"

#include <map>
#include <utility>

namespace ns3::rdmacell
{

namespace
{

/// Attributes that a run sets object by object, and the options that they follow from.
const std::map<std::string, std::string> SET_BY_RUN{
    {"ns3::rdmacell::FabricSwitch::LoadBalancerType", "--scheme"},
    {"ns3::rdmacell::FrameChannel::Delay", "--delay or --topology"},
    {"ns3::rdmacell::FrameNetDevice::DataRate", "--rate, --fabricRate or --topology"},
    {"ns3::rdmacell::RandomFrameErrorModel::FrameErrorRate", "--topology"},
    {"ns3::rdmacell::TrafficGenerator::Duration", "--warmup and --duration"},
    {"ns3::rdmacell::TrafficGenerator::Hosts", "--k, --oversubscription or --topology"},
    {"ns3::rdmacell::TrafficGenerator::LinkRate", "--rate or --topology"},
};

/**
 * @brief Check the attributes that were given beyond what ns-3's checkers do.
 * @param list the options
 */
void
CheckGivenAttributes(const OptionList& list)
{
    for (const auto& [path, value] : list.GetGivenAttributes())
    {
        const auto found = SET_BY_RUN.find(path);
        if (found != SET_BY_RUN.end())
        {
            throw InputError("--" + path + ": expected " + found->second + " in its place");
        }
        if (path == "ns3::rdmacell::RoceNic::CongestionOpsType")
        {
            CheckDerived(path, value, CongestionOps::GetTypeId());
        }
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
    defaults.emplace_back("ns3::rdmacell::PermutationTraffic::Poisson", "true");
    for (const auto& [path, value] : defaults)
    {
        if (!list.GetGiven(path))
        {
            SetAttributeDefault(path, value, path);
        }
    }
}

} // namespace

ExperimentOptions
ParseExperimentOptions(int argc, char* argv[])
{
    ExperimentOptions options;
    OptionList list;
    list.Add(ModelOptions(options));
    list.Add(TrafficOptions(options));
    list.Add(NetworkOptions(options));
    list.Add(OutputOptions(options));

    std::vector<std::string> arguments(argv + 1, argv + argc);
    options.command = QuoteForShell(argv[0]);
    for (std::string& argument : arguments)
    {
        // Switches may stand alone, as ns-3 users are used to.
        if (argument == "--listSchemes" || argument == "--describe" || argument == "--check" ||
            argument == "--progress")
        {
            argument += "=on";
        }
        options.command += " " + QuoteForShell(argument);
    }
    list.Parse(argv[0],
               "One run of a load balancing scheme on a data-centre fabric. Any attribute can be "
               "set as --ns3::rdmacell::Class::Attribute=value.",
               arguments);
    CheckGivenAttributes(list);
    SetRunDefaults(list, options.scheme);
    options.givenAttributes = list.GetGivenAttributes();
    options.parameters = list.GetParameters();
    return options;
}

} // namespace ns3::rdmacell
