/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "route-helper.h"

#include "ns3/ipv4-address.h"
#include "ns3/load-balancer.h"
#include "ns3/log.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("RouteHelper");

namespace
{

/**
 * @brief Set the roles of ports, the numbers of ToR switches, and which hosts those have.
 * @param fabric the network
 * @param addresses of the hosts
 */
void
SetPositions(const Fabric& fabric, const std::vector<uint32_t>& addresses)
{
    const RouteComputer& routes = fabric.GetRoutes();
    const auto tors = std::make_shared<TorMap>();
    for (uint32_t host = 0; host < addresses.size(); ++host)
    {
        tors->Add(addresses[host], routes.GetTorOfHost(host));
    }
    for (uint32_t i = 0; i < fabric.GetSwitches().size(); ++i)
    {
        FabricSwitch& to = *fabric.GetSwitches()[i];
        const uint32_t node = fabric.GetGraph().hosts + i;
        for (uint32_t port = 0; port < to.GetPortCount(); ++port)
        {
            to.SetPortRole(port, routes.GetPortRole(node, static_cast<uint16_t>(port)));
        }
        to.SetTor(routes.GetTorNumber(node), routes.GetTorCount());
        to.SetTorMap(tors);
    }
}

/**
 * @brief Let ToR switches compute the whole paths that their schemes ask for.
 * @param fabric the network
 */
void
SetPathSources(const Fabric& fabric)
{
    const std::shared_ptr<const RouteComputer> routes = fabric.ShareRoutes();
    routes->CheckPathLengths();
    for (uint32_t tor = 0; tor < routes->GetTorCount(); ++tor)
    {
        fabric.GetSwitches()[routes->GetTorNode(tor) - fabric.GetGraph().hosts]->SetPathSource(
            [routes, tor](uint32_t to) { return routes->ComputePaths(tor, to); });
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
    const std::vector<Ptr<FabricSwitch>>& switches = fabric->GetSwitches();
    const uint32_t hosts = fabric->GetGraph().hosts;
    routes.VisitRoutes(
        [&](uint32_t node, const std::vector<uint32_t>& tors, const std::vector<uint16_t>& ports) {
            switches[node - hosts]->SetTorRoutes(tors, ports);
        });
    for (uint32_t host = 0; host < hosts; ++host)
    {
        switches[routes.GetTorNode(routes.GetTorOfHost(host)) - hosts]->SetRoute(
            Ipv4Address((*addresses)[host]),
            {routes.GetHostPort(host)});
    }
    const bool needsPaths =
        std::any_of(switches.begin(), switches.end(), [](const Ptr<FabricSwitch>& each) {
            return (each->GetLoadBalancer()->GetCapabilities() & LoadBalancer::PATHS) != 0;
        });
    if (needsPaths)
    {
        SetPathSources(*fabric);
    }
}

} // namespace ns3::rdmacell
