/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DRIVER_OPTION_H
#define DRIVER_OPTION_H

#include "json-object.h"

#include <functional>
#include <string>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief An option of the driver.
 *
 * Either it has a value of its own, which assign() stores, or it is another name for the default of
 * one or more attributes, which then hold the value.
 */
struct DriverOption
{
    std::string name;  ///< without dashes
    std::string value; ///< the default, then the given value; empty: none, or the attribute's own
    std::string help;  ///< for --help

    /// Checks and stores the value; throws InputError. Of an attribute's option: may be empty.
    std::function<void(const std::string&)> assign;

    /// Adds the effective value to meta.json's parameters under the option's name.
    std::function<void(JsonObject&)> record;

    /// Attributes (TypeId::Attribute) or the global value whose default the option is.
    std::vector<std::string> attributes;

    /// Converts the option's text to the attributes'; throws InputError. Empty: they are the same.
    std::function<std::string(const std::string&)> toAttribute;

    /// Says why the option has no effect in this run, such as "with --flows"; empty: it has one.
    std::function<std::string()> noEffect{};

    /// Gives the value where none was given and the default is not fixed; empty text: the default.
    std::function<std::string()> otherwise{};
};

} // namespace ns3::rdmacell

#endif // DRIVER_OPTION_H
