/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "cell-scheduler.h"

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(CellScheduler);

TypeId
CellScheduler::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::CellScheduler").SetParent<Object>().SetGroupName("RdmaCell");
    return tid;
}

void
CellScheduler::OnSample(PathTable& /* paths */,
                        uint16_t /* path */,
                        int64_t /* baseRtt */,
                        int64_t /* now */) const
{
}

} // namespace ns3::rdmacell
