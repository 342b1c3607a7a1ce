/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mp-rdma-responder.h"

#include "qp-responder.h"

namespace ns3::rdmacell
{

MpRdmaResponder::MpRdmaResponder(QpResponder& responder, uint32_t bitmapSize)
    : m_responder(responder),
      m_held(responder, bitmapSize)
{
}

void
MpRdmaResponder::OnOutOfOrder(const RoceFrame& frame, uint16_t traits, uint32_t ahead, int64_t now)
{
    const HeldPackets::Result result = m_held.Hold(frame, traits, ahead, now);
    m_responder.Count(frame, result);
    if (result != HeldPackets::Result::BEYOND)
    {
        m_responder.SendSelectiveAck(frame, now);
    }
    else if (m_responder.MayNak(now))
    {
        m_responder.SendNak(now);
    }
}

void
MpRdmaResponder::OnExpected(const RoceFrame& frame, uint16_t /* traits */, int64_t now)
{
    const bool executed = m_held.Execute(frame, now);
    m_responder.SendDeferredAck(false, now);
    if (executed)
    {
        m_responder.SendSelectiveAck(frame, now);
    }
}

void
MpRdmaResponder::Clear()
{
    m_held.Clear();
}

} // namespace ns3::rdmacell
