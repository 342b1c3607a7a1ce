/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "switch-base.h"

#include "flow-hash.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/node.h"

#include <algorithm>
#include <utility>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("SwitchBase");

NS_OBJECT_ENSURE_REGISTERED(SwitchBase);

TypeId
SwitchBase::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::SwitchBase").SetParent<Object>().SetGroupName("RdmaCell");
    return tid;
}

uint32_t
SwitchBase::NotePort(Ptr<FrameNetDevice> device, PortRole role)
{
    NS_ABORT_MSG_IF(m_ports.size() == MAX_PORTS, "a switch has " << MAX_PORTS << " ports at most");
    m_ports.push_back({&device->GetEgress(), device, role});
    return static_cast<uint32_t>(m_ports.size()) - 1;
}

void
SwitchBase::SetRoute(Ipv4Address address, std::vector<uint16_t> ports)
{
    NS_LOG_FUNCTION(this << address << ports.size());
    m_table.SetRoute(address.Get(), std::move(ports));
}

void
SwitchBase::SetPortRole(uint32_t port, PortRole role)
{
    m_ports.at(port).role = role;
}

void
SwitchBase::SetTor(uint32_t tor, uint32_t torCount)
{
    NS_LOG_FUNCTION(this << tor << torCount);
    m_tor = tor;
    m_torCount = torCount;
}

void
SwitchBase::SetTorMap(std::shared_ptr<const TorMap> tors)
{
    NS_LOG_FUNCTION(this);
    m_table.SetTorMap(std::move(tors));
}

void
SwitchBase::SetTorRoutes(const std::vector<uint32_t>& tors, std::vector<uint16_t> ports)
{
    NS_LOG_FUNCTION(this << tors.size() << ports.size());
    m_table.SetTorRoutes(tors, std::move(ports));
}

void
SwitchBase::SetPathSource(std::function<std::vector<FabricPath>(uint32_t tor)> source)
{
    NS_LOG_FUNCTION(this);
    m_pathSource = std::move(source);
    m_paths.clear();
}

Ptr<FrameNetDevice>
SwitchBase::GetDevice(uint32_t port) const
{
    return m_ports.at(port).device;
}

uint32_t
SwitchBase::GetNodeId() const
{
    return GetObject<Node>()->GetId();
}

uint32_t
SwitchBase::GetHashSeed() const
{
    return MurmurHash3<1>({GetNodeId()}, m_hashSeedBase);
}

uint32_t
SwitchBase::GetTor() const
{
    return m_tor;
}

uint32_t
SwitchBase::GetTorOf(uint32_t address) const
{
    return m_table.GetTor(address);
}

uint32_t
SwitchBase::GetSliceOf(uint32_t address) const
{
    return m_table.GetTorMap().GetSlice(address);
}

uint32_t
SwitchBase::GetTorCount() const
{
    return m_torCount;
}

uint32_t
SwitchBase::GetHostOf(uint32_t tor) const
{
    const std::vector<uint32_t>& hosts = m_table.GetTorMap().GetHosts(tor);
    return hosts.empty() ? 0 : *std::min_element(hosts.begin(), hosts.end());
}

uint32_t
SwitchBase::GetPortCount() const
{
    return static_cast<uint32_t>(m_ports.size());
}

PortRole
SwitchBase::GetPortRole(uint32_t port) const
{
    return m_ports[port].role;
}

bool
SwitchBase::IsPortUp(uint32_t port) const
{
    return m_ports[port].device->IsLinkUp();
}

uint64_t
SwitchBase::GetBitRate(uint32_t port) const
{
    return m_ports[port].egress->GetLineRate().GetBitRate();
}

uint64_t
SwitchBase::GetQueueBytes(uint32_t port, uint32_t queue) const
{
    return m_ports[port].egress->GetQueueBytes(queue);
}

uint64_t
SwitchBase::GetClassBytes(uint32_t port, uint32_t trafficClass) const
{
    return m_ports[port].egress->GetClassBytes(trafficClass);
}

uint64_t
SwitchBase::GetPortBytes(uint32_t port) const
{
    return m_ports[port].egress->GetTotalBytes();
}

PortSet
SwitchBase::GetRoute(uint32_t address) const
{
    return m_table.Lookup(address);
}

const std::vector<FabricPath>&
SwitchBase::GetPaths(uint32_t tor) const
{
    static const Paths none;
    if (tor >= m_torCount)
    {
        return none;
    }
    m_paths.resize(m_torCount);
    if (!m_paths[tor])
    {
        m_paths[tor] = std::make_unique<const Paths>(m_pathSource ? m_pathSource(tor) : Paths());
    }
    return *m_paths[tor];
}

RoceFramePtr
SwitchBase::NewFrame() const
{
    RoceFramePtr frame = RoceFramePool::Get();
    frame->kind = FrameKind::BALANCER;
    frame->ingressPort = static_cast<uint16_t>(GetPortCount());
    return frame;
}

uint32_t
SwitchBase::AddReorderQueues(uint32_t port, uint32_t trafficClass, uint32_t count)
{
    return m_ports[port].egress->AddReorderQueues(trafficClass, count);
}

void
SwitchBase::SetBlocked(uint32_t port, uint32_t queue, bool blocked, int64_t now)
{
    m_ports[port].egress->SetBlocked(queue, blocked, now);
}

void
SwitchBase::StampTelemetry(const RoceFrame& frame,
                           uint32_t port,
                           uint64_t queueBytes,
                           int64_t now) const
{
    FrameTelemetry& telemetry = *frame.telemetry;
    if (telemetry.count == telemetry.room)
    {
        return;
    }
    const EgressPort& egress = *GetPorts()[port].egress;
    // Any odd multiplier spreads the ports of the switches over the 12 bits of the identifier.
    constexpr uint32_t multiplier = 0x9e3779b1;
    telemetry.pathId ^= static_cast<uint16_t>((GetNodeId() * 64 + port + 1) * multiplier >> 20);
    telemetry.records[telemetry.count++] = {now,
                                            egress.GetSentBytes(),
                                            queueBytes,
                                            egress.GetLineRate().GetBitRate()};
}

void
SwitchBase::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_ports.clear();
    m_pathSource = nullptr;
    Object::DoDispose();
}

} // namespace ns3::rdmacell
