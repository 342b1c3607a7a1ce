/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMACELL_VERSION_H
#define RDMACELL_VERSION_H

/**
 * @defgroup rdmacell RDMACell
 * @brief RoCEv2 hosts and data-centre fabrics, and the load balancing schemes that are compared on
 * them.
 */

#ifndef RDMACELL_NS3_VERSION
#define RDMACELL_NS3_VERSION "unknown" ///< release of ns-3 that it was built for; CMake says it
#endif

namespace ns3::rdmacell
{

/// Version of the module: CHANGES.md.
static constexpr const char* VERSION = "0.2.0";

/// Release of ns-3 that the module was built for.
static constexpr const char* NS3_VERSION = RDMACELL_NS3_VERSION;

} // namespace ns3::rdmacell

#endif // RDMACELL_VERSION_H
