/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "conweave-balancer.h"

#include "conweave-control.h"
#include "port-selection.h"
#include "source-route.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <utility>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("ConWeaveBalancer");

NS_OBJECT_ENSURE_REGISTERED(ConWeaveBalancer);

TypeId
ConWeaveBalancer::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::ConWeaveBalancer")
            .SetParent<LoadBalancer>()
            .SetGroupName("RdmaCell")
            .AddConstructor<ConWeaveBalancer>()
            .AddAttribute("ReplyExtra",
                          "theta_reply less the round trip of the flow's path in an empty "
                          "network (4 us: the ConWeave simulator, the drain time of 50 KB at "
                          "100 Gb/s; the paper prints a theta_reply of 8 us in all); read when "
                          "the switch is initialized.",
                          TimeValue(MicroSeconds(4)),
                          MakeTimeAccessor(&ConWeaveBalancer::m_replyExtra),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("PathBusy",
                          "theta_path_busy: for how long a path is not rerouted to after a "
                          "NOTIFY about it (16 us: fat tree, the ConWeave paper, 4.1.4; 8 us "
                          "for a leaf-spine, table 3); read when the switch is initialized.",
                          TimeValue(MicroSeconds(16)),
                          MakeTimeAccessor(&ConWeaveBalancer::m_pathBusy),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Inactive",
                          "theta_inactive: a flow that has paused for longer begins a new "
                          "epoch (1 ms: fat tree, the ConWeave simulator; 300 us for a "
                          "leaf-spine, table 3); read when the switch is initialized.",
                          TimeValue(MicroSeconds(1000)),
                          MakeTimeAccessor(&ConWeaveBalancer::m_inactive),
                          MakeTimeChecker(MicroSeconds(1)))
            .AddAttribute("ResumeExtra",
                          "theta_resume_extra: for how long a TAIL is waited for beyond its "
                          "expected time (64 us: fat tree and leaf-spine, lossless, the "
                          "ConWeave simulator; 16 us with selective repeat); read when the "
                          "switch is initialized.",
                          TimeValue(MicroSeconds(64)),
                          MakeTimeAccessor(&ConWeaveBalancer::m_resumeExtra),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("ResumeDefault",
                          "theta_resume_default: for how long a TAIL is waited for if no "
                          "packet of the old path says when to expect it (600 us: fat tree, "
                          "lossless, the ConWeave paper, 4.1.4; 200 us for a leaf-spine); read "
                          "when the switch is initialized.",
                          TimeValue(MicroSeconds(600)),
                          MakeTimeAccessor(&ConWeaveBalancer::m_resumeDefault),
                          MakeTimeChecker(MicroSeconds(1)))
            .AddAttribute("TableSize",
                          "Flows that a ToR switch has room for in each direction, rounded up "
                          "to a power of two, 16 at least; others are forwarded by ECMP "
                          "(16384: many times the flows of four hosts within twice Inactive); "
                          "read when the switch is initialized.",
                          UintegerValue(16384),
                          MakeUintegerAccessor(&ConWeaveBalancer::m_connections),
                          MakeUintegerChecker<uint32_t>(1, 1U << 24))
            .AddAttribute("ReorderQueues",
                          "Reorder queues of each port to a host (31: all but one of a port's "
                          "32 queues, the ConWeave paper, 3.3.1); read when the switch is "
                          "initialized.",
                          UintegerValue(31),
                          MakeUintegerAccessor(&ConWeaveBalancer::m_reorderQueues),
                          MakeUintegerChecker<uint32_t>(1, 56))
            .AddAttribute("DataClass",
                          "Traffic class of the packets that are balanced (3: RoCEv2 data in "
                          "the HPCC and ConWeave simulators); read when the switch is "
                          "initialized.",
                          UintegerValue(3),
                          MakeUintegerAccessor(&ConWeaveBalancer::m_dataClass),
                          MakeUintegerChecker<uint32_t>(0, 7))
            .AddAttribute("ControlClass",
                          "Traffic class of RTT_REPLY, CLEAR and NOTIFY (7: the highest, as in "
                          "the ConWeave paper, 3.4); read when the switch is initialized.",
                          UintegerValue(7),
                          MakeUintegerAccessor(&ConWeaveBalancer::m_controlClass),
                          MakeUintegerChecker<uint32_t>(0, 7))
            .AddAttribute("RerouteToBusy",
                          "If both paths drawn are busy: keep the path, and try again with the "
                          "next packet (false: the ConWeave paper, 3.2.2, which does not move "
                          "the flow either), or send a TAIL and keep the path all the same "
                          "(true: the ConWeave simulator); read when the switch is "
                          "initialized.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&ConWeaveBalancer::m_rerouteToBusy),
                          MakeBooleanChecker())
            .AddTraceSource("ReorderQueueAllocated",
                            "A REROUTED packet has arrived before its TAIL: a reorder queue is "
                            "allocated to its flow and blocked.",
                            MakeTraceSourceAccessor(&ConWeaveBalancer::m_queueAllocated),
                            "ns3::rdmacell::ConWeaveBalancer::QueueTracedCallback")
            .AddTraceSource("ReorderQueueResumed",
                            "A reorder queue is resumed, behind the TAIL or without one.",
                            MakeTraceSourceAccessor(&ConWeaveBalancer::m_queueResumed),
                            "ns3::rdmacell::ConWeaveBalancer::QueueTracedCallback")
            .AddTraceSource("EarlyResume",
                            "A reorder queue is resumed without a TAIL, by the resume timer or by "
                            "a new epoch of its flow; ReorderQueueResumed follows.",
                            MakeTraceSourceAccessor(&ConWeaveBalancer::m_earlyResume),
                            "ns3::rdmacell::ConWeaveBalancer::QueueTracedCallback")
            .AddTraceSource("ControlSent",
                            "The destination ToR switch sends a control frame.",
                            MakeTraceSourceAccessor(&ConWeaveBalancer::m_controlSent),
                            "ns3::rdmacell::ConWeaveBalancer::ControlTracedCallback");
    return tid;
}

ConWeaveBalancer::ConWeaveBalancer()
    : m_uniform(CreateObject<UniformRandomVariable>())
{
}

uint32_t
ConWeaveBalancer::GetCapabilities() const
{
    return INGRESS | EGRESS | CONTROL | QUEUE | PATHS;
}

void
ConWeaveBalancer::OnAttached()
{
    NS_LOG_FUNCTION(this);
    SwitchView& view = GetSwitch();
    m_balancedClass = static_cast<uint8_t>(m_dataClass);
    m_seed = view.GetHashSeed();
    m_tor = view.GetTor();
    for (uint32_t port = 0; port < view.GetPortCount(); ++port)
    {
        m_toFabric.push_back(view.GetPortRole(port) != PortRole::HOST);
    }
    if (m_tor == SwitchView::NO_TOR)
    {
        return;
    }
    ConWeaveSourceTor::Config source;
    source.replyExtra = m_replyExtra.GetTimeStep();
    source.pathBusy = m_pathBusy.GetTimeStep();
    source.inactive = m_inactive.GetTimeStep();
    source.connections = m_connections;
    source.rerouteToBusy = m_rerouteToBusy;
    m_source.Start(view, source, m_uniform, *this);
    ConWeaveDestinationTor::Config destination;
    destination.resumeExtra = m_resumeExtra.GetTimeStep();
    destination.resumeDefault = m_resumeDefault.GetTimeStep();
    destination.inactive = m_inactive.GetTimeStep();
    destination.connections = m_connections;
    destination.queues = m_reorderQueues;
    destination.dataClass = m_dataClass;
    destination.controlClass = m_controlClass;
    m_destination.Start(view,
                        destination,
                        {&m_queueAllocated, &m_queueResumed, &m_earlyResume, &m_controlSent});
}

void
ConWeaveBalancer::DoDispose()
{
    m_destination.Stop();
    LoadBalancer::DoDispose();
}

void
ConWeaveBalancer::OnIngress(RoceFramePtr& frame, uint32_t port, int64_t now)
{
    if (m_toFabric[port] || frame->priority != m_balancedClass || !IsBalancedFrame(*frame))
    {
        return;
    }
    const uint32_t tor = GetSwitch().GetTorOf(frame->dstIp);
    if (tor != m_tor && tor != SwitchView::NO_TOR)
    {
        m_source.OnData(*frame, now);
    }
}

void
ConWeaveBalancer::OnControl(RoceFramePtr&& frame, uint32_t port, int64_t now)
{
    SwitchView& view = GetSwitch();
    if (m_tor != SwitchView::NO_TOR && view.GetTorOf(frame->dstIp) == m_tor)
    {
        m_source.OnControl(*frame, port, now);
        return;
    }
    view.Route(std::move(frame), now);
}

uint32_t
ConWeaveBalancer::SelectPort(RoceFrame& frame, const PortSet& candidates, int64_t /* now */)
{
    if (frame.balancerBytes > 0)
    {
        const uint32_t port = SourceRoute(frame, ConWeaveHeader::BYTES).GetPort();
        if (IsCandidate(candidates, port))
        {
            return port;
        }
    }
    return EcmpPort(frame, candidates, m_seed);
}

uint32_t
ConWeaveBalancer::SelectQueue(RoceFrame& frame, uint32_t port, int64_t now)
{
    if (frame.balancerBytes > 0 && !m_toFabric[port])
    {
        return m_destination.OnData(frame, port, now);
    }
    return frame.priority;
}

void
ConWeaveBalancer::OnEgress(RoceFrame& frame, uint32_t port, uint32_t queue, int64_t now)
{
    if (!m_toFabric[port])
    {
        m_destination.OnEgress(frame, port, queue, now);
    }
    else if (frame.balancerBytes > 0)
    {
        SourceRoute(frame, ConWeaveHeader::BYTES).Advance();
    }
}

int64_t
ConWeaveBalancer::AssignStreams(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    m_uniform->SetStream(stream);
    return 1;
}

std::map<std::string, uint64_t>
ConWeaveBalancer::GetCounters() const
{
    const ConWeaveSourceTor::Stats& source = m_source.GetStats();
    const ConWeaveDestinationTor::Stats& destination = m_destination.GetStats();
    const ReorderQueuePool& queues = m_destination.GetQueues();
    return {{"epochs", source.epochs},
            {"reroutes", source.reroutes},
            {"reroutes_aborted", source.aborted},
            {"untracked_frames", source.untracked},
            {"header_bytes", source.headerBytes},
            {"replies_sent", destination.replies},
            {"reply_bytes", destination.replies * ConWeaveControl::WIRE_BYTES},
            {"clears_sent", destination.clears},
            {"clear_bytes", destination.clears * ConWeaveControl::WIRE_BYTES},
            {"notifies_sent", destination.notifies},
            {"notify_bytes", destination.notifies * ConWeaveControl::WIRE_BYTES},
            {"held_frames", destination.heldFrames},
            {"tail_resumes", destination.tailResumes},
            {"early_resumes", destination.earlyResumes},
            {"unordered_flows", destination.unorderedFlows},
            {"unordered_frames", destination.unorderedFrames},
            {"reorder_queues_in_use", queues.GetInUse()},
            {"reorder_queues_peak", queues.GetPeak()}};
}

} // namespace ns3::rdmacell
