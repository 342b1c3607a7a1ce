/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CASE_RUN_H
#define CASE_RUN_H

#include "random-case.h"

#include <cstdint>
#include <map>
#include <string>

namespace ns3::rdmacell
{

/// What came of a case.
struct CaseResult
{
    std::map<std::string, std::string> findings; ///< property -> its first violation
    std::string refusal; ///< why the models refuse this case (an InputError), or empty
    std::string digest;  ///< equal for runs with the same results
    /// How often what is to be tested has happened: pauses, drops, timeouts ...
    std::map<std::string, uint64_t> counters;
    /// Ended after some seconds with cells that were sent again and again: RDMACell never gives a
    /// flow up, and takes congestion that lasts longer than its timeout for faults.
    bool goesOn{false};
    bool deadlocked{false}; ///< ended in a cycle of pauses, which the topology permits
};

/**
 * @brief Run a case, twice in processes of their own: with this module's event list and with
 * ns-3's. Check all properties, and that the results are the same.
 * @param toRun the case
 * @return what came of it
 */
CaseResult RunCase(const RandomCase& toRun);

} // namespace ns3::rdmacell

#endif // CASE_RUN_H
