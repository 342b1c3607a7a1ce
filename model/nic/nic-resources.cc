/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nic-resources.h"

#include "ns3/completion-queue.h"
#include "ns3/frame-net-device.h"
#include "ns3/log.h"
#include "ns3/node.h"

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("NicResources");

NicResources::NicResources(const NicSettings& nicSettings, const NicTraces& nicTraces)
    : settings(nicSettings),
      traces(nicTraces),
      transmitter(stats)
{
}

NicResources::~NicResources()
{
    Dispose();
}

void
NicResources::Attach(FrameNetDevice& device)
{
    NS_LOG_FUNCTION(this);
    const uint32_t context = device.GetNode()->GetId();
    transmitter.Attach(device, context);
    timers.SetContext(context);
    callbacks.SetContext(context);
}

void
NicResources::Complete(CompletionQueue* cq, const WorkCompletion& completion)
{
    NS_LOG_FUNCTION(this << cq << completion.qpNum << completion.wrId << completion.status);
    if (!cq)
    {
        return;
    }
    if (!traces.completion.IsEmpty())
    {
        traces.completion(completion);
    }
    if (cq->Push(completion))
    {
        callbacks.Add(cq);
    }
}

void
NicResources::OnWritten(MemoryRegion* mr, uint64_t address, uint32_t length)
{
    if (!mr->GetWriteCallback().IsNull())
    {
        NS_LOG_LOGIC("key " << mr->GetKey() << ": " << length << " bytes written at " << address);
        callbacks.Add(mr, address, length);
    }
}

void
NicResources::Dispose()
{
    transmitter.Dispose();
    timers.Dispose();
    callbacks.Dispose();
    memory.Clear();
}

} // namespace ns3::rdmacell
