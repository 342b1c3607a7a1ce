/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPOLOGY_REGISTRY_H
#define TOPOLOGY_REGISTRY_H

#include "network-topology.h"

#include "ns3/network-graph.h"
#include "ns3/ptr.h"

#include <string>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief A kind of network: its name, and the class that describes it.
 */
struct TopologyKind
{
    std::string name;        ///< as on the command line
    std::string description; ///< one line
    std::string type;        ///< TypeId of a NetworkTopology
};

/**
 * @brief List all topologies: the one place where a new one is added.
 * @return the topologies
 */
const std::vector<TopologyKind>& GetTopologies();

/**
 * @brief List the keys that a topology takes.
 * @param kind the topology
 * @return names of its attributes, with a lowercase first letter
 */
std::vector<std::string> GetTopologyKeys(const TopologyKind& kind);

/**
 * @brief Read the specification of a network, such as leaf-spine:hosts=32,leaves=4,spines=4.
 *
 * A key is the name of an attribute of the topology, with a lowercase first letter; attributes that
 * are not given keep their defaults. The name may stand alone. Any other text with a dot or a slash
 * is the path of a file: file:path=PATH.
 * @param spec name, or name:key=value,key=value
 * @return the topology with its attributes set
 * @throws InputError that names the topology and the key, and says what was expected
 */
Ptr<NetworkTopology> ParseTopology(const std::string& spec);

/**
 * @brief Make the graph of a network.
 * @param spec as ParseTopology() takes it
 * @return the graph
 * @throws InputError as ParseTopology() and NetworkTopology::Build() do
 */
NetworkGraph MakeTopology(const std::string& spec);

} // namespace ns3::rdmacell

#endif // TOPOLOGY_REGISTRY_H
