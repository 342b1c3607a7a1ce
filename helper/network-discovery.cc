/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "network-discovery.h"

#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/node-list.h"

#include <deque>
#include <set>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("NetworkDiscovery");

NetworkDiscovery::NetworkDiscovery(const NodeContainer& hosts)
    : m_hosts(hosts)
{
    m_graph.name = "network";
    m_graph.hosts = hosts.GetN();
}

Ptr<Fabric>
NetworkDiscovery::Run()
{
    for (uint32_t host = 0; host < m_hosts.GetN(); ++host)
    {
        const Ptr<Node> node = m_hosts.Get(host);
        if (!m_numbers.emplace(node->GetId(), host).second)
        {
            throw InputError(m_graph.name + ": expected different hosts, found " + NameOf(node) +
                             " twice");
        }
    }
    FindSwitches();
    FindLinks();
    NS_LOG_INFO("found " << m_graph.hosts << " hosts, " << m_graph.switches << " switches, "
                         << m_graph.links.size() << " links");
    m_graph.Check();
    return Create<Fabric>(m_graph, m_hosts, m_switches, m_channels);
}

std::string
NetworkDiscovery::NameOf(Ptr<Node> node)
{
    return "node " + std::to_string(node->GetId());
}

std::vector<Ptr<FrameNetDevice>>
NetworkDiscovery::FindDevices(Ptr<Node> node) const
{
    std::vector<Ptr<FrameNetDevice>> devices;
    for (uint32_t i = 0; i < node->GetNDevices(); ++i)
    {
        const auto device = DynamicCast<FrameNetDevice>(node->GetDevice(i));
        if (device && device->GetChannel())
        {
            devices.push_back(device);
        }
    }
    const auto ofNode = node->GetObject<FabricSwitch>();
    if (!ofNode)
    {
        return devices;
    }
    if (ofNode->GetPortCount() != devices.size())
    {
        throw InputError(m_graph.name + ": switch " + NameOf(node) +
                         ": expected each FrameNetDevice to be a port of the switch, found " +
                         std::to_string(devices.size()) + " devices and " +
                         std::to_string(ofNode->GetPortCount()) + " ports");
    }
    devices.clear();
    for (uint32_t port = 0; port < ofNode->GetPortCount(); ++port)
    {
        devices.push_back(ofNode->GetDevice(port));
    }
    return devices;
}

void
NetworkDiscovery::FindSwitches()
{
    std::set<uint32_t> found; // node ids, so that switches are numbered in their order
    std::deque<Ptr<Node>> next(m_hosts.Begin(), m_hosts.End());
    while (!next.empty())
    {
        const Ptr<Node> node = next.front();
        next.pop_front();
        for (const auto& device : FindDevices(node))
        {
            const Ptr<Channel> channel = device->GetChannel();
            const bool first = channel->GetDevice(0) == device;
            const Ptr<Node> peer = channel->GetDevice(first ? 1 : 0)->GetNode();
            if (m_numbers.count(peer->GetId()) > 0 || found.count(peer->GetId()) > 0)
            {
                continue;
            }
            if (!peer->GetObject<FabricSwitch>())
            {
                throw InputError(m_graph.name + ": expected " + NameOf(peer) +
                                 " to be one of the hosts or a switch (FabricSwitchHelper)");
            }
            NS_LOG_LOGIC("node " << peer->GetId() << " is a switch, found from node "
                                 << node->GetId());
            found.insert(peer->GetId());
            next.push_back(peer);
        }
    }
    for (const uint32_t id : found)
    {
        m_numbers[id] = m_graph.hosts + m_graph.switches++;
        m_switches.Add(NodeList::GetNode(id));
    }
}

void
NetworkDiscovery::FindLinks()
{
    std::set<Ptr<Channel>> seen;
    for (const NodeContainer& nodes : {m_hosts, m_switches})
    {
        for (auto node = nodes.Begin(); node != nodes.End(); ++node)
        {
            for (const auto& device : FindDevices(*node))
            {
                const auto channel = DynamicCast<FrameChannel>(device->GetChannel());
                if (!seen.insert(channel).second)
                {
                    continue;
                }
                m_channels.push_back(channel);
                m_graph.links.push_back({m_numbers.at(channel->GetDevice(0)->GetNode()->GetId()),
                                         m_numbers.at(channel->GetDevice(1)->GetNode()->GetId()),
                                         device->GetDataRate(),
                                         channel->GetDelay(),
                                         0});
            }
        }
    }
}

} // namespace ns3::rdmacell
