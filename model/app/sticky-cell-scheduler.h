/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef STICKY_CELL_SCHEDULER_H
#define STICKY_CELL_SCHEDULER_H

#include "cell-scheduler.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Keeps the primary as long as it is healthy (the paper's state machine).
 */
class StickyCellScheduler : public CellScheduler
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

#endif // STICKY_CELL_SCHEDULER_H
