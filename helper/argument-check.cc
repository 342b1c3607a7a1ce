/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "argument-check.h"

#include "ns3/config.h"
#include "ns3/global-value.h"
#include "ns3/input-error.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <cstdlib>
#include <sstream>

namespace ns3::rdmacell
{

namespace
{

/**
 * @brief Check that a text is a number and a unit of time, as ns3::Time reads it.
 * @param text the text
 * @return false if ns3::Time would abort, or take an empty text for 0
 */
bool
IsTime(const std::string& text)
{
    static const std::set<std::string>
        units{"", "fs", "ps", "ns", "us", "ms", "s", "min", "h", "d", "y"};
    char* end = nullptr;
    std::strtod(text.c_str(), &end);
    return end != text.c_str() && units.count(end) > 0;
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
    const std::string type = checker->GetValueTypeName();
    bool valid = !value.empty() || type == "ns3::StringValue";
    if (type == "ns3::TimeValue")
    {
        valid = IsTime(value);
    }
    else if (type == "ns3::EnumValue" || type.rfind("ns3::EnumValue<", 0) == 0)
    {
        // ns3::EnumValue ends the program at an unknown name; the checker lists the known ones.
        std::istringstream names(checker->GetUnderlyingTypeInformation());
        valid = false;
        for (std::string name; std::getline(names, name, '|');)
        {
            valid = valid || name == value;
        }
    }
    if (!valid || !checker->CreateValidValue(StringValue(value)))
    {
        const std::string range = checker->HasUnderlyingTypeInformation()
                                      ? ", " + checker->GetUnderlyingTypeInformation()
                                      : "";
        throw InputError(what + ": expected a value of type " + type + range + ", found '" + value +
                         "'");
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
            if (name == "SchedulerType" || name == "SimulatorImplementationType")
            {
                TypeId tid;
                if (!TypeId::LookupByNameFailSafe(value, &tid))
                {
                    throw InputError("--" + name + ": expected a type that exists, found '" +
                                     value + "'");
                }
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
            continue;
        }
        const bool hasValue = equals != std::string::npos;
        const std::string value = hasValue ? argument.substr(equals + 1) : "";
        if (names.count(name) > 0)
        {
            if (!hasValue)
            {
                throw InputError("--" + name + ": expected --" + name + "=value");
            }
        }
        else if (name.find("::") != std::string::npos)
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
SetAttributeDefault(const std::string& path, const std::string& value)
{
    CheckAttribute(path, value);
    Config::SetDefault(path, StringValue(value));
}

} // namespace ns3::rdmacell
