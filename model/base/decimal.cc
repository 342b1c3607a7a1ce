/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "decimal.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <string>

namespace ns3::rdmacell
{

namespace
{

bool
IsDigit(char c)
{
    return c >= '0' && c <= '9';
}

} // namespace

std::optional<uint64_t>
ParseWhole(std::string_view text)
{
    uint64_t value = 0;
    const char* end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, value);
    if (result.ec != std::errc() || result.ptr != end)
    {
        return std::nullopt;
    }
    return value;
}

std::optional<int64_t>
ParseDecimal(std::string_view text, unsigned places)
{
    const auto point = std::min(text.find('.'), text.size());
    std::string digits(text.substr(0, point));
    std::string fraction(text.substr(std::min(point + 1, text.size())));
    if (digits.empty() && fraction.empty())
    {
        return std::nullopt;
    }
    if (!std::all_of(digits.begin(), digits.end(), IsDigit) ||
        !std::all_of(fraction.begin(), fraction.end(), IsDigit))
    {
        return std::nullopt;
    }
    const bool roundUp = fraction.size() > places && fraction[places] >= '5';
    fraction.resize(places, '0');
    digits += fraction;

    const auto value = ParseWhole(digits.empty() ? "0" : digits);
    constexpr uint64_t MAX = std::numeric_limits<int64_t>::max();
    if (!value || *value > MAX - (roundUp ? 1 : 0))
    {
        return std::nullopt;
    }
    return static_cast<int64_t>(*value) + (roundUp ? 1 : 0);
}

} // namespace ns3::rdmacell
