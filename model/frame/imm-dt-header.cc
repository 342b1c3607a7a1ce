/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "imm-dt-header.h"

#include "roce-frame.h"

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(ImmDtHeader);

TypeId
ImmDtHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::rdmacell::ImmDtHeader")
                            .SetParent<Header>()
                            .SetGroupName("RdmaCell")
                            .AddConstructor<ImmDtHeader>();
    return tid;
}

TypeId
ImmDtHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
ImmDtHeader::GetSerializedSize() const
{
    return WireSize::IMM;
}

ImmDtHeader::ImmDtHeader(uint32_t immediate)
    : m_immediate(immediate)
{
}

void
ImmDtHeader::Serialize(Buffer::Iterator start) const
{
    start.WriteHtonU32(m_immediate);
}

uint32_t
ImmDtHeader::Deserialize(Buffer::Iterator start)
{
    m_immediate = start.ReadNtohU32();
    return WireSize::IMM;
}

void
ImmDtHeader::Print(std::ostream& os) const
{
    os << "immediate=" << m_immediate;
}

uint32_t
ImmDtHeader::GetImmediate() const
{
    return m_immediate;
}

} // namespace ns3::rdmacell
