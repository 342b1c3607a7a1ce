/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PREFETCH_LINES_H
#define PREFETCH_LINES_H

#include <cstddef>
#include <cstdint>

namespace ns3::rdmacell
{

/// Bytes of a cache line.
constexpr std::size_t CACHE_LINE = 64;

/**
 * @brief Have cache lines fetched that are going to be written, without waiting for them.
 * @tparam COUNT how many lines
 * @param start where the first line is; any address, null and invalid ones too
 */
template <std::size_t COUNT = 1>
inline void
PrefetchLines(const void* start)
{
    for (std::size_t line = 0; line < COUNT; ++line)
    {
        const auto address = reinterpret_cast<std::uintptr_t>(start) + line * CACHE_LINE;
        __builtin_prefetch(reinterpret_cast<const void*>(address), 1);
    }
}

} // namespace ns3::rdmacell

#endif // PREFETCH_LINES_H
