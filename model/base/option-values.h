/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef OPTION_VALUES_H
#define OPTION_VALUES_H

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @brief Reject a value.
 * @param expected what was expected
 * @param found what was found
 */
[[noreturn]] void RejectValue(const std::string& expected, const std::string& found);

/**
 * @brief Write a word so that a shell reads it back as one.
 * @param word the word
 * @return the word itself if it is plain, else in single quotes
 */
std::string QuoteForShell(const std::string& word);

/**
 * @brief Read a share: 0.8 or 80%.
 * @param text the text
 * @return above 0 and at most 1
 */
double ParseShare(const std::string& text);

/**
 * @brief Read a whole number.
 * @param text the text
 * @param from smallest
 * @param to largest
 * @return the number
 */
uint64_t ParseNumber(const std::string& text, uint64_t from, uint64_t to);

/**
 * @brief Read a switch.
 * @param text the text
 * @return true for on, true, 1
 */
bool ParseSwitch(const std::string& text);

/**
 * @brief Find a name among known ones.
 * @tparam T what the names stand for
 * @param text the text
 * @param known names and what they stand for
 * @return what the text stands for
 */
template <typename T>
T
ParseName(const std::string& text, const std::vector<std::pair<std::string, T>>& known)
{
    std::string names;
    for (const auto& [name, value] : known)
    {
        if (name == text)
        {
            return value;
        }
        names += (names.empty() ? "" : ", ") + name;
    }
    RejectValue("one of " + names, text);
}

/**
 * @brief Read a duration that is not empty.
 * @param text the text
 * @return above 0
 */
Time ParseDuration(const std::string& text);

/**
 * @brief Read a rate strictly: a number, and bps, Kbps, Mbps, Gbps, Tbps or the same with b/s.
 * @param text such as 100Gbps
 * @return the rate
 * @throws InputError if it is anything else, bytes per second included, or 0
 */
DataRate ParseRate(const std::string& text);

/**
 * @brief Read a time strictly: a number, and ps, ns, us, ms, s.
 * @param text such as 1us or 0.001ms
 * @return the time
 * @throws InputError if it is anything else
 */
Time ParseTime(const std::string& text);

} // namespace ns3::rdmacell

#endif // OPTION_VALUES_H
