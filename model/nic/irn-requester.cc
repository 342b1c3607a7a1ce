/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "irn-requester.h"

#include "qp-requester.h"
#include "queue-pair.h"

#include <algorithm>
#include <cstddef>

namespace ns3::rdmacell
{

IrnRequester::IrnRequester(QpRequester& requester)
    : m_requester(requester),
      m_base(requester.GetUnacked())
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
    const auto acknowledged = static_cast<std::size_t>(unacked - m_base);
    m_marks.erase(m_marks.begin(),
                  m_marks.begin() +
                      static_cast<std::ptrdiff_t>(std::min(acknowledged, m_marks.size())));
    m_base = unacked;
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
    if (frame.extensionBytes == 0 || psn < m_base || psn >= m_requester.GetSentEnd())
    {
        return;
    }
    const auto end = static_cast<std::size_t>(m_requester.GetPacketEnd(psn) - m_base);
    m_marks.resize(std::max(m_marks.size(), end));
    std::fill(m_marks.begin() + (psn - m_base),
              m_marks.begin() + static_cast<std::ptrdiff_t>(end),
              true);
}

void
IrnRequester::Enter()
{
    m_isRecovering = true;
    m_isFirst = true;
    m_scan = m_base;
    m_recoveryEnd = m_requester.GetSentEnd();
}

bool
IrnRequester::IsMarked(int64_t psn) const
{
    return m_marks[static_cast<std::size_t>(psn - m_base)];
}

void
IrnRequester::FindLost()
{
    // The last mark is the newest packet that is acknowledged selectively: those before are lost.
    const int64_t end = m_base + static_cast<int64_t>(m_marks.size());
    while (!m_isFirst && m_scan < end && IsMarked(m_scan))
    {
        ++m_scan;
    }
    m_requester.SetRetransmitting(m_isRecovering && (m_isFirst || m_scan < end));
}

} // namespace ns3::rdmacell
