/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MIN_RTT_CELL_SCHEDULER_H
#define MIN_RTT_CELL_SCHEDULER_H

#include "cell-scheduler.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Takes the healthy path of least average round-trip time, after each has been tried once.
 */
class MinRttCellScheduler : public CellScheduler
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

#endif // MIN_RTT_CELL_SCHEDULER_H
