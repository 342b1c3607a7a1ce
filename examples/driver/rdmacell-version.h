/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMACELL_VERSION_H
#define RDMACELL_VERSION_H

/**
 * @defgroup rdmacell RDMACell
 * @brief RoCEv2 hosts and data-center fabrics, and the load-balancing schemes that are compared on
 * them.
 */

#include <string>

namespace ns3::rdmacell
{

/// Version of the module: CHANGES.md.
static constexpr const char* VERSION = "0.2.0";

/**
 * @brief Get the version of the driver.
 * @return VERSION; built from a checkout also "+" and the commit, with ".dirty" after changes
 */
std::string GetVersion();

/**
 * @brief Get the release of ns-3 that the module was built for.
 * @return the release, or unknown
 */
std::string GetNs3Version();

} // namespace ns3::rdmacell

#endif // RDMACELL_VERSION_H
