/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "argument-check.h"

#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/decimal.h"
#include "ns3/global-value.h"
#include "ns3/input-error.h"
#include "ns3/scheduler.h"
#include "ns3/simulator-impl.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <sstream>

namespace ns3::rdmacell
{

namespace
{

// ns-3's values end the program at a text that does not have their form, or take what it begins
// with, so the form is checked before they see it. Ranges are theirs to check.

/**
 * @brief Check that a text is a whole number.
 * @param text the text
 * @return true if so
 */
bool
IsWhole(const std::string& text)
{
    return ParseWhole(text).has_value();
}

/**
 * @brief Check that a text is a whole number that may have a sign.
 * @param text the text
 * @return true if so
 */
bool
IsInteger(const std::string& text)
{
    const bool sign = !text.empty() && (text[0] == '-' || text[0] == '+');
    return IsWhole(text.substr(sign ? 1 : 0));
}

/**
 * @brief Check that a text is a decimal number and one of some units.
 * @param text the text
 * @param units what may follow the number
 * @return true if so
 */
bool
IsNumberAndUnit(const std::string& text, const std::set<std::string>& units)
{
    const std::size_t split = std::min(text.find_first_not_of("+-0123456789.eE"), text.size());
    const std::string number = text.substr(0, split);
    char* end = nullptr;
    const double value = std::strtod(number.c_str(), &end);
    return split > 0 && *end == '\0' && std::isfinite(value) && units.count(text.substr(split)) > 0;
}

/**
 * @brief Check that a text is a number.
 * @param text the text
 * @return true if so
 */
bool
IsNumber(const std::string& text)
{
    return IsNumberAndUnit(text, {""});
}

/**
 * @brief Check that a text is a time: a number, of seconds or with a unit.
 * @param text the text
 * @return true if so
 */
bool
IsTime(const std::string& text)
{
    return IsNumberAndUnit(text, {"", "fs", "ps", "ns", "us", "ms", "s", "min", "h", "d", "y"});
}

/**
 * @brief Check that a text is a rate: a number without sign or exponent, and a unit.
 * @param text the text
 * @return true if so
 */
bool
IsRate(const std::string& text)
{
    const std::size_t split = text.find_first_not_of("0123456789.");
    if (split == std::string::npos || !ParseDecimal(text.substr(0, split), 0))
    {
        return false;
    }
    std::istringstream in(text);
    DataRate rate;
    in >> rate; // knows the units
    return !in.fail() && in.eof();
}

/**
 * @brief Check that a text is the name of a type.
 * @param text the text
 * @return true if so
 */
bool
IsType(const std::string& text)
{
    TypeId tid;
    return TypeId::LookupByNameFailSafe(text, &tid);
}

/**
 * @brief Check that a text is one of the names of an enum.
 * @param text the text
 * @param checker lists the names
 * @return true if so
 */
bool
IsName(const std::string& text, const AttributeChecker& checker)
{
    std::istringstream names(checker.GetUnderlyingTypeInformation());
    for (std::string name; std::getline(names, name, '|');)
    {
        if (name == text)
        {
            return true;
        }
    }
    return false;
}

/**
 * @brief Get the name of the type of an attribute's values.
 * @param checker the checker of the attribute
 * @return the name without ns3::, which some of ns-3's checkers give and others do not
 */
std::string
GetTypeName(const AttributeChecker& checker)
{
    const std::string name = checker.GetValueTypeName();
    const std::string space = "ns3::";
    return name.rfind(space, 0) == 0 ? name.substr(space.size()) : name;
}

/**
 * @brief Check the form of a value.
 * @param value as text
 * @param checker the checker of its attribute
 * @return false if ns-3 would not read it as a whole
 */
bool
HasForm(const std::string& value, const AttributeChecker& checker)
{
    static const std::map<std::string, bool (*)(const std::string&)> forms{
        {"UintegerValue", IsWhole},
        {"IntegerValue", IsInteger},
        {"DoubleValue", IsNumber},
        {"TimeValue", IsTime},
        {"DataRateValue", IsRate},
        {"TypeIdValue", IsType}};
    const std::string type = GetTypeName(checker);
    if (type.rfind("EnumValue", 0) == 0) // a template since ns-3.43
    {
        return IsName(value, checker);
    }
    const auto form = forms.find(type);
    return form == forms.end() || form->second(value);
}

/**
 * @brief Check a value against a checker.
 * @param what for the message
 * @param value as text
 * @param checker the checker
 */
void
CheckValue(const std::string& what, const std::string& value, Ptr<const AttributeChecker> checker)
{
    if (!HasForm(value, *checker) || !checker->CreateValidValue(StringValue(value)))
    {
        const std::string range = checker->HasUnderlyingTypeInformation()
                                      ? ", " + checker->GetUnderlyingTypeInformation()
                                      : "";
        throw InputError(what + ": expected a value of type " + GetTypeName(*checker) + range +
                         ", found '" + value + "'");
    }
}

/**
 * @brief Check an attribute and a value for it.
 * @param path TypeId::Attribute
 * @param value as text
 */
void
CheckAttribute(const std::string& path, const std::string& value)
{
    const std::size_t split = path.rfind("::");
    const std::string typeName = path.substr(0, split);
    const std::string attribute = path.substr(split + 2);
    TypeId tid;
    if (!TypeId::LookupByNameFailSafe(typeName, &tid))
    {
        throw InputError("--" + path + ": expected a type that exists, found '" + typeName +
                         "' (--PrintGroup=RdmaCell lists ours)");
    }
    TypeId::AttributeInformation info;
    if (!tid.LookupAttributeByName(attribute, &info))
    {
        throw InputError("--" + path + ": expected an attribute of " + typeName + ", found '" +
                         attribute + "' (--PrintAttributes=" + typeName + " lists them)");
    }
    if ((info.flags & TypeId::ATTR_CONSTRUCT) == 0)
    {
        throw InputError("--" + path + ": expected an attribute that can be set");
    }
    CheckValue("--" + path, value, info.checker);
}

/**
 * @brief Check a global value of ns-3.
 * @param name its name
 * @param value as text
 * @return false if there is none of that name
 */
bool
CheckGlobal(const std::string& name, const std::string& value)
{
    for (auto it = GlobalValue::Begin(); it != GlobalValue::End(); ++it)
    {
        if ((*it)->GetName() == name)
        {
            CheckValue("--" + name, value, (*it)->GetChecker());
            if (name == "SchedulerType")
            {
                CheckDerived(name, value, Scheduler::GetTypeId());
            }
            else if (name == "SimulatorImplementationType")
            {
                CheckDerived(name, value, SimulatorImpl::GetTypeId());
            }
            return true;
        }
    }
    return false;
}

} // namespace

void
CheckArguments(const std::vector<std::string>& arguments, const std::set<std::string>& names)
{
    static const std::set<std::string> hard{"PrintHelp",
                                            "help",
                                            "PrintVersion",
                                            "version",
                                            "PrintGroups",
                                            "PrintTypeIds",
                                            "PrintGlobals",
                                            "PrintGroup",
                                            "PrintAttributes"};
    for (const std::string& argument : arguments)
    {
        const std::size_t equals = argument.find('=');
        const std::string name = argument.rfind("--", 0) == 0 ? argument.substr(2, equals - 2) : "";
        if (name.empty())
        {
            throw InputError("expected --option=value, found '" + argument +
                             "' (--help lists all)");
        }
        if (hard.count(name) > 0)
        {
            TypeId tid;
            const std::string type = equals == std::string::npos ? "" : argument.substr(equals + 1);
            if (name == "PrintAttributes" && !TypeId::LookupByNameFailSafe(type, &tid))
            {
                throw InputError("--PrintAttributes: expected a type that exists, found '" + type +
                                 "'");
            }
            continue;
        }
        if (equals == std::string::npos)
        {
            throw InputError("--" + name + ": expected --" + name + "=value");
        }
        const std::string value = argument.substr(equals + 1);
        if (names.count(name) > 0)
        {
            continue;
        }
        if (name.find("::") != std::string::npos)
        {
            CheckAttribute(name, value);
        }
        else if (!CheckGlobal(name, value))
        {
            throw InputError("--" + name + ": expected an option that exists (--help lists all)");
        }
    }
}

void
CheckDerived(const std::string& name, const std::string& value, TypeId base)
{
    TypeId tid;
    if (!TypeId::LookupByNameFailSafe(value, &tid) || !tid.IsChildOf(base))
    {
        throw InputError("--" + name + ": expected a type derived from " + base.GetName() +
                         ", found '" + value + "'");
    }
}

void
SetAttributeDefault(const std::string& path, const std::string& value)
{
    CheckAttribute(path, value);
    Config::SetDefault(path, StringValue(value));
}

} // namespace ns3::rdmacell
