/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "frame-telemetry.h"

namespace ns3::rdmacell
{

FreeList<FrameTelemetry, 256> FrameTelemetryPool::s_pool;

FrameTelemetry*
FrameTelemetryPool::Get()
{
    FrameTelemetry* telemetry = s_pool.Take();
    telemetry->count = 0;
    return telemetry;
}

void
FrameTelemetryPool::Release(FrameTelemetry* telemetry)
{
    s_pool.Return(telemetry);
}

std::size_t
FrameTelemetryPool::GetLive()
{
    return s_pool.GetLive();
}

} // namespace ns3::rdmacell
