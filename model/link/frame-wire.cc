/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "frame-wire.h"

#include <utility>

namespace ns3::rdmacell
{

FrameWire::FrameWire()
    : m_arrival(Create<ArrivalEvent>(this))
{
}

FrameWire::~FrameWire()
{
    Dispose();
}

void
FrameWire::SetReceiver(FrameReceiver* receiver, uint32_t context)
{
    m_receiver = receiver;
    m_arrival->SetContext(context);
}

void
FrameWire::SetDelay(int64_t delay)
{
    m_delay = delay;
}

void
FrameWire::Send(RoceFramePtr frame, int64_t now, int64_t txEnd)
{
    ++m_frames;
    m_bytes += frame->wireBytes;
    if (!m_up)
    {
        ++m_lost;
        return;
    }
    frame->arrival = txEnd + m_delay;
    const bool first = m_inFlight.IsEmpty();
    const int64_t arrival = frame->arrival;
    m_inFlight.Push(std::move(frame));
    if (first)
    {
        m_arrival->ArmAt(now, arrival);
    }
}

void
FrameWire::Arrive(int64_t now)
{
    RoceFramePtr frame = m_inFlight.Pop();
    if (!m_inFlight.IsEmpty())
    {
        m_arrival->ArmAt(now, m_inFlight.Front()->arrival);
    }
    m_receiver->Receive(std::move(frame), now);
}

void
FrameWire::SetUp(bool up)
{
    m_up = up;
    if (!up)
    {
        m_lost += m_inFlight.GetSize();
        m_inFlight.Clear();
        m_arrival->Disarm();
    }
}

bool
FrameWire::IsUp() const
{
    return m_up;
}

uint64_t
FrameWire::GetFrames() const
{
    return m_frames;
}

uint64_t
FrameWire::GetBytes() const
{
    return m_bytes;
}

uint64_t
FrameWire::GetLost() const
{
    return m_lost;
}

void
FrameWire::Dispose()
{
    m_arrival->Detach();
    m_inFlight.Clear();
}

} // namespace ns3::rdmacell
