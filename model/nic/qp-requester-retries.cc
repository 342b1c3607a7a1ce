/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The retries of a requester: after a NAK, a timeout, or a wait for the receiver.

#include "aeth-syndrome.h"
#include "loss-recovery.h"
#include "nic-resources.h"
#include "qp-requester.h"
#include "queue-pair.h"
#include "rnr-timer.h"

#include "ns3/log.h"
#include "ns3/nstime.h"
#include "ns3/psn.h"

#include <algorithm>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("QpRequesterRetries");

void
QpRequester::OnNak(const RoceFrame& frame, int64_t psn, int64_t now)
{
    const uint8_t syndrome = frame.syndrome;
    NicResources& nic = m_qp.GetNic();
    const uint32_t psn24 = static_cast<uint32_t>(psn) & PSN_MASK;
    NS_LOG_LOGIC("QP " << m_qp.GetQpNum() << ": NAK, syndrome " << +syndrome << ", PSN " << psn24);
    if ((syndrome & AethSyndrome::CLASS_MASK) == AethSyndrome::RNR_CLASS)
    {
        ++nic.stats.rnrNaksReceived;
        if (!nic.traces.rnrNakReceived.IsEmpty())
        {
            nic.traces.rnrNakReceived(m_qp.GetQpNum(), psn24);
        }
        WaitForReceiver(syndrome & AethSyndrome::VALUE_MASK, psn, now);
        return;
    }
    switch (syndrome)
    {
    case AethSyndrome::SEQUENCE:
        ++nic.stats.naksReceived;
        if (!nic.traces.nakReceived.IsEmpty())
        {
            nic.traces.nakReceived(m_qp.GetQpNum(), psn24);
        }
        if (!m_waitsForReceiver)
        {
            GetRecovery().OnNak(frame, psn, now);
        }
        break;
    case AethSyndrome::INVALID:
    case AethSyndrome::ACCESS:
    case AethSyndrome::OPERATIONAL:
        if (!nic.traces.errorNakReceived.IsEmpty())
        {
            nic.traces.errorNakReceived(m_qp.GetQpNum(), psn24, syndrome);
        }
        Fail(AethSyndrome::GetErrorStatus(syndrome));
        break;
    }
}

void
QpRequester::GoBack(int64_t psn, int64_t now)
{
    m_qp.OnLoss(LossSign::NAK, now);
    if (psn != m_missing)
    {
        m_missing = psn;
        Retry(psn, now);
        return;
    }
    NS_LOG_LOGIC("QP " << m_qp.GetQpNum() << " goes back to PSN " << (psn & PSN_MASK)
                       << " again, at no retry");
    SetNext(psn);
    EnsureTimer(now);
    m_qp.Wake(now);
}

void
QpRequester::Retry(int64_t psn, int64_t now)
{
    if (!UseRetry(now))
    {
        return;
    }
    NS_LOG_LOGIC("QP " << m_qp.GetQpNum() << " goes back to PSN " << (psn & PSN_MASK) << ", "
                       << +m_retriesLeft << " retries left");
    Rewind(psn);
    m_qp.Wake(now);
}

bool
QpRequester::UseRetry(int64_t now)
{
    if (now < m_retryAt)
    {
        return true;
    }
    m_retryAt = now + m_retryPeriod;
    if (m_retriesLeft == 0)
    {
        Fail(WcStatus::RETRY_EXC_ERR);
        return false;
    }
    --m_retriesLeft;
    return true;
}

void
QpRequester::SetNext(int64_t psn)
{
    m_current = FindRequest(psn);
    m_next = psn;
    m_isRetransmitting = false;
    if (m_recovery)
    {
        m_recovery->OnGoBack();
    }
}

std::size_t
QpRequester::FindRequest(int64_t psn) const
{
    std::size_t index = 0;
    while (m_queue.At(index).EndPsn() <= psn)
    {
        ++index;
    }
    return index;
}

void
QpRequester::Rewind(int64_t psn)
{
    SetNext(psn);
    m_sinceAckRequest = 0;
    m_askedEnd = std::min(m_askedEnd, psn);
    if (m_askedEnd <= m_unacked)
    {
        m_qp.GetNic().timers.Stop(m_qp);
    }
}

void
QpRequester::WaitForReceiver(uint8_t timerCode, int64_t psn, int64_t now)
{
    if (m_waitsForReceiver)
    {
        return;
    }
    if (m_rnrRetriesLeft == 0)
    {
        Fail(WcStatus::RNR_RETRY_EXC_ERR);
        return;
    }
    m_rnrRetriesLeft -= m_rnrRetriesLeft == NO_RNR_LIMIT ? 0 : 1;
    Rewind(psn);
    m_waitsForReceiver = true;
    NS_LOG_LOGIC("QP " << m_qp.GetQpNum() << " waits " << RnrTimerMicroseconds(timerCode)
                       << " us for the receiver");
    const int64_t wait = MicroSeconds(RnrTimerMicroseconds(timerCode)).GetTimeStep();
    m_qp.GetNic().timers.Start(m_qp, now, now + wait);
}

void
QpRequester::OnTimer(int64_t now)
{
    if (m_waitsForReceiver)
    {
        m_waitsForReceiver = false;
        m_qp.Wake(now);
        return;
    }
    // A low timeout that was set while few packets were outstanding does not hold for more.
    if (const int64_t due = m_timerStart + GetTimeout(); now < due)
    {
        m_qp.GetNic().timers.Start(m_qp, now, due);
        return;
    }
    NicResources& nic = m_qp.GetNic();
    const uint32_t psn = static_cast<uint32_t>(m_unacked) & PSN_MASK;
    const uint32_t retries = m_qp.GetAttr().retryCnt - m_retriesLeft;
    NS_LOG_LOGIC("QP " << m_qp.GetQpNum() << ": local ACK timeout at PSN " << psn << " after "
                       << retries << " retries");
    ++nic.stats.timeouts;
    if (!nic.traces.timeout.IsEmpty())
    {
        nic.traces.timeout(m_qp.GetQpNum(), psn, retries);
    }
    m_qp.OnLoss(LossSign::TIMEOUT, now);
    GetRecovery().OnTimeout(now);
}

void
QpRequester::Fail(WcStatus status)
{
    NS_LOG_LOGIC("QP " << m_qp.GetQpNum() << ": request at PSN " << m_unacked << " fails, "
                       << status);
    m_queue.FailFirst(status);
    m_qp.Fail();
}

} // namespace ns3::rdmacell
