/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "memory-region.h"

#include "ns3/assert.h"
#include "ns3/log.h"

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("MemoryRegion");

MemoryRegion::MemoryRegion(uint32_t key, uint64_t address, uint64_t length, uint8_t* bytes)
    : m_key(key),
      m_address(address),
      m_length(length),
      m_bytes(bytes)
{
    NS_LOG_FUNCTION(this << key << address << length);
}

uint32_t
MemoryRegion::GetKey() const
{
    return m_key;
}

uint64_t
MemoryRegion::GetAddress() const
{
    return m_address;
}

uint64_t
MemoryRegion::GetLength() const
{
    return m_length;
}

bool
MemoryRegion::Contains(uint64_t address, uint64_t length) const
{
    const uint64_t offset = address - m_address; // wraps to a huge offset below the region
    return offset <= m_length && length <= m_length - offset;
}

uint8_t*
MemoryRegion::At(uint64_t address)
{
    NS_ASSERT_MSG(Contains(address, 1), "address outside of the region: " << address);
    return m_bytes ? m_bytes + (address - m_address) : nullptr;
}

void
MemoryRegion::SetWriteCallback(WriteCallback callback)
{
    NS_LOG_FUNCTION(this << m_key);
    m_writeCallback = callback;
}

const MemoryRegion::WriteCallback&
MemoryRegion::GetWriteCallback() const
{
    return m_writeCallback;
}

} // namespace ns3::rdmacell
