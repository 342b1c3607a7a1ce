/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-map.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace ns3::rdmacell
{

namespace
{

constexpr uint16_t FIRST_PORT = 0xc000;         ///< of the UDP ports that Linux uses for RoCEv2
constexpr uint16_t PORT_MASK = 0x3fff;          ///< bits in which they differ
constexpr uint32_t CANDIDATES_OF_EACH_PORT = 4; ///< ports to trace at most, for each one wanted
constexpr uint32_t PRIME = 8191;                ///< near 2^13: neighbors have other ports

/// Part of a longer delay that a link is blamed for at once. A shorter one is taken over whole, as
/// a packet that was fast has met no queue.
constexpr double BLAME = 0.5;

} // namespace

PathMap::PathMap(RouteTracer tracer, CellCounters& counters)
    : m_tracer(std::move(tracer)),
      m_counters(counters)
{
}

const std::vector<TracedPort>&
PathMap::GetPorts(Ipv4Address peer, uint16_t wanted)
{
    std::vector<TracedPort>& ports = m_ports[peer.Get()];
    if (ports.empty())
    {
        ports = Trace(peer, wanted);
    }
    return ports;
}

std::vector<TracedPort>
PathMap::Trace(Ipv4Address peer, uint16_t wanted)
{
    std::vector<TracedPort> ports;
    for (uint32_t i = 0; i < wanted * CANDIDATES_OF_EACH_PORT && ports.size() < wanted; ++i)
    {
        TracedPort traced;
        traced.port = static_cast<uint16_t>(FIRST_PORT | ((peer.Get() * PRIME + i) & PORT_MASK));
        traced.links = m_tracer(peer, traced.port);
        ++m_counters.tracedPorts;
        m_counters.traceProbes += traced.links.size() + 1;
        const auto isSame = [&traced](const TracedPort& other) {
            return other.links == traced.links;
        };
        if (std::none_of(ports.begin(), ports.end(), isSame))
        {
            ports.push_back(traced);
        }
        if (traced.links.empty())
        {
            break; // one switch: there is one path
        }
    }
    return ports;
}

double
PathMap::GetExcess(const Link& link, int64_t now, int64_t memory)
{
    const double age = static_cast<double>(now - link.time) / static_cast<double>(memory);
    return link.excess * std::max(1 - age, 0.0);
}

void
PathMap::Note(const TracedPort& port, int64_t excess, int64_t now, int64_t memory)
{
    const double seen = static_cast<double>(std::max(excess, int64_t{0}));
    for (const uint64_t number : port.links)
    {
        Link& link = m_links[number];
        const double known = GetExcess(link, now, memory);
        link.excess = seen < known ? seen : known + BLAME * (seen - known);
        link.time = now;
    }
}

int64_t
PathMap::GetExcess(const TracedPort& port, int64_t now, int64_t memory) const
{
    double most = 0;
    for (const uint64_t number : port.links)
    {
        const auto link = m_links.find(number);
        if (link != m_links.end())
        {
            most = std::max(most, GetExcess(link->second, now, memory));
        }
    }
    return static_cast<int64_t>(most);
}

uint16_t
PathMap::Pick(const std::vector<TracedPort>& ports,
              uint32_t from,
              int64_t enough,
              int64_t now,
              int64_t memory) const
{
    std::size_t best = from % ports.size();
    int64_t least = std::numeric_limits<int64_t>::max();
    for (std::size_t i = 0; i < ports.size() && least > enough; ++i)
    {
        const std::size_t each = (from + i) % ports.size();
        const int64_t excess = GetExcess(ports[each], now, memory);
        if (excess < least)
        {
            least = excess;
            best = each;
        }
    }
    return static_cast<uint16_t>(best);
}

} // namespace ns3::rdmacell
