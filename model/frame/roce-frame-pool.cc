/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-frame-pool.h"

#include <cstring>

namespace ns3::rdmacell
{

RoceFramePool RoceFramePool::s_pool;

RoceFramePtr
RoceFramePool::Get()
{
    RoceFramePool& pool = s_pool;
    if (!pool.m_free)
    {
        pool.Grow();
    }
    RoceFrame* frame = pool.m_free;
    pool.m_free = frame->next;
    ++pool.m_live;
    std::memset(static_cast<void*>(frame), 0, sizeof(RoceFrame));
    return RoceFramePtr(frame);
}

std::size_t
RoceFramePool::GetLive()
{
    return s_pool.m_live;
}

std::size_t
RoceFramePool::GetCapacity()
{
    return s_pool.m_slabs.size() * SLAB;
}

void
RoceFramePool::Grow()
{
    m_slabs.push_back(std::make_unique<RoceFrame[]>(SLAB));
    RoceFrame* slab = m_slabs.back().get();
    for (std::size_t i = SLAB; i-- > 0;)
    {
        slab[i].next = m_free;
        m_free = &slab[i];
    }
}

void
RoceFrameRecycler::operator()(RoceFrame* frame) const
{
    if (frame->telemetryBytes != 0)
    {
        FrameTelemetryPool::Release(frame->telemetry);
    }
    RoceFramePool& pool = RoceFramePool::s_pool;
    frame->next = pool.m_free;
    pool.m_free = frame;
    --pool.m_live;
}

} // namespace ns3::rdmacell
