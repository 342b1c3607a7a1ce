/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-switch-helper.h"

#include "ns3/channel.h"
#include "ns3/ecmp-balancer.h"
#include "ns3/fabric-switch.h"
#include "ns3/frame-net-device.h"
#include "ns3/type-id.h"

namespace ns3::rdmacell
{

FabricSwitchHelper::FabricSwitchHelper()
    : m_switch("ns3::rdmacell::FabricSwitch")
{
}

void
FabricSwitchHelper::SetLoadBalancer(const std::string& type)
{
    m_switch.Set("LoadBalancerType", TypeIdValue(TypeId::LookupByName(type)));
}

void
FabricSwitchHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    m_switch.Set(name, value);
}

void
FabricSwitchHelper::Install(Ptr<Node> node) const
{
    const auto ofNode = m_switch.Create<FabricSwitch>();
    if (!ofNode->GetLoadBalancer())
    {
        ofNode->SetAttribute("LoadBalancerType", TypeIdValue(EcmpBalancer::GetTypeId()));
    }
    node->AggregateObject(ofNode);
    for (uint32_t i = 0; i < node->GetNDevices(); ++i)
    {
        const auto device = DynamicCast<FrameNetDevice>(node->GetDevice(i));
        if (device && device->GetChannel())
        {
            ofNode->AddPort(device);
        }
    }
}

void
FabricSwitchHelper::Install(const NodeContainer& nodes) const
{
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        Install(*node);
    }
}

int64_t
FabricSwitchHelper::AssignStreams(const NodeContainer& switches, int64_t stream)
{
    const int64_t first = stream;
    for (auto node = switches.Begin(); node != switches.End(); ++node)
    {
        if (const auto ofNode = (*node)->GetObject<FabricSwitch>())
        {
            stream += ofNode->AssignStreams(stream);
        }
    }
    return stream - first;
}

} // namespace ns3::rdmacell
