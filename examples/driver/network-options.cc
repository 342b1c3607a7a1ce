/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "network-options.h"

#include "attribute-default.h"
#include "value-text.h"

#include "ns3/option-values.h"
#include "ns3/topology-registry.h"

#include <cctype>
#include <cstddef>
#include <functional>
#include <sstream>
#include <string>
#include <utility>

namespace ns3::rdmacell
{

namespace
{

/// Attributes, as TypeId::Attribute.
using Paths = std::vector<std::string>;

/// Rates of the hosts' links.
const Paths HOST_RATES{"ns3::rdmacell::FatTreeTopology::HostRate",
                       "ns3::rdmacell::LeafSpineTopology::HostRate",
                       "ns3::rdmacell::AiZoneTopology::HostRate",
                       "ns3::rdmacell::RailTopology::HostRate",
                       "ns3::rdmacell::DumbbellTopology::HostRate",
                       "ns3::rdmacell::SingleSwitchTopology::HostRate"};

/// Rates of the links between switches.
const Paths FABRIC_RATES{"ns3::rdmacell::FatTreeTopology::FabricRate",
                         "ns3::rdmacell::LeafSpineTopology::FabricRate",
                         "ns3::rdmacell::AiZoneTopology::FabricRate",
                         "ns3::rdmacell::RailTopology::FabricRate",
                         "ns3::rdmacell::DumbbellTopology::BottleneckRate"};

/// Delays of links.
const Paths DELAYS{"ns3::rdmacell::FatTreeTopology::Delay",
                   "ns3::rdmacell::LeafSpineTopology::Delay",
                   "ns3::rdmacell::AiZoneTopology::Delay",
                   "ns3::rdmacell::RailTopology::Delay",
                   "ns3::rdmacell::DumbbellTopology::HostDelay",
                   "ns3::rdmacell::DumbbellTopology::BottleneckDelay",
                   "ns3::rdmacell::SingleSwitchTopology::Delay"};

/**
 * @brief Find the attribute of the topology of the run that an option sets.
 * @param o the run
 * @param paths attributes that the option sets
 * @return the name of the first that --topology leaves to the option, or nothing
 */
std::string
FindOwn(const ExperimentOptions& o, const Paths& paths)
{
    const std::string own = o.topologyType + "::";
    for (const std::string& path : paths)
    {
        if (path.rfind(own, 0) == 0 && o.topologyAttributes.count(path.substr(own.size())) == 0)
        {
            return path.substr(own.size());
        }
    }
    return "";
}

/**
 * @brief Make an option that sets attributes of topologies.
 * @param o the run
 * @param name of the option
 * @param help of the option
 * @param paths attributes that it sets
 * @param convert converts its text to theirs
 * @return the option
 */
DriverOption
MakeOption(ExperimentOptions& o,
           const std::string& name,
           const std::string& help,
           const Paths& paths,
           std::function<std::string(const std::string&)> convert)
{
    DriverOption option;
    option.name = name;
    option.help = help;
    option.attributes = paths;
    option.toAttribute = std::move(convert);
    option.record = [&o, name, paths](JsonObject& object) {
        AddObjectAttribute(object, name, *o.topology, FindOwn(o, paths));
    };
    option.noEffect = [&o, paths]() {
        return FindOwn(o, paths).empty() ? "with --topology=" + o.topologySpec : "";
    };
    return option;
}

/**
 * @brief Note which network --topology asks for; ParseTopology() checks it when all defaults are
 * set.
 * @param spec name, name:key=value,key=value, or the path of a file
 * @param o gets the topology's type and the attributes that the specification sets
 */
void
NoteTopology(const std::string& spec, ExperimentOptions& o)
{
    o.topologySpec = spec;
    o.topologyType = "ns3::rdmacell::FileTopology";
    o.topologyAttributes = {"Path"};
    const std::size_t colon = spec.find(':');
    for (const TopologyKind& kind : GetTopologies())
    {
        if (kind.name != spec.substr(0, colon))
        {
            continue;
        }
        o.topologyType = kind.type;
        o.topologyAttributes.clear();
        std::istringstream settings(colon == std::string::npos ? "" : spec.substr(colon + 1));
        for (std::string text; std::getline(settings, text, ',');)
        {
            text[0] = static_cast<char>(std::toupper(text[0]));
            o.topologyAttributes.insert(text.substr(0, text.find('=')));
        }
    }
}

} // namespace

std::vector<DriverOption>
NetworkOptions(ExperimentOptions& o)
{
    using S = const std::string&;
    const auto toRate = [](S v) { return RateText(ParseRate(v)); };
    const auto toTime = [](S v) { return TimeText(ParseTime(v)); };
    std::string kinds;
    for (const TopologyKind& kind : GetTopologies())
    {
        kinds += (kinds.empty() ? "" : ", ") + kind.name;
    }
    DriverOption topology;
    topology.name = "topology";
    topology.value = "fat-tree";
    topology.help = "Network: one of " + kinds +
                    ", with its attributes as in leaf-spine:hosts=32,leaves=4,spines=4, or the "
                    "path of a file in the HPCC family's format";
    topology.assign = [&o](S v) { NoteTopology(v, o); };
    topology.record = [&o](JsonObject& j) { j.Add("topology", o.topologySpec); };
    DriverOption fabricRate =
        MakeOption(o,
                   "fabricRate",
                   "Rate of the links between switches; that of --rate if not given",
                   FABRIC_RATES,
                   toRate);
    fabricRate.otherwise = [&o]() {
        const std::string attribute = FindOwn(o, HOST_RATES);
        return attribute.empty() ? "" : GetAttributeDefault(o.topologyType + "::" + attribute);
    };
    return {topology,
            MakeOption(o,
                       "k",
                       "Ports of a switch of the fat tree",
                       {"ns3::rdmacell::FatTreeTopology::K"},
                       nullptr),
            MakeOption(o,
                       "oversubscription",
                       "Hosts per uplink of a ToR switch of the fat tree",
                       {"ns3::rdmacell::FatTreeTopology::Oversubscription"},
                       nullptr),
            MakeOption(o, "rate", "Rate of the hosts' links", HOST_RATES, toRate),
            fabricRate,
            MakeOption(o, "delay", "Propagation delay of each link", DELAYS, toTime)};
}

} // namespace ns3::rdmacell
