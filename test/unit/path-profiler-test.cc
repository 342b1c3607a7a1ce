/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Tests of routes and of the classes of paths, against all shortest paths of random networks, which
 * the test enumerates.
 */

#include "ns3/ideal-fct.h"
#include "ns3/route-computer.h"
#include "ns3/topology-registry.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/// A link in the direction in which a path uses it.
struct Hop
{
    uint32_t from;
    uint32_t to;
    uint32_t link;
};

using Path = std::vector<Hop>;

constexpr uint32_t UNREACHED = std::numeric_limits<uint32_t>::max();

/// A network, latencies of its nodes, and all shortest paths between hosts by enumeration.
class Enumeration
{
  public:
    Enumeration(const NetworkGraph& graph, const std::vector<int64_t>& latency)
        : m_graph(graph),
          m_edges(graph.GetEdges()),
          m_latency(latency),
          m_down(graph.links.size(), false)
    {
    }

    void TakeDown(uint32_t link)
    {
        m_down[link] = true;
    }

    /// All shortest paths between two nodes that are no hosts, over links that are up.
    std::vector<Path> Between(uint32_t from, uint32_t to) const
    {
        std::vector<uint32_t> distance(m_graph.GetNodes(), UNREACHED);
        distance[to] = 0;
        std::deque<uint32_t> queue{to};
        while (!queue.empty())
        {
            const uint32_t node = queue.front();
            queue.pop_front();
            for (const auto& edge : m_edges[node])
            {
                if (!m_graph.IsHost(edge.peer) && !m_down[edge.link] &&
                    distance[edge.peer] == UNREACHED)
                {
                    distance[edge.peer] = distance[node] + 1;
                    queue.push_back(edge.peer);
                }
            }
        }
        std::vector<Path> paths;
        if (distance[from] != UNREACHED)
        {
            Follow(from, to, distance, {}, paths);
        }
        return paths;
    }

    /// The profiles of all shortest paths between two hosts, each with its own rates and delays.
    PathProfiles GetProfiles(uint32_t src, uint32_t dst) const
    {
        PathProfiles profiles;
        const auto& first = m_edges[src].front();
        const auto& last = m_edges[dst].front();
        for (Path path : Between(first.peer, last.peer))
        {
            path.insert(path.begin(), {src, first.peer, first.link});
            path.push_back({last.peer, dst, last.link});
            PathProfile& profile = profiles.emplace_back();
            for (const Hop& hop : path)
            {
                profile.rates.emplace_back(m_graph.links[hop.link].rate);
                profile.delay += m_graph.links[hop.link].delay.GetTimeStep() + m_latency[hop.from];
            }
        }
        return profiles;
    }

  private:
    void Follow(uint32_t node,
                uint32_t to,
                const std::vector<uint32_t>& distance,
                const Path& path,
                std::vector<Path>& paths) const
    {
        if (node == to)
        {
            paths.push_back(path);
            return;
        }
        for (const auto& edge : m_edges[node])
        {
            if (!m_graph.IsHost(edge.peer) && !m_down[edge.link] &&
                distance[edge.peer] + 1 == distance[node])
            {
                Path longer = path;
                longer.push_back({node, edge.peer, edge.link});
                Follow(edge.peer, to, distance, longer, paths);
            }
        }
    }

    const NetworkGraph& m_graph;
    std::vector<std::vector<NetworkGraph::Edge>> m_edges;
    std::vector<int64_t> m_latency;
    std::vector<bool> m_down;
};

/// Draws networks: any connected ones, or tiers as of a fat tree, with parallel links.
class NetworkDraw
{
  public:
    explicit NetworkDraw(uint64_t seed)
        : m_random(seed)
    {
    }

    uint32_t Below(uint64_t end)
    {
        return static_cast<uint32_t>(m_random() % end);
    }

    NetworkGraph Draw()
    {
        NetworkGraph graph = Below(3) == 0 ? DrawTiers() : DrawAny();
        // One rate and one delay, a few, or a delay of its own for each link.
        const uint32_t rates = 1 + Below(3);
        const uint32_t delays = Below(2) == 0 ? 1 + Below(3) : 100'000;
        for (NetworkGraph::Link& link : graph.links)
        {
            static const std::vector<std::string> known{"10Gbps", "1Gbps", "3Gbps"};
            link.rate = DataRate(known[Below(rates)]);
            link.delay = NanoSeconds(100 * (1 + Below(delays)));
        }
        return graph;
    }

    std::vector<int64_t> DrawLatencies(const NetworkGraph& graph)
    {
        std::vector<int64_t> latency(graph.GetNodes(), 0);
        const bool any = Below(2) == 0;
        for (uint32_t node = graph.hosts; any && node < graph.GetNodes(); ++node)
        {
            latency[node] = 50 * Below(3);
        }
        return latency;
    }

