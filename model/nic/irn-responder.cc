/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "irn-responder.h"

#include "qp-responder.h"

namespace ns3::rdmacell
{

IrnResponder::IrnResponder(QpResponder& responder, uint32_t bitmapSize)
    : m_responder(responder),
      m_held(responder, bitmapSize)
{
}

void
IrnResponder::OnOutOfOrder(const RoceFrame& frame, uint16_t traits, uint32_t ahead, int64_t now)
{
    const HeldPackets::Result result = m_held.Hold(frame, traits, ahead, now);
    m_responder.Count(frame, result);
    m_responder.SetHolding(!m_held.IsEmpty());
    if (!m_responder.MayNak(now))
    {
        return; // the requester waits for a receive request and will go back by itself
    }
    if (result == HeldPackets::Result::BEYOND)
    {
        m_responder.SendNak(now);
        return;
    }
    m_responder.SendSelectiveNak(frame.psn, now);
}

void
IrnResponder::OnExpected(const RoceFrame& frame, uint16_t /* traits */, int64_t now)
{
    m_held.ExecuteAndAcknowledge(frame, now);
    m_responder.SetHolding(!m_held.IsEmpty());
}

void
IrnResponder::Clear()
{
    m_held.Clear();
}

} // namespace ns3::rdmacell
