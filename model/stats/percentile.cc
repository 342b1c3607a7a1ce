/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "percentile.h"

#include <algorithm>
#include <cstddef>

namespace ns3::rdmacell
{

double
Percentile(const std::vector<double>& sorted, double percent)
{
    const double rank = percent / 100 * static_cast<double>(sorted.size() - 1);
    const std::size_t below = static_cast<std::size_t>(rank);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (rank - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

} // namespace ns3::rdmacell
