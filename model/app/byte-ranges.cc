/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "byte-ranges.h"

#include <algorithm>

namespace ns3::rdmacell
{

uint64_t
ByteRanges::Add(uint64_t begin, uint64_t length)
{
    if (length == 0)
    {
        return 0;
    }
    Range merged{begin, begin + length};
    const auto first = std::partition_point(m_ranges.begin(),
                                            m_ranges.end(),
                                            [begin](const Range& r) { return r.end < begin; });
    auto last = first;
    uint64_t known = 0;
    while (last != m_ranges.end() && last->begin <= begin + length)
    {
        known += last->end - last->begin;
        merged.begin = std::min(merged.begin, last->begin);
        merged.end = std::max(merged.end, last->end);
        ++last;
    }
    const uint64_t added = merged.end - merged.begin - known;
    if (first == last)
    {
        m_ranges.insert(first, merged);
    }
    else
    {
        *first = merged;
        m_ranges.erase(first + 1, last);
    }
    m_bytes += added;
    return added;
}

uint64_t
ByteRanges::GetBytes() const
{
    return m_bytes;
}

uint64_t
ByteRanges::GetEnd() const
{
    return m_ranges.empty() ? 0 : m_ranges.back().end;
}

std::size_t
ByteRanges::CountRanges() const
{
    return m_ranges.size();
}

} // namespace ns3::rdmacell
