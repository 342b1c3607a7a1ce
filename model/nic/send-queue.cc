/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "send-queue.h"

#include "nic-resources.h"
#include "qp-requester.h"
#include "queue-pair.h"

#include "ns3/append-growing.h"
#include "ns3/log.h"

#include <utility>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("SendQueue");

SendQueue::SendQueue(QueuePair& qp)
    : m_qp(qp)
{
}

SendQueue::~SendQueue()
{
    m_qp.GetNic().sendQueues.Release(std::move(m_wqes));
}

void
SendQueue::Start(int64_t psn)
{
    m_endPsn = psn;
}

uint32_t
SendQueue::CountPackets(uint32_t length) const
{
    const uint32_t mtu = m_qp.GetAttr().pathMtu;
    return length == 0 ? 1 : (length - 1) / mtu + 1;
}

bool
SendQueue::IsValid(const SendWr& wr) const
{
    const bool read = wr.opcode == WrOpcode::RDMA_READ;
    if (wr.length > SendWr::MAX_MESSAGE ||
        (read && CountPackets(wr.length) > QpRequester::MAX_OUTSTANDING))
    {
        return false;
    }
    if (wr.sendFlags & SEND_INLINE)
    {
        return wr.length <= SendWr::MAX_INLINE && !read;
    }
    const MemoryRegion* mr = m_qp.GetNic().memory.Find(wr.lkey);
    return wr.length == 0 || (mr && mr->Contains(wr.localAddress, wr.length));
}

bool
SendQueue::Post(const SendWr& wr)
{
    NS_LOG_FUNCTION(this << m_qp.GetQpNum() << wr.wrId << wr.opcode << wr.length);
    if (GetFreeSlots() == 0 || !IsValid(wr))
    {
        NS_LOG_LOGIC("QP " << m_qp.GetQpNum() << " refuses a request, free slots "
                           << GetFreeSlots());
        return false;
    }
    SendWqe wqe{};
    wqe.firstPsn = m_endPsn;
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
    m_endPsn = wqe.EndPsn();
    if (m_wqes.capacity() == 0)
    {
        m_wqes = m_qp.GetNic().sendQueues.Acquire();
    }
    AppendGrowing(m_wqes, wqe);
    return true;
}

uint32_t
SendQueue::GetFreeSlots() const
{
    return m_qp.GetInit().maxSendWr - static_cast<uint32_t>(m_wqes.size()) - m_unreclaimed;
}

void
SendQueue::CompleteFirst()
{
    if (m_wqes.front().signaled)
    {
        Complete(WcStatus::SUCCESS);
        m_unreclaimed = 0;
    }
    else
    {
        ++m_unreclaimed;
    }
    m_wqes.pop_front();
}

void
SendQueue::FailFirst(WcStatus status)
{
    Complete(status);
    m_wqes.pop_front();
}

void
SendQueue::Complete(WcStatus status)
{
    const SendWqe& wqe = m_wqes.front();
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
    m_qp.GetNic().Complete(m_qp.GetInit().sendCq, completion);
}

void
SendQueue::Flush()
{
    NS_LOG_FUNCTION(this << m_qp.GetQpNum() << m_wqes.size());
    while (!m_wqes.empty())
    {
        FailFirst(WcStatus::WR_FLUSH_ERR);
    }
    m_unreclaimed = 0;
}

void
SendQueue::Clear()
{
    m_wqes.clear();
    m_unreclaimed = 0;
}

} // namespace ns3::rdmacell
