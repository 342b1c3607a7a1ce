/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MAP_H
#define PATH_MAP_H

#include "cell-counters.h"
#include "path-info.h"

#include "ns3/ipv4-address.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace ns3::rdmacell
{

/// A UDP source port, and where it leads.
struct TracedPort
{
    uint16_t port{0}; ///< the port
    LinkList links;   ///< that packets with it take to the peer
};

/**
 * @ingroup rdmacell
 * @brief What a host knows of the network: UDP source ports that lead to a peer over different
 * paths, and which links delay packets.
 *
 * Switches hash the 5-tuple, in which queue pairs differ by their UDP source ports alone. So a
 * host that has traced a port once, with probes of increasing TTL, knows the path of all queue
 * pairs with that port. Clove (Katta et al., CoNEXT 2017) finds ports for its paths in this way.
 *
 * Links are judged by tokens. One that has taken some time shows that no link on its path delays
 * packets longer; which of the links has is open, until tokens over other paths clear some.
 */
class PathMap
{
  public:
    /**
     * @brief Construct a map of a host that knows nothing.
     * @param tracer traces routes
     * @param counters count what tracing costs; outlive it
     */
    PathMap(RouteTracer tracer, CellCounters& counters);

    /**
     * @brief Get ports that lead to a peer over different paths; they are traced at the first call.
     * @param peer address of the peer
     * @param wanted how many ports, at least 1
     * @return ports with different paths, fewer than wanted if there are no more or none was found
     */
    const std::vector<TracedPort>& GetPorts(Ipv4Address peer, uint16_t wanted);

    /**
     * @brief A token has shown how long packets take over a path.
     * @param port its port
     * @param excess time above the base RTT, steps
     * @param now the current time, steps
     * @param memory time in which what is known of a link falls to nothing, steps
     */
    void Note(const TracedPort& port, int64_t excess, int64_t now, int64_t memory);

    /**
     * @brief Get how long packets over a path are delayed, as far as tokens have shown.
     * @param port its port
     * @param now the current time, steps
     * @param memory time in which what is known of a link falls to nothing, steps
     * @return time above the base RTT, steps
     */
    int64_t GetExcess(const TracedPort& port, int64_t now, int64_t memory) const;

    /**
     * @brief Pick the path of a new flow: the first one without a known delay, or that with the
     * least.
     * @param ports ports with different paths, at least one
     * @param from index of the first one to look at
     * @param enough delay that does not matter, steps
     * @param now the current time, steps
     * @param memory time in which what is known of a link falls to nothing, steps
     * @return index of the port
     */
    uint16_t Pick(const std::vector<TracedPort>& ports,
                  uint32_t from,
                  int64_t enough,
                  int64_t now,
                  int64_t memory) const;

  private:
    /// What is known of a link.
    struct Link
    {
        double excess{0}; ///< delay, steps
        int64_t time{0};  ///< when that was, steps
    };

    /**
     * @brief Trace ports to a peer.
     * @param peer address of the peer
     * @param wanted how many
     * @return the ports
     */
    std::vector<TracedPort> Trace(Ipv4Address peer, uint16_t wanted);

    /**
     * @brief Get the delay of a link.
     * @param link the link
     * @param now the current time, steps
     * @param memory time in which it falls to nothing, steps
     * @return steps
     */
    static double GetExcess(const Link& link, int64_t now, int64_t memory);

    RouteTracer m_tracer;                                          ///< traces routes
    CellCounters& m_counters;                                      ///< count what tracing costs
    std::unordered_map<uint32_t, std::vector<TracedPort>> m_ports; ///< by address of the peer
    std::unordered_map<uint64_t, Link> m_links;                    ///< by number of the link
};

} // namespace ns3::rdmacell

#endif // PATH_MAP_H
