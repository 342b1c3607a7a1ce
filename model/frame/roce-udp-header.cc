/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-udp-header.h"

#include "roce-frame.h"

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(RoceUdpHeader);

TypeId
RoceUdpHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::rdmacell::RoceUdpHeader")
                            .SetParent<Header>()
                            .SetGroupName("RdmaCell")
                            .AddConstructor<RoceUdpHeader>();
    return tid;
}

TypeId
RoceUdpHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
RoceUdpHeader::GetSerializedSize() const
{
    return WireSize::UDP;
}

RoceUdpHeader::RoceUdpHeader(uint16_t sourcePort, uint16_t length)
    : m_sourcePort(sourcePort),
      m_destinationPort(PORT),
      m_length(length)
{
}

void
RoceUdpHeader::Serialize(Buffer::Iterator start) const
{
    start.WriteHtonU16(m_sourcePort);
    start.WriteHtonU16(m_destinationPort);
    start.WriteHtonU16(m_length);
    start.WriteHtonU16(0); // no checksum
}

uint32_t
RoceUdpHeader::Deserialize(Buffer::Iterator start)
{
    m_sourcePort = start.ReadNtohU16();
    m_destinationPort = start.ReadNtohU16();
    m_length = start.ReadNtohU16();
    return WireSize::UDP;
}

void
RoceUdpHeader::Print(std::ostream& os) const
{
    os << m_sourcePort << " > " << m_destinationPort << " length=" << m_length;
}

uint16_t
RoceUdpHeader::GetSourcePort() const
{
    return m_sourcePort;
}

uint16_t
RoceUdpHeader::GetDestinationPort() const
{
    return m_destinationPort;
}

uint16_t
RoceUdpHeader::GetLength() const
{
    return m_length;
}

} // namespace ns3::rdmacell
