/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef REROUTING_CELL_SCHEDULER_H
#define REROUTING_CELL_SCHEDULER_H

#include "cell-scheduler.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Keeps the primary until its tokens are slow and another path promises to be faster.
 *
 * What a path promises is the last that it has shown. That falls to the base RTT over some time, as
 * queues pass; a path that has shown nothing promises the base RTT. So a flow tries unknown paths
 * first, stays where all are as slow (the receiver is then the bottleneck), and comes back to a
 * slow path once.
 */
class ReroutingCellScheduler : public CellScheduler
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    uint16_t PickNext(PathTable& paths) const override;
    void OnSample(PathTable& paths, uint16_t path, int64_t baseRtt, int64_t now) const override;

  private:
    /**
     * @brief Estimate the round-trip time of a path.
     * @param paths paths of the group
     * @param path the path
     * @param baseRtt of the paths, steps
     * @param now the current time, steps
     * @return steps
     */
    double Estimate(const PathTable& paths, uint16_t path, int64_t baseRtt, int64_t now) const;

    double m_leaveAbove; ///< round-trip time above which the primary may be left, base RTTs
    double m_hysteresis; ///< another path's estimate at most, relative to the primary's
    double m_memory;     ///< time in which an estimate falls to the base RTT, base RTTs
};

} // namespace ns3::rdmacell

#endif // REROUTING_CELL_SCHEDULER_H
