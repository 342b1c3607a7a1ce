/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "route-helper.h"

#include "ns3/ipv4-address.h"
#include "ns3/load-balancer.h"
#include "ns3/log.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("RouteHelper");

namespace
{

/**
 * @brief Set the roles of ports, and the numbers of ToR switches.
 * @param fabric the network
 * @param addresses of the hosts
 */
void
SetPositions(const Fabric& fabric, const std::vector<uint32_t>& addresses)
{
    const RouteComputer& routes = fabric.GetRoutes();
    for (uint32_t i = 0; i < fabric.GetSwitches().size(); ++i)
    {
        FabricSwitch& to = *fabric.GetSwitches()[i];
        const uint32_t node = fabric.GetGraph().hosts + i;
        for (uint32_t port = 0; port < to.GetPortCount(); ++port)
        {
            to.SetPortRole(port, routes.GetPortRole(node, static_cast<uint16_t>(port)));
        }
        to.SetTor(routes.GetTorNumber(node), routes.GetTorCount());
        for (uint32_t host = 0; host < addresses.size(); ++host)
        {
            to.SetTorOfHost(Ipv4Address(addresses[host]), routes.GetTorOfHost(host));
        }
    }
}

} // namespace

void
RouteHelper::PopulateRoutes(const NodeContainer& hosts)
{
    PopulateRoutes(Fabric::Discover(hosts));
}

void
RouteHelper::PopulateRoutes(Ptr<Fabric> fabric)
{
    fabric->Update();
    const auto addresses = fabric->GetAddresses();
    NS_LOG_INFO("routes to " << addresses->size() << " hosts on " << fabric->GetSwitches().size()
                             << " switches");
    SetPositions(*fabric, *addresses);
    const RouteComputer& routes = fabric->GetRoutes();
    const uint32_t hosts = fabric->GetGraph().hosts;
    std::vector<std::vector<uint32_t>> hostsOf(routes.GetTorCount());
    for (uint32_t host = 0; host < hosts; ++host)
    {
        hostsOf[routes.GetTorOfHost(host)].push_back(host);
    }
    bool needsPaths = false;
    for (const auto& each : fabric->GetSwitches())
    {
        needsPaths |= (each->GetLoadBalancer()->GetCapabilities() & LoadBalancer::PATHS) != 0;
    }
    for (uint32_t tor = 0; tor < hostsOf.size(); ++tor)
    {
        const auto ports = routes.ComputePorts(tor);
        for (uint32_t i = 0; i < fabric->GetSwitches().size(); ++i)
        {
            const bool isTor = routes.GetTorNode(tor) == hosts + i;
            for (const uint32_t host : hostsOf[tor])
            {
                fabric->GetSwitches()[i]->SetRoute(
                    Ipv4Address((*addresses)[host]),
                    isTor ? std::vector<uint16_t>{routes.GetHostPort(host)} : ports[hosts + i]);
            }
        }
        if (needsPaths)
        {
            auto paths = routes.ComputePaths(tor);
            for (uint32_t from = 0; from < paths.size(); ++from)
            {
                fabric->GetSwitches()[routes.GetTorNode(from) - hosts]->SetPaths(
                    tor,
                    std::move(paths[from]));
            }
        }
    }
}

} // namespace ns3::rdmacell
