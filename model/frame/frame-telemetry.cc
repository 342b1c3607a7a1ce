/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "frame-telemetry.h"

namespace ns3::rdmacell
{

FrameTelemetryPool FrameTelemetryPool::s_pool;

FrameTelemetry*
FrameTelemetryPool::Get()
{
    FrameTelemetryPool& pool = s_pool;
    if (!pool.m_free)
    {
        pool.Grow();
    }
    FrameTelemetry* telemetry = pool.m_free;
    pool.m_free = telemetry->next;
    ++pool.m_live;
    telemetry->count = 0;
    return telemetry;
}

void
FrameTelemetryPool::Release(FrameTelemetry* telemetry)
{
    FrameTelemetryPool& pool = s_pool;
    telemetry->next = pool.m_free;
    pool.m_free = telemetry;
    --pool.m_live;
}

std::size_t
FrameTelemetryPool::GetLive()
{
    return s_pool.m_live;
}

void
FrameTelemetryPool::Grow()
{
    m_slabs.push_back(std::make_unique<FrameTelemetry[]>(SLAB));
    FrameTelemetry* slab = m_slabs.back().get();
    for (std::size_t i = SLAB; i-- > 0;)
    {
        slab[i].next = m_free;
        m_free = &slab[i];
    }
}

} // namespace ns3::rdmacell
