/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "topology-registry.h"

#include "ns3/attribute-value-check.h"
#include "ns3/input-error.h"
#include "ns3/object-factory.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <set>

namespace ns3::rdmacell
{

const std::vector<TopologyKind>&
GetTopologies()
{
    static const std::vector<TopologyKind> topologies{
        {"fat-tree", "Three tiers of switches with K ports", "ns3::rdmacell::FatTreeTopology"},
        {"leaf-spine",
         "Leaf switches, each connected to each spine switch",
         "ns3::rdmacell::LeafSpineTopology"},
        {"ai-zone",
         "Zones of racks and cluster switches, connected by aggregation switches",
         "ns3::rdmacell::AiZoneTopology"},
        {"rail",
         "Servers with several NICs, each on a rail switch of its own; spine switches",
         "ns3::rdmacell::RailTopology"},
        {"dumbbell", "Two switches with one link between them", "ns3::rdmacell::DumbbellTopology"},
        {"single-switch", "All hosts on one switch", "ns3::rdmacell::SingleSwitchTopology"},
        {"file", "A file in the HPCC family's format", "ns3::rdmacell::FileTopology"},
    };
    return topologies;
}

namespace
{

/**
 * @brief Write words with commas between.
 * @param words the words
 * @return such as "a, b, c"
 */
std::string
Join(const std::vector<std::string>& words)
{
    std::string text;
    for (const std::string& word : words)
    {
        text += (text.empty() ? "" : ", ") + word;
    }
    return text;
}

/**
 * @brief Find a topology.
 * @param name its name
 * @return the topology, or nullptr
 */
const TopologyKind*
FindTopology(const std::string& name)
{
    const std::vector<TopologyKind>& all = GetTopologies();
    const auto it = std::find_if(all.begin(), all.end(), [&name](const TopologyKind& kind) {
        return kind.name == name;
    });
    return it == all.end() ? nullptr : &*it;
}

/**
 * @brief Set an attribute of a topology.
 * @param topology the topology
 * @param kind its kind
 * @param text key=value
 * @return the key
 */
std::string
SetKey(NetworkTopology& topology, const TopologyKind& kind, const std::string& text)
{
    const std::size_t equals = text.find('=');
    const std::string key = text.substr(0, equals);
    const std::vector<std::string> keys = GetTopologyKeys(kind);
    if (equals == std::string::npos)
    {
        throw InputError(kind.name + ": expected key=value, found '" + text + "'");
    }
    if (std::find(keys.begin(), keys.end(), key) == keys.end())
    {
        throw InputError(kind.name + ": expected one of " + Join(keys) + ", found '" + key + "'");
    }
    std::string attribute = key;
    attribute[0] = static_cast<char>(std::toupper(attribute[0]));
    const std::string value = text.substr(equals + 1);
    TypeId::AttributeInformation info;
    topology.GetInstanceTypeId().LookupAttributeByName(attribute, &info);
    topology.SetAttribute(attribute, *CheckValue(kind.name + ": " + key, value, info.checker));
    return key;
}

} // namespace

std::vector<std::string>
GetTopologyKeys(const TopologyKind& kind)
{
    const TypeId tid = TypeId::LookupByName(kind.type);
    std::vector<std::string> keys;
    for (std::size_t i = 0; i < tid.GetAttributeN(); ++i)
    {
        std::string key = tid.GetAttribute(i).name;
        key[0] = static_cast<char>(std::tolower(key[0]));
        keys.push_back(key);
    }
    return keys;
}

Ptr<NetworkTopology>
ParseTopology(const std::string& spec)
{
    const std::size_t colon = spec.find(':');
    const TopologyKind* kind = FindTopology(spec.substr(0, colon));
    ObjectFactory factory;
    if (!kind)
    {
        if (spec.find_first_of("./") == std::string::npos)
        {
            std::vector<std::string> names;
            for (const TopologyKind& known : GetTopologies())
            {
                names.push_back(known.name);
            }
            throw InputError("expected one of " + Join(names) + ", or the path of a file, found '" +
                             spec.substr(0, colon) + "'");
        }
        factory.SetTypeId(FindTopology("file")->type);
        factory.Set("Path", StringValue(spec));
        return factory.Create<NetworkTopology>();
    }
    factory.SetTypeId(kind->type);
    const auto topology = factory.Create<NetworkTopology>();
    std::set<std::string> seen;
    for (std::size_t end = colon; end != std::string::npos;)
    {
        const std::size_t begin = end + 1;
        end = spec.find(',', begin);
        const std::string key = SetKey(*topology, *kind, spec.substr(begin, end - begin));
        if (!seen.insert(key).second)
        {
            throw InputError(kind->name + ": expected " + key + " once, found it twice");
        }
    }
    return topology;
}

NetworkGraph
MakeTopology(const std::string& spec)
{
    return ParseTopology(spec)->Build();
}

} // namespace ns3::rdmacell
