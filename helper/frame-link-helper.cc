/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "frame-link-helper.h"

#include "ns3/abort.h"
#include "ns3/fabric-switch.h"
#include "ns3/frame-channel.h"
#include "ns3/frame-net-device.h"
#include "ns3/mac48-address.h"

namespace ns3::rdmacell
{

FrameLinkHelper::FrameLinkHelper()
    : m_device("ns3::rdmacell::FrameNetDevice"),
      m_channel("ns3::rdmacell::FrameChannel")
{
}

void
FrameLinkHelper::SetDeviceAttribute(const std::string& name, const AttributeValue& value)
{
    m_device.Set(name, value);
}

void
FrameLinkHelper::SetChannelAttribute(const std::string& name, const AttributeValue& value)
{
    m_channel.Set(name, value);
}

NetDeviceContainer
FrameLinkHelper::Install(Ptr<Node> a, Ptr<Node> b) const
{
    const Ptr<Node> nodes[] = {a, b};
    Ptr<FrameNetDevice> devices[2];
    NetDeviceContainer container;
    for (std::size_t end = 0; end < 2; ++end)
    {
        devices[end] = m_device.Create<FrameNetDevice>();
        devices[end]->SetAddress(Mac48Address::Allocate());
        nodes[end]->AddDevice(devices[end]);
        container.Add(devices[end]);
    }
    m_channel.Create<FrameChannel>()->Connect(devices[0], devices[1]);
    for (std::size_t end = 0; end < 2; ++end)
    {
        if (const auto ofNode = nodes[end]->GetObject<FabricSwitch>())
        {
            ofNode->AddPort(devices[end]);
        }
    }
    return container;
}

NetDeviceContainer
FrameLinkHelper::Install(const NodeContainer& nodes) const
{
    NS_ABORT_MSG_IF(nodes.GetN() != 2, "a link has two ends, not " << nodes.GetN());
    return Install(nodes.Get(0), nodes.Get(1));
}

} // namespace ns3::rdmacell
