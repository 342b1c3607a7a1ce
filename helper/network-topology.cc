/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "network-topology.h"

#include "ns3/input-error.h"

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(NetworkTopology);

TypeId
NetworkTopology::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::NetworkTopology").SetParent<Object>().SetGroupName("RdmaCell");
    return tid;
}

NetworkGraph
NetworkTopology::Build() const
{
    NetworkGraph graph = DoBuild();
    graph.Check();
    return graph;
}

void
NetworkTopology::CheckLinkCount(const std::string& name, uint64_t links)
{
    constexpr uint64_t MOST = 1U << 22;
    if (links > MOST)
    {
        throw InputError(name + ": expected at most " + std::to_string(MOST) + " links, found " +
                         std::to_string(links));
    }
}

} // namespace ns3::rdmacell
