/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_HELPER_H
#define FABRIC_HELPER_H

#include "fabric-switch-helper.h"
#include "fabric.h"
#include "frame-link-helper.h"

#include "ns3/attribute.h"
#include "ns3/frame-error-model.h"
#include "ns3/network-graph.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Builds the nodes, switches and links of a graph. NICs, addresses and routes come after.
 */
class FabricHelper
{
  public:
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
     * @brief Share out the nodes: they get their rank as system id, all 0 by default.
     * @param ranks ranks by node of the graph
     */
    void SetRanks(std::vector<uint32_t> ranks);

    /**
     * @brief Build.
     * @param graph hosts, switches, links
     * @return the network
     * @throws InputError as NetworkGraph::Check() does
     */
    Ptr<Fabric> Install(const NetworkGraph& graph);

    /**
     * @brief Fix the random streams of a network's switches, then those of its links' error models.
     * @param fabric a network that this helper has built
     * @param stream first stream number
     * @return how many streams were used
     */
    int64_t AssignStreams(Ptr<Fabric> fabric, int64_t stream) const;

  private:
    FabricSwitchHelper m_switches;                         ///< makes switches
    FrameLinkHelper m_links;                               ///< makes links
    std::vector<uint32_t> m_ranks;                         ///< by node of the graph, or empty
    std::vector<Ptr<RandomFrameErrorModel>> m_errorModels; ///< of links that lose frames
};

} // namespace ns3::rdmacell

#endif // FABRIC_HELPER_H
