/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "frame-wire.h"

#include "ns3/abort.h"
#include "ns3/event-order.h"
#include "ns3/log.h"
#include "ns3/prefetch.h"

#include <utility>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("FrameWire");

FrameWire::FrameWire()
    : m_arrival(Create<ArrivalEvent>(this))
{
}

FrameWire::~FrameWire()
{
    Dispose();
}

void
FrameWire::ArrivalEvent::PrefetchEarly() const
{
    if (const FrameWire* wire = GetOwner())
    {
        PrefetchLines(wire->m_first);
        PrefetchLines<2>(wire->m_receiver);
    }
}

void
FrameWire::ArrivalEvent::PrefetchLate() const
{
    const FrameWire* wire = GetOwner();
    if (wire && wire->m_first)
    {
        wire->m_receiver->Prefetch(*wire->m_first);
    }
}

void
FrameWire::SetReceiver(FrameReceiver* receiver, uint32_t context)
{
    m_receiver = receiver;
    m_arrival->SetContext(context);
}

void
FrameWire::SetNumber(uint32_t number)
{
    NS_ABORT_MSG_IF(number >= EventOrder::MESSAGES - EventOrder::ARRIVALS,
                    "a network has too many links");
    m_arrival->SetPlace(EventOrder::ARRIVALS + number);
}

void
FrameWire::SetDelay(int64_t delay)
{
    m_delay = delay;
}

void
FrameWire::Carry(RoceFramePtr&& frame, int64_t now, int64_t txEnd)
{
    NS_LOG_FUNCTION(this << now << txEnd << frame->wireBytes);
    ++m_frames;
    m_bytes += frame->wireBytes;
    if (!m_up)
    {
        NS_LOG_DEBUG("a frame of " << frame->wireBytes << " bytes is lost: the link is down");
        ++m_lost;
        return;
    }
    RoceFrame* raw = frame.release();
    raw->next = nullptr;
    if (m_first)
    {
        // Noted in the frame before it: HandOver() then needs not load the next frame.
        m_last->next = raw;
        m_last->nextArrival = txEnd + m_delay;
    }
    else
    {
        m_first = raw;
        m_arrival->ArmAt(now, txEnd + m_delay);
    }
    m_last = raw;
}

void
FrameWire::HandOver(int64_t now)
{
    NS_LOG_FUNCTION(this << now);
    RoceFrame* raw = m_first;
    m_first = raw->next;
    if (m_first)
    {
        m_arrival->ArmAt(now, raw->nextArrival);
    }
    RoceFramePtr frame(raw);
    m_receiver->Arrive(std::move(frame), now);
}

void
FrameWire::SetUp(bool up)
{
    NS_LOG_FUNCTION(this << up);
    m_up = up;
    if (!up)
    {
        const uint64_t before = m_lost;
        for (const RoceFrame* frame = m_first; frame; frame = frame->next)
        {
            ++m_lost;
        }
        NS_LOG_INFO("link down, " << m_lost - before << " frames in flight are lost");
        Clear();
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
    Clear();
}

void
FrameWire::Clear()
{
    while (m_first)
    {
        RoceFramePtr frame(m_first);
        m_first = m_first->next;
    }
}

} // namespace ns3::rdmacell
