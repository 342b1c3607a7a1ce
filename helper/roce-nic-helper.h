/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_NIC_HELPER_H
#define ROCE_NIC_HELPER_H

#include "ns3/attribute.h"
#include "ns3/node-container.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/ptr.h"

#include <string>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Makes hosts of nodes: aggregates a RoCEv2 NIC to each and connects it to the node's
 * FrameNetDevice, so links (FrameLinkHelper) come first and addresses (HostAddressHelper) after.
 */
class RoceNicHelper
{
  public:
    /// @brief Install with the attributes' defaults until set otherwise.
    RoceNicHelper();

    /**
     * @brief Set an attribute of the NICs.
     * @param name attribute of RoceNic
     * @param value its value
     */
    void SetAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @brief Install a NIC.
     * @param host a node with one FrameNetDevice
     */
    void Install(Ptr<Node> host) const;

    /**
     * @brief Install NICs.
     * @param hosts nodes with one FrameNetDevice each
     */
    void Install(const NodeContainer& hosts) const;

  private:
    ObjectFactory m_nic; ///< makes NICs
};

} // namespace ns3::rdmacell

#endif // ROCE_NIC_HELPER_H
