/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ARGUMENT_CHECK_H
#define ARGUMENT_CHECK_H

#include "ns3/type-id.h"

#include <set>
#include <string>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @brief Check a command line before ns3::CommandLine sees it, which prints the whole help and
 * exits with status 1, or aborts, where an argument is wrong.
 *
 * Accepted: --name=value for an option of the driver, --ns3::Type::Attribute=value for an attribute
 * that exists and a value that its checker takes, --GlobalValue=value for those of ns-3's global
 * values that act here, and CommandLine's own --Print...
 *
 * @param arguments the command line without the program's name
 * @param names options of the driver
 * @throws InputError that names the first argument that is wrong and what was expected
 */
void CheckArguments(const std::vector<std::string>& arguments, const std::set<std::string>& names);

/**
 * @brief Check that a value is a type of the right kind.
 * @param name of the argument, without dashes
 * @param value the value, as text
 * @param base type that it must be derived from
 * @throws InputError if there is no such type, or it is not derived from the base
 */
void CheckDerived(const std::string& name, const std::string& value, TypeId base);

} // namespace ns3::rdmacell

#endif // ARGUMENT_CHECK_H
