/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "collective-placement.h"

#include "rank-partition.h"

#include "ns3/input-error.h"
#include "ns3/random-variable-stream.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <utility>

namespace ns3::rdmacell
{

namespace
{

/**
 * @brief Put hosts in the order in which a placement takes them.
 * @param racks hosts that are free, by rack
 * @param placement the placement
 * @param stream of random placements
 * @return hosts that the placement may take
 */
std::vector<uint32_t>
OrderHosts(const Racks& racks, CollectivePlacement placement, int64_t stream)
{
    std::vector<uint32_t> hosts;
    std::size_t most = 0;
    for (const auto& rack : racks)
    {
        most = std::max(most, rack.size());
        if (placement != CollectivePlacement::SPREAD)
        {
            const std::size_t count =
                placement == CollectivePlacement::FRAGMENTED ? (rack.size() + 1) / 2 : rack.size();
            hosts.insert(hosts.end(), rack.begin(), rack.begin() + count);
        }
    }
    for (std::size_t i = 0; placement == CollectivePlacement::SPREAD && i < most; ++i)
    {
        for (const auto& rack : racks)
        {
            if (i < rack.size())
            {
                hosts.push_back(rack[i]);
            }
        }
    }
    if (placement == CollectivePlacement::RANDOM || placement == CollectivePlacement::MINCUT)
    {
        auto uniform = CreateObject<UniformRandomVariable>();
        uniform->SetStream(stream);
        for (std::size_t left = hosts.size(); left > 1; --left)
        {
            std::swap(hosts[left - 1],
                      hosts[uniform->GetInteger(0, static_cast<uint32_t>(left - 1))]);
        }
    }
    return hosts;
}

} // namespace

Racks
FindRacks(const NetworkGraph& graph)
{
    std::vector<uint32_t> switchOf(graph.hosts);
    for (const NetworkGraph::Link& link : graph.links)
    {
        if (graph.IsHost(link.a))
        {
            switchOf[link.a] = link.b;
        }
        else if (graph.IsHost(link.b))
        {
            switchOf[link.b] = link.a;
        }
    }
    std::map<uint32_t, std::size_t> rackOf;
    Racks racks;
    for (uint32_t host = 0; host < graph.hosts; ++host)
    {
        const auto [it, isNew] = rackOf.emplace(switchOf[host], racks.size());
        if (isNew)
        {
            racks.emplace_back();
        }
        racks[it->second].push_back(host);
    }
    return racks;
}

std::vector<std::vector<uint32_t>>
PlaceCollectives(const NetworkGraph& graph,
                 const std::vector<CollectiveSpec>& specs,
                 int64_t stream)
{
    Racks free = FindRacks(graph);
    std::vector<std::vector<uint32_t>> placed;
    for (const CollectiveSpec& spec : specs)
    {
        std::vector<uint32_t> hosts;
        if (spec.firstHost)
        {
            const uint32_t first = std::min(*spec.firstHost, graph.hosts);
            hosts.resize(graph.hosts - first);
            std::iota(hosts.begin(), hosts.end(), first);
        }
        else
        {
            hosts = OrderHosts(free, spec.placement, stream);
        }
        ++stream;
        const std::size_t ranks = spec.ranks > 0 ? spec.ranks : hosts.size();
        if (hosts.size() < ranks || ranks < 2)
        {
            throw InputError(spec.kind + ": expected at least " +
                             std::to_string(std::max<std::size_t>(ranks, 2)) +
                             " hosts for its ranks, found " + std::to_string(hosts.size()) +
                             " that its placement and other jobs leave");
        }
        hosts.resize(ranks);
        if (spec.placement == CollectivePlacement::MINCUT && !spec.firstHost)
        {
            hosts =
                PartitionRanks(graph, CollectTraffic(spec, static_cast<uint32_t>(ranks)), hosts);
        }
        for (auto& rack : free)
        {
            rack.erase(std::remove_if(rack.begin(),
                                      rack.end(),
                                      [&hosts](uint32_t host) {
                                          return std::find(hosts.begin(), hosts.end(), host) !=
                                                 hosts.end();
                                      }),
                       rack.end());
        }
        placed.push_back(std::move(hosts));
    }
    return placed;
}

} // namespace ns3::rdmacell