  private:
    /// A random tree of switches and links across it, some of them parallel.
    NetworkGraph DrawAny()
    {
        NetworkGraph graph;
        graph.name = "random";
        graph.hosts = 2 + Below(6);
        graph.switches = 1 + Below(9);
        for (uint32_t host = 0; host < graph.hosts; ++host)
        {
            Connect(graph, host, graph.hosts + Below(graph.switches));
        }
        for (uint32_t i = 1; i < graph.switches; ++i)
        {
            Connect(graph, graph.hosts + i, graph.hosts + Below(i));
        }
        for (uint32_t i = Below(2 * graph.switches); i > 0 && graph.switches > 1; --i)
        {
            const uint32_t a = Below(graph.switches);
            const uint32_t b = (a + 1 + Below(graph.switches - 1)) % graph.switches;
            Connect(graph, graph.hosts + a, graph.hosts + b);
        }
        std::shuffle(graph.links.begin(), graph.links.end(), m_random);
        return graph;
    }

    NetworkGraph DrawTiers()
    {
        switch (Below(3))
        {
        case 0:
            return MakeTopology("fat-tree:k=4");
        case 1:
            return MakeTopology("leaf-spine:hosts=6,leaves=3,spines=3,parallelLinks=2");
        default:
            return MakeTopology("leaf-spine:hosts=8,leaves=4,spines=2");
        }
    }

    static void Connect(NetworkGraph& graph, uint32_t a, uint32_t b)
    {
        graph.links.push_back({a, b, DataRate(), Time(), 0});
    }

    std::mt19937_64 m_random;
};

/// The longest base RTT and the lowest rate of some paths there and back.
std::tuple<int64_t, uint64_t>
Measure(const PathProfiles& there, const PathProfiles& back)
{
    int64_t longest = 0;
    uint64_t lowest = std::numeric_limits<uint64_t>::max();
    for (const PathProfile& path : there)
    {
        int64_t time = path.delay;
        for (const LineRate& rate : path.rates)
        {
            uint64_t remainder = 0;
            time += rate.Steps(1024, remainder);
            lowest = std::min(lowest, rate.GetBitRate());
        }
        longest = std::max(longest, time);
    }
    int64_t longestBack = 0;
    for (const PathProfile& path : back)
    {
        longestBack = std::max(longestBack, path.delay);
    }
    return {longest + longestBack, lowest};
}

