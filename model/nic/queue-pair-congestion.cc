/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * The part of QueuePair that connects its requester with congestion control.
 */

#include "aeth-syndrome.h"
#include "queue-pair.h"

#include "ns3/telemetry-bytes.h"

namespace ns3::rdmacell
{

void
QueuePair::HandleMarked(const RoceFrame& frame, int64_t now)
{
    m_congestion.OnMarked(now);
    Handle(frame, now);
    m_congestion.OnMarkedHandled(now);
}

void
QueuePair::HandleTelemetry(const RoceFrame& frame, int64_t now)
{
    m_answered = &frame;
    if (frame.ecn == EcnCodePoint::CE)
    {
        HandleMarked(frame, now);
    }
    else
    {
        Handle(frame, now);
    }
    m_answered = nullptr;
}

void
QueuePair::EchoTelemetry(RoceFrame& frame) const
{
    frame.telemetry = FrameTelemetryPool::Get();
    *frame.telemetry = *m_answered->telemetry;
    frame.telemetry->hops = static_cast<uint8_t>(TIME_TO_LIVE - m_answered->timeToLive);
    frame.telemetry->room = frame.telemetry->count; // switches add nothing to it
    SetTelemetryBytes(frame, m_answered->telemetryBytes);
}

void
QueuePair::HandleFeedback(const RoceFrame& frame, int64_t now)
{
    const bool isAck = (frame.syndrome & AethSyndrome::CLASS_MASK) == AethSyndrome::ACK_CLASS;
    AckFeedback feedback;
    feedback.acknowledged = m_requester.Extend(frame.psn) + (isAck ? 1 : 0);
    feedback.sent = m_requester.GetSentEnd();
    if (feedback.acknowledged <= feedback.sent)
    {
        if (isAck)
        {
            feedback.answered = frame.extensionBytes != 0 ? m_requester.Extend(frame.immediate)
                                                          : feedback.acknowledged - 1;
        }
        m_congestion.OnAck(frame, feedback, now);
        UpdateWindow();
    }
    m_requester.OnAcknowledge(frame, now);
    Wake(now); // the window may have opened although nothing was acknowledged
}

void
QueuePair::UpdateWindow()
{
    if (m_congestion.HasWindow())
    {
        m_requester.SetWindow(m_congestion.GetWindow());
    }
}

void
QueuePair::ApplyCongestion(RoceFrame& frame, bool response, int64_t now)
{
    if (m_congestion.ChoosesPorts() && !response)
    {
        frame.srcPort = m_congestion.ChoosePort();
    }
    if (m_congestion.UsesTelemetry() && !response)
    {
        m_congestion.AddTelemetry(frame, now);
    }
    notBefore = now + m_congestion.OnSend(frame.wireBytes, now);
}

void
QueuePair::OnLoss(LossSign sign, int64_t now)
{
    m_congestion.OnLoss(sign, now);
    UpdateWindow();
}

double
QueuePair::GetRate(int64_t now) const
{
    return m_congestion.GetRate(now);
}

} // namespace ns3::rdmacell
