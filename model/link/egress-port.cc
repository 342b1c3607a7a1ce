/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "egress-port.h"

#include "ns3/abort.h"
#include "ns3/bit-scan.h"

#include <algorithm>
#include <utility>

namespace ns3::rdmacell
{

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
      m_pause(Create<PauseEvent>(this))
{
    for (uint32_t c = 0; c < CLASSES; ++c)
    {
        m_classOf.push_back(static_cast<uint8_t>(c));
        m_queuesOf[c] = uint64_t{1} << c;
    }
    m_weight.fill(1);
    m_deficit.fill(0);
    m_pausedUntil.fill(0);
    m_pausedSince.fill(0);
    m_pausedTime.fill(0);
}

EgressPort::~EgressPort()
{
    Dispose();
}

void
EgressPort::WakeEvent::Prefetch(PrefetchStage stage) const
{
    const EgressPort* port = GetOwner();
    if (stage == PrefetchStage::EARLY)
    {
        PrefetchLines<HOT_LINES>(port);
        return;
    }
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
    m_wire = wire;
    m_wake->SetContext(context);
    m_pause->SetContext(context);
}

void
EgressPort::SetLineRate(const LineRate& rate)
{
    m_rate = rate;
}

void
EgressPort::SetStrictClasses(uint8_t classes)
{
    m_strict = classes;
}

void
EgressPort::SetWeight(uint32_t trafficClass, uint32_t weight)
{
    m_weight.at(trafficClass) = weight;
}

void
EgressPort::SetTxTrace(const TxTrace* trace)
{
    m_txTrace = trace;
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
    m_queues[queue].Push(std::move(frame));
    m_waiting |= uint64_t{1} << queue;
    Kick(now);
}

void
EgressPort::EnqueuePfc(RoceFramePtr&& frame, int64_t now)
{
    m_pfc.Push(std::move(frame));
    Kick(now);
}

void
EgressPort::Kick(int64_t now)
{
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
                                                      GetClassBytes(frame->priority),
                                                      now,
                                                      nothingFollows);
        nothingFollows = nothingFollows && !wantsEvent;
    }
    if (!nothingFollows)
    {
        m_wake->ArmAt(now, m_busyUntil);
    }
    if (m_txTrace && !m_txTrace->IsEmpty())
    {
        (*m_txTrace)(*frame);
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
    uint8_t paused = m_pausedClasses;
    const int64_t start = std::max(now, m_busyUntil);
    for (uint32_t mask = pfc.pfcClassEnable; mask; mask &= mask - 1)
    {
        const uint32_t c = LowestBit(mask);
        uint64_t remainder = 0;
        // A quantum is 512 bit times, 64 bytes.
        const int64_t length = m_rate.Steps(64U * pfc.pfc.quanta[c], remainder);
        m_pausedUntil[c] = start + length;
        paused = static_cast<uint8_t>(length > 0 ? paused | (1U << c) : paused & ~(1U << c));
    }
    SetPaused(paused, now);
}

void
EgressPort::SetPaused(uint8_t paused, int64_t now)
{
    const uint8_t resumed = m_pausedClasses & ~paused;
    for (uint32_t mask = m_pausedClasses ^ paused; mask; mask &= mask - 1)
    {
        const uint32_t c = LowestBit(mask);
        if (paused & (1U << c))
        {
            m_pausedSince[c] = now;
            m_pausedQueues |= m_queuesOf[c];
        }
        else
        {
            m_pausedTime[c] += now - m_pausedSince[c];
            m_pausedQueues &= ~m_queuesOf[c];
        }
    }
    m_pausedClasses = paused;
    int64_t first = PauseEvent::NEVER;
    for (uint32_t mask = paused; mask; mask &= mask - 1)
    {
        first = std::min(first, m_pausedUntil[LowestBit(mask)]);
    }
    if (first == PauseEvent::NEVER)
    {
        m_pause->Disarm();
    }
    else
    {
        m_pause->ArmAt(now, first);
    }
    if (resumed)
    {
        Kick(now);
    }
}

void
EgressPort::EndPauses(int64_t now)
{
    uint8_t paused = m_pausedClasses;
    for (uint32_t mask = paused; mask; mask &= mask - 1)
    {
        const uint32_t c = LowestBit(mask);
        if (m_pausedUntil[c] <= now)
        {
            paused = static_cast<uint8_t>(paused & ~(1U << c));
        }
    }
    SetPaused(paused, now);
}

int64_t
EgressPort::GetPausedTime(uint32_t trafficClass, int64_t now) const
{
    const bool paused = m_pausedClasses & (1U << trafficClass);
    return m_pausedTime.at(trafficClass) + (paused ? now - m_pausedSince[trafficClass] : 0);
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
    m_wake->Detach();
    m_pause->Detach();
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
