/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "egress-port.h"

#include "ns3/abort.h"
#include "ns3/bit-scan.h"
#include "ns3/log.h"

#include <algorithm>
#include <utility>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("EgressPort");

namespace
{

/// Bytes that a weight of 1 adds to a deficit in each round: a full frame at the largest MTU.
constexpr int64_t QUANTUM = 4400;

/// Bits of a queue mask that are class queues.
constexpr uint64_t CLASS_QUEUES = (uint64_t{1} << EgressPort::CLASSES) - 1;

} // namespace

EgressPort::EgressPort()
    : m_wake(Create<WakeEvent>(this)),
      m_queues(CLASSES),
      m_pauses(*this)
{
    for (uint32_t c = 0; c < CLASSES; ++c)
    {
        m_classOf.push_back(static_cast<uint8_t>(c));
        m_queuesOf[c] = uint64_t{1} << c;
    }
    m_weight.fill(1);
    m_deficit.fill(0);
}

EgressPort::~EgressPort()
{
    Dispose();
}

void
EgressPort::WakeEvent::PrefetchEarly() const
{
    PrefetchLines<HOT_LINES>(GetOwner());
}

void
EgressPort::WakeEvent::PrefetchLate() const
{
    const EgressPort* port = GetOwner();
    if (!port)
    {
        return;
    }
    PrefetchLines(port->m_wire);
    if (port->m_waiting != 0)
    {
        PrefetchLines(port->m_queues[LowestBit(port->m_waiting)].Front());
    }
    if (port->m_listener)
    {
        port->m_listener->Prefetch(port->m_sent);
    }
}

void
EgressPort::Attach(FrameWire* wire, uint32_t context)
{
    NS_LOG_FUNCTION(this << wire << context);
    m_wire = wire;
    m_wake->SetContext(context);
    m_pauses.SetContext(context);
}

void
EgressPort::SetLineRate(const LineRate& rate)
{
    NS_LOG_FUNCTION(this << rate.GetBitRate());
    m_rate = rate;
    m_remainder = 0; // it is in units of the old rate
}

void
EgressPort::SetStrictClasses(uint8_t classes)
{
    NS_LOG_FUNCTION(this << +classes);
    m_strict = classes;
}

void
EgressPort::SetWeight(uint32_t trafficClass, uint32_t weight)
{
    m_weight.at(trafficClass) = weight;
}

void
EgressPort::SetTraces(const Traces& traces)
{
    m_traces = traces;
}

void
EgressPort::TraceEnqueue(const RoceFrame& frame, uint32_t queue) const
{
    const uint64_t bytes = GetTotalBytes();
    (*m_traces.enqueue)(frame, queue);
    (*m_traces.queueBytes)(bytes - frame.wireBytes, bytes);
}

void
EgressPort::TraceDequeue(const RoceFrame& frame, uint32_t queue) const
{
    const uint64_t bytes = GetTotalBytes();
    (*m_traces.dequeue)(frame, queue);
    (*m_traces.queueBytes)(bytes + frame.wireBytes, bytes);
}

void
EgressPort::SetListener(EgressListener* listener, uint32_t number)
{
    m_listener = listener;
    m_number = number;
}

void
EgressPort::SetSource(FrameSource* source)
{
    m_source = source;
}

uint32_t
EgressPort::AddReorderQueues(uint32_t trafficClass, uint32_t count)
{
    NS_LOG_FUNCTION(this << trafficClass << count);
    const uint32_t first = static_cast<uint32_t>(m_queues.size());
    NS_ABORT_MSG_IF(first + count > MAX_QUEUES, "a port has " << MAX_QUEUES << " queues at most");
    std::vector<FrameQueue> grown(first + count);
    NS_ABORT_MSG_IF(m_waiting != 0, "reorder queues are added before frames are queued");
    m_queues.swap(grown);
    m_classOf.resize(first + count, static_cast<uint8_t>(trafficClass));
    for (uint32_t q = first; q < first + count; ++q)
    {
        m_queuesOf.at(trafficClass) |= uint64_t{1} << q;
    }
    return first;
}

