/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "collective-helper.h"

#include "collective-placement.h"
#include "route-planner.h"

#include "ns3/planned-balancer.h"

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>

namespace ns3::rdmacell
{

namespace
{

/// Id of the first message of collectives, above those of all other flows.
constexpr uint64_t FIRST_MESSAGE = uint64_t{1} << 48;

/**
 * @brief Compute the times of a message that is alone in the network.
 * @param scenario the network
 * @param src sending host
 * @param dst receiving host
 * @param bytes of the message
 * @return the times
 */
MessageTimes
ComputeTimes(const FabricScenario& scenario, uint32_t src, uint32_t dst, uint64_t bytes)
{
    const RouteComputer& routes = scenario.GetFabric()->GetRoutes();
    const IdealFct& ideal = scenario.GetIdealFct();
    const int64_t latency = scenario.GetNicLatency();
    const PathProfiles there = routes.GetFastestPaths(src, dst);
    const PathProfiles back = routes.GetFastestPaths(dst, src);
    MessageTimes times;
    times.arrival = std::numeric_limits<int64_t>::max();
    times.delay = std::numeric_limits<int64_t>::max();
    int64_t empty = std::numeric_limits<int64_t>::max();
    for (PathProfile path : there)
    {
        empty = std::min(empty, ideal.GetPlacement(path, 0));
        const LineRate first = path.rates.front();
        const LineRate last = path.rates.back();
        const LineRate slower = first.GetBitRate() < last.GetBitRate() ? first : last;
        for (LineRate& rate : path.rates)
        {
            rate = rate.GetBitRate() < slower.GetBitRate() ? slower : rate;
        }
        times.arrival = std::min(times.arrival, ideal.GetPlacement(path, bytes) + latency);
        times.delay = std::min(times.delay, path.delay + latency);
    }
    const auto alone = [&ideal, bytes](const LineRate& rate) {
        PathProfile link;
        link.rates.push_back(rate);
        return ideal.GetPlacement(link, bytes);
    };
    times.sending = alone(there.front().rates.front());
    times.receiving = alone(there.front().rates.back());
    times.acknowledgment = times.arrival + ideal.GetFastestFct(there, back, 0) - empty + latency;
    return times;
}

/**
 * @brief Make the links within servers.
 * @param graph the network
 * @return the links, or null if it has none
 */
std::unique_ptr<ServerLinks>
MakeServerLinks(const NetworkGraph& graph)
{
    if (graph.serverSize == 1)
    {
        return nullptr;
    }
    return std::make_unique<ServerLinks>(graph.hosts,
                                         graph.serverSize,
                                         graph.serverRate,
                                         graph.serverLatency.GetTimeStep());
}

/**
 * @brief Compute the times of a message that is alone within a server.
 * @param links the links
 * @param bytes of the message
 * @return the times
 */
MessageTimes
ComputeServerTimes(const ServerLinks& links, uint64_t bytes)
{
    MessageTimes times;
    times.isInServer = true;
    times.delay = links.GetLatency();
    times.sending = links.GetSerialization(bytes);
    times.receiving = times.sending;
    times.arrival = times.delay + times.sending;
    times.acknowledgment = times.arrival + times.delay;
    return times;
}

/// A direction of a link that leads out of a rack.
struct Uplink
{
    Ptr<FrameChannel> channel; ///< the link
    std::size_t end;           ///< its end at the rack's switch
};

/**
 * @brief Find the uplinks of all racks.
 * @param fabric the network
 * @return by rack, in the order of FindRacks()
 */
std::vector<std::vector<Uplink>>
FindUplinks(const Fabric& fabric)
{
    const NetworkGraph& graph = fabric.GetGraph();
    std::unordered_map<uint32_t, std::size_t> rackOfHost;
    const Racks racks = FindRacks(graph);
    for (std::size_t rack = 0; rack < racks.size(); ++rack)
    {
        rackOfHost[racks[rack].front()] = rack;
    }
    std::map<uint32_t, std::size_t> rackOfSwitch;
    for (const NetworkGraph::Link& link : graph.links)
    {
        const auto host = rackOfHost.find(graph.IsHost(link.a) ? link.a : link.b);
        if (host != rackOfHost.end())
        {
            rackOfSwitch[graph.IsHost(link.a) ? link.b : link.a] = host->second;
        }
    }
    std::vector<std::vector<Uplink>> uplinks(racks.size());
    for (std::size_t i = 0; i < graph.links.size(); ++i)
    {
        const NetworkGraph::Link& link = graph.links[i];
        for (const auto& [end, node] : {std::pair{0, link.a}, std::pair{1, link.b}})
        {
            const auto rack = rackOfSwitch.find(node);
            if (rack != rackOfSwitch.end() && !graph.IsHost(end == 0 ? link.b : link.a))
            {
                uplinks[rack->second].push_back(
                    {fabric.GetChannels()[i], static_cast<std::size_t>(end)});
            }
        }
    }
    return uplinks;
}

/**
 * @brief Make what plans paths, if the switches follow plans.
 * @param fabric the network
 * @return the planner, or an empty one
 */
CollectiveRun::Planner
MakePlanner(const Fabric& fabric)
{
    std::vector<Ptr<PlannedBalancer>> balancers;
    for (const auto& each : fabric.GetSwitches())
    {
        balancers.push_back(DynamicCast<PlannedBalancer>(each->GetLoadBalancer()));
    }
    if (!balancers.front())
    {
        return nullptr;
    }
    const auto addresses = fabric.GetAddresses();
    const auto setPort = [balancers, addresses, hosts = fabric.GetGraph().hosts](uint32_t node,
                                                                                 uint32_t src,
                                                                                 uint32_t dst,
                                                                                 uint16_t port) {
        balancers[node - hosts]->SetPort((*addresses)[src], (*addresses)[dst], port);
    };
    fabric.GetRoutes().CheckPathLengths();
    const auto planner = std::make_shared<RoutePlanner>(fabric.ShareRoutes(), setPort);
    return
        [planner](uint32_t job, const CollectiveGraph& graph, const std::vector<uint32_t>& hosts) {
            planner->Plan(job, graph, hosts);
        };
}

} // namespace

MessageTimer
CollectiveHelper::MakeTimer(const FabricScenario& scenario)
{
    /// The last message of a host, which on a ring is like its next.
    struct Last
    {
        uint32_t dst{0};    ///< receiving host
        uint64_t bytes{0};  ///< of the message
        MessageTimes times; ///< of the message
    };

    const auto last = std::make_shared<std::unordered_map<uint32_t, Last>>();
    const std::shared_ptr<const ServerLinks> links =
        MakeServerLinks(scenario.GetFabric()->GetGraph());
    return [&scenario, last, links](uint32_t src, uint32_t dst, uint64_t bytes) {
        if (links && links->AreTogether(src, dst))
        {
            return ComputeServerTimes(*links, bytes);
        }
        const auto [it, isNew] = last->try_emplace(src);
        if (isNew || it->second.dst != dst || it->second.bytes != bytes)
        {
            it->second = {dst, bytes, ComputeTimes(scenario, src, dst, bytes)};
        }
        return it->second.times;
    };
}

Ptr<CollectiveRun>
CollectiveHelper::Install(const FabricScenario& scenario,
                          const std::vector<CollectiveSpec>& specs,
                          int64_t stream)
{
    const Ptr<Fabric> fabric = scenario.GetFabric();
    const auto hosts = PlaceCollectives(fabric->GetGraph(), specs, stream);
    const auto run = CreateObject<CollectiveRun>();
    run->SetApps(scenario.GetApps(), FIRST_MESSAGE);
    run->SetTimer(MakeTimer(scenario));
    run->SetPlanner(MakePlanner(*fabric));
    run->SetServerLinks(MakeServerLinks(fabric->GetGraph()));
    run->SetUplinks([uplinks = FindUplinks(*fabric)]() {
        UplinkBytes bytes(uplinks.size());
        for (std::size_t rack = 0; rack < uplinks.size(); ++rack)
        {
            for (const Uplink& uplink : uplinks[rack])
            {
                bytes[rack].push_back(uplink.channel->GetWire(uplink.end).GetBytes());
            }
        }
        return bytes;
    });
    for (std::size_t job = 0; job < specs.size(); ++job)
    {
        run->AddJob(specs[job], hosts[job]);
    }
    run->AssignStreams(stream + static_cast<int64_t>(specs.size()));
    run->Start();
    fabric->GetHosts().Get(0)->AggregateObject(run);
    return run;
}

} // namespace ns3::rdmacell
