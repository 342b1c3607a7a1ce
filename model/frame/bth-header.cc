/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bth-header.h"

#include "psn.h"
#include "roce-frame.h"

namespace ns3::rdmacell
{

namespace
{

constexpr uint8_t SOLICITED = 0x80;    ///< in the second byte
constexpr uint8_t BECN = 0x40;         ///< in the fifth byte
constexpr uint32_t EXTENDED = 0x01;    ///< in the fifth byte
constexpr uint32_t ACK_REQUEST = 0x80; ///< in the ninth byte
constexpr uint32_t QP_MASK = 0xffffff; ///< queue pair numbers have 24 bits

} // namespace

NS_OBJECT_ENSURE_REGISTERED(BthHeader);

TypeId
BthHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::rdmacell::BthHeader")
                            .SetParent<Header>()
                            .SetGroupName("RdmaCell")
                            .AddConstructor<BthHeader>();
    return tid;
}

TypeId
BthHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
BthHeader::GetSerializedSize() const
{
    return WireSize::BTH;
}

void
BthHeader::Serialize(Buffer::Iterator start) const
{
    start.WriteU8(static_cast<uint8_t>(m_opcode));
    start.WriteU8(
        static_cast<uint8_t>((m_solicited ? SOLICITED : 0) | m_padCount << 4 | m_version));
    start.WriteHtonU16(DEFAULT_PARTITION_KEY);
    start.WriteHtonU32(m_destQp | (m_becn ? BECN << 24 : 0) | (m_extended ? EXTENDED << 24 : 0));
    start.WriteHtonU32(m_psn | (m_ackRequest ? ACK_REQUEST << 24 : 0));
}

uint32_t
BthHeader::Deserialize(Buffer::Iterator start)
{
    m_opcode = static_cast<RoceOpcode>(start.ReadU8());
    const uint8_t flags = start.ReadU8();
    m_solicited = flags & SOLICITED;
    m_padCount = flags >> 4 & 3;
    m_version = flags & 0xf;
    start.Next(2); // any partition key is taken
    const uint32_t congestionAndQp = start.ReadNtohU32();
    m_becn = congestionAndQp >> 24 & BECN;
    m_extended = congestionAndQp >> 24 & EXTENDED;
    m_destQp = congestionAndQp & QP_MASK;
    const uint32_t ackAndPsn = start.ReadNtohU32();
    m_ackRequest = ackAndPsn >> 24 & ACK_REQUEST;
    m_psn = ackAndPsn & PSN_MASK;
    return WireSize::BTH;
}

void
BthHeader::Print(std::ostream& os) const
{
    os << "opcode=" << static_cast<uint32_t>(m_opcode) << " destQp=" << m_destQp << " psn=" << m_psn
       << " padCount=" << static_cast<uint32_t>(m_padCount) << (m_solicited ? " SE" : "")
       << (m_becn ? " BECN" : "") << (m_extended ? " X" : "") << (m_ackRequest ? " A" : "");
}

void
BthHeader::SetOpcode(RoceOpcode opcode)
{
    m_opcode = opcode;
}

RoceOpcode
BthHeader::GetOpcode() const
{
    return m_opcode;
}

void
BthHeader::SetSolicited(bool solicited)
{
    m_solicited = solicited;
}

bool
BthHeader::IsSolicited() const
{
    return m_solicited;
}

void
BthHeader::SetPadCount(uint8_t bytes)
{
    m_padCount = bytes & 3;
}

uint8_t
BthHeader::GetPadCount() const
{
    return m_padCount;
}

uint8_t
BthHeader::GetVersion() const
{
    return m_version;
}

void
BthHeader::SetBecn(bool becn)
{
    m_becn = becn;
}

bool
BthHeader::IsBecn() const
{
    return m_becn;
}

void
BthHeader::SetExtended(bool extended)
{
    m_extended = extended;
}

bool
BthHeader::IsExtended() const
{
    return m_extended;
}

void
BthHeader::SetDestQp(uint32_t qp)
{
    m_destQp = qp & QP_MASK;
}

uint32_t
BthHeader::GetDestQp() const
{
    return m_destQp;
}

void
BthHeader::SetAckRequest(bool request)
{
    m_ackRequest = request;
}

bool
BthHeader::IsAckRequest() const
{
    return m_ackRequest;
}

void
BthHeader::SetPsn(uint32_t psn)
{
    m_psn = psn & PSN_MASK;
}

uint32_t
BthHeader::GetPsn() const
{
    return m_psn;
}

} // namespace ns3::rdmacell
