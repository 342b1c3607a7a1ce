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
    : m_tors(std::make_shared<TorMap>())
{
    FindSet({}); // number 0: the value of an address without a route
}

void
ForwardingTable::SetTorMap(std::shared_ptr<const TorMap> tors)
{
    NS_LOG_FUNCTION(this);
    m_tors = std::move(tors);
}

uint16_t
ForwardingTable::FindSet(std::vector<uint16_t> ports)
{
    std::sort(ports.begin(), ports.end());
    ports.erase(std::unique(ports.begin(), ports.end()), ports.end());
    const auto [entry, isNew] =
        m_known.emplace(std::move(ports), static_cast<uint16_t>(m_ports.size()));
    if (isNew)
    {
        NS_ABORT_MSG_IF(m_ports.size() == BY_HOST, "a switch has more than 65535 sets of ports");
        m_ports.push_back(&entry->first);
        m_usable.emplace_back();
        m_portSum += entry->first.size();
        if (m_portSum > m_members.capacity())
        {
            m_members.reserve(2 * m_portSum);
            Refresh(); // all sets have moved
        }
        else
        {
            Append(entry->second);
        }
    }
    return entry->second;
}

void
ForwardingTable::SetRoute(uint32_t address, std::vector<uint16_t> ports)
{
    NS_LOG_FUNCTION(this << address << ports.size());
    const uint16_t set = FindSet(std::move(ports));
    const uint32_t tor = GetTor(address);
    if (tor < m_torSets.size() && m_torSets[tor] != BY_HOST)
    {
        for (const uint32_t host : m_tors->GetHosts(tor))
        {
            m_hostSets.At(host) = m_torSets[tor];
        }
        m_torSets[tor] = BY_HOST;
    }
    m_hostSets.At(address) = set;
}

void
ForwardingTable::SetTorRoutes(const std::vector<uint32_t>& tors, std::vector<uint16_t> ports)
{
    NS_LOG_FUNCTION(this << tors.size() << ports.size());
    const uint16_t set = FindSet(std::move(ports));
    for (const uint32_t tor : tors)
    {
        if (tor >= m_torSets.size())
        {
            m_torSets.resize(tor + 1, BY_HOST);
        }
        m_torSets[tor] = set;
    }
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

std::size_t
ForwardingTable::GetSetCount() const
{
    return m_ports.size();
}

void
ForwardingTable::Append(std::size_t set)
{
    const std::vector<uint16_t>& ports = *m_ports[set];
    const std::size_t begin = m_members.size();
    std::copy_if(ports.begin(), ports.end(), std::back_inserter(m_members), [this](uint16_t port) {
        return port >= m_unusable.size() || !m_unusable[port];
    });
    m_usable[set] = {m_members.data() + begin, static_cast<uint32_t>(m_members.size() - begin)};
}

void
ForwardingTable::Refresh()
{
    m_members.clear();
    for (std::size_t set = 0; set < m_ports.size(); ++set)
    {
        Append(set);
    }
}

} // namespace ns3::rdmacell
