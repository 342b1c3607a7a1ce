/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "reth-header.h"

#include "roce-frame.h"

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(RethHeader);

TypeId
RethHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::rdmacell::RethHeader")
                            .SetParent<Header>()
                            .SetGroupName("RdmaCell")
                            .AddConstructor<RethHeader>();
    return tid;
}

TypeId
RethHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
RethHeader::GetSerializedSize() const
{
    return WireSize::RETH;
}

RethHeader::RethHeader(uint64_t virtualAddress, uint32_t rkey, uint32_t dmaLength)
    : m_virtualAddress(virtualAddress),
      m_rkey(rkey),
      m_dmaLength(dmaLength)
{
}

void
RethHeader::Serialize(Buffer::Iterator start) const
{
    start.WriteHtonU64(m_virtualAddress);
    start.WriteHtonU32(m_rkey);
    start.WriteHtonU32(m_dmaLength);
}

uint32_t
RethHeader::Deserialize(Buffer::Iterator start)
{
    m_virtualAddress = start.ReadNtohU64();
    m_rkey = start.ReadNtohU32();
    m_dmaLength = start.ReadNtohU32();
    return WireSize::RETH;
}

void
RethHeader::Print(std::ostream& os) const
{
    os << "va=" << m_virtualAddress << " rkey=" << m_rkey << " length=" << m_dmaLength;
}

uint64_t
RethHeader::GetVirtualAddress() const
{
    return m_virtualAddress;
}

uint32_t
RethHeader::GetRkey() const
{
    return m_rkey;
}

uint32_t
RethHeader::GetDmaLength() const
{
    return m_dmaLength;
}

} // namespace ns3::rdmacell
