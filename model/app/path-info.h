/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_INFO_H
#define PATH_INFO_H

#include "ns3/ipv4-address.h"
#include "ns3/nstime.h"

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <functional>

namespace ns3::rdmacell
{

/// What an application knows of the path to another host: an operator has measured it.
struct PathInfo
{
    uint64_t bitRate{0}; ///< of the slowest link, bit/s
    /// Propagation delay there and back, and the serialization time of a full packet's payload on
    /// each link there, on the longest of the equal-cost paths: the base RTT of the HPCC and
    /// ConWeave simulators.
    Time baseRtt;

    /**
     * @brief Compute the bandwidth-delay product, exact up to 18 s at 1 Tb/s.
     * @return bytes, rounded down
     */
    uint64_t GetBdp() const
    {
        const auto picoseconds = static_cast<uint64_t>(baseRtt.GetPicoSeconds());
        return bitRate / 1'000'000 * picoseconds / 8'000'000;
    }
};

/// Links between switches that packets to a host take, in order; their numbers are unique.
using LinkList = boost::container::small_vector<uint64_t, 4>;

/// Traces the route of packets to a peer with a UDP source port, as traceroute does.
using RouteTracer = std::function<LinkList(Ipv4Address peer, uint16_t port)>;

} // namespace ns3::rdmacell

#endif // PATH_INFO_H
