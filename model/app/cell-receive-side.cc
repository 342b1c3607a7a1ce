/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "cell-receive-side.h"

#include "ns3/log.h"

#include <utility>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("CellReceiveSide");

CellReceiveSide::CellReceiveSide(RdmaEndpoint& endpoint,
                                 const CellSettings& settings,
                                 CellCounters& counters,
                                 const CellTraces& traces,
                                 FlowCallback placed)
    : m_endpoint(endpoint),
      m_settings(settings),
      m_counters(counters),
      m_traces(traces),
      m_placed(std::move(placed))
{
}

void
CellReceiveSide::Open()
{
    m_receives.resize(m_settings.receiveDepth);
    for (std::size_t i = 0; i + 1 < m_receives.size(); ++i)
    {
        m_receives[i].next = &m_receives[i + 1];
    }
}

bool
CellReceiveSide::RemoteGroup::operator==(const RemoteGroup& other) const
{
    return address == other.address && group == other.group;
}

std::size_t
CellReceiveSide::RemoteGroupHash::operator()(const RemoteGroup& key) const
{
    return std::hash<uint64_t>()(uint64_t{key.address.Get()} << 32 | key.group);
}

CellReceiver&
CellReceiveSide::GetReceiver(const RemoteGroup& group)
{
    CellReceiver* found = m_receivers.Find(group);
    return found ? *found : m_receivers.Emplace(group, *this);
}

uint32_t
CellReceiveSide::ChooseFlowNumber()
{
    uint32_t number = 0;
    do
    {
        number = m_nextFlowNumber;
        m_nextFlowNumber = (m_nextFlowNumber + 1) % RdmaEndpoint::FLOW_NUMBERS;
    } while (m_flows.Find(number));
    return number;
}

ConnectionReply
CellReceiveSide::OnConnect(const ConnectionRequest& request)
{
    const auto data = request.privateData.Decode<CellPathRequest>();
    NS_LOG_FUNCTION(this << request.address << data.group << data.path);
    return GetReceiver({request.address, data.group}).OpenPath(data.path, request);
}

void
CellReceiveSide::OnDisconnect(uint32_t qpNum)
{
    NS_LOG_FUNCTION(this << qpNum);
    const auto qp = *m_qps.Find(qpNum);
    qp.owner->ClosePath(qp.path);
}

CellFlowReply
CellReceiveSide::OnFlowRequest(Ipv4Address sender, const CellFlowRequest& request)
{
    const RemoteGroup group{sender, request.group};
    CellReceiver& receiver = GetReceiver(group);
    const uint32_t number = ChooseFlowNumber();
    NS_LOG_LOGIC("flow " << request.flowId << " of " << sender << " has number " << number);
    m_flows.Emplace(number, IncomingFlow{group, &receiver, request.slot});
    return receiver.OpenFlow(request, number);
}

void
CellReceiveSide::OnFlowEnd(const CellFlowEnd& end)
{
    NS_LOG_FUNCTION(this << end.flowNumber);
    const IncomingFlow flow = *m_flows.Find(end.flowNumber);
    m_flows.Erase(end.flowNumber);
    flow.receiver->CloseFlow(flow.slot);
    if (flow.receiver->IsEmpty())
    {
        m_receivers.Erase(flow.group);
    }
}

void
CellReceiveSide::OnReceiveCompletion(const WorkCompletion& completion)
{
    const auto* qp = m_qps.Find(completion.qpNum);
    if (qp && completion.status == WcStatus::SUCCESS)
    {
        qp->owner->OnHead(qp->path, completion.immData, completion.qpNum);
    }
}

void
CellReceiveSide::OnFlowBytesPlaced(uint32_t flowNumber, uint64_t offset, uint32_t length)
{
    const IncomingFlow& flow = *m_flows.Find(flowNumber);
    flow.receiver->OnBytesPlaced(flow.slot, offset, length);
}

void
CellReceiveSide::Clear()
{
    NS_LOG_FUNCTION(this);
    m_receivers.Clear();
    m_flows.Clear();
    m_qps.Clear();
}

RdmaEndpoint&
CellReceiveSide::GetEndpoint() const
{
    return m_endpoint;
}

const CellSettings&
CellReceiveSide::GetSettings() const
{
    return m_settings;
}

CellCounters&
CellReceiveSide::GetCounters() const
{
    return m_counters;
}

const CellTraces&
CellReceiveSide::GetTraces() const
{
    return m_traces;
}

QpDirectory<CellReceiver>&
CellReceiveSide::GetQps()
{
    return m_qps;
}

const std::vector<RecvWr>&
CellReceiveSide::GetReceiveRequests() const
{
    return m_receives;
}

void
CellReceiveSide::ReportPlaced(uint64_t flowId) const
{
    m_placed(flowId);
}

} // namespace ns3::rdmacell
