/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CONGESTION_REGISTRY_H
#define CONGESTION_REGISTRY_H

#include <string>
#include <utility>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief A congestion control: its name, and the model of the NICs.
 */
struct CongestionControl
{
    std::string name;        ///< as on the command line
    std::string description; ///< one line
    std::string type;        ///< TypeId of the NICs' CongestionOps
    /// Attributes that it sets elsewhere: TypeId::Attribute and value; a user may override them.
    std::vector<std::pair<std::string, std::string>> attributes;
};

/**
 * @brief List all congestion controls: the one place where a new one is added.
 * @return the congestion controls, the default first
 */
const std::vector<CongestionControl>& GetCongestionControls();

/**
 * @brief Find a congestion control.
 * @param name its name
 * @return the congestion control
 * @throws InputError that lists the known names
 */
const CongestionControl& FindCongestionControl(const std::string& name);

} // namespace ns3::rdmacell

#endif // CONGESTION_REGISTRY_H
