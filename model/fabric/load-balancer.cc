/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "load-balancer.h"

#include "ns3/trace-source-accessor.h"

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(LoadBalancer);

TypeId
LoadBalancer::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::LoadBalancer")
            .SetParent<Object>()
            .SetGroupName("RdmaCell")
            .AddTraceSource("PathChosen",
                            "The scheme has chosen one of two or more ports of equal cost for a "
                            "frame: at each switch on the frame's path, for frames of all kinds.",
                            MakeTraceSourceAccessor(&LoadBalancer::m_pathChosen),
                            "ns3::rdmacell::LoadBalancer::PathTracedCallback")
            .AddTraceSource("FlowletStarted",
                            "A flow that is new, has paused for longer than the scheme's gap, or "
                            "has lost its path is given a path (LetFlow, CONGA, HULA, ConWeave).",
                            MakeTraceSourceAccessor(&LoadBalancer::m_flowletStarted),
                            "ns3::rdmacell::LoadBalancer::FlowPathTracedCallback")
            .AddTraceSource("Reroute",
                            "A flow moves to another path: with a new flowlet, or, under ConWeave, "
                            "behind the TAIL that is at hand.",
                            MakeTraceSourceAccessor(&LoadBalancer::m_reroute),
                            "ns3::rdmacell::LoadBalancer::FlowPathTracedCallback")
            .AddTraceSource("ProbeSent",
                            "A probe is sent: HULA's, each copy of it, or a data packet that "
                            "carries ConWeave's RTT_REQUEST, at its source ToR switch.",
                            MakeTraceSourceAccessor(&LoadBalancer::m_probeSent),
                            "ns3::rdmacell::LoadBalancer::ProbeTracedCallback")
            .AddTraceSource("ProbeReceived",
                            "A probe of HULA's has arrived at a switch, or ConWeave's RTT_REPLY at "
                            "the source ToR switch.",
                            MakeTraceSourceAccessor(&LoadBalancer::m_probeReceived),
                            "ns3::rdmacell::LoadBalancer::ProbeTracedCallback");
    return tid;
}

void
LoadBalancer::Attach(SwitchView& view)
{
    m_switch = &view;
    OnAttached();
}

uint32_t
LoadBalancer::GetCapabilities() const
{
    return 0;
}

uint32_t
LoadBalancer::SelectQueue(RoceFrame& frame, uint32_t /* port */, int64_t /* now */)
{
    return frame.priority;
}

void
LoadBalancer::OnIngress(RoceFramePtr& /* frame */, uint32_t /* port */, int64_t /* now */)
{
}

void
LoadBalancer::OnEgress(RoceFrame& /* frame */,
                       uint32_t /* port */,
                       uint32_t /* queue */,
                       int64_t /* now */)
{
}

void
LoadBalancer::OnControl(RoceFramePtr&& /* frame */, uint32_t /* port */, int64_t /* now */)
{
}

void
LoadBalancer::OnLinkChange(uint32_t /* port */, bool /* up */)
{
}

int64_t
LoadBalancer::AssignStreams(int64_t /* stream */)
{
    return 0;
}

std::map<std::string, uint64_t>
LoadBalancer::GetCounters() const
{
    return {};
}

void
LoadBalancer::OnAttached()
{
}

void
LoadBalancer::DoDispose()
{
    m_switch = nullptr;
    Object::DoDispose();
}

} // namespace ns3::rdmacell
