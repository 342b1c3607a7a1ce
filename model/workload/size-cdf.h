/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMACELL_SIZE_CDF_H
#define RDMACELL_SIZE_CDF_H

#include "ns3/ptr.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @brief A distribution of flow sizes: a cumulative distribution, linear between its points.
 *
 * Points may share a size (the distribution steps up there) or a percentage (no size between them
 * occurs). A first point above 0 percent is a step at its size.
 */
class SizeCdf
{
  public:
    /// One point of the distribution.
    struct Point
    {
        double bytes;   ///< A size, in bytes, at least 0.
        double percent; ///< The share of flows that are not larger, 0 to 100.
    };

    /**
     * @brief Makes a distribution of its points.
     *
     * @param points sizes and percentages, neither ever falling, rising to 100 percent
     * @param name the distribution's name in error messages
     * @throws InputError if the points are not a distribution
     */
    SizeCdf(std::vector<Point> points, const std::string& name);

    /**
     * @brief Makes the distribution in which every flow has the same size.
     *
     * @param bytes the size, at least 1
     * @return the distribution
     * @throws InputError if the size is 0
     */
    static SizeCdf Fixed(uint64_t bytes);

    /**
     * @brief Reads a distribution from a file of lines "bytes cumulative_percent".
     *
     * '#' begins a comment.
     *
     * @param path the file
     * @return the distribution
     * @throws InputError if the file is missing, malformed or no distribution
     */
    static SizeCdf Load(const std::string& path);

    /**
     * @brief The mean size.
     *
     * @return bytes: the sum of (p_i - p_(i-1)) * (x_i + x_(i-1)) / 2
     */
    double Mean() const;

    /**
     * @brief The size that a share of all flows do not exceed.
     *
     * @param p the share, 0 to 1
     * @return bytes, interpolated linearly, rounded to the nearest, at least 1
     */
    uint64_t Quantile(double p) const;

    /**
     * @brief Draws a size.
     *
     * @param uniform the source of randomness; one number is taken
     * @return bytes, at least 1
     */
    uint64_t Sample(Ptr<UniformRandomVariable> uniform) const;

  private:
    std::vector<Point> m_points; ///< The points; the first has 0 percent, the last 100.
};

} // namespace ns3::rdmacell

#endif // RDMACELL_SIZE_CDF_H
