/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLOW_HASH_H
#define FLOW_HASH_H

#include "ns3/ipv4-address.h"
#include "ns3/roce-frame.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <ostream>

namespace ns3::rdmacell
{

/// UDP destination port of RoCEv2 (IANA).
constexpr uint16_t ROCE_UDP_PORT = 4791;

/**
 * @brief Hash 32-bit words with MurmurHash3_x86_32 (A. Appleby, public domain).
 * @tparam N number of words
 * @param words the key; each word is read as four bytes in little-endian order
 * @param seed the seed
 * @return the hash
 */
template <std::size_t N>
constexpr uint32_t
MurmurHash3(const std::array<uint32_t, N>& words, uint32_t seed)
{
    uint32_t hash = seed;
    for (std::size_t i = 0; i < N; ++i)
    {
        uint32_t k = words[i] * 0xcc9e2d51U;
        k = (k << 15) | (k >> 17);
        hash ^= k * 0x1b873593U;
        hash = (hash << 13) | (hash >> 19);
        hash = hash * 5 + 0xe6546b64U;
    }
    hash ^= static_cast<uint32_t>(4 * N);
    hash ^= hash >> 16;
    hash *= 0x85ebca6bU;
    hash ^= hash >> 13;
    hash *= 0xc2b2ae35U;
    hash ^= hash >> 16;
    return hash;
}

/// A flow as a switch distinguishes it: the 5-tuple, of which RoCEv2 fixes protocol and port.
struct FlowKey
{
    std::array<uint32_t, 3> words; ///< source, destination, source port | destination port << 16

    /**
     * @brief Read the key of a frame.
     * @param frame a RoCEv2 frame
     * @return its key
     */
    static constexpr FlowKey Of(const RoceFrame& frame)
    {
        return {
            {frame.srcIp, frame.dstIp, uint32_t{frame.srcPort} | (uint32_t{ROCE_UDP_PORT} << 16)}};
    }

    /**
     * @brief Compare two keys.
     * @param other the other one
     * @return true if they are equal
     */
    constexpr bool operator==(const FlowKey& other) const
    {
        return words[0] == other.words[0] && words[1] == other.words[1] &&
               words[2] == other.words[2];
    }
};

/**
 * @brief Print a flow, for logs: source address, UDP source port, destination address.
 * @param out where to
 * @param key the flow
 * @return the stream
 */
inline std::ostream&
operator<<(std::ostream& out, const FlowKey& key)
{
    return out << Ipv4Address(key.words[0]) << ':' << (key.words[2] & 0xffff) << "->"
               << Ipv4Address(key.words[1]);
}

/**
 * @brief Hash a flow as the HPCC and ConWeave simulators do (12 bytes, MurmurHash3_x86_32).
 * @param key the flow
 * @param seed a number that differs from switch to switch, against polarisation
 * @return the hash
 */
constexpr uint32_t
FlowHash(const FlowKey& key, uint32_t seed)
{
    return MurmurHash3(key.words, seed);
}

} // namespace ns3::rdmacell

#endif // FLOW_HASH_H
