/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "aeth-header.h"

#include "roce-frame.h"

namespace ns3::rdmacell
{

namespace
{

constexpr uint32_t MSN_MASK = 0xffffff; ///< message sequence numbers have 24 bits

} // namespace

NS_OBJECT_ENSURE_REGISTERED(AethHeader);

TypeId
AethHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::rdmacell::AethHeader")
                            .SetParent<Header>()
                            .SetGroupName("RdmaCell")
                            .AddConstructor<AethHeader>();
    return tid;
}

TypeId
AethHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
AethHeader::GetSerializedSize() const
{
    return WireSize::AETH;
}

AethHeader::AethHeader(uint8_t syndrome, uint32_t msn)
    : m_syndrome(syndrome),
      m_msn(msn & MSN_MASK)
{
}

void
AethHeader::Serialize(Buffer::Iterator start) const
{
    start.WriteHtonU32(static_cast<uint32_t>(m_syndrome) << 24 | m_msn);
}

uint32_t
AethHeader::Deserialize(Buffer::Iterator start)
{
    const uint32_t word = start.ReadNtohU32();
    m_syndrome = static_cast<uint8_t>(word >> 24);
    m_msn = word & MSN_MASK;
    return WireSize::AETH;
}

void
AethHeader::Print(std::ostream& os) const
{
    os << "syndrome=" << static_cast<uint32_t>(m_syndrome) << " msn=" << m_msn;
}

uint8_t
AethHeader::GetSyndrome() const
{
    return m_syndrome;
}

uint32_t
AethHeader::GetMsn() const
{
    return m_msn;
}

} // namespace ns3::rdmacell
