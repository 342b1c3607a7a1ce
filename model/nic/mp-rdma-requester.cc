/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mp-rdma-requester.h"

#include "qp-requester.h"
#include "queue-pair.h"

#include <algorithm>

namespace ns3::rdmacell
{

MpRdmaRequester::MpRdmaRequester(QpRequester& requester)
    : m_requester(requester),
      m_acks(requester.GetUnacked())
{
}

void
MpRdmaRequester::OnNak(const RoceFrame& /* frame */, int64_t /* psn */, int64_t now)
{
    if (m_isRecovering && m_next < m_recoveryEnd)
    {
        Clock();
    }
    else
    {
        Enter(); // or once more: a retransmission is lost
        m_requester.GetQp().OnLoss(LossSign::NAK, now);
    }
    m_requester.GetQp().Wake(now);
}

void
MpRdmaRequester::OnSelectiveAck(const RoceFrame& frame)
{
    const int64_t psn = m_requester.Extend(frame.immediate);
    if (psn >= m_acks.GetBase() && psn < m_requester.GetSentEnd())
    {
        m_acks.Add(psn, m_requester.GetPacketEnd(psn));
    }
    Clock();
}

void
MpRdmaRequester::OnTimeout(int64_t now)
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
    m_requester.EnsureTimer(now);
    m_requester.GetQp().Wake(now);
}

void
MpRdmaRequester::OnProgress()
{
    m_acks.Advance(m_requester.GetUnacked());
    m_next = std::max(m_next, m_acks.GetBase());
    if (m_acks.GetBase() >= m_recoveryEnd)
    {
        OnGoBack();
    }
}

void
MpRdmaRequester::OnGoBack()
{
    m_isRecovering = false;
    m_requester.SetRetransmitting(false);
}

int64_t
MpRdmaRequester::TakeRetransmission()
{
    const int64_t psn = m_next;
    m_next = m_requester.GetPacketEnd(psn);
    m_requester.SetRetransmitting(false);
    return psn;
}

void
MpRdmaRequester::Enter()
{
    m_isRecovering = true;
    m_next = m_acks.GetBase();
    m_recoveryEnd = m_requester.GetSentEnd();
    m_requester.SetRetransmitting(true);
}

void
MpRdmaRequester::Clock()
{
    while (m_next < m_recoveryEnd && m_acks.Has(m_next))
    {
        ++m_next;
    }
    m_requester.SetRetransmitting(m_isRecovering && m_next < m_recoveryEnd);
}

} // namespace ns3::rdmacell
