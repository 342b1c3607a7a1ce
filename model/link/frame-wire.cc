/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "frame-wire.h"

#include "ns3/abort.h"
#include "ns3/event-order.h"
#include "ns3/frame-message.h"
#include "ns3/log.h"
#include "ns3/nstime.h"
#include "ns3/prefetch.h"
#include "ns3/simulator.h"

#include <array>
#include <cstring>
#include <utility>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("FrameWire");

namespace
{

/// What stands before a frame that another rank receives.
struct PostedFrame
{
    int64_t arrival;  ///< when its last bit arrives, steps
    uint32_t changes; ///< how often the wire had gone down or up when it was sent
};

} // namespace

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
    m_number = number;
    m_arrival->SetPlace(EventOrder::ARRIVALS + number);
}

void
FrameWire::Cut(RankLink& link, uint32_t sender, uint32_t receiver)
{
    NS_LOG_FUNCTION(this << sender << receiver);
    m_isPlain = false;
    m_isOwn = sender == link.GetRank();
    m_receiverRank = receiver;
    if (m_isOwn)
    {
        m_link = &link;
        link.LimitWindow(m_delay);
    }
    else if (receiver == link.GetRank())
    {
        link.SetHandler(m_number, [this](const uint8_t* bytes, std::size_t length) {
            TakePosted(bytes, length);
        });
    }
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
    if (!m_isPlain)
    {
        CarryElsewhere(std::move(frame), txEnd);
        return;
    }
    ++m_frames;
    m_bytes += frame->wireBytes;
    Append(std::move(frame), now, txEnd + m_delay);
}

void
FrameWire::Append(RoceFramePtr&& frame, int64_t now, int64_t arrival)
{
    RoceFrame* raw = frame.release();
    raw->next = nullptr;
    if (m_first)
    {
        // Noted in the frame before it: HandOver() then needs not load the next frame.
        m_last->next = raw;
        m_last->nextArrival = arrival;
    }
    else
    {
        m_first = raw;
        m_arrival->ArmAt(now, arrival);
    }
    m_last = raw;
}

void
FrameWire::CarryElsewhere(RoceFramePtr&& frame, int64_t txEnd)
{
    if (!m_isOwn)
    {
        return; // what a node of another rank sends is carried there
    }
    ++m_frames;
    m_bytes += frame->wireBytes;
    if (!m_up)
    {
        NS_LOG_DEBUG("a frame of " << frame->wireBytes << " bytes is lost: the link is down");
        ++m_lost;
        return;
    }
    std::array<uint8_t, sizeof(PostedFrame) + FrameMessage::MAX_BYTES> bytes;
    const PostedFrame header{txEnd + m_delay, m_changes};
    std::memcpy(bytes.data(), &header, sizeof(header));
    const std::size_t length = FrameMessage::Write(*frame, bytes.data() + sizeof(header));
    m_link->Post(m_receiverRank, m_number, bytes.data(), sizeof(header) + length);
}

void
FrameWire::TakePosted(const uint8_t* bytes, std::size_t length)
{
    PostedFrame header{};
    std::memcpy(&header, bytes, sizeof(header));
    RoceFramePtr frame = FrameMessage::Read(bytes + sizeof(header), length - sizeof(header));
    NS_ABORT_MSG_UNLESS(frame, "another rank has sent less or more than a frame");
    if (header.changes != m_changes)
    {
        // The link went down while it was in flight. Its arrival would be listed by now.
        ++m_lost;
        m_arrival->ArmAt(Simulator::Now().GetTimeStep(), header.arrival);
        m_arrival->Disarm();
        return;
    }
    Append(std::move(frame), Simulator::Now().GetTimeStep(), header.arrival);
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
    m_isPlain = up && m_isOwn && !m_link;
    ++m_changes;
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
