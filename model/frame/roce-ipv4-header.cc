/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-ipv4-header.h"

#include "roce-frame.h"

#include "ns3/ipv4-address.h"

namespace ns3::rdmacell
{

namespace
{

constexpr uint8_t VERSION_AND_LENGTH = 0x45; ///< version 4, five words
constexpr uint16_t DONT_FRAGMENT = 0x4000;   ///< flag
constexpr uint16_t FRAGMENT_MASK = 0x3fff;   ///< "more fragments" and the fragment offset
constexpr uint8_t PROTOCOL_UDP = 17;         ///< IANA protocol number
constexpr uint32_t CHECKSUM_OFFSET = 10;     ///< bytes before the checksum

} // namespace

NS_OBJECT_ENSURE_REGISTERED(RoceIpv4Header);

TypeId
RoceIpv4Header::GetTypeId()
{
    static TypeId tid = TypeId("ns3::rdmacell::RoceIpv4Header")
                            .SetParent<Header>()
                            .SetGroupName("RdmaCell")
                            .AddConstructor<RoceIpv4Header>();
    return tid;
}

TypeId
RoceIpv4Header::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
RoceIpv4Header::GetSerializedSize() const
{
    return WireSize::IPV4;
}

RoceIpv4Header::RoceIpv4Header(uint32_t source,
                               uint32_t destination,
                               uint8_t trafficClass,
                               uint8_t timeToLive,
                               uint16_t totalLength)
    : m_source(source),
      m_destination(destination),
      m_trafficClass(trafficClass),
      m_timeToLive(timeToLive),
      m_totalLength(totalLength),
      m_valid(true)
{
}

void
RoceIpv4Header::Serialize(Buffer::Iterator start) const
{
    Buffer::Iterator i = start;
    i.WriteU8(VERSION_AND_LENGTH);
    i.WriteU8(m_trafficClass);
    i.WriteHtonU16(m_totalLength);
    i.WriteHtonU16(0); // identification
    i.WriteHtonU16(DONT_FRAGMENT);
    i.WriteU8(m_timeToLive);
    i.WriteU8(PROTOCOL_UDP);
    i.WriteHtonU16(0); // checksum, below
    i.WriteHtonU32(m_source);
    i.WriteHtonU32(m_destination);

    i = start;
    const uint16_t checksum = i.CalculateIpChecksum(WireSize::IPV4);
    i = start;
    i.Next(CHECKSUM_OFFSET);
    i.WriteU16(checksum); // computed in the byte order that it is written in
}

uint32_t
RoceIpv4Header::Deserialize(Buffer::Iterator start)
{
    Buffer::Iterator i = start;
    m_valid = i.CalculateIpChecksum(WireSize::IPV4) == 0;
    i = start;
    m_valid = i.ReadU8() == VERSION_AND_LENGTH && m_valid;
    m_trafficClass = i.ReadU8();
    m_totalLength = i.ReadNtohU16();
    i.Next(2); // identification
    m_valid = (i.ReadNtohU16() & FRAGMENT_MASK) == 0 && m_valid;
    m_timeToLive = i.ReadU8();
    m_valid = i.ReadU8() == PROTOCOL_UDP && m_valid;
    i.Next(2); // checksum
    m_source = i.ReadNtohU32();
    m_destination = i.ReadNtohU32();
    return WireSize::IPV4;
}

void
RoceIpv4Header::Print(std::ostream& os) const
{
    os << Ipv4Address(m_source) << " > " << Ipv4Address(m_destination)
       << " tos=" << static_cast<uint32_t>(m_trafficClass)
       << " ttl=" << static_cast<uint32_t>(m_timeToLive) << " length=" << m_totalLength;
}

bool
RoceIpv4Header::IsValid() const
{
    return m_valid;
}

uint32_t
RoceIpv4Header::GetSource() const
{
    return m_source;
}

uint32_t
RoceIpv4Header::GetDestination() const
{
    return m_destination;
}

uint8_t
RoceIpv4Header::GetTrafficClass() const
{
    return m_trafficClass;
}

uint8_t
RoceIpv4Header::GetTimeToLive() const
{
    return m_timeToLive;
}

uint16_t
RoceIpv4Header::GetTotalLength() const
{
    return m_totalLength;
}

} // namespace ns3::rdmacell
