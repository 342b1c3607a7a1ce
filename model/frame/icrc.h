/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ICRC_H
#define ICRC_H

#include <cstddef>
#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @brief Compute the invariant CRC of a RoCEv2 packet over IPv4 (RoCEv2 annex A17.3.3).
 *
 * Ethernet's CRC-32 over eight bytes of ones, which stand for InfiniBand's local route header, and
 * the packet, in which what routers may change counts as ones: DSCP and ECN, TTL, the checksums of
 * IPv4 and UDP, and the fifth byte of the BTH (FECN, BECN and reserved bits).
 *
 * @param packet the packet from the first byte of its IPv4 header, which has no options
 * @param length bytes up to the ICRC: padding included, ICRC excluded; at least 40
 * @return the CRC; on the wire its least significant byte comes first
 */
uint32_t ComputeIcrc(const uint8_t* packet, std::size_t length);

} // namespace ns3::rdmacell

#endif // ICRC_H
