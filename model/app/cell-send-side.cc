/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "cell-send-side.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("CellSendSide");

CellSendSide::CellSendSide(RdmaEndpoint& endpoint,
                           const CellSettings& settings,
                           CellCounters& counters,
                           const CellTraces& traces,
                           PathQuery pathQuery,
                           RouteTracer tracer,
                           FlowCallback finished)
    : m_endpoint(endpoint),
      m_settings(settings),
      m_counters(counters),
      m_traces(traces),
      m_pathQuery(std::move(pathQuery)),
      m_finished(std::move(finished)),
      m_ringCallback(MakeCallback(&CellSendSide::OnTokenWritten, this)),
      m_pathMap(std::move(tracer), counters)
{
}

QpGroup&
CellSendSide::CreateGroup(Ipv4Address peer)
{
    const uint32_t id = m_nextGroup++;
    NS_LOG_LOGIC("group " << id << " to " << peer);
    return m_groups.Emplace(id, *this, id, peer, m_pathQuery(peer));
}

void
CellSendSide::StartFlow(const Flow& flow, Ipv4Address peer)
{
    NS_LOG_FUNCTION(this << flow.id << peer);
    if (!m_settings.pooled)
    {
        CreateGroup(peer).AddFlow(flow);
        return;
    }
    QpGroup*& shared = m_sharedGroups[peer.Get()];
    if (!shared)
    {
        shared = &CreateGroup(peer);
    }
    shared->AddFlow(flow);
}

void
CellSendSide::OnSendCompletion(const WorkCompletion& completion)
{
    // Others are of tokens, which the receiving side sends, or of flows that have ended.
    if (const auto* qp = m_qps.Find(completion.qpNum))
    {
        QpGroup& group = *qp->owner;
        group.OnCompletion(qp->path, completion);
        Release(group);
    }
}

void
CellSendSide::OnTokenWritten(uint64_t address, uint32_t /* length */)
{
    const int64_t period = m_settings.pollPeriod.GetTimeStep();
    if (period == 0)
    {
        ReadToken(address);
        return;
    }
    // The scheduler looks at multiples of the period; only looks that find a token are events.
    const int64_t since = Simulator::Now().GetTimeStep() % period;
    const int64_t wait = since == 0 ? 0 : period - since;
    Simulator::Schedule(TimeStep(wait), &CellSendSide::ReadToken, this, address);
}

void
CellSendSide::ReadToken(uint64_t address)
{
    // The group may have ended before the look.
    if (QpGroup* group = m_groups.Find(static_cast<uint32_t>(address >> RING_ADDRESS_BITS)))
    {
        group->ReadToken(address);
        Release(*group);
    }
}

void
CellSendSide::OnNak(uint32_t qpNum)
{
    if (m_settings.nakVisible && m_qps.Find(qpNum))
    {
        Simulator::ScheduleNow(&CellSendSide::RecoverFromNak, this, qpNum);
    }
}

void
CellSendSide::RecoverFromNak(uint32_t qpNum)
{
    if (const auto* qp = m_qps.Find(qpNum))
    {
        qp->owner->OnNak(qp->path);
    }
}

void
CellSendSide::Release(QpGroup& group)
{
    if (m_settings.pooled)
    {
        group.ReleaseFinished();
    }
    else if (group.IsDone())
    {
        NS_LOG_LOGIC("group " << group.GetId() << " is closed");
        group.Close();
        m_groups.Erase(group.GetId());
    }
}

int64_t
CellSendSide::GetLastTimer() const
{
    int64_t last = 0;
    m_senders.ForEach(
        [&last](const CellSender& sender) { last = std::max(last, sender.GetTimerExpiry()); });
    return last;
}

void
CellSendSide::Clear()
{
    NS_LOG_FUNCTION(this);
    m_sharedGroups.clear();
    m_groups.Clear();
    m_qps.Clear();
}

RdmaEndpoint&
CellSendSide::GetEndpoint() const
{
    return m_endpoint;
}

const CellSettings&
CellSendSide::GetSettings() const
{
    return m_settings;
}

CellCounters&
CellSendSide::GetCounters() const
{
    return m_counters;
}

const CellTraces&
CellSendSide::GetTraces() const
{
    return m_traces;
}

QpDirectory<QpGroup>&
CellSendSide::GetQps()
{
    return m_qps;
}

RecyclingMap<uint64_t, CellSender>&
CellSendSide::GetSenders()
{
    return m_senders;
}

PathMap&
CellSendSide::GetPathMap()
{
    return m_pathMap;
}

PathEstimator&
CellSendSide::GetHistory(int64_t baseRtt)
{
    return m_histories[baseRtt];
}

MemoryRegion&
CellSendSide::RegisterRings(uint32_t group, uint8_t* bytes, std::size_t length)
{
    MemoryRegion* region =
        m_endpoint.GetVerbs().RegMr(uint64_t{group} << RING_ADDRESS_BITS, length, bytes);
    region->SetWriteCallback(m_ringCallback);
    return *region;
}

void
CellSendSide::AddOutstanding(uint64_t bytes)
{
    m_outstandingBytes += bytes;
}

void
CellSendSide::RemoveOutstanding(uint64_t bytes)
{
    m_outstandingBytes -= bytes;
}

uint64_t
CellSendSide::GetOutstandingBytes() const
{
    return m_outstandingBytes;
}

void
CellSendSide::ReportFinished(uint64_t flowId) const
{
    m_finished(flowId);
}

} // namespace ns3::rdmacell
