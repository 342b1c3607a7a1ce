/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef UDP_SOURCE_PORT_H
#define UDP_SOURCE_PORT_H

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @brief Compute the UDP source port of a queue pair's packets as Linux does
 * (rdma_calc_flow_label() and rdma_flow_label_to_udp_sport() in include/rdma/ib_verbs.h).
 *
 * ECMP hashes it, so queue pairs between the same two hosts take different paths.
 *
 * @param localQpn local queue pair number, 24 bits
 * @param remoteQpn remote queue pair number, 24 bits
 * @return a port in [0xc000, 0xffff], the same for both directions
 */
constexpr uint16_t
ComputeUdpSourcePort(uint32_t localQpn, uint32_t remoteQpn)
{
    uint64_t v = static_cast<uint64_t>(localQpn) * remoteQpn;
    v ^= v >> 20;
    v ^= v >> 40;
    const uint32_t flowLabel = v & 0xfffff;
    return static_cast<uint16_t>(0xc000 | ((flowLabel & 0x3fff) ^ (flowLabel >> 14)));
}

/**
 * @brief Get another UDP source port of RoCEv2, for another path.
 * @param first a port in [0xc000, 0xffff]
 * @param index how many ports after it, modulo their number
 * @return a port in [0xc000, 0xffff]
 */
constexpr uint16_t
GetNextUdpSourcePort(uint16_t first, uint32_t index)
{
    return static_cast<uint16_t>(0xc000 | ((first + index) & 0x3fff));
}

} // namespace ns3::rdmacell

#endif // UDP_SOURCE_PORT_H
