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
#include <utility>

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

/**
 * @brief Write a range of numbers.
 * @param first the first
 * @param last the last
 * @return such as "3" or "3 to 5"
 */
std::string
Range(uint32_t first, uint32_t last)
{
    return std::to_string(first) + (first == last ? "" : " to " + std::to_string(last));
}

/**
 * @brief Write which nodes of a file some nodes are, a line for each run of numbers.
 * @param out where to
 * @param graph the network
 * @param one what a node is: host or switch
 * @param many several of them
 * @param first the first node
 * @param end the node after the last
 */
void
WriteFileNumbers(std::ostream& out,
                 const NetworkGraph& graph,
                 const std::string& one,
                 const std::string& many,
                 uint32_t first,
                 uint32_t end)
{
    while (first < end)
    {
        uint32_t last = first;
        while (last + 1 < end && graph.fileNumbers[last + 1] == graph.fileNumbers[last] + 1)
        {
            ++last;
        }
        out << "  " << (first == last ? one : many) << ' ' << Range(first, last) << ": "
            << (first == last ? "node " : "nodes ")
            << Range(graph.fileNumbers[first], graph.fileNumbers[last]) << " of the file\n";
        first = last + 1;
    }
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

uint32_t
NetworkGraph::GetFileNumber(uint32_t node) const
{
    return node < fileNumbers.size() ? fileNumbers[node] : node;
}

void
NetworkGraph::SetServers(uint32_t size, uint32_t together, DataRate rate, Time latency)
{
    if (together % size != 0)
    {
        throw InputError(name + ": expected servers of a number of GPUs that divides " +
                         std::to_string(together) + ", found " + std::to_string(size));
    }
    if (rate.GetBitRate() == 0)
    {
        throw InputError(name + ": expected a rate above 0 within servers");
    }
    serverSize = size;
    serverRate = rate;
    serverLatency = latency;
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

std::vector<DataRate>
NetworkGraph::GetHostRates() const
{
    std::vector<DataRate> rates(hosts);
    for (const Link& link : links)
    {
        for (const uint32_t end : {link.a, link.b})
        {
            if (IsHost(end))
            {
                rates[end] = link.rate;
            }
        }
    }
    return rates;
}

std::vector<DataRate>
NetworkGraph::GetUplinkShares() const
{
    std::vector<double> down(GetNodes());
    std::vector<double> up(GetNodes());
    std::vector<uint32_t> tor(hosts);
    for (const Link& link : links)
    {
        for (const auto& [node, peer] : {std::pair(link.a, link.b), std::pair(link.b, link.a)})
        {
            (IsHost(peer) ? down : up)[node] += static_cast<double>(link.rate.GetBitRate());
            if (IsHost(node))
            {
                tor[node] = peer;
            }
        }
    }
    std::vector<DataRate> shares = GetHostRates();
    for (uint32_t host = 0; host < hosts; ++host)
    {
        const uint32_t node = tor[host];
        if (up[node] == 0)
        {
            throw InputError(name + ": expected uplinks at each switch with hosts, found none at " +
                             "switch " + std::to_string(GetFileNumber(node)));
        }
        const auto rate = static_cast<double>(shares[host].GetBitRate());
        shares[host] = DataRate(static_cast<uint64_t>(rate * up[node] / down[node] + 0.5));
    }
    return shares;
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
        const std::string text =
            std::to_string(GetFileNumber(link.a)) + " - " + std::to_string(GetFileNumber(link.b));
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
            throw InputError(
                name + ": host " + std::to_string(GetFileNumber(host)) +
                ": expected exactly one link, to a switch, found " +
                (edges[host].size() == 1
                     ? "one to host " + std::to_string(GetFileNumber(edges[host].front().peer))
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
                             std::to_string(GetFileNumber(node)) + " cannot be reached from host " +
                             std::to_string(GetFileNumber(0)));
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
    if (serverSize > 1)
    {
        out << "  servers: " << hosts / serverSize << " of " << serverSize << " GPUs, "
            << static_cast<double>(serverRate.GetBitRate()) / 1e9 << " Gb/s and "
            << static_cast<double>(serverLatency.GetPicoSeconds()) / 1e6 << " us within\n";
    }
    if (!fileNumbers.empty())
    {
        WriteFileNumbers(out, *this, "host", "hosts", 0, hosts);
        WriteFileNumbers(out, *this, "switch", "switches", hosts, GetNodes());
    }
    return out.str();
}

} // namespace ns3::rdmacell
