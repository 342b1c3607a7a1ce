/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "qp-requester.h"

#include "aeth-syndrome.h"
#include "loss-recovery.h"
#include "nic-resources.h"
#include "queue-pair.h"
#include "request-packet.h"
#include "rnr-timer.h"

#include "ns3/log.h"
#include "ns3/nstime.h"
#include "ns3/psn.h"

#include <algorithm>
#include <utility>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("QpRequester");

QpRequester::QpRequester(QueuePair& qp)
    : m_qp(qp),
      m_queue(qp)
{
}

void
QpRequester::Start()
{
    NS_LOG_FUNCTION(this << m_qp.GetQpNum());
    const QpAttr& attr = m_qp.GetAttr();
    m_next = attr.sqPsn;
    m_unacked = m_sentEnd = m_askedEnd = m_executedEnd = m_next;
    m_sinceAckRequest = 0;
    m_recovery.reset();
    NicResources& nic = m_qp.GetNic();
    const LossRecovery::RequesterLimits limits =
        nic.recovery->GetLimits(attr, nic.transmitter.GetLineRate());
    m_largestWindow = std::min(limits.window, MAX_OUTSTANDING);
    m_window = m_largestWindow;
    m_ackLimit = limits.ackInterval;
    m_timeout = limits.timeout;
    m_lowTimeout = limits.lowTimeout;
    m_fewPackets = limits.fewPackets;
    m_retryPeriod = limits.retryPeriod;
    m_retryAt = 0;
    m_addressesAll = limits.addressesAll;
    m_missing = m_readGapAt = -1;
    m_retriesLeft = attr.retryCnt;
    m_rnrRetriesLeft = attr.rnrRetry;
    m_queue.Start(m_next);
}

bool
QpRequester::Post(const SendWr& wr)
{
    return m_queue.Post(wr);
}

uint32_t
QpRequester::GetFreeSlots() const
{
    return m_queue.GetFreeSlots();
}

QpWait
QpRequester::GetWait() const
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
QpRequester::GetLastExpiry() const
{
    if (!m_qp.IsTimerRunning())
    {
        return 0;
    }
    const QpAttr& attr = m_qp.GetAttr();
    if (!m_waitsForReceiver)
    {
        return m_qp.GetDeadline() + m_retriesLeft * (m_timeout + m_retryPeriod);
    }
    // The peer has chosen the time; queue pairs are usually set up alike at both ends.
    const uint32_t again = attr.rnrRetry == NO_RNR_LIMIT ? 0 : m_rnrRetriesLeft;
    return m_qp.GetDeadline() +
           MicroSeconds(again * RnrTimerMicroseconds(attr.minRnrTimer)).GetTimeStep();
}

RoceFramePtr
QpRequester::NextFrame(int64_t now)
{
    if (m_isRetransmitting)
    {
        return Retransmit(now);
    }
    const SendWqe& wqe = m_queue.At(m_current);
    const bool retransmitted = m_next < m_sentEnd;
    const bool read = wqe.opcode == WrOpcode::RDMA_READ;
    RoceFramePtr frame = MakeRequestPacket(m_qp, wqe, m_next, m_addressesAll);
    m_next = read ? wqe.EndPsn() : m_next + 1;

    ++m_sinceAckRequest;
    const bool last = m_next == wqe.EndPsn();
    if (last || m_sinceAckRequest >= std::min(m_qp.GetNic().settings.ackInterval, m_ackLimit))
    {
        m_sinceAckRequest = 0;
        m_askedEnd = m_next;
        frame->ackRequest = 1;
        EnsureTimer(now);
    }
    m_current += last ? 1 : 0;
    if (retransmitted)
    {
        OnRetransmission(*frame);
    }
    m_sentEnd = std::max(m_sentEnd, m_next);
    return frame;
}

