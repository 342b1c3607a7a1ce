/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "forwarding-table.h"

#include "ns3/abort.h"
#include "ns3/log.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("ForwardingTable");

ForwardingTable::ForwardingTable()
    : m_usable(1),
      m_ports(1),
      m_known{{{}, 0}}
{
}

void
ForwardingTable::SetRoute(uint32_t address, std::vector<uint16_t> ports)
{
    NS_LOG_FUNCTION(this << address << ports.size());
    std::sort(ports.begin(), ports.end());
    ports.erase(std::unique(ports.begin(), ports.end()), ports.end());
    const auto [entry, isNew] =
        m_known.emplace(std::move(ports), static_cast<uint32_t>(m_ports.size()));
    NS_ABORT_MSG_IF(entry->second > UINT16_MAX, "a switch has more than 65536 sets of ports");
    if (isNew)
    {
        m_ports.push_back(entry->first);
        Refresh();
    }
    m_sets.At(address) = static_cast<uint16_t>(entry->second);
}

void
ForwardingTable::SetUsable(uint16_t port, bool usable)
{
    NS_LOG_FUNCTION(this << port << usable);
    if (port >= m_unusable.size())
    {
        m_unusable.resize(port + 1, false);
    }
    m_unusable[port] = !usable;
    Refresh();
}

void
ForwardingTable::SetTor(uint32_t address, uint32_t tor)
{
    NS_LOG_FUNCTION(this << address << tor);
    m_tors.At(address) = tor;
}

std::size_t
ForwardingTable::GetSetCount() const
{
    return m_ports.size();
}

void
ForwardingTable::Refresh()
{
    m_members.clear();
    std::vector<std::size_t> starts;
    for (const std::vector<uint16_t>& set : m_ports)
    {
        starts.push_back(m_members.size());
        std::copy_if(set.begin(), set.end(), std::back_inserter(m_members), [this](uint16_t port) {
            return port >= m_unusable.size() || !m_unusable[port];
        });
    }
    starts.push_back(m_members.size());
    m_usable.resize(m_ports.size());
    for (std::size_t i = 0; i < m_ports.size(); ++i)
    {
        m_usable[i] = {m_members.data() + starts[i],
                       static_cast<uint32_t>(starts[i + 1] - starts[i])};
    }
}

} // namespace ns3::rdmacell
