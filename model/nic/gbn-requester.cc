/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "gbn-requester.h"

#include "aeth-syndrome.h"
#include "nic-resources.h"
#include "queue-pair.h"
#include "request-packet.h"
#include "rnr-timer.h"

#include "ns3/log.h"
#include "ns3/nstime.h"
#include "ns3/psn.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("GbnRequester");

namespace
{

constexpr int64_t TIMEOUT_UNIT_NS = 4096; ///< local ACK timeout: this * 2^code
constexpr uint32_t NO_ACK_LIMIT = std::numeric_limits<uint32_t>::max(); ///< AckInterval alone
constexpr uint8_t NO_RNR_LIMIT = 7; ///< value of rnrRetry: retry without limit

} // namespace

GbnRequester::GbnRequester(QueuePair& qp)
    : m_qp(qp),
      m_queue(qp)
{
}

void
GbnRequester::Start()
{
    NS_LOG_FUNCTION(this << m_qp.GetQpNum());
    const QpAttr& attr = m_qp.GetAttr();
    m_next = attr.sqPsn;
    m_unacked = m_sentEnd = m_askedEnd = m_executedEnd = m_next;
    m_sinceAckRequest = 0;
    const uint32_t packets = attr.window / attr.pathMtu + (attr.window % attr.pathMtu ? 1 : 0);
    m_largestWindow = attr.window == 0 ? MAX_OUTSTANDING : std::min(packets, MAX_OUTSTANDING);
    m_window = m_largestWindow;
    m_ackLimit =
        attr.window == 0 ? NO_ACK_LIMIT : std::max(packets / RateController::ACKS_OF_WINDOW, 1U);
    m_missing = m_readGapAt = -1;
    m_retriesLeft = attr.retryCnt;
    m_rnrRetriesLeft = attr.rnrRetry;
    m_timeout = attr.timeout ? NanoSeconds(TIMEOUT_UNIT_NS << attr.timeout).GetTimeStep() : 0;
    m_queue.Start(m_next);
}

bool
GbnRequester::Post(const SendWr& wr)
{
    return m_queue.Post(wr);
}

uint32_t
GbnRequester::GetFreeSlots() const
{
    return m_queue.GetFreeSlots();
}

QpWait
GbnRequester::GetWait() const
{
    if (m_waitsForReceiver)
    {
        return QpWait::RECEIVER;
    }
    if (HasWork())
    {
        return QpWait::TURN;
    }
    if (m_queue.GetSize() == 0)
    {
        return QpWait::NOTHING;
    }
    return m_current < m_queue.GetSize() ? QpWait::WINDOW : QpWait::ACK;
}

int64_t
GbnRequester::GetLastExpiry() const
{
    if (!m_qp.IsTimerRunning())
    {
        return 0;
    }
    const QpAttr& attr = m_qp.GetAttr();
    if (!m_waitsForReceiver)
    {
        return m_qp.GetDeadline() + m_retriesLeft * m_timeout;
    }
    // The peer has chosen the time; queue pairs are usually set up alike at both ends.
    const uint32_t again = attr.rnrRetry == NO_RNR_LIMIT ? 0 : m_rnrRetriesLeft;
    return m_qp.GetDeadline() +
           MicroSeconds(again * RnrTimerMicroseconds(attr.minRnrTimer)).GetTimeStep();
}

RoceFramePtr
GbnRequester::NextFrame(int64_t now)
{
    const SendWqe& wqe = m_queue.At(m_current);
    const bool retransmitted = m_next < m_sentEnd;
    const bool read = wqe.opcode == WrOpcode::RDMA_READ;
    RoceFramePtr frame = MakeRequestPacket(m_qp, wqe, m_next);
    m_next = read ? wqe.EndPsn() : m_next + 1;

    ++m_sinceAckRequest;
    const bool last = m_next == wqe.EndPsn();
    if (last || m_sinceAckRequest >= std::min(m_qp.GetNic().settings.ackInterval, m_ackLimit))
    {
        m_sinceAckRequest = 0;
        m_askedEnd = m_next;
        frame->ackRequest = 1;
        if (m_timeout != 0 && !m_qp.IsTimerRunning())
        {
            m_qp.GetNic().timers.Start(m_qp, now, now + m_timeout);
        }
    }
    m_current += last ? 1 : 0;
    if (retransmitted)
    {
        OnRetransmission(*frame);
    }
    m_sentEnd = std::max(m_sentEnd, m_next);
    return frame;
}

void
GbnRequester::OnRetransmission(const RoceFrame& frame)
{
    NicResources& nic = m_qp.GetNic();
    NS_LOG_LOGIC("QP " << m_qp.GetQpNum() << " retransmits PSN " << frame.psn);
    ++nic.stats.retransmittedFrames;
    nic.stats.retransmittedBytes += frame.payloadBytes;
    if (!nic.traces.retransmission.IsEmpty())
    {
        nic.traces.retransmission(m_qp.GetQpNum(), frame.psn, frame.payloadBytes);
    }
}

int64_t
GbnRequester::Extend(uint32_t psn) const
{
    return m_unacked + PsnDiff(psn, static_cast<uint32_t>(m_unacked) & PSN_MASK);
}

