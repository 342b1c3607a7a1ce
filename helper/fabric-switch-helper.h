/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_SWITCH_HELPER_H
#define FABRIC_SWITCH_HELPER_H

#include "ns3/attribute.h"
#include "ns3/node-container.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <string>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Makes switches of nodes: aggregates a FabricSwitch to each.
 *
 * Links (FrameLinkHelper) may be installed before or after.
 */
class FabricSwitchHelper
{
  public:
    /// @brief Make switches with the attributes' defaults until set otherwise.
    FabricSwitchHelper();

    /**
     * @brief Set the load balancer; without it, the default of LoadBalancerType or else ECMP.
     * @param type TypeId of a LoadBalancer
     */
    void SetLoadBalancer(const std::string& type);

    /**
     * @brief Set an attribute of the switches.
     * @param name attribute of FabricSwitch
     * @param value its value
     */
    void SetAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @brief Make a switch of a node. Its FrameNetDevices become ports.
     * @param node the node
     */
    void Install(Ptr<Node> node) const;

    /**
     * @brief Make switches of nodes.
     * @param nodes the nodes
     */
    void Install(const NodeContainer& nodes) const;

    /**
     * @brief Fix the random streams of switches and their load balancers.
     * @param switches the switches' nodes; other nodes have no effect
     * @param stream first stream number
     * @return how many streams were used
     */
    static int64_t AssignStreams(const NodeContainer& switches, int64_t stream);

  private:
    ObjectFactory m_switch; ///< makes switches
};

} // namespace ns3::rdmacell

#endif // FABRIC_SWITCH_HELPER_H