/// Compares ideal times, and the slowest paths, from every so many hosts to all.
void
CompareTimes(const RouteComputer& routes,
             const Enumeration& all,
             uint32_t hosts,
             uint32_t stride = 1)
{
    const IdealFct ideal(1024, 4096);
    for (uint32_t src = 0; src < hosts; src += stride)
    {
        for (uint32_t dst = 0; dst < hosts; ++dst)
        {
            if (src == dst)
            {
                continue;
            }
            const PathProfiles there = all.GetProfiles(src, dst);
            const PathProfiles back = all.GetProfiles(dst, src);
            const PathProfiles fastThere = routes.GetFastestPaths(src, dst);
            const PathProfiles fastBack = routes.GetFastestPaths(dst, src);
            ASSERT_LE(fastThere.size(), there.size());
            for (const uint64_t bytes : {0, 1, 1025, 5000, 100'000})
            {
                ASSERT_EQ(ideal.GetFastestFct(fastThere, fastBack, bytes),
                          ideal.GetFastestFct(there, back, bytes))
                    << bytes << " bytes from host " << src << " to host " << dst;
            }
            ASSERT_EQ(Measure(routes.GetSlowestPaths(src, dst), routes.GetSlowestPaths(dst, src)),
                      Measure(there, back))
                << "from host " << src << " to host " << dst;
        }
    }
}

/// Compares routes and whole paths between all ToR switches.
void
CompareRoutes(const RouteComputer& routes, const Enumeration& all, uint32_t hosts)
{
    std::map<std::pair<uint32_t, uint32_t>, std::vector<uint16_t>> ports;
    routes.VisitRoutes(
        [&](uint32_t node, const std::vector<uint32_t>& tors, const std::vector<uint16_t>& to) {
            ASSERT_GE(node, hosts);
            for (const uint32_t tor : tors)
            {
                ASSERT_TRUE(ports.emplace(std::make_pair(node, tor), to).second) << "twice";
            }
        });
    for (uint32_t from = 0; from < routes.GetTorCount(); ++from)
    {
        const uint32_t node = routes.GetTorNode(from);
        for (uint32_t to = 0; to < routes.GetTorCount(); ++to)
        {
            if (from == to)
            {
                ASSERT_EQ(ports.count({node, to}), 0U) << "a route to itself";
                ASSERT_TRUE(routes.ComputePaths(from, to).empty());
                continue;
            }
            std::set<uint16_t> first;
            std::set<std::vector<uint16_t>> whole;
            for (const Path& path : all.Between(node, routes.GetTorNode(to)))
            {
                std::vector<uint16_t> each;
                for (const Hop& hop : path)
                {
                    each.push_back(routes.GetPort(hop.from, hop.link));
                }
                first.insert(each.front());
                whole.insert(each);
            }
            ASSERT_EQ(ports.at({node, to}), std::vector<uint16_t>(first.begin(), first.end()));
            if (!whole.empty() && whole.begin()->size() > FabricPath::MAX_HOPS)
            {
                continue;
            }
            std::vector<std::vector<uint16_t>> computed;
            for (const FabricPath& path : routes.ComputePaths(from, to))
            {
                computed.emplace_back(path.ports.begin(), path.ports.begin() + path.hops);
            }
            ASSERT_EQ(computed, std::vector<std::vector<uint16_t>>(whole.begin(), whole.end()));
        }
    }
}

} // namespace

class RandomNetworks : public testing::TestWithParam<uint64_t>
{
};

TEST_P(RandomNetworks, HaveTheTimesAndRoutesOfAllTheirPaths)
{
    NetworkDraw draw(GetParam());
    for (uint32_t i = 0; i < 30; ++i)
    {
        SCOPED_TRACE("network " + std::to_string(i) + " of seed " + std::to_string(GetParam()));
        const NetworkGraph graph = draw.Draw();
        graph.Check();
        const std::vector<int64_t> latency = draw.DrawLatencies(graph);
        RouteComputer routes(graph);
        for (uint32_t node = 0; node < graph.GetNodes(); ++node)
        {
            routes.SetLatency(node, latency[node]);
        }
        Enumeration all(graph, latency);
        CompareTimes(routes, all, graph.hosts);
        CompareRoutes(routes, all, graph.hosts);
        for (uint32_t link = 0; link < graph.links.size(); ++link)
        {
            if (draw.Below(4) == 0)
            {
                routes.SetLinkUp(link, false);
                all.TakeDown(link);
            }
        }
        CompareRoutes(routes, all, graph.hosts);
        if (HasFatalFailure())
        {
            return;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(PathProfiler, RandomNetworks, testing::Range<uint64_t>(1, 9));

TEST(PathProfiler, MoreTorSwitchesThanABatchHas)
{
    // 70 switches in a ring, each with a host; every third link is slower, every fifth longer.
    NetworkGraph graph;
    graph.name = "ring";
    graph.hosts = 70;
    graph.switches = 70;
    for (uint32_t i = 0; i < 70; ++i)
    {
        graph.links.push_back({i, 70 + i, DataRate("10Gbps"), NanoSeconds(500), 0});
        graph.links.push_back({70 + i,
                               70 + (i + 1) % 70,
                               DataRate(i % 3 == 0 ? "1Gbps" : "10Gbps"),
                               NanoSeconds(i % 5 == 0 ? 900 : 500),
                               0});
    }
    const RouteComputer routes(graph);
    const Enumeration all(graph, std::vector<int64_t>(140, 0));
    CompareTimes(routes, all, 70, 23);
    CompareRoutes(routes, all, 70);
}

TEST(PathProfiler, PathsAreNotEnumerated)
{
    // 2^40 shortest paths: 40 links in a row, each double; one of the two is better in all.
    NetworkGraph graph;
    graph.name = "chain";
    graph.hosts = 2;
    graph.switches = 41;
    graph.links = {{0, 2, DataRate("10Gbps"), NanoSeconds(1), 0},
                   {1, 42, DataRate("10Gbps"), NanoSeconds(1), 0}};
    for (uint32_t i = 0; i < 40; ++i)
    {
        graph.links.push_back({2 + i, 3 + i, DataRate("10Gbps"), NanoSeconds(i), 0});
        graph.links.push_back({2 + i, 3 + i, DataRate("3Gbps"), NanoSeconds(i + 7), 0});
    }
    const RouteComputer routes(graph);
    const PathProfiles fast = routes.GetFastestPaths(0, 1);
    ASSERT_EQ(fast.size(), 1U);
    EXPECT_EQ(fast[0].delay, 2 + 39 * 40 / 2);
    EXPECT_EQ(fast[0].rates[20].GetBitRate(), 10'000'000'000U);
    const PathProfiles slow = routes.GetSlowestPaths(1, 0);
    ASSERT_EQ(slow.size(), 1U);
    EXPECT_EQ(slow[0].delay, 2 + 39 * 40 / 2 + 40 * 7);
    EXPECT_EQ(slow[0].rates[20].GetBitRate(), 3'000'000'000U);
}
