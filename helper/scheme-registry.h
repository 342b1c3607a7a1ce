/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCHEME_REGISTRY_H
#define SCHEME_REGISTRY_H

#include <string>
#include <utility>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief A load balancing scheme: its name, and the models that it consists of.
 */
struct Scheme
{
    std::string name;         ///< as on the command line
    std::string description;  ///< one line
    std::string loadBalancer; ///< TypeId of the switches' LoadBalancer
    std::string hostApp;      ///< TypeId of the hosts' HostApp
    /// Attributes that the scheme sets: TypeId::Attribute and value; a user may override them.
    std::vector<std::pair<std::string, std::string>> attributes;
};

/**
 * @brief List all schemes: the one place where a new one is added.
 * @return the schemes, baselines first
 */
const std::vector<Scheme>& GetSchemes();

/**
 * @brief Find a scheme.
 * @param name its name
 * @return the scheme
 * @throws InputError that lists the known names
 */
const Scheme& FindScheme(const std::string& name);

} // namespace ns3::rdmacell

#endif // SCHEME_REGISTRY_H
