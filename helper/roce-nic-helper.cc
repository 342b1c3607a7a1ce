/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-nic-helper.h"

#include "ns3/abort.h"
#include "ns3/frame-net-device.h"
#include "ns3/roce-nic.h"

namespace ns3::rdmacell
{

RoceNicHelper::RoceNicHelper()
    : m_nic("ns3::rdmacell::RoceNic")
{
}

void
RoceNicHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    m_nic.Set(name, value);
}

void
RoceNicHelper::Install(Ptr<Node> host) const
{
    Ptr<FrameNetDevice> port;
    for (uint32_t i = 0; i < host->GetNDevices(); ++i)
    {
        if (const auto device = DynamicCast<FrameNetDevice>(host->GetDevice(i)))
        {
            NS_ABORT_MSG_IF(port, "node " << host->GetId() << " has more than one FrameNetDevice");
            port = device;
        }
    }
    NS_ABORT_MSG_IF(!port,
                    "node " << host->GetId()
                            << " has no FrameNetDevice: FrameLinkHelper comes first");
    const auto nic = m_nic.Create<RoceNic>();
    host->AggregateObject(nic);
    nic->SetDevice(port);
}

void
RoceNicHelper::Install(const NodeContainer& hosts) const
{
    for (auto host = hosts.Begin(); host != hosts.End(); ++host)
    {
        Install(*host);
    }
}

} // namespace ns3::rdmacell
