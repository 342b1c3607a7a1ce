/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRAFFIC_OPTIONS_H
#define TRAFFIC_OPTIONS_H

#include "driver-option.h"

#include <vector>

namespace ns3::rdmacell
{

struct ExperimentOptions;

/// Who sends to whom.
enum class TrafficPattern
{
    ALL_TO_ALL,  ///< Poisson arrivals, each to a host drawn at random
    INCAST,      ///< many hosts send to one, once, at time 0
    PERMUTATION, ///< each host sends to one other, Poisson arrivals
};

/**
 * @brief List the options of traffic, time and random numbers.
 * @param o gets their values, and outlives the list
 * @return the options
 */
std::vector<DriverOption> TrafficOptions(ExperimentOptions& o);

} // namespace ns3::rdmacell

#endif // TRAFFIC_OPTIONS_H
