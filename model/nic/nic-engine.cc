/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nic-engine.h"

#include "queue-pair.h"

#include "ns3/completion-queue.h"
#include "ns3/egress-port.h"

#include <utility>

namespace ns3::rdmacell
{

NicEngine::NicEngine()
    : m_pace(Create<PaceEvent>(this))
{
}

NicEngine::~NicEngine()
{
    Dispose();
}

void
NicEngine::Attach(EgressPort* port, uint32_t context)
{
    m_port = port;
    m_pace->SetContext(context);
    timers.SetContext(context);
    notifier.SetContext(context);
}

uint64_t
NicEngine::GetLineRate() const
{
    return m_port ? m_port->GetLineRate().GetBitRate() : 0;
}

void
NicEngine::SendControl(RoceFramePtr&& frame, int64_t now)
{
    m_port->Enqueue(std::move(frame), now);
}

void
NicEngine::Wake(QueuePair& qp, int64_t now)
{
    if (qp.place != QpScheduler::Place::NOWHERE || !qp.HasWork())
    {
        return;
    }
    scheduler.Add(qp, now);
    if (qp.place == QpScheduler::Place::READY)
    {
        m_port->Kick(now);
    }
    else
    {
        m_pace->ArmAt(now, scheduler.GetNextTime());
    }
}

RoceFramePtr
NicEngine::PullFrame(uint8_t pausedClasses, int64_t now)
{
    while (QpScheduler::Entry* entry = scheduler.Pop(pausedClasses, now))
    {
        QueuePair& qp = static_cast<QueuePair&>(*entry);
        if (!qp.HasWork())
        {
            continue; // it has lost its work while it waited for its turn
        }
        RoceFramePtr frame = qp.NextFrame(now);
        ++stats.dataFramesSent;
        stats.dataBytesSent += frame->payloadBytes;
        if (qp.HasWork())
        {
            scheduler.Requeue(qp);
        }
        return frame;
    }
    if (scheduler.GetNextTime() != QpScheduler::NEVER)
    {
        m_pace->ArmAt(now, scheduler.GetNextTime());
    }
    return nullptr;
}

bool
NicEngine::HasFrame(uint8_t pausedClasses, int64_t now, int64_t when)
{
    if (scheduler.HasReady(pausedClasses, when))
    {
        return true;
    }
    if (scheduler.GetNextTime() != QpScheduler::NEVER)
    {
        m_pace->ArmAt(now, scheduler.GetNextTime());
    }
    return false;
}

void
NicEngine::Pace(int64_t now)
{
    m_port->Kick(now);
}

void
NicEngine::Complete(CompletionQueue* cq, const WorkCompletion& completion)
{
    if (cq && cq->Push(completion))
    {
        notifier.Add(cq);
    }
}

void
NicEngine::Placed(MemoryRegion* mr, uint64_t address, uint32_t length)
{
    if (!mr->GetWatch().IsNull())
    {
        notifier.Add(mr, address, length);
    }
}

void
NicEngine::Dispose()
{
    m_pace->Detach();
    timers.Dispose();
    notifier.Dispose();
    memory.Clear();
    m_port = nullptr;
}

} // namespace ns3::rdmacell
