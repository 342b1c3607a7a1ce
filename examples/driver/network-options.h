/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NETWORK_OPTIONS_H
#define NETWORK_OPTIONS_H

#include "driver-option.h"
#include "experiment-options.h"

#include <vector>

namespace ns3::rdmacell
{

/**
 * @brief List the options of the network.
 * @param o gets their values, and outlives the list
 * @return the options
 */
std::vector<DriverOption> NetworkOptions(ExperimentOptions& o);

} // namespace ns3::rdmacell

#endif // NETWORK_OPTIONS_H