void
GbnRequester::OnAcknowledge(const RoceFrame& frame, int64_t now)
{
    NS_LOG_FUNCTION(this << m_qp.GetQpNum() << frame.psn << +frame.syndrome << now);
    const int64_t psn = Extend(frame.psn);
    if (psn >= m_sentEnd)
    {
        NS_LOG_LOGIC("QP " << m_qp.GetQpNum() << " drops an ACK of PSN " << frame.psn
                           << ", which it has not sent since its reset");
        return;
    }
    if ((frame.syndrome & AethSyndrome::CLASS_MASK) == AethSyndrome::ACK_CLASS)
    {
        NS_LOG_LOGIC("QP " << m_qp.GetQpNum() << ": ACK of PSN " << frame.psn);
        const NicTraces& traces = m_qp.GetNic().traces;
        if (!traces.ackReceived.IsEmpty())
        {
            traces.ackReceived(m_qp.GetQpNum(), frame.psn);
        }
        Acknowledge(psn + 1, now);
    }
    else if (psn >= m_executedEnd) // otherwise a later ACK has overtaken the NAK
    {
        Acknowledge(psn, now);
        OnNak(frame.syndrome, psn, now);
    }
}

void
GbnRequester::Acknowledge(int64_t end, int64_t now)
{
    if (end > m_executedEnd)
    {
        m_executedEnd = end;
        CompleteFinished(now, false);
    }
}

void
GbnRequester::CompleteFinished(int64_t now, bool progressed)
{
    while (m_queue.GetSize() != 0)
    {
        const SendWqe& wqe = m_queue.At(0);
        const int64_t end = std::min(m_executedEnd, wqe.EndPsn());
        if (wqe.opcode != WrOpcode::RDMA_READ && end > m_unacked)
        {
            m_unacked = end;
            progressed = true;
        }
        if (m_unacked < wqe.EndPsn())
        {
            break;
        }
        m_queue.CompleteFirst();
        m_current -= m_current != 0 ? 1 : 0;
    }
    if (progressed)
    {
        OnProgress(now);
    }
}

void
GbnRequester::OnProgress(int64_t now)
{
    if (m_next < m_unacked)
    {
        m_next = m_unacked; // packets that it went back to have arrived after all
        m_current = 0;
    }
    m_retriesLeft = m_qp.GetAttr().retryCnt;
    m_rnrRetriesLeft = m_qp.GetAttr().rnrRetry;
    if (m_waitsForReceiver)
    {
        return;
    }
    if (m_askedEnd > m_unacked && m_timeout != 0)
    {
        m_qp.GetNic().timers.Start(m_qp, now, now + m_timeout);
    }
    else
    {
        m_qp.GetNic().timers.Stop(m_qp);
    }
    m_qp.Wake(now);
}

void
GbnRequester::OnReadResponse(const RoceFrame& frame, int64_t now)
{
    NS_LOG_FUNCTION(this << m_qp.GetQpNum() << frame.psn << now);
    const int64_t psn = Extend(frame.psn);
    if (psn < m_unacked || psn >= m_sentEnd)
    {
        return;
    }
    Acknowledge(psn, now);
    if (m_queue.GetSize() == 0 || m_queue.At(0).opcode != WrOpcode::RDMA_READ)
    {
        return;
    }
    if (psn == m_unacked)
    {
        m_qp.GetNic().stats.bytesPlaced += frame.payloadBytes;
        m_executedEnd = std::max(m_executedEnd, psn + 1);
        ++m_unacked;
        CompleteFinished(now, true);
    }
    else if (m_readGapAt != m_unacked || now >= m_readAgainAt)
    {
        // Responses are sent in order, so this gap is a loss. All responses in flight show the same
        // gap, but only the first one, or one each NakInterval, requests the missing ones again.
        NS_LOG_LOGIC("QP " << m_qp.GetQpNum() << ": READ response " << frame.psn
                           << " is out of order");
        m_readGapAt = m_unacked;
        m_readAgainAt = m_qp.GetNic().settings.GetNextNak(now);
        GoBack(m_unacked, now);
    }
}

void
GbnRequester::OnNak(uint8_t syndrome, int64_t psn, int64_t now)
{
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
            GoBack(psn, now);
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
GbnRequester::GoBack(int64_t psn, int64_t now)
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
    if (m_timeout != 0 && !m_qp.IsTimerRunning())
    {
        m_qp.GetNic().timers.Start(m_qp, now, now + m_timeout);
    }
    m_qp.Wake(now);
}

void
GbnRequester::Retry(int64_t psn, int64_t now)
{
    if (m_retriesLeft == 0)
    {
        Fail(WcStatus::RETRY_EXC_ERR);
        return;
    }
    --m_retriesLeft;
    NS_LOG_LOGIC("QP " << m_qp.GetQpNum() << " goes back to PSN " << (psn & PSN_MASK) << ", "
                       << +m_retriesLeft << " retries left");
    Rewind(psn);
    m_qp.Wake(now);
}

void
GbnRequester::SetNext(int64_t psn)
{
    m_current = 0;
    while (m_queue.At(m_current).EndPsn() <= psn)
    {
        ++m_current;
    }
    m_next = psn;
}

void
GbnRequester::Rewind(int64_t psn)
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
GbnRequester::WaitForReceiver(uint8_t timerCode, int64_t psn, int64_t now)
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
GbnRequester::OnTimer(int64_t now)
{
    if (m_waitsForReceiver)
    {
        m_waitsForReceiver = false;
        m_qp.Wake(now);
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
    Retry(m_unacked, now);
}

void
GbnRequester::Fail(WcStatus status)
{
    NS_LOG_LOGIC("QP " << m_qp.GetQpNum() << ": request at PSN " << m_unacked << " fails, "
                       << status);
    m_queue.FailFirst(status);
    m_qp.Fail();
}

void
GbnRequester::Flush()
{
    m_queue.Flush();
    Reset();
}

void
GbnRequester::Reset()
{
    NS_LOG_FUNCTION(this << m_qp.GetQpNum());
    m_queue.Clear();
    m_current = 0;
    m_waitsForReceiver = false;
}

} // namespace ns3::rdmacell
