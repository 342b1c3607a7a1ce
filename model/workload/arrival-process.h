/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMACELL_ARRIVAL_PROCESS_H
#define RDMACELL_ARRIVAL_PROCESS_H

#include "flow.h"

#include "ns3/nstime.h"

#include <functional>
#include <vector>

namespace ns3::rdmacell
{

/// Arrivals that follow each other without end, such as the flows of one host.
struct ArrivalProcess
{
    /**
     * @brief Adds the flows of an arrival.
     *
     * @param start when they start
     * @param flows where to
     * @return picoseconds until the next arrival
     */
    using Arrive = std::function<double(Time start, std::vector<Flow>& flows)>;

    double nextPs{0}; ///< The next arrival, in picoseconds.
    Arrive arrive;    ///< Adds its flows.
};

} // namespace ns3::rdmacell

#endif // RDMACELL_ARRIVAL_PROCESS_H
