/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "memory-region.h"

#include "ns3/assert.h"

namespace ns3::rdmacell
{

MemoryRegion::MemoryRegion(uint32_t key, uint64_t address, uint64_t length, uint8_t* bytes)
    : m_key(key),
      m_address(address),
      m_length(length),
      m_bytes(bytes)
{
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
    NS_ASSERT_MSG(Contains(address, 1), "no address of the region: " << address);
    return m_bytes ? m_bytes + (address - m_address) : nullptr;
}

void
MemoryRegion::SetWatch(Watch watch)
{
    m_watch = watch;
}

const MemoryRegion::Watch&
MemoryRegion::GetWatch() const
{
    return m_watch;
}

} // namespace ns3::rdmacell
