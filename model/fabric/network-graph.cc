/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "network-graph.h"

#include "ns3/input-error.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <limits>
#include <map>
#include <sstream>

namespace ns3::rdmacell
{

namespace
{

/// Links of a tier, one kind of them.
struct LinkSum
{
    uint32_t count{0};   ///< how many
    double bitRate{0.0}; ///< of all, bits per second
};

/**
 * @brief Write a number with its noun.
 * @param count the number
 * @param one the noun in the singular
 * @param ending ending of the plural
 * @return such as "2 hosts"
 */
std::string
Count(std::size_t count, const std::string& one, const std::string& ending = "s")
{
    return std::to_string(count) + ' ' + one + (count == 1 ? "" : ending);
}

} // namespace

bool
NetworkGraph::IsHost(uint32_t node) const
{
    return node < hosts;
}

uint32_t
NetworkGraph::GetNodes() const
{
    return hosts + switches;
}

std::vector<std::vector<NetworkGraph::Edge>>
NetworkGraph::GetEdges() const
{
    std::vector<std::vector<Edge>> edges(GetNodes());
    for (uint32_t i = 0; i < links.size(); ++i)
    {
        edges.at(links[i].a).push_back({links[i].b, i});
        edges.at(links[i].b).push_back({links[i].a, i});
    }
    return edges;
}

std::vector<uint32_t>
NetworkGraph::GetTiers() const
{
    constexpr uint32_t UNREACHED = std::numeric_limits<uint32_t>::max();
    const auto edges = GetEdges();
    std::vector<uint32_t> tiers(GetNodes(), UNREACHED);
    std::deque<uint32_t> next;
    for (uint32_t host = 0; host < hosts; ++host)
    {
        tiers[host] = 0;
        next.push_back(host);
    }
    while (!next.empty())
    {
        const uint32_t node = next.front();
        next.pop_front();
        for (const Edge& edge : edges[node])
        {
            if (tiers[edge.peer] == UNREACHED)
            {
                tiers[edge.peer] = tiers[node] + 1;
                next.push_back(edge.peer);
            }
        }
    }
    return tiers;
}

void
NetworkGraph::Check() const
{
    if (hosts < 2)
    {
        throw InputError(name + ": expected at least 2 hosts, found " + std::to_string(hosts));
    }
    for (const Link& link : links)
    {
        const std::string text = std::to_string(link.a) + " - " + std::to_string(link.b);
        if (link.a >= GetNodes() || link.b >= GetNodes() || link.a == link.b)
        {
            throw InputError(name + ": link " + text + ": expected two different nodes below " +
                             std::to_string(GetNodes()));
        }
        if (link.rate.GetBitRate() == 0 || link.delay.IsStrictlyNegative())
        {
            throw InputError(name + ": link " + text +
                             ": expected a rate above 0 and a delay not below 0");
        }
    }
    const auto edges = GetEdges();
    for (uint32_t host = 0; host < hosts; ++host)
    {
        if (edges[host].size() != 1 || IsHost(edges[host].front().peer))
        {
            throw InputError(name + ": host " + std::to_string(host) +
                             ": expected exactly one link, to a switch, found " +
                             (edges[host].size() == 1
                                  ? "one to host " + std::to_string(edges[host].front().peer)
                                  : std::to_string(edges[host].size()) + " links"));
        }
    }
    std::vector<bool> reached(GetNodes(), false);
    std::deque<uint32_t> next{0};
    reached[0] = true;
    while (!next.empty())
    {
        const uint32_t node = next.front();
        next.pop_front();
        for (const Edge& edge : edges[node])
        {
            if (!reached[edge.peer])
            {
                reached[edge.peer] = true;
                next.push_back(edge.peer);
            }
        }
    }
    for (uint32_t node = 0; node < GetNodes(); ++node)
    {
        if (!reached[node])
        {
            throw InputError(name + ": expected a connected network, but node " +
                             std::to_string(node) + " cannot be reached from host 0");
        }
    }
}

std::string
NetworkGraph::Describe() const
{
    const auto tiers = GetTiers();
    std::map<uint32_t, uint32_t> nodesOf;
    for (const uint32_t tier : tiers)
    {
        ++nodesOf[tier];
    }
    std::map<uint32_t, LinkSum> up; // by lower tier
    std::map<uint32_t, uint32_t> within;
    for (const Link& link : links)
    {
        const uint32_t a = tiers.at(link.a);
        const uint32_t b = tiers.at(link.b);
        if (a == b)
        {
            ++within[a];
            continue;
        }
        LinkSum& sum = up[std::min(a, b)];
        ++sum.count;
        sum.bitRate += static_cast<double>(link.rate.GetBitRate());
    }
    std::ostringstream out;
    out << name << ": " << Count(hosts, "host") << ", " << Count(switches, "switch", "es") << ", "
        << Count(links.size(), "link") << '\n';
    for (const auto& [tier, nodes] : nodesOf)
    {
        out << "  tier " << tier << ": "
            << (tier == 0 ? Count(nodes, "host") : Count(nodes, "switch", "es"));
        if (within[tier] > 0)
        {
            out << ", " << Count(within[tier], "link") << " within";
        }
        const LinkSum above = up[tier];
        if (above.count > 0)
        {
            out << ", " << Count(above.count, "link") << " up, " << above.bitRate / 1e9
                << " Gb/s in all";
            if (tier > 0)
            {
                out << ", oversubscription " << up[tier - 1].bitRate / above.bitRate << ":1";
            }
        }
        out << '\n';
    }
    return out.str();
}

} // namespace ns3::rdmacell
