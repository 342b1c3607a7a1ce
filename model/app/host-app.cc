/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "host-app.h"

#include "ns3/make-event.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(HostApp);

TypeId
HostApp::GetTypeId()
{
    static TypeId tid = TypeId("ns3::rdmacell::HostApp")
                            .SetParent<Application>()
                            .SetGroupName("RdmaCell")
                            .AddTraceSource("FlowStarted",
                                            "A flow has started at this host.",
                                            MakeTraceSourceAccessor(&HostApp::m_started),
                                            "ns3::rdmacell::HostApp::FlowTracedCallback")
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
HostApp::Setup(VerbsContext* verbs, Ptr<ConnectionManager> manager, AddressTable addresses)
{
    m_verbs = verbs;
    m_manager = manager;
    m_addresses = std::move(addresses);
}

void
HostApp::SetFlows(std::vector<Flow> flows)
{
    m_flows = std::move(flows);
}

void
HostApp::SetPathQuery(PathQuery query)
{
    m_pathQuery = std::move(query);
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
    m_manager->Listen(m_verbs->GetIpAddress(), this, GetNode()->GetId());
    m_start = Ptr<EventImpl>(MakeEvent(&HostApp::StartDueFlows, this), false);
    ScheduleNext();
}

void
HostApp::StopApplication()
{
    if (m_start)
    {
        m_start->Cancel(); // for good
    }
}

void
HostApp::ScheduleNext()
{
    if (m_next < m_flows.size())
    {
        Simulator::Schedule(m_flows[m_next].start - Simulator::Now(), m_start);
    }
}

void
HostApp::StartDueFlows()
{
    while (m_next < m_flows.size() && m_flows[m_next].start <= Simulator::Now())
    {
        const Flow& flow = m_flows[m_next++];
        m_started(flow.id);
        StartFlow(flow);
    }
    ScheduleNext();
}

void
HostApp::ReportPlaced(uint64_t flowId)
{
    m_placed(flowId);
}

void
HostApp::ReportFinished(uint64_t flowId)
{
    m_finished(flowId);
}

void
HostApp::ReportFailed(uint64_t flowId)
{
    m_failed(flowId);
}

VerbsContext&
HostApp::GetVerbs() const
{
    return *m_verbs;
}

ConnectionManager&
HostApp::GetManager() const
{
    return *m_manager;
}

uint32_t
HostApp::GetAddressOf(uint32_t host) const
{
    return m_addresses->at(host);
}

PathInfo
HostApp::GetPathInfo(uint32_t host) const
{
    return m_pathQuery(host);
}

void
HostApp::DoDispose()
{
    StopApplication();
    m_pathQuery = nullptr;
    m_manager = nullptr;
    m_verbs = nullptr;
    Application::DoDispose();
}

} // namespace ns3::rdmacell
