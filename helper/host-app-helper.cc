/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "host-app-helper.h"

#include "ns3/abort.h"
#include "ns3/fabric-switch.h"
#include "ns3/flow-hash.h"
#include "ns3/frame-net-device.h"
#include "ns3/host-app.h"
#include "ns3/input-error.h"
#include "ns3/roce-nic.h"

#include <algorithm>
#include <utility>

namespace ns3::rdmacell
{

namespace
{

constexpr std::size_t MAX_TTL = 255; ///< switches on a way at most

/**
 * @brief Measure the paths from a host to another.
 * @param fabric the network
 * @param src host
 * @param dst another host
 * @param mtu payload of a full packet, bytes
 * @return the slowest rate, and the longest base RTT of the equal paths
 */
PathInfo
MeasurePath(const Fabric& fabric, uint32_t src, uint32_t dst, uint32_t mtu)
{
    int64_t back = 0;
    for (const PathProfile& path : fabric.GetRoutes().GetSlowestPaths(dst, src))
    {
        back = std::max(back, path.delay);
    }
    PathInfo info;
    for (const PathProfile& path : fabric.GetRoutes().GetSlowestPaths(src, dst))
    {
        int64_t there = path.delay;
        for (const LineRate& each : path.rates)
        {
            uint64_t remainder = 0;
            there += each.Steps(mtu, remainder);
            const uint64_t rate = each.GetBitRate();
            info.bitRate = info.bitRate == 0 ? rate : std::min(info.bitRate, rate);
        }
        info.baseRtt = std::max(info.baseRtt, TimeStep(there + back));
    }
    return info;
}

/**
 * @brief Find the links between switches that packets take where switches hash the 5-tuple: what
 * traceroute finds, with probes of that UDP source port.
 * @param from device of the source
 * @param src address of the source
 * @param dst address of the destination
 * @param port UDP source port
 * @return the links, in order; without the rest of the way where a switch has no route
 */
LinkList
TraceLinks(Ptr<FrameNetDevice> from, Ipv4Address src, Ipv4Address dst, uint16_t port)
{
    const FlowKey key{{src.Get(), dst.Get(), uint32_t{port} | (uint32_t{ROCE_UDP_PORT} << 16)}};
    LinkList links;
    while (links.size() < MAX_TTL)
    {
        const Ptr<Channel> channel = from->GetChannel();
        const Ptr<NetDevice> to = channel->GetDevice(channel->GetDevice(0) == from ? 1 : 0);
        const auto hop = to->GetNode()->GetObject<FabricSwitch>();
        if (!hop)
        {
            links.pop_back(); // to the destination
            break;
        }
        const PortSet ports = hop->GetRoute(dst.Get());
        if (ports.count == 0)
        {
            break;
        }
        const uint32_t next = ports[FlowHash(key, hop->GetHashSeed()) % ports.count];
        links.push_back((uint64_t{hop->GetNodeId()} << 16) | next);
        from = hop->GetDevice(next);
    }
    return links;
}

} // namespace

HostAppHelper::HostAppHelper(const std::string& type)
    : m_app(type),
      m_manager(CreateObject<RdmaConnectionManager>())
{
}

void
HostAppHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    m_app.Set(name, value);
}

void
HostAppHelper::SetHosts(const NodeContainer& hosts)
{
    SetHosts(Fabric::Discover(hosts));
}

void
HostAppHelper::SetHosts(Ptr<Fabric> fabric)
{
    m_fabric = fabric;
    auto addresses = std::make_shared<std::vector<Ipv4Address>>();
    auto numbers = std::make_shared<std::unordered_map<uint32_t, uint32_t>>();
    const auto all = fabric->GetAddresses();
    for (const uint32_t address : *all)
    {
        numbers->emplace(address, static_cast<uint32_t>(addresses->size()));
        addresses->emplace_back(address);
    }
    m_addresses = addresses;
    m_numbers = numbers;
    m_numberOf.clear();
    for (uint32_t host = 0; host < fabric->GetHosts().GetN(); ++host)
    {
        m_numberOf.emplace(fabric->GetHosts().Get(host)->GetId(), host);
    }
}

void
HostAppHelper::SetFlows(std::vector<Flow> flows)
{
    m_flows = std::move(flows);
    m_flowsOf.clear();
}

void
HostAppHelper::SplitFlows()
{
    if (!m_flowsOf.empty())
    {
        return;
    }
    const uint32_t hosts = m_fabric->GetGraph().hosts;
    SortFlows(m_flows);
    m_flowsOf.resize(hosts);
    for (const Flow& flow : m_flows)
    {
        if (flow.src >= hosts || flow.dst >= hosts || flow.src == flow.dst)
        {
            throw InputError("flow " + std::to_string(flow.id) +
                             ": expected two different hosts below " + std::to_string(hosts) +
                             ", found " + std::to_string(flow.src) + " and " +
                             std::to_string(flow.dst));
        }
        m_flowsOf[flow.src].push_back(flow);
    }
    m_flows = {};
}

uint32_t
HostAppHelper::GetNumber(Ptr<Node> node) const
{
    const auto it = m_numberOf.find(node->GetId());
    NS_ABORT_MSG_IF(it == m_numberOf.end(), "node " << node->GetId() << " is not one of the hosts");
    return it->second;
}

ApplicationContainer
HostAppHelper::Install(Ptr<Node> host)
{
    NS_ABORT_MSG_IF(!m_fabric, "HostAppHelper::SetHosts() comes first");
    SplitFlows();
    const uint32_t number = GetNumber(host);
    const auto app = m_app.Create<HostApp>();
    const auto nic = host->GetObject<RoceNic>();
    app->Setup(PeekPointer(nic), m_manager, m_addresses);
    app->SetFlows(m_flowsOf[number]);
    const uint32_t mtu = nic->GetPathMtu();
    app->SetPathQuery([fabric = m_fabric, numbers = m_numbers, number, mtu](Ipv4Address peer) {
        return MeasurePath(*fabric, number, numbers->at(peer.Get()), mtu);
    });
    const Ptr<FrameNetDevice> device = m_fabric->GetHostDevice(number);
    const Ipv4Address address = (*m_addresses)[number];
    app->SetRouteTracer([device, address](Ipv4Address peer, uint16_t port) {
        return TraceLinks(device, address, peer, port);
    });
    nic->TraceConnectWithoutContext(
        "NakReceived",
        Callback<void, uint32_t, uint32_t>(
            [to = PeekPointer(app)](uint32_t qpNum, uint32_t /* psn */) { to->OnNak(qpNum); }));
    host->AddApplication(app);
    return ApplicationContainer(app);
}

ApplicationContainer
HostAppHelper::Install(const NodeContainer& hosts)
{
    if (!m_fabric)
    {
        SetHosts(hosts);
    }
    m_manager->JoinRanks();
    ApplicationContainer apps;
    for (auto host = hosts.Begin(); host != hosts.End(); ++host)
    {
        apps.Add(Install(*host));
    }
    return apps;
}

} // namespace ns3::rdmacell
