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

std::optional<int64_t>
ParseScientific(std::string_view text, unsigned places)
{
    constexpr std::size_t MOST_SHIFT = 400; // beyond the range of a double
    const auto mark = text.find_first_of("eE");
    if (mark == std::string_view::npos)
    {
        return ParseDecimal(text, places);
    }
    std::string_view exponent = text.substr(mark + 1);
    const bool negative = !exponent.empty() && exponent.front() == '-';
    if (negative || (!exponent.empty() && exponent.front() == '+'))
    {
        exponent.remove_prefix(1);
    }
    const auto shift = ParseWhole(exponent);
    if (!shift || *shift > MOST_SHIFT)
    {
        return std::nullopt;
    }
    const std::string_view mantissa = text.substr(0, mark);
    const auto point = std::min(mantissa.find('.'), mantissa.size());
    std::string whole(mantissa.substr(0, point));
    std::string fraction(mantissa.substr(std::min(point + 1, mantissa.size())));
    if (whole.empty() && fraction.empty())
    {
        return std::nullopt;
    }
    const auto count = static_cast<std::size_t>(*shift);
    if (negative)
    {
        whole.insert(0, count, '0');
        fraction.insert(0, whole, whole.size() - count, count);
        whole.resize(whole.size() - count);
    }
    else
    {
        fraction.resize(std::max(fraction.size(), count), '0');
        whole += fraction.substr(0, count);
        fraction.erase(0, count);
    }
    // The leading zeros of a shifted number do not count as digits.
    whole.erase(0, std::min(whole.find_first_not_of('0'), whole.size()));
    return ParseDecimal(whole + "." + fraction + "0", places);
}

} // namespace ns3::rdmacell
