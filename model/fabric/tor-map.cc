/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tor-map.h"

namespace ns3::rdmacell
{

void
TorMap::Add(uint32_t address, uint32_t tor)
{
    m_tors.At(address) = tor;
    if (tor >= m_hosts.size())
    {
        m_hosts.resize(tor + 1);
    }
    m_slices.At(address) = static_cast<uint32_t>(m_hosts[tor].size());
    m_hosts[tor].push_back(address);
}

const std::vector<uint32_t>&
TorMap::GetHosts(uint32_t tor) const
{
    static const std::vector<uint32_t> none;
    return tor < m_hosts.size() ? m_hosts[tor] : none;
}

} // namespace ns3::rdmacell
