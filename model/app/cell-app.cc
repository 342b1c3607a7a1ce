/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "cell-app.h"

#include "ns3/memory-region.h"
#include "ns3/simulator.h"

#include <limits>

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(CellApp);

namespace
{

/// Completions that may wait: the application takes them at each notification.
constexpr uint32_t CQ_ENTRIES = 1U << 16;

/// Numbers by which this side knows a flow that it receives: above all queue pair numbers.
constexpr uint32_t FIRST_FLOW_NUMBER = 1U << 24;

} // namespace

CellApp::CellApp()
    : m_context(*this)
{
}

CellApp::~CellApp() = default;

const CellCounters&
CellApp::GetCellCounters() const
{
    return m_context.counters;
}

std::map<std::string, uint64_t>
CellApp::GetCounters() const
{
    return m_context.counters.ToMap();
}

void
CellApp::OpenDevice()
{
    if (m_context.verbs)
    {
        return;
    }
    m_context.verbs = &GetVerbs();
    m_context.manager = &GetManager();
    m_context.sendCq = GetVerbs().CreateCq(CQ_ENTRIES);
    m_context.recvCq = GetVerbs().CreateCq(CQ_ENTRIES);
    m_sent = MakeCallback(&CellApp::OnSendCompletion, this);
    m_received = MakeCallback(&CellApp::OnReceiveCompletion, this);
    m_context.sendCq->RequestNotify(m_sent);
    m_context.recvCq->RequestNotify(m_received);
    m_context.rttSample = &m_rttSample;
    m_context.isolated = &m_isolated;
    m_context.source = GetVerbs().RegMr(0, std::numeric_limits<uint64_t>::max(), nullptr);
    m_context.placed = [this](uint64_t flowId) { ReportPlaced(flowId); };
    m_context.finished = [this](uint64_t flowId) { ReportFinished(flowId); };
}

QpGroup&
CellApp::MakeGroup(uint32_t dst)
{
    const uint32_t id = m_nextGroup++;
    auto group = std::make_unique<QpGroup>(m_context, id, GetAddressOf(dst), GetPathInfo(dst));
    group->SetTokenWatch(MemoryRegion::Watch(
        [this, id](uint64_t address, uint32_t /* length */) { OnTokenWritten(id, address); }));
    return *m_groups.emplace(id, std::move(group)).first->second;
}

void
CellApp::StartFlow(const Flow& flow)
{
    OpenDevice();
    if (!m_context.settings.pooled)
    {
        MakeGroup(flow.dst).AddFlow(flow);
        return;
    }
    auto pool = m_pools.find(flow.dst);
    if (pool == m_pools.end())
    {
        pool = m_pools.emplace(flow.dst, MakeGroup(flow.dst).GetId()).first;
    }
    m_groups.at(pool->second)->AddFlow(flow);
}

ConnectionReply
CellApp::OnConnect(const ConnectionRequest& request)
{
    OpenDevice();
    const Origin origin(request.address, request.group);
    auto& receiver = m_receivers[origin];
    if (!receiver)
    {
        receiver = std::make_unique<CellReceiver>(m_context);
    }
    if (request.pathIndex != ConnectionRequest::NO_PATH)
    {
        return receiver->OpenPath(request);
    }
    ConnectionReply reply = receiver->OpenFlow(request);
    reply.qpNum = FIRST_FLOW_NUMBER + m_nextFlow++;
    m_incoming[reply.qpNum] = {origin, request.slot};
    return reply;
}

void
CellApp::OnDisconnect(uint32_t qpNum)
{
    if (qpNum < FIRST_FLOW_NUMBER)
    {
        const auto place = m_context.receiving.at(qpNum);
        place.owner->ClosePath(place.path);
        return;
    }
    // The last that a sender does with its group is to take leave of a flow.
    const auto it = m_incoming.find(qpNum);
    const auto receiver = m_receivers.find(it->second.first);
    receiver->second->CloseFlow(it->second.second);
    if (receiver->second->IsEmpty())
    {
        m_receivers.erase(receiver);
    }
    m_incoming.erase(it);
}

void
CellApp::OnSendCompletion(CompletionQueue* cq)
{
    WorkCompletion completion;
    while (cq->Poll(completion))
    {
        const auto it = m_context.sending.find(completion.qpNum);
        if (it == m_context.sending.end())
        {
            continue; // of a token, or of a flow that has ended
        }
        QpGroup& group = *it->second.owner;
        group.OnCompletion(it->second.path, completion);
        Release(group.GetId());
    }
    cq->RequestNotify(m_sent);
}

void
CellApp::OnReceiveCompletion(CompletionQueue* cq)
{
    WorkCompletion completion;
    while (cq->Poll(completion))
    {
        const auto it = m_context.receiving.find(completion.qpNum);
        if (it != m_context.receiving.end() && completion.status == WcStatus::SUCCESS)
        {
            it->second.owner->OnHead(it->second.path, completion.immData, completion.qpNum);
        }
    }
    cq->RequestNotify(m_received);
}

void
CellApp::OnTokenWritten(uint32_t group, uint64_t address)
{
    const int64_t period = m_context.settings.pollPeriod.GetTimeStep();
    if (period == 0)
    {
        ReadToken(group, address);
        return;
    }
    // The scheduler looks at multiples of the period; only looks that find something are events.
    const int64_t since = Simulator::Now().GetTimeStep() % period;
    const int64_t wait = since == 0 ? 0 : period - since;
    Simulator::Schedule(TimeStep(wait), &CellApp::ReadToken, this, group, address);
}

void
CellApp::ReadToken(uint32_t group, uint64_t address)
{
    if (const auto it = m_groups.find(group); it != m_groups.end())
    {
        it->second->ReadToken(address);
        Release(group);
    }
}

void
CellApp::OnNak(uint32_t qpNum)
{
    if (m_context.settings.nakVisible && m_context.sending.count(qpNum) != 0)
    {
        // The NIC is in the middle of handling it.
        Simulator::ScheduleNow(&CellApp::HandleNak, this, qpNum);
    }
}

void
CellApp::HandleNak(uint32_t qpNum)
{
    const auto it = m_context.sending.find(qpNum);
    if (it != m_context.sending.end())
    {
        it->second.owner->OnNak(it->second.path);
    }
}

void
CellApp::Release(uint32_t id)
{
    QpGroup& group = *m_groups.at(id);
    if (m_context.settings.pooled)
    {
        group.ReleaseFinished();
    }
    else if (group.IsEmpty())
    {
        group.Close();
        m_groups.erase(id);
    }
}

void
CellApp::DoDispose()
{
    m_groups.clear();
    m_receivers.clear();
    m_context.sending.clear();
    m_context.receiving.clear();
    HostApp::DoDispose();
}

} // namespace ns3::rdmacell
