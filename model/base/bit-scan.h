/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BIT_SCAN_H
#define BIT_SCAN_H

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @brief Number of the lowest bit that is set.
 * @param mask not 0
 * @return bit number
 */
inline uint32_t
LowestBit(uint64_t mask)
{
    return static_cast<uint32_t>(__builtin_ctzll(mask));
}

/**
 * @brief Number of the highest bit that is set.
 * @param mask not 0
 * @return bit number
 */
inline uint32_t
HighestBit(uint64_t mask)
{
    return 63 - static_cast<uint32_t>(__builtin_clzll(mask));
}

} // namespace ns3::rdmacell

#endif // BIT_SCAN_H
