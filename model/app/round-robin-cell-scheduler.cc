/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "round-robin-cell-scheduler.h"

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(RoundRobinCellScheduler);

TypeId
RoundRobinCellScheduler::GetTypeId()
{
    static TypeId tid = TypeId("ns3::rdmacell::RoundRobinCellScheduler")
                            .SetParent<CellScheduler>()
                            .SetGroupName("RdmaCell")
                            .AddConstructor<RoundRobinCellScheduler>();
    return tid;
}

uint16_t
RoundRobinCellScheduler::PickNext(PathTable& paths) const
{
    const uint16_t path = paths.FindHealthy(paths.GetNext());
    paths.SetPrimary(path);
    paths.SetNext(static_cast<uint16_t>(path + 1));
    return path;
}

} // namespace ns3::rdmacell
