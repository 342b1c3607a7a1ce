/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "cell-app.h"

#include "ns3/abort.h"
#include "ns3/memory-region.h"
#include "ns3/simulator.h"

#include <cstddef>
#include <limits>

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(CellApp);

namespace
{

/// Completions that may wait: the application takes them at each notification.
constexpr uint32_t CQ_ENTRIES = 1U << 16;

/// Numbers of incoming flows before they are used again: they stand above the bits of an address.
constexpr uint32_t FLOW_NUMBERS = 1U << (64 - CellContext::FLOW_ADDRESS_BITS);

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
    m_context.manager = &GetConnectionManager();
    m_context.sendCq = GetVerbs().CreateCq(CQ_ENTRIES);
    m_context.recvCq = GetVerbs().CreateCq(CQ_ENTRIES);
    m_sent = MakeCallback(&CellApp::OnSendCompletion, this);
    m_received = MakeCallback(&CellApp::OnReceiveCompletion, this);
    m_context.receives.resize(m_context.settings.receiveDepth);
    for (std::size_t i = 0; i + 1 < m_context.receives.size(); ++i)
    {
        m_context.receives[i].next = &m_context.receives[i + 1];
    }
    m_context.tokenWatch = MakeCallback(&CellApp::OnTokenWritten, this);
    m_context.flowWatch = MakeCallback(&CellApp::OnPlaced, this);
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
    const Ipv4Address peer = GetAddressOf(dst);
    return m_groups.Make(id, m_context, id, peer, GetPathInfo(peer));
}

void
CellApp::StartFlow(const Flow& flow)
{
    NS_ABORT_MSG_IF(flow.sizeBytes >> CellContext::FLOW_ADDRESS_BITS,
                    "flow " << flow.id << " has 256 GiB or more");
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
    m_groups.Find(pool->second)->AddFlow(flow);
}

bool
CellApp::RemoteGroup::operator==(const RemoteGroup& other) const
{
    return address == other.address && group == other.group;
}

std::size_t
CellApp::RemoteGroupHash::operator()(const RemoteGroup& key) const
{
    return std::hash<uint64_t>()(uint64_t{key.address.Get()} << 32 | key.group);
}

CellReceiver&
CellApp::GetReceiver(const RemoteGroup& group)
{
    CellReceiver* found = m_receivers.Find(group);
    return found ? *found : m_receivers.Make(group, m_context);
}

uint32_t
CellApp::ChooseFlowNumber()
{
    uint32_t number = 0;
    do
    {
        number = m_nextFlowNumber;
        m_nextFlowNumber = (m_nextFlowNumber + 1) % FLOW_NUMBERS;
    } while (m_incoming.Find(number));
    return number;
}

ConnectionReply
CellApp::OnConnect(const ConnectionRequest& request)
{
    OpenDevice();
    const auto data = request.privateData.Decode<CellPathRequest>();
    return GetReceiver({request.address, data.group}).OpenPath(data.path, request);
}

void
CellApp::OnDisconnect(uint32_t qpNum)
{
    const auto place = *m_context.receiving.Find(qpNum);
    place.owner->ClosePath(place.path);
}

PrivateData
CellApp::OnCall(Ipv4Address from, const PrivateData& data)
{
    OpenDevice();
    const auto request = data.Decode<CellFlowRequest>();
    const RemoteGroup group{from, request.group};
    CellReceiver& receiver = GetReceiver(group);
    const uint32_t number = ChooseFlowNumber();
    m_incoming.Make(number, IncomingFlow{group, &receiver, request.slot});
    return PrivateData::Encode(receiver.OpenFlow(request, number));
}

void
CellApp::OnMessage(Ipv4Address /* from */, const PrivateData& data)
{
    // The last message of a sender's group is the end of a flow: its paths are closed before.
    const auto number = data.Decode<CellFlowEnd>().flowNumber;
    const IncomingFlow flow = *m_incoming.Find(number);
    m_incoming.Erase(number);
    flow.receiver->CloseFlow(flow.slot);
    if (flow.receiver->IsEmpty())
    {
        m_receivers.Erase(flow.group);
    }
}

void
CellApp::OnSendCompletion(CompletionQueue* cq)
{
    WorkCompletion completion;
    while (cq->Poll(completion))
    {
        const auto* place = m_context.sending.Find(completion.qpNum);
        if (!place)
        {
            continue; // of a token, or of a flow that has ended
        }
        QpGroup& group = *place->owner;
        group.OnCompletion(place->path, completion);
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
        const auto* place = m_context.receiving.Find(completion.qpNum);
        if (place && completion.status == WcStatus::SUCCESS)
        {
            place->owner->OnHead(place->path, completion.immData, completion.qpNum);
        }
    }
    cq->RequestNotify(m_received);
}

void
CellApp::OnPlaced(uint64_t address, uint32_t length)
{
    const auto number = static_cast<uint32_t>(address >> CellContext::FLOW_ADDRESS_BITS);
    const IncomingFlow& flow = *m_incoming.Find(number);
    flow.receiver->OnPlaced(flow.slot, address, length);
}

void
CellApp::OnTokenWritten(uint64_t address, uint32_t /* length */)
{
    const auto group = static_cast<uint32_t>(address >> CellContext::RING_ADDRESS_BITS);
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
    if (QpGroup* found = m_groups.Find(group))
    {
        found->ReadToken(address);
        Release(group);
    }
}

void
CellApp::OnNak(uint32_t qpNum)
{
    if (m_context.settings.nakVisible && m_context.sending.Find(qpNum))
    {
        // The NIC is in the middle of handling it.
        Simulator::ScheduleNow(&CellApp::HandleNak, this, qpNum);
    }
}

void
CellApp::HandleNak(uint32_t qpNum)
{
    if (const auto* place = m_context.sending.Find(qpNum))
    {
        place->owner->OnNak(place->path);
    }
}

void
CellApp::Release(uint32_t id)
{
    QpGroup& group = *m_groups.Find(id);
    if (m_context.settings.pooled)
    {
        group.ReleaseFinished();
    }
    else if (group.IsEmpty())
    {
        group.Close();
        m_groups.Erase(id);
    }
}

void
CellApp::DoDispose()
{
    m_groups.Clear();
    m_receivers.Clear();
    m_incoming.Clear();
    m_context.sending.Clear();
    m_context.receiving.Clear();
    HostApp::DoDispose();
}

} // namespace ns3::rdmacell
