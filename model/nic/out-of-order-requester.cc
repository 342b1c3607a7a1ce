/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "out-of-order-requester.h"

#include "qp-requester.h"
#include "queue-pair.h"

namespace ns3::rdmacell
{

OutOfOrderRequester::OutOfOrderRequester(QpRequester& requester)
    : m_requester(requester)
{
}

void
OutOfOrderRequester::OnNak(const RoceFrame& /* frame */, int64_t psn, int64_t now)
{
    m_requester.GetQp().OnLoss(LossSign::NAK, now);
    if (psn != m_missing && !m_requester.UseRetry(now))
    {
        return;
    }
    m_missing = psn;
    m_requester.SetRetransmitting(true);
    m_requester.GetQp().Wake(now);
}

void
OutOfOrderRequester::OnTimeout(int64_t now)
{
    m_requester.Retry(m_requester.GetUnacked(), now);
}

void
OutOfOrderRequester::OnProgress()
{
    if (m_missing < m_requester.GetUnacked())
    {
        m_requester.SetRetransmitting(false);
    }
}

int64_t
OutOfOrderRequester::TakeRetransmission()
{
    m_requester.SetRetransmitting(false);
    return m_missing;
}

} // namespace ns3::rdmacell
