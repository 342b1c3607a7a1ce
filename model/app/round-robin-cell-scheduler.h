/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROUND_ROBIN_CELL_SCHEDULER_H
#define ROUND_ROBIN_CELL_SCHEDULER_H

#include "cell-scheduler.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Takes the healthy paths in turn (the paper's abstract: cells over multiple paths).
 */
class RoundRobinCellScheduler : public CellScheduler
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    uint16_t PickNext(PathTable& paths) const override;
};

} // namespace ns3::rdmacell

#endif // ROUND_ROBIN_CELL_SCHEDULER_H
