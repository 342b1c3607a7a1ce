/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "attribute-value-check.h"

#include "decimal.h"
#include "input-error.h"

#include "ns3/data-rate.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <set>
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

} // namespace

Ptr<AttributeValue>
CheckValue(const std::string& what, const std::string& value, Ptr<const AttributeChecker> checker)
{
    const Ptr<AttributeValue> typed =
        HasForm(value, *checker) ? checker->CreateValidValue(StringValue(value)) : nullptr;
    if (!typed)
    {
        const std::string range = checker->HasUnderlyingTypeInformation()
                                      ? ", " + checker->GetUnderlyingTypeInformation()
                                      : "";
        throw InputError(what + ": expected a value of type " + GetTypeName(*checker) + range +
                         ", found '" + value + "'");
    }
    return typed;
}

} // namespace ns3::rdmacell
