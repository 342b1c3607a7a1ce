/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef COLLECTIVE_OPTIONS_H
#define COLLECTIVE_OPTIONS_H

#include "driver-option.h"

#include <vector>

namespace ns3::rdmacell
{

struct ExperimentOptions;

/**
 * @brief List the options of collectives.
 * @param o gets their values, and outlives the list
 * @return the options
 */
std::vector<DriverOption> CollectiveOptions(ExperimentOptions& o);

} // namespace ns3::rdmacell

#endif // COLLECTIVE_OPTIONS_H
