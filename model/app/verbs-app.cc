/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "verbs-app.h"

#include "ns3/log.h"

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("VerbsApp");

NS_OBJECT_ENSURE_REGISTERED(VerbsApp);

TypeId
VerbsApp::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::VerbsApp").SetParent<HostApp>().SetGroupName("RdmaCell");
    return tid;
}

void
VerbsApp::StartApplication()
{
    NS_LOG_FUNCTION(this);
    HostApp::StartApplication();
    m_endpoint.Open(GetVerbs(),
                    GetConnectionManager(),
                    {m_trafficClass, m_timeout, m_retryCount},
                    MakeCallback(&VerbsApp::OnFlowMemoryWritten, this));
    m_endpoint.SetPathQuery([this](Ipv4Address peer) { return GetPathInfo(peer); });
    m_sendNotification = MakeCallback(&VerbsApp::PollSendCq, this);
    m_receiveNotification = MakeCallback(&VerbsApp::PollReceiveCq, this);
    m_endpoint.GetSendCq().RequestNotify(m_sendNotification);
    m_endpoint.GetReceiveCq().RequestNotify(m_receiveNotification);
}

void
VerbsApp::PollSendCq(CompletionQueue* cq)
{
    WorkCompletion completion;
    while (cq->Poll(completion))
    {
        OnSendCompletion(completion);
    }
    cq->RequestNotify(m_sendNotification);
}

void
VerbsApp::PollReceiveCq(CompletionQueue* cq)
{
    WorkCompletion completion;
    while (cq->Poll(completion))
    {
        OnReceiveCompletion(completion);
    }
    cq->RequestNotify(m_receiveNotification);
}

void
VerbsApp::OnReceiveCompletion(const WorkCompletion& /* completion */)
{
}

void
VerbsApp::OnFlowMemoryWritten(uint64_t address, uint32_t length)
{
    OnFlowBytesPlaced(static_cast<uint32_t>(address >> RdmaEndpoint::FLOW_ADDRESS_BITS),
                      address & (RdmaEndpoint::FLOW_BYTES_LIMIT - 1),
                      length);
}

RdmaEndpoint&
VerbsApp::GetEndpoint()
{
    return m_endpoint;
}

} // namespace ns3::rdmacell
