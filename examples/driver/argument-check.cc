/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "argument-check.h"

#include "attribute-default.h"

#include "ns3/attribute-value-check.h"
#include "ns3/input-error.h"
#include "ns3/scheduler.h"
#include "ns3/simulator-impl.h"

#include <cstddef>

namespace ns3::rdmacell
{

namespace
{

/// ns-3's global values that act in the driver; other values serve modules that it does not use.
const std::set<std::string> GLOBAL_VALUES{"RngRun",
                                          "RngSeed",
                                          "SchedulerType",
                                          "SimulatorImplementationType"};

/**
 * @brief Check a global value of ns-3.
 * @param name its name
 * @param value as text
 */
void
CheckGlobalValue(const std::string& name, const std::string& value)
{
    const Ptr<const AttributeChecker> checker = GetChecker(name);
    if (GLOBAL_VALUES.count(name) == 0)
    {
        throw InputError("--" + name + ": has no effect in this program");
    }
    CheckValue("--" + name, value, checker);
    if (name == "SchedulerType")
    {
        CheckDerived(name, value, Scheduler::GetTypeId());
    }
    else if (name == "SimulatorImplementationType")
    {
        CheckDerived(name, value, SimulatorImpl::GetTypeId());
    }
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
            // ns-3 takes white space for no value, and prints the help.
            if (value.find_first_not_of(" \t\n\v\f\r") == std::string::npos)
            {
                throw InputError("--" + name + ": expected a value after the equals sign");
            }
        }
        else if (name.find("::") != std::string::npos)
        {
            CheckValue("--" + name, value, GetChecker(name));
        }
        else
        {
            CheckGlobalValue(name, value);
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

} // namespace ns3::rdmacell
