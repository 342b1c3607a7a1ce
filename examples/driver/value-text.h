/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef VALUE_TEXT_H
#define VALUE_TEXT_H

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <string>
#include <utility>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @brief Write a number with as few digits as read back the same.
 * @param value the number, finite
 * @return the text
 */
std::string NumberText(double value);

/**
 * @brief Write a time exactly, in the largest unit of which it is a whole number.
 * @param time the time
 * @return such as 800us; ParseTime() reads it
 */
std::string TimeText(Time time);

/**
 * @brief Write a rate exactly, in the largest unit of which it is a whole number.
 * @param rate the rate
 * @return such as 100Gbps; ns-3 and ParseRate() read it
 */
std::string RateText(DataRate rate);

/**
 * @brief Find the name of a value: the inverse of ParseName().
 * @tparam T type of the values
 * @param value one of those known
 * @param known names and their values
 * @return its name
 */
template <typename T>
std::string
NameOf(const T& value, const std::vector<std::pair<std::string, T>>& known)
{
    for (const auto& [name, other] : known)
    {
        if (other == value)
        {
            return name;
        }
    }
    return "";
}

} // namespace ns3::rdmacell

#endif // VALUE_TEXT_H
