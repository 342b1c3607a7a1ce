/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RECOVERY_REGISTRY_H
#define RECOVERY_REGISTRY_H

#include <string>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief A loss recovery: its name, and the model that it is.
 */
struct Recovery
{
    std::string name;        ///< as on the command line
    std::string description; ///< some words
    std::string type;        ///< TypeId of the NICs' LossRecovery
    bool pfc;                ///< networks have PFC unless the user turns it off
};

/**
 * @brief List all loss recoveries: the one place where a new one is added.
 * @return the loss recoveries, the default first
 */
const std::vector<Recovery>& GetRecoveries();

/**
 * @brief Find the loss recovery of a type.
 * @param type TypeId
 * @return the loss recovery, or nullptr if the list has none of that type
 */
const Recovery* FindRecoveryOfType(const std::string& type);

/**
 * @brief Find a loss recovery.
 * @param name its name
 * @return the loss recovery
 * @throws InputError that lists the known names
 */
const Recovery& FindRecovery(const std::string& name);

} // namespace ns3::rdmacell

#endif // RECOVERY_REGISTRY_H