void
EgressPort::SetBlocked(uint32_t queue, bool blocked, int64_t now)
{
    NS_LOG_FUNCTION(this << queue << blocked << now);
    NS_LOG_DEBUG("queue " << queue << (blocked ? " is blocked, " : " is unblocked, ")
                          << GetQueueFrames(queue) << " frames wait in it");
    const uint64_t bit = uint64_t{1} << queue;
    m_blocked = blocked ? m_blocked | bit : m_blocked & ~bit;
    if (!blocked && (m_waiting & bit))
    {
        Kick(now);
    }
}

void
EgressPort::Enqueue(RoceFramePtr&& frame, int64_t now)
{
    const uint32_t queue = frame->priority;
    Enqueue(std::move(frame), queue, now);
}

void
EgressPort::Enqueue(RoceFramePtr&& frame, uint32_t queue, int64_t now)
{
    NS_LOG_FUNCTION(this << queue << now << frame->wireBytes);
    const RoceFrame& queued = *frame;
    m_queues[queue].Push(std::move(frame));
    m_waiting |= uint64_t{1} << queue;
    if (m_isTraced)
    {
        TraceEnqueue(queued, queue);
    }
    Kick(now);
}

void
EgressPort::EnqueuePfc(RoceFramePtr&& frame, int64_t now)
{
    NS_LOG_FUNCTION(this << now << +frame->pfcClassEnable);
    m_pfc.Push(std::move(frame));
    Kick(now);
}

void
EgressPort::Kick(int64_t now)
{
    NS_LOG_FUNCTION(this << now);
    if (now < m_busyUntil)
    {
        WakeAtEnd(now);
    }
    else if (!m_wake->IsArmed()) // an armed wake-up is due at this very time and does it
    {
        Transmit(now);
    }
}

void
EgressPort::WakeAtEnd(int64_t now)
{
    if (!m_wake->IsArmed() && now <= m_busyUntil)
    {
        m_wake->ArmAt(now, m_busyUntil);
    }
}

void
EgressPort::Wake(int64_t now)
{
    Transmit(now);
}

void
EgressPort::ReportSent(int64_t now)
{
    if (m_isSentPending && now >= m_busyUntil)
    {
        m_isSentPending = false;
        m_listener->OnSent(m_number, m_sent, now);
    }
}

uint64_t
EgressPort::GetReady() const
{
    return m_waiting & ~(m_blocked | m_pausedQueues);
}

void
EgressPort::Transmit(int64_t now)
{
    ReportSent(now);
    if (now < m_busyUntil || m_wake->IsArmed())
    {
        return; // OnSent() may have resumed a sender, which has come back here and sent something
    }
    RoceFramePtr frame;
    uint32_t queue = CLASSES;
    if (!m_pfc.IsEmpty())
    {
        frame = m_pfc.Pop();
    }
    else if ((queue = ChooseQueue()) < MAX_QUEUES)
    {
        frame = m_queues[queue].Pop();
        if (m_queues[queue].IsEmpty())
        {
            m_waiting &= ~(uint64_t{1} << queue);
        }
        if (m_isTraced)
        {
            TraceDequeue(*frame, queue);
        }
    }
    else if (!m_source || !(frame = m_source->PullFrame(m_pausedClasses, now)))
    {
        return;
    }

    if (now != m_busyUntil)
    {
        m_remainder = 0;
    }
    m_busyUntil = now + m_rate.Steps(frame->wireBytes, m_remainder);
    bool nothingFollows = m_pfc.IsEmpty() && GetReady() == 0 &&
                          !(m_source && m_source->HasFrame(m_pausedClasses, now, m_busyUntil));
    if (m_listener && frame->kind != FrameKind::PFC)
    {
        m_sent = {frame->wireBytes,
                  frame->ingressPort,
                  static_cast<uint8_t>(queue),
                  frame->priority};
        m_isSentPending = true;
        const bool wantsEvent = m_listener->OnDequeue(m_number,
                                                      queue,
                                                      *frame,
                                                      GetUnblockedBytes(frame->priority),
                                                      now,
                                                      nothingFollows);
        nothingFollows = nothingFollows && !wantsEvent;
    }
    NS_LOG_LOGIC("port " << m_number << " transmits " << frame->wireBytes << " bytes of queue "
                         << queue << " until " << m_busyUntil
                         << (nothingFollows ? ", nothing follows" : ""));
    if (!nothingFollows)
    {
        m_wake->ArmAt(now, m_busyUntil);
    }
    if (m_isTraced)
    {
        (*m_traces.tx)(*frame);
    }
    m_wire->Carry(std::move(frame), now, m_busyUntil);
}

