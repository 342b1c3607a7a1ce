/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef OUTAGE_OPTIONS_H
#define OUTAGE_OPTIONS_H

#include "driver-option.h"

#include <vector>

namespace ns3::rdmacell
{

class FabricScenario;
class ProgressWatch;
struct ExperimentOptions;
struct LinkOutage;

/**
 * @brief List the options on links that go down.
 * @param o gets their values
 * @return the options
 */
std::vector<DriverOption> OutageOptions(ExperimentOptions& o);

/**
 * @brief Schedule links that go down and come up.
 * @param outages the links
 * @param scenario built; outlives the run
 * @param watch waits for links that come up
 * @throws InputError if a link does not exist
 */
void ScheduleOutages(const std::vector<LinkOutage>& outages,
                     FabricScenario& scenario,
                     ProgressWatch& watch);

} // namespace ns3::rdmacell

#endif // OUTAGE_OPTIONS_H
