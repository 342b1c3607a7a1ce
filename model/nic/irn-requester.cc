/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "irn-requester.h"

#include "qp-requester.h"
#include "queue-pair.h"

namespace ns3::rdmacell
{

IrnRequester::IrnRequester(QpRequester& requester)
    : m_requester(requester),
      m_acks(requester.GetUnacked())
{
}

void
IrnRequester::OnNak(const RoceFrame& frame, int64_t /* psn */, int64_t now)
{
    Mark(frame);
    if (!m_isRecovering)
    {
        Enter();
        m_requester.GetQp().OnLoss(LossSign::NAK, now);
    }
    FindLost();
    m_requester.GetQp().Wake(now);
}

void
IrnRequester::OnLateNak(const RoceFrame& frame)
{
    Mark(frame);
    FindLost();
}

void
IrnRequester::OnTimeout(int64_t now)
{
    if (m_requester.IsReadFirst())
    {
        m_requester.Retry(m_requester.GetUnacked(), now);
        return;
    }
    if (!m_requester.UseRetry(now))
    {
        return;
    }
    Enter();
    FindLost();
    m_requester.EnsureTimer(now);
    m_requester.GetQp().Wake(now);
}

void
IrnRequester::OnProgress()
{
    const int64_t unacked = m_requester.GetUnacked();
    m_acks.Advance(unacked);
    if (unacked >= m_recoveryEnd)
    {
        m_isRecovering = false;
    }
    if (m_scan < unacked)
    {
        m_scan = unacked;
        m_isFirst = false;
    }
    FindLost();
}

void
IrnRequester::OnGoBack()
{
    m_isRecovering = false;
}

int64_t
IrnRequester::TakeRetransmission()
{
    const int64_t psn = m_scan;
    m_scan = m_requester.GetPacketEnd(psn);
    m_isFirst = false;
    FindLost();
    return psn;
}

void
IrnRequester::Mark(const RoceFrame& frame)
{
    const int64_t psn = m_requester.Extend(frame.immediate);
    if (frame.extensionBytes == 0 || psn < m_acks.GetBase() || psn >= m_requester.GetSentEnd())
    {
        return;
    }
    m_acks.Add(psn, m_requester.GetPacketEnd(psn));
}

void
IrnRequester::Enter()
{
    m_isRecovering = true;
    m_isFirst = true;
    m_scan = m_acks.GetBase();
    m_recoveryEnd = m_requester.GetSentEnd();
}

void
IrnRequester::FindLost()
{
    // The last mark is the newest packet that is acknowledged selectively: those before are lost.
    const int64_t end = m_acks.GetEnd();
    while (!m_isFirst && m_scan < end && m_acks.Has(m_scan))
    {
        ++m_scan;
    }
    m_requester.SetRetransmitting(m_isRecovering && (m_isFirst || m_scan < end));
}

} // namespace ns3::rdmacell
