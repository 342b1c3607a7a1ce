/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROUTE_HELPER_H
#define ROUTE_HELPER_H

#include "fabric.h"

#include "ns3/node-container.h"
#include "ns3/ptr.h"

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Fills the switches' forwarding tables with shortest paths, all of equal length.
 *
 * As ns3::Ipv4GlobalRoutingHelper does for routers: there is no routing protocol. Call it when
 * nodes, links, NICs and addresses are there and before the simulation starts; call it again to
 * have all switches follow links that have gone down or up.
 */
class RouteHelper
{
  public:
    /**
     * @brief Find the network that hosts are connected to, and fill its switches.
     * @param hosts all its hosts
     * @throws InputError as Fabric::Discover() and Fabric::GetAddresses() do
     */
    static void PopulateRoutes(const NodeContainer& hosts);

    /**
     * @brief Fill the switches of a network.
     * @param fabric the network; links and latencies are taken as they are now
     * @throws InputError as Fabric::GetAddresses() does, or if a path is too long for a scheme that
     * pins whole paths
     */
    static void PopulateRoutes(Ptr<Fabric> fabric);
};

} // namespace ns3::rdmacell

#endif // ROUTE_HELPER_H
