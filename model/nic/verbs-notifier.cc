/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "verbs-notifier.h"

#include "ns3/completion-queue.h"
#include "ns3/memory-region.h"
#include "ns3/simulator.h"

#include <cstddef>

namespace ns3::rdmacell
{

VerbsNotifier::VerbsNotifier()
    : m_event(Create<Event>(this))
{
}

VerbsNotifier::~VerbsNotifier()
{
    Dispose();
}

void
VerbsNotifier::SetContext(uint32_t context)
{
    m_event->SetContext(context);
}

void
VerbsNotifier::Add(CompletionQueue* cq)
{
    Due due;
    due.cq = cq;
    Push(due);
}

void
VerbsNotifier::Add(MemoryRegion* mr, uint64_t address, uint32_t length)
{
    Due due;
    due.mr = mr;
    due.address = address;
    due.length = length;
    Push(due);
}

void
VerbsNotifier::Push(const Due& due)
{
    m_due.push_back(due);
    if (!m_deferred)
    {
        const int64_t now = Simulator::Now().GetTimeStep();
        m_event->ArmAt(now, now);
    }
}

void
VerbsNotifier::Forget(const void* object)
{
    for (Due& due : m_due)
    {
        if (due.cq == object || due.mr == object)
        {
            due = Due();
        }
    }
}

void
VerbsNotifier::DeliverLater(int64_t /* now */)
{
    Deliver();
}

void
VerbsNotifier::Deliver()
{
    m_deferred = true;
    m_delivering = true;
    for (std::size_t i = 0; i < m_due.size(); ++i)
    {
        const Due due = m_due[i]; // a program may cause more, and so move them
        if (due.cq)
        {
            due.cq->Notify();
        }
        else if (due.mr && !due.mr->GetWatch().IsNull())
        {
            const MemoryRegion::Watch watch = due.mr->GetWatch();
            watch(due.address, due.length);
        }
    }
    m_due.clear();
    m_deferred = false;
    m_delivering = false;
}

void
VerbsNotifier::Dispose()
{
    m_event->Detach();
    m_due.clear();
}

} // namespace ns3::rdmacell
