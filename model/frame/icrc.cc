/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "icrc.h"

#include "roce-frame.h"

#include "ns3/assert.h"

#include <algorithm>
#include <array>
#include <boost/crc.hpp>

namespace ns3::rdmacell
{

uint32_t
ComputeIcrc(const uint8_t* packet, std::size_t length)
{
    constexpr std::size_t route = 8; // InfiniBand's local route header
    constexpr std::size_t headers = WireSize::IPV4 + WireSize::UDP + WireSize::BTH;
    // Offsets from the IPv4 header: DSCP and ECN, TTL, checksum, UDP checksum, BTH's fifth byte.
    constexpr std::array<std::size_t, 7> variant{1, 8, 10, 11, 26, 27, 32};
    NS_ASSERT_MSG(length >= headers, "shorter than the headers of any RoCEv2 packet");

    std::array<uint8_t, route + headers> masked;
    masked.fill(0xff);
    std::copy_n(packet, headers, masked.begin() + route);
    for (const std::size_t offset : variant)
    {
        masked[route + offset] = 0xff;
    }

    boost::crc_32_type crc;
    crc.process_bytes(masked.data(), masked.size());
    crc.process_bytes(packet + headers, length - headers);
    return crc.checksum();
}

} // namespace ns3::rdmacell
