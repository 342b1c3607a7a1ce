/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_HELPER_H
#define FABRIC_HELPER_H

#include "fabric.h"
#include "network-graph.h"

#include "ns3/attribute.h"
#include "ns3/object-factory.h"
#include "ns3/ptr.h"

#include <string>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Builds a fabric from a graph: nodes, devices, channels, switches, addresses and routes.
 */
class FabricHelper
{
  public:
    /// @brief Build with the attributes' defaults until set otherwise.
    FabricHelper();

    /**
     * @brief Set the load balancer of all switches.
     * @param type TypeId of a LoadBalancer
     */
    void SetLoadBalancer(const std::string& type);

    /**
     * @brief Set an attribute of all switches.
     * @param name attribute of FabricSwitch
     * @param value its value
     */
    void SetSwitchAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @brief Set an attribute of all devices, those of hosts included.
     * @param name attribute of FrameNetDevice; the graph gives the DataRate
     * @param value its value
     */
    void SetDeviceAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @brief Build.
     * @param graph hosts, switches, links; checked here
     * @return the fabric
     * @throws InputError as NetworkGraph::Check() does
     */
    Ptr<Fabric> Install(const NetworkGraph& graph) const;

  private:
    ObjectFactory m_switch; ///< makes switches
    ObjectFactory m_device; ///< makes devices
};

} // namespace ns3::rdmacell

#endif // FABRIC_HELPER_H
