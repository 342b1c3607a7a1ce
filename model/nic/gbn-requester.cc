/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "gbn-requester.h"

#include "aeth-syndrome.h"
#include "nic-engine.h"
#include "queue-pair.h"
#include "request-packet.h"

#include "ns3/append-growing.h"
#include "ns3/nstime.h"
#include "ns3/psn.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3::rdmacell
{

namespace
{

constexpr int64_t TIMEOUT_UNIT_NS = 4096; ///< local ACK timeout = this * 2^code
constexpr uint8_t NO_RNR_LIMIT = 7;       ///< code of rnrRetry

} // namespace

GbnRequester::GbnRequester(QueuePair& qp)
    : m_qp(qp)
{
}

GbnRequester::~GbnRequester()
{
    m_qp.GetEngine().sendQueues.Give(std::move(m_queue));
}

void
GbnRequester::Start()
{
    const QpAttr& attr = m_qp.GetAttr();
    m_next = attr.sqPsn;
    m_unacked = m_sentEnd = m_askedEnd = m_executedEnd = m_postedEnd = m_next;
    m_sinceAckRequest = 0;
    m_readGapAt = -1;
    m_retriesLeft = attr.retryCnt;
    m_rnrRetriesLeft = attr.rnrRetry;
    m_timeout = attr.timeout ? NanoSeconds(TIMEOUT_UNIT_NS << attr.timeout).GetTimeStep() : 0;
}

uint32_t
GbnRequester::CountPackets(uint32_t length) const
{
    const uint32_t mtu = m_qp.GetAttr().pathMtu;
    return length == 0 ? 1 : (length - 1) / mtu + 1;
}

bool
GbnRequester::IsValid(const SendWr& wr) const
{
    const bool read = wr.opcode == WrOpcode::RDMA_READ;
    if (wr.length > SendWr::MAX_MESSAGE || (read && CountPackets(wr.length) > MAX_OUTSTANDING))
    {
        return false;
    }
    if (wr.sendFlags & SEND_INLINE)
    {
        return wr.length <= SendWr::MAX_INLINE && !read;
    }
    const MemoryRegion* mr = m_qp.GetEngine().memory.Find(wr.lkey);
    return wr.length == 0 || (mr && mr->Contains(wr.localAddress, wr.length));
}

bool
GbnRequester::Post(const SendWr& wr)
{
    if (GetFreeSlots() == 0 || !IsValid(wr))
    {
        return false;
    }
    SendWqe wqe{};
    wqe.firstPsn = m_postedEnd;
    wqe.wrId = wr.wrId;
    wqe.remoteAddress = wr.remoteAddress;
    wqe.length = wr.length;
    wqe.packets = CountPackets(wr.length);
    wqe.rkey = wr.rkey;
    wqe.immData = wr.immData;
    wqe.opcode = wr.opcode;
    wqe.signaled = m_qp.GetInit().sqSigAll || (wr.sendFlags & SEND_SIGNALED);
    wqe.solicited = wr.sendFlags & SEND_SOLICITED;
    if (wr.sendFlags & SEND_INLINE)
    {
        wqe.inlineBytes = static_cast<uint8_t>(wr.length);
        wqe.inlineData = wr.inlineData;
    }
    m_postedEnd = wqe.EndPsn();
    if (m_queue.capacity() == 0)
    {
        m_queue = m_qp.GetEngine().sendQueues.Take();
    }
    AppendGrowing(m_queue, wqe);
    return true;
}

uint32_t
GbnRequester::GetFreeSlots() const
{
    return m_qp.GetInit().maxSendWr - static_cast<uint32_t>(m_queue.size()) - m_unreclaimed;
}

RoceFramePtr
GbnRequester::NextFrame(int64_t now)
{
    const SendWqe& wqe = m_queue[m_current];
    RoceNicStats& stats = m_qp.GetEngine().stats;
    const bool again = m_next < m_sentEnd;
    const bool read = wqe.opcode == WrOpcode::RDMA_READ;
    RoceFramePtr frame = MakeRequestPacket(m_qp, wqe, m_next);
    m_next = read ? wqe.EndPsn() : m_next + 1;

    ++m_sinceAckRequest;
    const bool last = m_next == wqe.EndPsn();
    if (last || m_sinceAckRequest >= m_qp.GetEngine().settings.ackInterval)
    {
        m_sinceAckRequest = 0;
        m_askedEnd = m_next;
        frame->ackRequest = 1;
        if (m_timeout != 0 && !m_qp.IsTimerRunning())
        {
            m_qp.GetEngine().timers.Start(m_qp, now, now + m_timeout);
        }
    }
    m_current += last ? 1 : 0;
    if (again)
    {
        ++stats.retransmittedFrames;
        stats.retransmittedBytes += frame->payloadBytes;
    }
    m_sentEnd = std::max(m_sentEnd, m_next);
    return frame;
}

int64_t
GbnRequester::Extend(uint32_t psn) const
{
    return m_unacked + PsnDiff(psn, static_cast<uint32_t>(m_unacked) & PSN_MASK);
}

void
GbnRequester::OnAcknowledge(const RoceFrame& frame, int64_t now)
{
    const int64_t psn = Extend(frame.psn);
    if (psn >= m_sentEnd)
    {
        return; // of an earlier life of this queue pair
    }
    if ((frame.syndrome & AethSyndrome::CLASS_MASK) == AethSyndrome::ACK_CLASS)
    {
        Acknowledge(psn + 1, now);
    }
    else if (psn >= m_executedEnd) // otherwise it is late, and overtaken by an ACK
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
    while (!m_queue.empty())
    {
        const SendWqe& wqe = m_queue.front();
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
        if (wqe.signaled)
        {
            Complete(WcStatus::SUCCESS);
            m_unreclaimed = 0;
        }
        else
        {
            ++m_unreclaimed;
        }
        m_queue.pop_front();
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
        m_next = m_unacked; // what it had gone back to has arrived after all
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
        m_qp.GetEngine().timers.Start(m_qp, now, now + m_timeout);
    }
    else
    {
        m_qp.GetEngine().timers.Stop(m_qp);
    }
    m_qp.Wake(now);
}

void
GbnRequester::OnReadResponse(const RoceFrame& frame, int64_t now)
{
    const int64_t psn = Extend(frame.psn);
    if (psn < m_unacked || psn >= m_sentEnd)
    {
        return;
    }
    Acknowledge(psn, now);
    if (m_queue.empty() || m_queue.front().opcode != WrOpcode::RDMA_READ)
    {
        return;
    }
    if (psn == m_unacked)
    {
        m_qp.GetEngine().stats.bytesPlaced += frame.payloadBytes;
        m_executedEnd = std::max(m_executedEnd, psn + 1);
        ++m_unacked;
        CompleteFinished(now, true);
    }
    else if (m_readGapAt != m_unacked)
    {
        // Responses come in order, so some are lost. Those on their way say so again: listen once.
        m_readGapAt = m_unacked;
        Retry(m_unacked, now);
    }
}

void
GbnRequester::OnNak(uint8_t syndrome, int64_t psn, int64_t now)
{
    NicEngine& engine = m_qp.GetEngine();
    if ((syndrome & AethSyndrome::CLASS_MASK) == AethSyndrome::RNR_CLASS)
    {
        ++engine.stats.rnrNaksReceived;
        WaitForReceiver(syndrome & AethSyndrome::VALUE_MASK, psn, now);
        return;
    }
    switch (syndrome)
    {
    case AethSyndrome::SEQUENCE:
        ++engine.stats.naksReceived;
        if (!engine.nakReceived->IsEmpty())
        {
            (*engine.nakReceived)(m_qp.GetQpNum(), static_cast<uint32_t>(psn) & PSN_MASK);
        }
        if (!m_waitsForReceiver)
        {
            Retry(psn, now);
        }
        break;
    case AethSyndrome::INVALID:
        Fail(WcStatus::REM_INV_REQ_ERR);
        break;
    case AethSyndrome::ACCESS:
        Fail(WcStatus::REM_ACCESS_ERR);
        break;
    case AethSyndrome::OPERATIONAL:
        Fail(WcStatus::REM_OP_ERR);
        break;
    }
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
    Rewind(psn);
    m_qp.Wake(now);
}

void
GbnRequester::Rewind(int64_t psn)
{
    m_current = 0;
    while (m_queue[m_current].EndPsn() <= psn)
    {
        ++m_current;
    }
    m_next = psn;
    m_sinceAckRequest = 0;
    m_askedEnd = std::min(m_askedEnd, psn);
    if (m_askedEnd <= m_unacked)
    {
        m_qp.GetEngine().timers.Stop(m_qp);
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
    const int64_t wait = MicroSeconds(RnrTimerMicroseconds(timerCode)).GetTimeStep();
    m_qp.GetEngine().timers.Start(m_qp, now, now + wait);
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
    ++m_qp.GetEngine().stats.timeouts;
    Retry(m_unacked, now);
}

void
GbnRequester::Fail(WcStatus status)
{
    Complete(status);
    m_queue.pop_front();
    m_qp.Fail();
}

void
GbnRequester::Complete(WcStatus status)
{
    const SendWqe& wqe = m_queue.front();
    WorkCompletion completion;
    completion.wrId = wqe.wrId;
    completion.status = status;
    completion.qpNum = m_qp.GetQpNum();
    completion.byteLen = wqe.length;
    switch (wqe.opcode)
    {
    case WrOpcode::RDMA_WRITE:
    case WrOpcode::RDMA_WRITE_WITH_IMM:
        completion.opcode = WcOpcode::RDMA_WRITE;
        break;
    case WrOpcode::SEND:
    case WrOpcode::SEND_WITH_IMM:
        completion.opcode = WcOpcode::SEND;
        break;
    case WrOpcode::RDMA_READ:
        completion.opcode = WcOpcode::RDMA_READ;
        break;
    }
    m_qp.GetEngine().Complete(m_qp.GetInit().sendCq, completion);
}

void
GbnRequester::Flush()
{
    for (; !m_queue.empty(); m_queue.pop_front())
    {
        Complete(WcStatus::WR_FLUSH_ERR);
    }
    Reset();
}

void
GbnRequester::Reset()
{
    m_queue.clear();
    m_current = 0;
    m_unreclaimed = 0;
    m_waitsForReceiver = false;
}

} // namespace ns3::rdmacell
