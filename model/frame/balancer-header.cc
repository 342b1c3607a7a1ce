/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "balancer-header.h"

#include "traffic-class.h"

#include "ns3/ipv4-address.h"

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(BalancerHeader);

TypeId
BalancerHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::rdmacell::BalancerHeader")
                            .SetParent<Header>()
                            .SetGroupName("RdmaCell")
                            .AddConstructor<BalancerHeader>();
    return tid;
}

TypeId
BalancerHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
BalancerHeader::GetSerializedSize() const
{
    return SIZE;
}

BalancerHeader::BalancerHeader(const RoceFrame& frame)
    : m_source(frame.srcIp),
      m_destination(frame.dstIp),
      m_sourcePort(frame.srcPort),
      m_trafficClass(ToTrafficClass(frame.priority, frame.ecn)),
      m_timeToLive(frame.timeToLive),
      m_opcode(static_cast<uint8_t>(frame.opcode)),
      m_balancerBytes(frame.balancerBytes),
      m_destQp(frame.destQp),
      m_psn(frame.psn),
      m_scratch(frame.scratch)
{
}

void
BalancerHeader::CopyTo(RoceFrame& frame) const
{
    frame.srcIp = m_source;
    frame.dstIp = m_destination;
    frame.srcPort = m_sourcePort;
    frame.priority = PriorityOf(m_trafficClass);
    frame.ecn = EcnOf(m_trafficClass);
    frame.timeToLive = m_timeToLive;
    frame.opcode = static_cast<RoceOpcode>(m_opcode);
    frame.balancerBytes = m_balancerBytes;
    frame.destQp = m_destQp;
    frame.psn = m_psn;
    frame.scratch = m_scratch;
}

void
BalancerHeader::Serialize(Buffer::Iterator start) const
{
    start.WriteHtonU32(m_source);
    start.WriteHtonU32(m_destination);
    start.WriteHtonU16(m_sourcePort);
    start.WriteU8(m_trafficClass);
    start.WriteU8(m_timeToLive);
    start.WriteU8(m_opcode);
    start.WriteU8(m_balancerBytes);
    start.WriteHtonU32(m_destQp);
    start.WriteHtonU32(m_psn);
    start.Write(m_scratch.data(), WireSize::SCRATCH);
}

uint32_t
BalancerHeader::Deserialize(Buffer::Iterator start)
{
    m_source = start.ReadNtohU32();
    m_destination = start.ReadNtohU32();
    m_sourcePort = start.ReadNtohU16();
    m_trafficClass = start.ReadU8();
    m_timeToLive = start.ReadU8();
    m_opcode = start.ReadU8();
    m_balancerBytes = start.ReadU8();
    m_destQp = start.ReadNtohU32();
    m_psn = start.ReadNtohU32();
    start.Read(m_scratch.data(), WireSize::SCRATCH);
    return SIZE;
}

void
BalancerHeader::Print(std::ostream& os) const
{
    os << Ipv4Address(m_source) << " > " << Ipv4Address(m_destination)
       << " balancerBytes=" << static_cast<uint32_t>(m_balancerBytes);
}

} // namespace ns3::rdmacell
