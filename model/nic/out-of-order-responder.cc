/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "out-of-order-responder.h"

#include "qp-responder.h"

namespace ns3::rdmacell
{

OutOfOrderResponder::OutOfOrderResponder(QpResponder& responder,
                                         const OutOfOrderPlacement::GapLimits& limits)
    : m_responder(responder),
      m_limits(limits),
      m_held(responder, limits.window)
{
}

void
OutOfOrderResponder::OnOutOfOrder(const RoceFrame& frame,
                                  uint16_t traits,
                                  uint32_t ahead,
                                  int64_t now)
{
    const HeldPackets::Result result = m_held.Hold(frame, traits, ahead, now);
    m_responder.Count(frame, result);
    m_responder.SetHolding(!m_held.IsEmpty());
    if ((result == HeldPackets::Result::BEYOND || IsLost(now)) && m_responder.MayNak(now))
    {
        m_responder.SendNak(now);
    }
}

void
OutOfOrderResponder::OnExpected(const RoceFrame& frame, uint16_t /* traits */, int64_t now)
{
    m_held.ExecuteAndAcknowledge(frame, now);
    const bool holding = !m_held.IsEmpty();
    m_responder.SetHolding(holding);
    if (holding && m_responder.MayNak(now) && IsLost(now))
    {
        m_responder.SendNak(now);
    }
}

void
OutOfOrderResponder::Clear()
{
    m_held.Clear();
}

bool
OutOfOrderResponder::IsLost(int64_t now) const
{
    return (m_limits.packets != 0 && m_held.GetDistance() >= m_limits.packets) ||
           (m_limits.time != 0 && now - m_held.GetGapStart() >= m_limits.time);
}

} // namespace ns3::rdmacell
