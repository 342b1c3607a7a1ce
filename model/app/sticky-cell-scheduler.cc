/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sticky-cell-scheduler.h"

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(StickyCellScheduler);

TypeId
StickyCellScheduler::GetTypeId()
{
    static TypeId tid = TypeId("ns3::rdmacell::StickyCellScheduler")
                            .SetParent<CellScheduler>()
                            .SetGroupName("RdmaCell")
                            .AddConstructor<StickyCellScheduler>();
    return tid;
}

uint16_t
StickyCellScheduler::PickNext(PathTable& paths) const
{
    return paths.GetPrimary();
}

} // namespace ns3::rdmacell
