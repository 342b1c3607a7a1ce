/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-helper.h"

#include "host-address.h"

#include "ns3/double.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

namespace ns3::rdmacell
{

FabricHelper::FabricHelper()
    : m_switch("ns3::rdmacell::FabricSwitch"),
      m_device("ns3::rdmacell::FrameNetDevice")
{
}

void
FabricHelper::SetLoadBalancer(const std::string& type)
{
    m_switch.Set("LoadBalancerType", TypeIdValue(TypeId::LookupByName(type)));
}

void
FabricHelper::SetSwitchAttribute(const std::string& name, const AttributeValue& value)
{
    m_switch.Set(name, value);
}

void
FabricHelper::SetDeviceAttribute(const std::string& name, const AttributeValue& value)
{
    m_device.Set(name, value);
}

Ptr<Fabric>
FabricHelper::Install(const NetworkGraph& graph) const
{
    graph.Check();
    Ptr<Fabric> fabric = Create<Fabric>();
    fabric->m_graph = graph;
    fabric->m_edges = graph.GetEdges();
    fabric->m_hosts.Create(graph.hosts);
    fabric->m_switchNodes.Create(graph.switches);
    fabric->m_hostDevices.resize(graph.hosts);
    fabric->m_addresses = std::make_shared<std::vector<uint32_t>>();
    for (uint32_t host = 0; host < graph.hosts; ++host)
    {
        fabric->m_addresses->push_back(HostAddress::Of(host));
    }
    for (uint32_t i = 0; i < graph.switches; ++i)
    {
        auto node = m_switch.Create<FabricSwitch>();
        fabric->m_switchNodes.Get(i)->AggregateObject(node);
        fabric->m_switches.push_back(node);
    }
    const auto nodeOf = [&](uint32_t number) {
        return graph.IsHost(number) ? fabric->m_hosts.Get(number)
                                    : fabric->m_switchNodes.Get(number - graph.hosts);
    };
    const std::vector<uint32_t> tiers = graph.GetTiers();
    // Adds a connected device to what it serves; returns its port number.
    const auto serve = [&](uint32_t number, uint32_t peer, Ptr<FrameNetDevice> device) {
        if (graph.IsHost(number))
        {
            fabric->m_hostDevices[number] = device;
            return 0U;
        }
        const PortRole role = graph.IsHost(peer)            ? PortRole::HOST
                              : tiers[peer] > tiers[number] ? PortRole::UP
                                                            : PortRole::DOWN;
        return fabric->m_switches[number - graph.hosts]->AddPort(device, role);
    };
    for (const NetworkGraph::Link& link : graph.links)
    {
        fabric->m_rates.emplace_back(link.rate);
        auto channel = CreateObject<FrameChannel>();
        channel->SetAttribute("Delay", TimeValue(link.delay));
        Ptr<FrameNetDevice> devices[2];
        for (uint32_t end = 0; end < 2; ++end)
        {
            devices[end] = m_device.Create<FrameNetDevice>();
            devices[end]->SetAttribute("DataRate", DataRateValue(link.rate));
            devices[end]->SetAddress(Mac48Address::Allocate());
            nodeOf(end == 0 ? link.a : link.b)->AddDevice(devices[end]);
            if (link.frameErrorRate > 0)
            {
                auto model = CreateObject<RandomFrameErrorModel>();
                model->SetAttribute("FrameErrorRate", DoubleValue(link.frameErrorRate));
                devices[end]->SetErrorModel(model);
                fabric->m_errorModels.push_back(model);
            }
        }
        channel->Connect(devices[0], devices[1]);
        fabric->m_channels.push_back(channel);
        fabric->m_ports.emplace_back(serve(link.a, link.b, devices[0]),
                                     serve(link.b, link.a, devices[1]));
    }
    fabric->FindTors();
    fabric->ComputeRoutes();
    return fabric;
}

} // namespace ns3::rdmacell
