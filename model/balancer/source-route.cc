/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "source-route.h"

namespace ns3::rdmacell
{

uint32_t
SourceRoute::Write(const FabricPath& path)
{
    uint32_t all = 0;
    for (uint32_t hop = 0; hop < path.hops; ++hop)
    {
        all |= path.ports[hop];
    }
    const bool wide = all > 0xff;
    uint8_t* next = m_bytes;
    *next++ = static_cast<uint8_t>(path.hops << COUNT_SHIFT | (wide ? WIDE : 0));
    for (uint32_t hop = 0; hop < path.hops; ++hop)
    {
        if (wide)
        {
            *next++ = static_cast<uint8_t>(path.ports[hop] >> 8);
        }
        *next++ = static_cast<uint8_t>(path.ports[hop]);
    }
    return static_cast<uint32_t>(next - m_bytes);
}

uint32_t
SourceRoute::GetPort() const
{
    const uint32_t hop = *m_bytes & HOP_MASK;
    return hop < GetHops() ? GetPortOf(hop) : NO_PORT;
}

uint32_t
SourceRoute::GetPortOf(uint32_t hop) const
{
    if (*m_bytes & WIDE)
    {
        const uint8_t* port = m_bytes + 1 + 2 * hop;
        return uint32_t{port[0]} << 8 | port[1];
    }
    return m_bytes[1 + hop];
}

uint32_t
SourceRoute::FindReverse(const std::vector<FabricPath>& paths) const
{
    const uint32_t hops = GetHops();
    for (uint32_t path = 0; path < paths.size(); ++path)
    {
        uint32_t equal = 0;
        while (equal < hops && paths[path].hops == hops &&
               paths[path].arrivals[hops - 1 - equal] == GetPortOf(equal))
        {
            ++equal;
        }
        if (equal == hops && hops > 0)
        {
            return path;
        }
    }
    return NO_PATH;
}

void
SourceRoute::Advance()
{
    if (GetPort() != NO_PORT)
    {
        ++*m_bytes;
    }
}

} // namespace ns3::rdmacell
