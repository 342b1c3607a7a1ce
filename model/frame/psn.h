/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PSN_H
#define PSN_H

#include <cstdint>

namespace ns3::rdmacell
{

/// Packet sequence numbers count modulo 2^24 (IBTA vol. 1, 9.7.2).
static constexpr uint32_t PSN_MASK = 0xffffff;

/**
 * @brief Move a PSN forward or backward.
 * @param psn a 24-bit PSN
 * @param delta how far
 * @return the PSN that many packets later, modulo 2^24
 */
constexpr uint32_t
PsnAdd(uint32_t psn, int32_t delta)
{
    return (psn + static_cast<uint32_t>(delta)) & PSN_MASK;
}

/**
 * @brief Compare two PSNs by serial-number arithmetic.
 * @param a a 24-bit PSN
 * @param b a 24-bit PSN
 * @return a - b as a signed 24-bit number, in [-2^23, 2^23): positive where a is the later one
 */
constexpr int32_t
PsnDiff(uint32_t a, uint32_t b)
{
    // Shifted up, the 24-bit sign becomes the 32-bit one; shifted down, it is extended.
    return static_cast<int32_t>((a - b) << 8) >> 8;
}

} // namespace ns3::rdmacell

#endif // PSN_H
