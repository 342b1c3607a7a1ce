/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "option-values.h"

#include "decimal.h"
#include "input-error.h"
#include "utf8.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <map>
#include <optional>
#include <sstream>

namespace ns3::rdmacell
{

namespace
{

/**
 * @brief Split a text into a number and what follows.
 * @param text the text
 * @return both, the first possibly empty
 */
std::pair<std::string, std::string>
SplitUnit(const std::string& text)
{
    const std::size_t end = text.find_first_not_of("0123456789.");
    return {text.substr(0, end), end == std::string::npos ? "" : text.substr(end)};
}

} // namespace

void
RejectValue(const std::string& expected, const std::string& found)
{
    throw InputError("expected " + expected + ", found '" + found + "'");
}

std::string
QuoteForShell(const std::string& word)
{
    const auto isPlain = [](unsigned char c) {
        return std::isalnum(c) || std::strchr("-_=+,./:@%", c) != nullptr;
    };
    if (!word.empty() && std::all_of(word.begin(), word.end(), isPlain))
    {
        return word;
    }
    std::ostringstream quoted;
    quoted << '\'' << std::hex;
    for (std::size_t at = 0; at < word.size();)
    {
        const std::size_t bytes = GetUtf8Length(word, at);
        const char c = word[at];
        if (bytes == 0)
        {
            quoted << "'$'\\x" << static_cast<unsigned>(static_cast<unsigned char>(c)) << "''";
        }
        else if (c == '\'')
        {
            quoted << "'\\''";
        }
        else
        {
            quoted << word.substr(at, bytes);
        }
        at += bytes == 0 ? 1 : bytes;
    }
    quoted << '\'';
    return quoted.str();
}

double
ParseShare(const std::string& text)
{
    const bool percent = !text.empty() && text.back() == '%';
    const std::string number = percent ? text.substr(0, text.size() - 1) : text;
    const auto parts = ParseDecimal(number, 9); // parts of 1e9
    const double share = parts ? static_cast<double>(*parts) / (percent ? 1e11 : 1e9) : 0;
    if (!(share > 0 && share <= 1))
    {
        RejectValue("a share above 0 and at most 1, such as 0.8 or 80%", text);
    }
    return share;
}

uint64_t
ParseNumber(const std::string& text, uint64_t from, uint64_t to)
{
    const auto number = ParseWhole(text);
    if (!number || *number < from || *number > to)
    {
        RejectValue("a whole number from " + std::to_string(from) + " to " + std::to_string(to),
                    text);
    }
    return *number;
}

bool
ParseSwitch(const std::string& text)
{
    if (text == "on" || text == "true" || text == "1")
    {
        return true;
    }
    if (text == "off" || text == "false" || text == "0")
    {
        return false;
    }
    RejectValue("on or off", text);
}

Time
ParseDuration(const std::string& text)
{
    const Time time = ParseTime(text);
    if (!time.IsStrictlyPositive())
    {
        RejectValue("a time above 0", text);
    }
    return time;
}

DataRate
ParseRate(const std::string& text)
{
    static const std::map<std::string, unsigned> places{{"bps", 0},
                                                        {"b/s", 0},
                                                        {"Kbps", 3},
                                                        {"Kb/s", 3},
                                                        {"kbps", 3},
                                                        {"kb/s", 3},
                                                        {"Mbps", 6},
                                                        {"Mb/s", 6},
                                                        {"Gbps", 9},
                                                        {"Gb/s", 9},
                                                        {"Tbps", 12},
                                                        {"Tb/s", 12}};
    const auto [number, unit] = SplitUnit(text);
    const auto known = places.find(unit);
    const auto rate = known == places.end() ? std::nullopt : ParseDecimal(number, known->second);
    if (!rate || *rate == 0)
    {
        throw InputError("expected a rate in bits per second above 0 such as 100Gbps, found '" +
                         text + "'");
    }
    return DataRate(static_cast<uint64_t>(*rate));
}

Time
ParseTime(const std::string& text)
{
    static const std::map<std::string, unsigned> places{{"ps", 0},
                                                        {"ns", 3},
                                                        {"us", 6},
                                                        {"ms", 9},
                                                        {"s", 12}};
    const auto [number, unit] = SplitUnit(text);
    const auto known = places.find(unit);
    const auto time = known == places.end() ? std::nullopt : ParseDecimal(number, known->second);
    if (!time)
    {
        throw InputError("expected a time such as 1us or 0.001ms, found '" + text + "'");
    }
    return PicoSeconds(static_cast<uint64_t>(*time));
}

} // namespace ns3::rdmacell
