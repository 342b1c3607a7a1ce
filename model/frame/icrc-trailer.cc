/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "icrc-trailer.h"

#include "roce-frame.h"

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(IcrcTrailer);

TypeId
IcrcTrailer::GetTypeId()
{
    static TypeId tid = TypeId("ns3::rdmacell::IcrcTrailer")
                            .SetParent<Trailer>()
                            .SetGroupName("RdmaCell")
                            .AddConstructor<IcrcTrailer>();
    return tid;
}

TypeId
IcrcTrailer::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
IcrcTrailer::GetSerializedSize() const
{
    return WireSize::ICRC;
}

IcrcTrailer::IcrcTrailer(uint32_t icrc)
    : m_icrc(icrc)
{
}

void
IcrcTrailer::Serialize(Buffer::Iterator end) const
{
    end.Prev(WireSize::ICRC);
    // Least significant byte first, like an Ethernet FCS: a CRC that is reflected goes out so.
    end.WriteU32(m_icrc);
}

uint32_t
IcrcTrailer::Deserialize(Buffer::Iterator end)
{
    end.Prev(WireSize::ICRC);
    m_icrc = end.ReadU32();
    return WireSize::ICRC;
}

void
IcrcTrailer::Print(std::ostream& os) const
{
    os << "icrc=" << m_icrc;
}

uint32_t
IcrcTrailer::GetIcrc() const
{
    return m_icrc;
}

} // namespace ns3::rdmacell
