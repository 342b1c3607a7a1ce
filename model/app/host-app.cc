/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "host-app.h"

#include "ns3/abort.h"
#include "ns3/event-order.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/rank-link.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("HostApp");

NS_OBJECT_ENSURE_REGISTERED(HostApp);

TypeId
HostApp::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::HostApp")
            .SetParent<Application>()
            .SetGroupName("RdmaCell")
            .AddTraceSource("FlowStarted",
                            "A flow of this host starts; fires before its first byte is posted.",
                            MakeTraceSourceAccessor(&HostApp::m_started),
                            "ns3::rdmacell::HostApp::FlowStartedTracedCallback")
            .AddTraceSource("FlowPlaced",
                            "All bytes of a flow are in this host's memory.",
                            MakeTraceSourceAccessor(&HostApp::m_placed),
                            "ns3::rdmacell::HostApp::FlowTracedCallback")
            .AddTraceSource("FlowFinished",
                            "All bytes of a flow of this host are acknowledged.",
                            MakeTraceSourceAccessor(&HostApp::m_finished),
                            "ns3::rdmacell::HostApp::FlowTracedCallback")
            .AddTraceSource("FlowFailed",
                            "A flow of this host was given up after an error.",
                            MakeTraceSourceAccessor(&HostApp::m_failed),
                            "ns3::rdmacell::HostApp::FlowTracedCallback");
    return tid;
}

void
HostApp::Setup(VerbsContext* verbs, Ptr<RdmaConnectionManager> manager, AddressTable addresses)
{
    NS_LOG_FUNCTION(this << verbs << manager);
    m_verbs = verbs;
    m_manager = manager;
    m_addresses = std::move(addresses);
}

void
HostApp::SetFlows(std::vector<Flow> flows)
{
    NS_LOG_FUNCTION(this << flows.size());
    m_flows = std::move(flows);
}

void
HostApp::AddFlow(const Flow& flow)
{
    NS_LOG_FUNCTION(this << flow.id);
    const bool waits = m_nextFlow < m_flows.size();
    if (!waits)
    {
        m_flows.clear();
        m_nextFlow = 0;
    }
    m_flows.push_back(flow);
    if (!waits && m_startEvent)
    {
        ScheduleNextFlow();
    }
}

std::size_t
HostApp::GetFlowCount() const
{
    return m_flows.size();
}

void
HostApp::SendFlow(const Flow& flow)
{
    NS_LOG_INFO("flow " << flow.id << " starts: " << flow.sizeBytes << " bytes to host "
                        << flow.dst);
    m_started(flow);
    StartFlow(flow);
}

void
HostApp::SetPathQuery(PathQuery query)
{
    m_pathQuery = std::move(query);
}

void
HostApp::SetRouteTracer(RouteTracer tracer)
{
    m_routeTracer = std::move(tracer);
}

void
HostApp::OnNak(uint32_t /* qpNum */)
{
}

std::map<std::string, uint64_t>
HostApp::GetCounters() const
{
    return {};
}

void
HostApp::StartApplication()
{
    NS_LOG_FUNCTION(this);
    NS_ABORT_MSG_UNLESS(m_verbs && m_manager && m_addresses,
                        "the application of node " << GetNode()->GetId()
                                                   << " starts without Setup()");
    m_manager->Listen(GetAddress(), this, GetNode()->GetId());
    const uint32_t node = GetNode()->GetId();
    NS_ABORT_MSG_IF(node >= EventOrder::END - EventOrder::FLOW_STARTS, "there are too many nodes");
    m_startEvent = Create<StartEvent>(this);
    m_startEvent->SetContext(node);
    m_startEvent->SetPlace(EventOrder::FLOW_STARTS + node);
    // Starts of flows come before other events of equal time, but not before the applications that
    // start at this time listen.
    Simulator::ScheduleNow(&HostApp::ScheduleNextFlow, this);
}

Time
HostApp::GetLongestWait() const
{
    return m_manager->GetDelay() + m_manager->GetDelay();
}

uint64_t
HostApp::GetDuplicateBytes() const
{
    return 0;
}

void
HostApp::StopApplication()
{
    NS_LOG_FUNCTION(this);
    if (m_startEvent)
    {
        m_startEvent->Detach(); // no flow starts any more; those that have started go on
        m_startEvent = nullptr;
    }
}

void
HostApp::ScheduleNextFlow()
{
    if (m_startEvent && m_nextFlow < m_flows.size())
    {
        const int64_t now = Simulator::Now().GetTimeStep();
        m_startEvent->ArmAt(now, std::max(m_flows[m_nextFlow].start.GetTimeStep(), now));
    }
}

void
HostApp::StartDueFlows(int64_t now)
{
    while (m_nextFlow < m_flows.size() && m_flows[m_nextFlow].start.GetTimeStep() <= now)
    {
        StartOrServe(m_flows[m_nextFlow++]);
    }
    ScheduleNextFlow();
}

void
HostApp::StartOrServe(const Flow& flow)
{
    if (!RankLink::Get())
    {
        SendFlow(flow);
        return;
    }
    if (RankLink::IsOwn(GetNode()->GetId()))
    {
        SendFlow(flow);
        m_manager->EndFlowStart(GetAddressOf(flow.dst));
        return;
    }
    // All ranks know of all starts, at the same time.
    m_started(flow);
    m_manager->ServeFlowStart(GetNode()->GetId(), GetAddressOf(flow.dst));
}

void
HostApp::ReportPlaced(uint64_t flowId)
{
    NS_LOG_INFO("flow " << flowId << " is placed");
    m_placed(flowId);
}

void
HostApp::ReportFinished(uint64_t flowId)
{
    NS_LOG_INFO("flow " << flowId << " has finished");
    m_finished(flowId);
}

void
HostApp::ReportFailed(uint64_t flowId)
{
    NS_LOG_WARN("flow " << flowId << " is given up");
    m_failed(flowId);
}

VerbsContext&
HostApp::GetVerbs() const
{
    return *m_verbs;
}

RdmaConnectionManager&
HostApp::GetConnectionManager() const
{
    return *m_manager;
}

Ipv4Address
HostApp::GetAddress() const
{
    return Ipv4Address(m_verbs->GetIpAddress());
}

Ipv4Address
HostApp::GetAddressOf(uint32_t host) const
{
    NS_ABORT_MSG_IF(host >= m_addresses->size(),
                    "host " << host << " of a flow is not in the address table, which has "
                            << m_addresses->size() << " hosts");
    return (*m_addresses)[host];
}

PathInfo
HostApp::GetPathInfo(Ipv4Address peer) const
{
    NS_ABORT_MSG_UNLESS(m_pathQuery, "no SetPathQuery(): the path to " << peer << " is not known");
    return m_pathQuery(peer);
}

LinkList
HostApp::TraceRoute(Ipv4Address peer, uint16_t port) const
{
    NS_ABORT_MSG_UNLESS(m_routeTracer, "no SetRouteTracer(): routes to " << peer << " are unknown");
    return m_routeTracer(peer, port);
}

void
HostApp::DoDispose()
{
    NS_LOG_FUNCTION(this);
    StopApplication();
    m_pathQuery = nullptr;
    m_manager = nullptr;
    m_verbs = nullptr;
    Application::DoDispose();
}

} // namespace ns3::rdmacell
