/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CASE_SIMULATION_H
#define CASE_SIMULATION_H

#include "case-run.h"
#include "random-case.h"

namespace ns3::rdmacell
{

/**
 * @brief Simulate a case in this process, whose defaults it changes, and check its properties.
 * @param toRun the case
 * @param own true for this module's event list, false for ns-3's
 * @return what came of it
 */
CaseResult SimulateCase(const RandomCase& toRun, bool own);

} // namespace ns3::rdmacell

#endif // CASE_SIMULATION_H
