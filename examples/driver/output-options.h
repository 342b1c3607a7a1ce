/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef OUTPUT_OPTIONS_H
#define OUTPUT_OPTIONS_H

#include "driver-option.h"
#include "experiment-options.h"

#include <vector>

namespace ns3::rdmacell
{

/**
 * @brief List the options of the output.
 * @param o gets their values, and outlives the list
 * @return the options
 */
std::vector<DriverOption> OutputOptions(ExperimentOptions& o);

} // namespace ns3::rdmacell

#endif // OUTPUT_OPTIONS_H
