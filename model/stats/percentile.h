/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PERCENTILE_H
#define PERCENTILE_H

#include <vector>

namespace ns3::rdmacell
{

/**
 * @brief Interpolate a percentile linearly between the nearest ranks, as numpy does by default.
 * @param sorted values in ascending order, at least one
 * @param percent 0 to 100
 * @return the percentile
 */
double Percentile(const std::vector<double>& sorted, double percent);

} // namespace ns3::rdmacell

#endif // PERCENTILE_H
