/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CELL_SCHEDULER_H
#define CELL_SCHEDULER_H

#include "path-table.h"

#include "ns3/object.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Chooses the path of each new cell (RDMACell's scheduler).
 *
 * There is one for each host, of the type CellApp::SchedulerType, as the attribute Scheduler of
 * CellApp. It holds parameters; what it knows of a group is in the group's PathTable.
 */
class CellScheduler : public Object
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * @brief Pick the path of a new cell, and make it the primary.
     * @param paths paths of the group
     * @return index, or PathTable::NONE if none is healthy
     */
    virtual uint16_t PickNext(PathTable& paths) const = 0;

    /**
     * @brief A path has shown its round-trip time: by a token, or by its absence for longer than
     * T_soft. By default it changes nothing.
     * @param paths paths of the group, which have the sample
     * @param path the path
     * @param baseRtt of the paths, steps
     * @param now the current time, steps
     */
    virtual void OnSample(PathTable& paths, uint16_t path, int64_t baseRtt, int64_t now) const;
};

} // namespace ns3::rdmacell

#endif // CELL_SCHEDULER_H
