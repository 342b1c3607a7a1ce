/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "held-packets.h"

#include "qp-responder.h"
#include "queue-pair.h"

#include "ns3/psn.h"

#include <algorithm>
#include <utility>

namespace ns3::rdmacell
{

std::size_t HeldPackets::s_copies = 0;

void
HeldPackets::CopyRecycler::operator()(RoceFrame* copy) const
{
    --s_copies;
    RoceFrameRecycler()(copy);
}

HeldPackets::CopyPtr
HeldPackets::Copy(const RoceFrame& frame)
{
    RoceFrame* const copy = RoceFramePool::Get().release();
    ++s_copies;
    *copy = frame;
    copy->next = nullptr;
    copy->telemetry = nullptr;
    copy->telemetryBytes = 0;
    return CopyPtr(copy);
}

std::size_t
HeldPackets::GetCopies()
{
    return s_copies;
}

HeldPackets::HeldPackets(QpResponder& responder, uint32_t window)
    : m_responder(responder),
      m_window(window)
{
}

HeldPackets::Result
HeldPackets::Hold(const RoceFrame& frame, uint16_t traits, uint32_t ahead, int64_t now)
{
    if (ahead >= m_window)
    {
        return Result::BEYOND;
    }
    if (ahead >= m_slots.size())
    {
        m_slots.resize(ahead + 1);
    }
    Slot& slot = m_slots[ahead];
    if (slot.frame)
    {
        return Result::DUPLICATE;
    }
    slot.frame = Copy(frame);
    slot.arrival = now;
    slot.isPlaced = m_responder.Place(frame, traits);
    return Result::HELD;
}

bool
HeldPackets::Execute(const RoceFrame& frame, int64_t now)
{
    m_responder.DeferAcks();
    // After a receiver-not-ready NAK, the expected packet itself may be held: its payload counts.
    const bool isHeld = !m_slots.empty() && m_slots.front().frame;
    bool executed = isHeld || ExecuteOne(frame, false, now);
    while (executed && !m_slots.empty() && m_slots.front().frame)
    {
        // The responder clears this if it fails.
        const Slot slot = std::move(m_slots.front());
        executed = ExecuteOne(*slot.frame, slot.isPlaced, now);
        if (!executed && !m_slots.empty())
        {
            m_slots.front() = Slot{Copy(*slot.frame), slot.arrival, slot.isPlaced};
        }
    }
    return executed;
}

void
HeldPackets::ExecuteAndAcknowledge(const RoceFrame& frame, int64_t now)
{
    const bool executed = Execute(frame, now);
    m_responder.SendDeferredAck(executed, now);
}

bool
HeldPackets::ExecuteOne(const RoceFrame& frame, bool isPlaced, int64_t now)
{
    const uint32_t expected = m_responder.GetExpected();
    m_responder.Execute(frame, RoceOpcodeTraits(frame.opcode), isPlaced, now);
    const auto executed = static_cast<std::size_t>(PsnDiff(m_responder.GetExpected(), expected));
    m_slots.erase(m_slots.begin(),
                  m_slots.begin() +
                      static_cast<std::ptrdiff_t>(std::min(executed, m_slots.size())));
    return executed != 0;
}

int64_t
HeldPackets::GetGapStart() const
{
    return std::find_if(m_slots.begin(),
                        m_slots.end(),
                        [](const Slot& slot) { return slot.frame != nullptr; })
        ->arrival;
}

void
HeldPackets::Clear()
{
    m_slots.clear();
}

} // namespace ns3::rdmacell