uint32_t
EgressPort::FirstQueue(uint64_t ready)
{
    const uint64_t reorder = ready & ~CLASS_QUEUES;
    return LowestBit(reorder ? reorder : ready);
}

uint32_t
EgressPort::ChooseQueue()
{
    const uint64_t ready = GetReady();
    if (ready == 0)
    {
        return MAX_QUEUES;
    }
    if ((ready & (ready - 1)) == 0)
    {
        return LowestBit(ready);
    }
    uint8_t classes = static_cast<uint8_t>(ready);
    for (uint64_t reorder = ready & ~CLASS_QUEUES; reorder; reorder &= reorder - 1)
    {
        classes |= static_cast<uint8_t>(1U << m_classOf[LowestBit(reorder)]);
    }
    const uint8_t strict = classes & m_strict;
    const uint32_t chosen = strict ? HighestBit(strict) : ChooseByDeficit(classes);
    return FirstQueue(ready & m_queuesOf[chosen]);
}

uint32_t
EgressPort::ChooseByDeficit(uint8_t classes)
{
    for (;; m_turn = (m_turn + 1) % CLASSES)
    {
        if (!(classes & (1U << m_turn)))
        {
            m_deficit[m_turn] = std::min<int64_t>(m_deficit[m_turn], 0);
            continue;
        }
        if (m_deficit[m_turn] > 0)
        {
            const uint32_t queue = FirstQueue(GetReady() & m_queuesOf[m_turn]);
            m_deficit[m_turn] -= m_queues[queue].Front()->wireBytes;
            return m_turn;
        }
        m_deficit[m_turn] += QUANTUM * m_weight[m_turn];
    }
}

void
EgressPort::ObeyPfc(const RoceFrame& pfc, int64_t now)
{
    NS_LOG_FUNCTION(this << now << +pfc.pfcClassEnable);
    m_pauses.Obey(pfc, m_rate, std::max(now, m_busyUntil), now);
}

void
EgressPort::OnPausesChanged(uint8_t before, int64_t now)
{
    const uint8_t classes = m_pauses.GetClasses();
    NS_LOG_FUNCTION(this << +before << +classes << now);
    m_pausedClasses = classes;
    m_pausedQueues = 0;
    for (uint32_t mask = classes; mask; mask &= mask - 1)
    {
        m_pausedQueues |= m_queuesOf[LowestBit(mask)];
    }
    if (m_isTraced)
    {
        (*m_traces.pausedClasses)(before, classes);
    }
    if (before & ~classes)
    {
        Kick(now);
    }
}

int64_t
EgressPort::GetPausedTime(uint32_t trafficClass, int64_t now) const
{
    return m_pauses.GetTime(trafficClass, now);
}

uint64_t
EgressPort::GetQueueBytes(uint32_t queue) const
{
    return m_queues[queue].GetBytes();
}

uint64_t
EgressPort::GetTotalBytes() const
{
    return SumBytes(m_waiting);
}

uint64_t
EgressPort::SumBytes(uint64_t queues) const
{
    uint64_t bytes = 0;
    for (uint64_t mask = queues; mask; mask &= mask - 1)
    {
        bytes += m_queues[LowestBit(mask)].GetBytes();
    }
    return bytes;
}

uint32_t
EgressPort::GetQueueFrames(uint32_t queue) const
{
    return m_queues[queue].GetSize();
}

void
EgressPort::Dispose()
{
    NS_LOG_FUNCTION(this);
    m_wake->Detach();
    m_pauses.Dispose();
    m_pfc.Clear();
    for (FrameQueue& queue : m_queues)
    {
        queue.Clear();
    }
    m_waiting = 0;
    m_listener = nullptr;
    m_source = nullptr;
}

} // namespace ns3::rdmacell
