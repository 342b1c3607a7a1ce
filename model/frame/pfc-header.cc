/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfc-header.h"

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(PfcHeader);

TypeId
PfcHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::rdmacell::PfcHeader")
                            .SetParent<Header>()
                            .SetGroupName("RdmaCell")
                            .AddConstructor<PfcHeader>();
    return tid;
}

TypeId
PfcHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
PfcHeader::GetSerializedSize() const
{
    return SIZE;
}

PfcHeader::PfcHeader(uint8_t classEnable, const Quanta& quanta)
    : m_classEnable(classEnable),
      m_quanta(quanta)
{
}

void
PfcHeader::Serialize(Buffer::Iterator start) const
{
    start.WriteHtonU16(m_opcode);
    start.WriteHtonU16(m_classEnable);
    for (const uint16_t time : m_quanta)
    {
        start.WriteHtonU16(time);
    }
}

uint32_t
PfcHeader::Deserialize(Buffer::Iterator start)
{
    m_opcode = start.ReadNtohU16();
    m_classEnable = start.ReadNtohU16();
    for (uint16_t& time : m_quanta)
    {
        time = start.ReadNtohU16();
    }
    return SIZE;
}

void
PfcHeader::Print(std::ostream& os) const
{
    os << "classEnable=" << m_classEnable << " quanta=";
    for (const uint16_t time : m_quanta)
    {
        os << time << " ";
    }
}

bool
PfcHeader::IsValid() const
{
    return m_opcode == OPCODE && m_classEnable <= 0xff;
}

uint8_t
PfcHeader::GetClassEnable() const
{
    return static_cast<uint8_t>(m_classEnable);
}

const PfcHeader::Quanta&
PfcHeader::GetQuanta() const
{
    return m_quanta;
}

} // namespace ns3::rdmacell
