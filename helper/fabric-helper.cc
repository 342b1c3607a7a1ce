/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-helper.h"

#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/node.h"
#include "ns3/nstime.h"

#include <utility>

namespace ns3::rdmacell
{

void
FabricHelper::SetLoadBalancer(const std::string& type)
{
    m_switches.SetLoadBalancer(type);
}

void
FabricHelper::SetSwitchAttribute(const std::string& name, const AttributeValue& value)
{
    m_switches.SetAttribute(name, value);
}

void
FabricHelper::SetDeviceAttribute(const std::string& name, const AttributeValue& value)
{
    m_links.SetDeviceAttribute(name, value);
}

void
FabricHelper::SetRanks(std::vector<uint32_t> ranks)
{
    m_ranks = std::move(ranks);
}

Ptr<Fabric>
FabricHelper::Install(const NetworkGraph& graph)
{
    graph.Check();
    NodeContainer hosts;
    NodeContainer switches;
    for (uint32_t node = 0; node < graph.GetNodes(); ++node)
    {
        const uint32_t rank = m_ranks.empty() ? 0 : m_ranks.at(node);
        (graph.IsHost(node) ? hosts : switches).Add(CreateObject<Node>(rank));
    }
    m_switches.Install(switches);
    const auto nodeOf = [&](uint32_t number) {
        return graph.IsHost(number) ? hosts.Get(number) : switches.Get(number - graph.hosts);
    };
    std::vector<Ptr<FrameChannel>> channels;
    FrameLinkHelper links = m_links;
    for (const NetworkGraph::Link& link : graph.links)
    {
        links.SetDeviceAttribute("DataRate", DataRateValue(link.rate));
        links.SetChannelAttribute("Delay", TimeValue(link.delay));
        const NetDeviceContainer devices = links.Install(nodeOf(link.a), nodeOf(link.b));
        channels.push_back(DynamicCast<FrameChannel>(devices.Get(0)->GetChannel()));
        for (uint32_t end = 0; link.frameErrorRate > 0 && end < 2; ++end)
        {
            auto model = CreateObject<RandomFrameErrorModel>();
            model->SetAttribute("FrameErrorRate", DoubleValue(link.frameErrorRate));
            DynamicCast<FrameNetDevice>(devices.Get(end))->SetErrorModel(model);
            m_errorModels.push_back(model);
        }
    }
    return Create<Fabric>(graph, hosts, switches, std::move(channels));
}

int64_t
FabricHelper::AssignStreams(Ptr<Fabric> fabric, int64_t stream) const
{
    const int64_t first = stream;
    stream += FabricSwitchHelper::AssignStreams(fabric->GetSwitchNodes(), stream);
    for (const auto& model : m_errorModels)
    {
        stream += model->AssignStreams(stream);
    }
    return stream - first;
}

} // namespace ns3::rdmacell
