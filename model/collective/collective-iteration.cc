/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "collective-iteration.h"

#include <algorithm>
#include <cstddef>

namespace ns3::rdmacell
{

void
CollectiveRound::Add(int64_t from, int64_t to, uint32_t src, uint32_t dst)
{
    start = messages == 0 ? from : std::min(start, from);
    end = std::max(end, to);
    sum += to - from;
    ++messages;
    if (to - from > longest)
    {
        longest = to - from;
        slowestSrc = src;
        slowestDst = dst;
    }
}

double
CollectiveRound::GetStraggling() const
{
    return sum > 0 ? static_cast<double>(longest) * static_cast<double>(messages) /
                         static_cast<double>(sum)
                   : 1;
}

UplinkBalance
CompareUplinks(const UplinkBytes& before, const UplinkBytes& after)
{
    UplinkBalance balance;
    double sum = 0;
    double largest = 0;
    uint32_t racks = 0;
    for (std::size_t rack = 0; rack < after.size(); ++rack)
    {
        uint64_t total = 0;
        uint64_t most = 0;
        for (std::size_t link = 0; link < after[rack].size(); ++link)
        {
            const uint64_t bytes = after[rack][link] - before[rack][link];
            total += bytes;
            most = std::max(most, bytes);
        }
        if (total == 0 || after[rack].size() < 2)
        {
            continue;
        }
        const double ratio = static_cast<double>(most) * static_cast<double>(after[rack].size()) /
                             static_cast<double>(total);
        sum += ratio;
        largest = std::max(largest, ratio);
        ++racks;
    }
    if (racks > 0)
    {
        balance.mean = sum / racks;
        balance.largest = largest;
    }
    return balance;
}

int64_t
CollectiveIteration::GetTime() const
{
    return end - start;
}

uint32_t
CollectiveIteration::FindStraggling() const
{
    const auto slowest = std::max_element(rounds.begin(),
                                          rounds.end(),
                                          [](const CollectiveRound& a, const CollectiveRound& b) {
                                              return a.GetStraggling() < b.GetStraggling();
                                          });
    return slowest == rounds.end() ? 0 : static_cast<uint32_t>(slowest - rounds.begin());
}

} // namespace ns3::rdmacell
