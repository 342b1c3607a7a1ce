/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "deferred-callbacks.h"

#include "ns3/completion-queue.h"
#include "ns3/log.h"
#include "ns3/memory-region.h"
#include "ns3/simulator.h"

#include <cstddef>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("DeferredCallbacks");

DeferredCallbacks::DeferredCallbacks()
    : m_event(Create<Event>(this))
{
}

DeferredCallbacks::~DeferredCallbacks()
{
    Dispose();
}

void
DeferredCallbacks::SetContext(uint32_t context)
{
    m_event->SetContext(context);
}

void
DeferredCallbacks::Add(CompletionQueue* cq)
{
    Due due;
    due.cq = cq;
    Push(due);
}

void
DeferredCallbacks::Add(MemoryRegion* mr, uint64_t address, uint32_t length)
{
    Due due;
    due.mr = mr;
    due.address = address;
    due.length = length;
    Push(due);
}

void
DeferredCallbacks::Push(const Due& due)
{
    NS_LOG_FUNCTION(this << due.cq << due.mr << m_frameEndFollows);
    m_due.push_back(due);
    if (!m_frameEndFollows)
    {
        const int64_t now = Simulator::Now().GetTimeStep();
        m_event->ArmAt(now, now);
    }
}

void
DeferredCallbacks::Discard(const void* object)
{
    for (Due& due : m_due)
    {
        if (due.cq == object || due.mr == object)
        {
            due = Due(); // Run() may be on the stack with an index into the vector
        }
    }
}

void
DeferredCallbacks::OnEvent(int64_t /* now */)
{
    Run();
}

void
DeferredCallbacks::Run()
{
    NS_LOG_FUNCTION(this << m_due.size());
    m_frameEndFollows = true;
    m_running = true;
    for (std::size_t i = 0; i < m_due.size(); ++i)
    {
        const Due due = m_due[i]; // a copy: callbacks may append, which moves the elements
        if (due.cq)
        {
            due.cq->Notify();
        }
        else if (due.mr && !due.mr->GetWriteCallback().IsNull())
        {
            const MemoryRegion::WriteCallback callback = due.mr->GetWriteCallback();
            callback(due.address, due.length);
        }
    }
    m_due.clear();
    m_frameEndFollows = false;
    m_running = false;
}

void
DeferredCallbacks::Dispose()
{
    m_event->Detach();
    m_due.clear();
}

} // namespace ns3::rdmacell
