/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMACELL_FLOW_SOURCE_H
#define RDMACELL_FLOW_SOURCE_H

#include "arrival-process.h"
#include "flow.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @brief Flows without end, made piece by piece as they are needed.
 *
 * The pieces depend on where they begin and end in nothing but their length: taken one after
 * another they are the list that one piece would be, with the same ids.
 */
class FlowSource
{
  public:
    /// @brief Makes a source without flows.
    FlowSource() = default;

    /**
     * @brief Makes a source.
     *
     * @param processes what the flows come from; of those that start together, those of an earlier
     * process come first
     */
    explicit FlowSource(std::vector<ArrivalProcess> processes);

    /**
     * @brief Adds the flows of another source, such as incasts on top of other traffic.
     *
     * @param other the source; of flows that start together, its own come last
     */
    void Merge(FlowSource other);

    /**
     * @brief Takes the next flows.
     *
     * @param end flows start before this time
     * @return all flows that start before it and have not been taken, sorted by start; their ids go
     * on from the last one taken, from 0
     */
    std::vector<Flow> TakeUntil(Time end);

  private:
    std::vector<ArrivalProcess> m_processes; ///< What the flows come from.
    uint64_t m_taken{0};                     ///< Flows taken.
};

} // namespace ns3::rdmacell

#endif // RDMACELL_FLOW_SOURCE_H
