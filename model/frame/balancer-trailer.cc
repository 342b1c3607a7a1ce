/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "balancer-trailer.h"

#include <algorithm>

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(BalancerTrailer);

TypeId
BalancerTrailer::GetTypeId()
{
    static TypeId tid = TypeId("ns3::rdmacell::BalancerTrailer")
                            .SetParent<Trailer>()
                            .SetGroupName("RdmaCell")
                            .AddConstructor<BalancerTrailer>();
    return tid;
}

TypeId
BalancerTrailer::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
BalancerTrailer::GetSerializedSize() const
{
    return m_bytes;
}

BalancerTrailer::BalancerTrailer(uint32_t bytes, const Scratch& scratch)
    : m_bytes(bytes),
      m_scratch(scratch)
{
}

void
BalancerTrailer::Serialize(Buffer::Iterator end) const
{
    const uint32_t fields = std::min(m_bytes, WireSize::SCRATCH);
    end.Prev(m_bytes);
    end.Write(m_scratch.data(), fields);
    end.WriteU8(0, m_bytes - fields);
}

uint32_t
BalancerTrailer::Deserialize(Buffer::Iterator end)
{
    m_scratch.fill(0);
    end.Prev(m_bytes);
    end.Read(m_scratch.data(), std::min(m_bytes, WireSize::SCRATCH));
    return m_bytes;
}

void
BalancerTrailer::Print(std::ostream& os) const
{
    os << "bytes=" << m_bytes;
}

const BalancerTrailer::Scratch&
BalancerTrailer::GetScratch() const
{
    return m_scratch;
}

} // namespace ns3::rdmacell