RoceFramePtr
QpRequester::Retransmit(int64_t now)
{
    const int64_t psn = m_recovery->TakeRetransmission();
    RoceFramePtr frame = MakeRequestPacket(m_qp, m_queue.At(FindRequest(psn)), psn, m_addressesAll);
    frame->ackRequest = 1;
    m_askedEnd = std::max(m_askedEnd, psn + 1);
    EnsureTimer(now);
    OnRetransmission(*frame);
    return frame;
}

RequesterRecovery&
QpRequester::GetRecovery()
{
    if (!m_recovery)
    {
        m_recovery = m_qp.GetNic().recovery->CreateRequester(*this);
    }
    return *m_recovery;
}

int64_t
QpRequester::GetPacketEnd(int64_t psn) const
{
    const SendWqe& wqe = m_queue.At(FindRequest(psn));
    return wqe.opcode == WrOpcode::RDMA_READ ? wqe.EndPsn() : psn + 1;
}

bool
QpRequester::IsReadFirst() const
{
    return m_queue.GetSize() != 0 && m_queue.At(0).opcode == WrOpcode::RDMA_READ;
}

void
QpRequester::StartTimer(int64_t now)
{
    m_timerStart = now;
    m_qp.GetNic().timers.Start(m_qp, now, now + GetTimeout());
}

void
QpRequester::EnsureTimer(int64_t now)
{
    if (m_timeout != 0 && !m_qp.IsTimerRunning())
    {
        StartTimer(now);
    }
}

void
QpRequester::OnRetransmission(const RoceFrame& frame)
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
QpRequester::Extend(uint32_t psn) const
{
    return m_unacked + PsnDiff(psn, static_cast<uint32_t>(m_unacked) & PSN_MASK);
}

void
QpRequester::OnAcknowledge(const RoceFrame& frame, int64_t now)
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
        if (frame.extensionBytes != 0)
        {
            GetRecovery().OnSelectiveAck(frame);
        }
    }
    else if (psn >= m_executedEnd) // otherwise a later ACK has overtaken the NAK
    {
        Acknowledge(psn, now);
        OnNak(frame, psn, now);
    }
    else if (m_recovery)
    {
        m_recovery->OnLateNak(frame);
    }
}

void
QpRequester::Acknowledge(int64_t end, int64_t now)
{
    if (end > m_executedEnd)
    {
        m_executedEnd = end;
        CompleteFinished(now, false);
    }
}

void
QpRequester::CompleteFinished(int64_t now, bool progressed)
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
QpRequester::OnProgress(int64_t now)
{
    if (m_next < m_unacked)
    {
        m_next = m_unacked; // packets that it went back to have arrived after all
        m_current = 0;
    }
    m_retriesLeft = m_qp.GetAttr().retryCnt;
    m_rnrRetriesLeft = m_qp.GetAttr().rnrRetry;
    if (m_recovery)
    {
        m_recovery->OnProgress();
    }
    if (m_waitsForReceiver)
    {
        return;
    }
    if (m_askedEnd > m_unacked && m_timeout != 0)
    {
        StartTimer(now);
    }
    else
    {
        m_qp.GetNic().timers.Stop(m_qp);
    }
    m_qp.Wake(now);
}

void
QpRequester::OnReadResponse(const RoceFrame& frame, int64_t now)
{
    NS_LOG_FUNCTION(this << m_qp.GetQpNum() << frame.psn << now);
    const int64_t psn = Extend(frame.psn);
    if (psn < m_unacked || psn >= m_sentEnd)
    {
        return;
    }
    Acknowledge(psn, now);
    if (!IsReadFirst())
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
QpRequester::Flush()
{
    m_queue.Flush();
    Reset();
}

void
QpRequester::Reset()
{
    NS_LOG_FUNCTION(this << m_qp.GetQpNum());
    m_queue.Clear();
    m_current = 0;
    m_waitsForReceiver = false;
    m_isRetransmitting = false;
}

} // namespace ns3::rdmacell
