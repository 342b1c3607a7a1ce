/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "min-rtt-cell-scheduler.h"

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(MinRttCellScheduler);

namespace
{

/**
 * @brief Get the average round-trip time of a path that it is compared by.
 * @param paths paths of the group
 * @param path the path
 * @return its own; without samples 0, or after a reset that of the whole group
 */
double
GetCost(const PathTable& paths, uint16_t path)
{
    const PathEstimator& own = paths.GetEstimator(path);
    return own.HasSample() || !paths.WasIsolated(path) ? own.GetAverage()
                                                       : paths.GetSession().GetAverage();
}

} // namespace

TypeId
MinRttCellScheduler::GetTypeId()
{
    static TypeId tid = TypeId("ns3::rdmacell::MinRttCellScheduler")
                            .SetParent<CellScheduler>()
                            .SetGroupName("RdmaCell")
                            .AddConstructor<MinRttCellScheduler>();
    return tid;
}

uint16_t
MinRttCellScheduler::PickNext(PathTable& paths) const
{
    uint16_t best = PathTable::NONE;
    for (uint16_t path = 0; path < paths.GetSize(); ++path)
    {
        if (paths.IsHealthy(path) &&
            (best == PathTable::NONE || GetCost(paths, path) < GetCost(paths, best)))
        {
            best = path;
        }
    }
    paths.SetPrimary(best);
    return best;
}

} // namespace ns3::rdmacell
