/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-frame-pool.h"

#include <cstring>

namespace ns3::rdmacell
{

FreeList<RoceFrame, 1024> RoceFramePool::s_frames;

RoceFramePtr
RoceFramePool::Get()
{
    RoceFrame* frame = s_frames.Take();
    std::memset(static_cast<void*>(frame), 0, sizeof(RoceFrame));
    return RoceFramePtr(frame);
}

std::size_t
RoceFramePool::GetLive()
{
    return s_frames.GetLive();
}

std::size_t
RoceFramePool::GetCapacity()
{
    return s_frames.GetCapacity();
}

void
RoceFrameRecycler::operator()(RoceFrame* frame) const
{
    if (frame->telemetryBytes != 0)
    {
        FrameTelemetryPool::Release(frame->telemetry);
    }
    RoceFramePool::s_frames.Return(frame);
}

} // namespace ns3::rdmacell
