/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "receive-queue.h"

#include "nic-resources.h"
#include "queue-pair.h"

#include "ns3/append-growing.h"
#include "ns3/log.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("ReceiveQueue");

namespace
{

/// Receive requests that a new queue has memory for; fewer if its limit is lower.
constexpr uint32_t FIRST_CAPACITY = 64;

} // namespace

ReceiveQueue::ReceiveQueue(QueuePair& qp)
    : m_qp(qp)
{
}

ReceiveQueue::~ReceiveQueue()
{
    m_qp.GetNic().receiveQueues.Release(std::move(m_requests));
}

bool
ReceiveQueue::Post(const RecvWr& wr)
{
    const uint32_t limit = m_qp.GetInit().maxRecvWr;
    if (m_requests.size() >= limit)
    {
        NS_LOG_LOGIC("QP " << m_qp.GetQpNum() << " refuses a receive request: the queue is full");
        return false;
    }
    if (m_requests.capacity() == 0)
    {
        m_requests = m_qp.GetNic().receiveQueues.Acquire();
        // Applications usually fill the queue at once, so growing step by step would only copy.
        const std::size_t first = std::min(limit, FIRST_CAPACITY);
        if (m_requests.capacity() < first)
        {
            m_requests.set_capacity(first);
        }
    }
    AppendGrowing(m_requests, wr);
    return true;
}

void
ReceiveQueue::CompleteFirst(WorkCompletion completion)
{
    completion.wrId = m_requests.front().wrId;
    completion.qpNum = m_qp.GetQpNum();
    m_requests.pop_front();
    m_qp.GetNic().Complete(m_qp.GetInit().recvCq, completion);
}

void
ReceiveQueue::Flush()
{
    NS_LOG_FUNCTION(this << m_qp.GetQpNum() << m_requests.size());
    while (!m_requests.empty())
    {
        WorkCompletion completion;
        completion.status = WcStatus::WR_FLUSH_ERR;
        CompleteFirst(completion);
    }
}

void
ReceiveQueue::Clear()
{
    m_requests.clear();
}

} // namespace ns3::rdmacell
