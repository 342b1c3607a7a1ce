/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "value-text.h"

#include <cstdint>
#include <cstdlib>
#include <iomanip>
#include <limits>
#include <sstream>
#include <utility>
#include <vector>

namespace ns3::rdmacell
{

namespace
{

/// Units from large to small: how many of the smallest a unit is, and its name.
using Units = std::vector<std::pair<uint64_t, const char*>>;

/**
 * @brief Write a whole number in the largest unit of which it is a multiple.
 * @param value how many of the smallest unit
 * @param units the units; the last is the smallest
 * @return number and unit
 */
std::string
InLargestUnit(uint64_t value, const Units& units)
{
    for (const auto& [size, name] : units)
    {
        if (value % size == 0 && (value > 0 || size == 1))
        {
            return std::to_string(value / size) + name;
        }
    }
    return "";
}

} // namespace

std::string
NumberText(double value)
{
    std::string text;
    for (int digits = std::numeric_limits<double>::digits10;
         digits <= std::numeric_limits<double>::max_digits10;
         ++digits)
    {
        std::ostringstream out;
        out << std::setprecision(digits) << value;
        text = out.str();
        if (std::strtod(text.c_str(), nullptr) == value)
        {
            break;
        }
    }
    return text;
}

std::string
TimeText(Time time)
{
    static const Units units{{1'000'000'000'000, "s"},
                             {1'000'000'000, "ms"},
                             {1'000'000, "us"},
                             {1'000, "ns"},
                             {1, "ps"}};
    const int64_t ps = time.GetPicoSeconds();
    const std::string magnitude = InLargestUnit(static_cast<uint64_t>(ps < 0 ? -ps : ps), units);
    return time.IsZero() ? "0s" : (ps < 0 ? "-" : "") + magnitude;
}

std::string
RateText(DataRate rate)
{
    static const Units units{{1'000'000'000, "Gbps"},
                             {1'000'000, "Mbps"},
                             {1'000, "Kbps"},
                             {1, "bps"}};
    return InLargestUnit(rate.GetBitRate(), units);
}

} // namespace ns3::rdmacell
