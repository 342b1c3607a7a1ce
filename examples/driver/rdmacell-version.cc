/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdmacell-version.h"

// Written by scripts/write-commit.cmake; waf does not run it.
#if __has_include("rdmacell-commit.h")
#include "rdmacell-commit.h"
#else
#define RDMACELL_COMMIT "" ///< commit that was built
#endif

#ifndef RDMACELL_NS3_VERSION
#define RDMACELL_NS3_VERSION "unknown" ///< release of ns-3; the build systems define it
#endif

namespace ns3::rdmacell
{

std::string
GetVersion()
{
    return std::string(VERSION) + RDMACELL_COMMIT;
}

std::string
GetNs3Version()
{
    return RDMACELL_NS3_VERSION;
}

} // namespace ns3::rdmacell
