/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FRAME_LINK_HELPER_H
#define FRAME_LINK_HELPER_H

#include "ns3/attribute.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/ptr.h"

#include <string>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Connects two nodes by a link: a FrameChannel with a FrameNetDevice at each end.
 *
 * It is used as ns3::PointToPointHelper is. At a node that has a switch (FabricSwitchHelper), the
 * device becomes a port of the switch.
 */
class FrameLinkHelper
{
  public:
    /// @brief Make links with the attributes' defaults until set otherwise.
    FrameLinkHelper();

    /**
     * @brief Set an attribute of the devices.
     * @param name attribute of FrameNetDevice, such as DataRate
     * @param value its value
     */
    void SetDeviceAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @brief Set an attribute of the channels.
     * @param name attribute of FrameChannel, such as Delay
     * @param value its value
     */
    void SetChannelAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @brief Connect two nodes.
     * @param a one node
     * @param b the other node
     * @return the device of a, then the device of b
     */
    NetDeviceContainer Install(Ptr<Node> a, Ptr<Node> b) const;

    /**
     * @brief Connect two nodes.
     * @param nodes two nodes
     * @return their devices, in the same order
     */
    NetDeviceContainer Install(const NodeContainer& nodes) const;

  private:
    ObjectFactory m_device;  ///< makes devices
    ObjectFactory m_channel; ///< makes channels
};

} // namespace ns3::rdmacell

#endif // FRAME_LINK_HELPER_H
