/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-endpoint.h"

#include "ns3/abort.h"
#include "ns3/log.h"

#include <limits>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("RdmaEndpoint");

namespace
{

/// Completions that a queue holds: far more than arrive between two notifications.
constexpr uint32_t CQ_ENTRIES = 1U << 16;

} // namespace

void
RdmaEndpoint::Open(VerbsContext& verbs,
                   RdmaConnectionManager& manager,
                   const ConnectionSettings& settings,
                   MemoryRegion::WriteCallback flowCallback)
{
    NS_LOG_FUNCTION(this << +settings.trafficClass << +settings.timeout << +settings.retryCount);
    m_verbs = &verbs;
    m_manager = &manager;
    m_settings = settings;
    m_flowCallback = std::move(flowCallback);
    m_sendCq = verbs.CreateCq(CQ_ENTRIES);
    m_receiveCq = verbs.CreateCq(CQ_ENTRIES);
    m_source = verbs.RegMr(0, std::numeric_limits<uint64_t>::max(), nullptr);
}

void
RdmaEndpoint::SetPathQuery(std::function<PathInfo(Ipv4Address)> query)
{
    m_pathQuery = m_verbs->UsesPath() ? std::move(query) : nullptr;
}

VerbsContext&
RdmaEndpoint::GetVerbs() const
{
    return *m_verbs;
}

Ipv4Address
RdmaEndpoint::GetAddress() const
{
    return Ipv4Address(m_verbs->GetIpAddress());
}

CompletionQueue&
RdmaEndpoint::GetSendCq() const
{
    return *m_sendCq;
}

CompletionQueue&
RdmaEndpoint::GetReceiveCq() const
{
    return *m_receiveCq;
}

uint32_t
RdmaEndpoint::GetSourceKey() const
{
    return m_source->GetKey();
}

bool
RdmaEndpoint::ConnectsAtOnce() const
{
    return m_manager->GetDelay().IsZero();
}

VerbsQp&
RdmaEndpoint::CreateQp(uint32_t maxSendWr, uint32_t maxRecvWr) const
{
    QpInitAttr init;
    init.sendCq = m_sendCq;
    init.recvCq = m_receiveCq;
    init.maxSendWr = maxSendWr;
    init.maxRecvWr = maxRecvWr;
    return *m_verbs->CreateQp(init);
}

ConnectionRequest
RdmaEndpoint::MakeRequest(uint32_t qpNum, uint32_t psn) const
{
    ConnectionRequest request;
    request.address = GetAddress();
    request.qpNum = qpNum;
    request.psn = psn;
    request.trafficClass = m_settings.trafficClass;
    return request;
}

void
RdmaEndpoint::Disconnect(Ipv4Address peer, uint32_t qpNum) const
{
    m_manager->Disconnect(peer, qpNum);
}

void
RdmaEndpoint::SendMessage(Ipv4Address peer, const PrivateData& data) const
{
    m_manager->SendMessage(peer, GetAddress(), data);
}

void
RdmaEndpoint::BringUp(VerbsQp& qp,
                      Ipv4Address peer,
                      const ConnectionRequest& request,
                      const ConnectionReply& reply,
                      uint32_t window) const
{
    QpAttr attr;
    attr.destAddress = peer.Get();
    attr.destQpNum = reply.qpNum;
    attr.rqPsn = reply.psn;
    attr.sqPsn = request.psn;
    attr.trafficClass = request.trafficClass;
    attr.udpSourcePort = request.udpSourcePort;
    attr.window = window;
    BringUp(qp, attr);
}

void
RdmaEndpoint::BringUp(VerbsQp& qp, const ConnectionRequest& request, uint32_t psn) const
{
    QpAttr attr;
    attr.destAddress = request.address.Get();
    attr.destQpNum = request.qpNum;
    attr.rqPsn = request.psn;
    attr.sqPsn = psn;
    attr.trafficClass = request.trafficClass;
    attr.udpSourcePort = request.udpSourcePort;
    BringUp(qp, attr);
}

void
RdmaEndpoint::BringUp(VerbsQp& qp, QpAttr attr) const
{
    NS_LOG_FUNCTION(this << qp.GetQpNum() << Ipv4Address(attr.destAddress) << attr.destQpNum);
    attr.pathMtu = m_verbs->GetPathMtu();
    if (m_pathQuery)
    {
        const PathInfo path = m_pathQuery(Ipv4Address(attr.destAddress));
        attr.baseRtt = path.baseRtt.GetTimeStep();
        attr.pathRate = path.bitRate;
    }
    attr.timeout = m_settings.timeout;
    attr.retryCnt = m_settings.retryCount;
    for (const QpState state : {QpState::INIT, QpState::RTR, QpState::RTS})
    {
        attr.qpState = state;
        const bool done = qp.Modify(attr);
        NS_ABORT_MSG_UNLESS(done, "QP " << qp.GetQpNum() << " cannot be connected");
    }
}

MemoryRegion&
RdmaEndpoint::RegisterFlow(uint32_t number, uint64_t bytes) const
{
    MemoryRegion* region = m_verbs->RegMr(uint64_t{number} << FLOW_ADDRESS_BITS, bytes, nullptr);
    region->SetWriteCallback(m_flowCallback);
    return *region;
}

} // namespace ns3::rdmacell
