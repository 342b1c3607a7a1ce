/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-switch.h"

#include "ns3/abort.h"
#include "ns3/frame-channel.h"
#include "ns3/object-factory.h"
#include "ns3/simulator.h"

#include <stdexcept>
#include <utility>

namespace ns3::rdmacell
{

FabricSwitch::FabricSwitch()
    : m_pfc(CreateObject<PfcController>()),
      m_marker(CreateObject<EcnMarker>())
{
}

FabricSwitch::~FabricSwitch() = default;

void
FabricSwitch::SetLoadBalancerType(TypeId type)
{
    m_balancer = nullptr;
    if (type != LoadBalancer::GetTypeId())
    {
        ObjectFactory factory;
        factory.SetTypeId(type);
        m_balancer = factory.Create<LoadBalancer>();
    }
}

uint32_t
FabricSwitch::AddPort(Ptr<FrameNetDevice> device, PortRole role)
{
    NS_ABORT_MSG_IF(m_buffer, "ports are added before the switch is initialized");
    const uint32_t number = NotePort(device, role);
    device->GetEgress().SetListener(this, number);
    device->SetSink(this, number);
    return number;
}

uint64_t
FabricSwitch::ComputeHeadroom(const FrameNetDevice& device) const
{
    if (!m_pfcEnabled)
    {
        return 0;
    }
    const auto channel = DynamicCast<FrameChannel>(device.GetChannel());
    const uint32_t maxFrame =
        device.GetMtu() + WireSize::ETHERNET + WireSize::FCS + WireSize::PREAMBLE_GAP;
    return m_pfc->ComputeHeadroom(device.GetDataRate().GetBitRate(),
                                  channel ? channel->GetDelay() : Time(0),
                                  maxFrame,
                                  m_latency);
}

void
FabricSwitch::DoInitialize()
{
    if (!m_balancer)
    {
        throw std::invalid_argument("ns3::rdmacell::FabricSwitch::LoadBalancerType is not set: "
                                    "expected a type derived from ns3::rdmacell::LoadBalancer");
    }
    SharedBuffer::Config config;
    config.totalBytes = m_bufferPerPort * GetPorts().size();
    config.reserveBytes = m_reserve;
    config.losslessClasses = m_pfcEnabled ? m_losslessClasses : 0;
    config.ingressAlpha = m_ingressAlpha;
    config.egressAlpha = m_egressAlpha;
    config.resumeOffset = m_resumeOffset;
    config.pauseThreshold = m_pauseThreshold;
    config.resumeThreshold = m_resumeThreshold;
    std::vector<uint64_t> bitRates;
    for (const Port& port : GetPorts())
    {
        bitRates.push_back(port.egress->GetLineRate().GetBitRate());
        m_ecn.push_back(m_marker->Scale(bitRates.back()));
        config.headroom.push_back(ComputeHeadroom(*port.device));
    }
    m_headroom = config.headroom;
    m_buffer = std::make_unique<SharedBuffer>(config);
    m_pfc->Start(*m_buffer, *this, bitRates, GetNodeId());
    m_pipeline.SetDelay(m_latency.GetTimeStep());
    m_pipeline.SetReceiver(this, GetNodeId());
    m_balancer->Attach(*this);
    m_capabilities = m_balancer->GetCapabilities();
    m_markAtEnqueue = m_ecnEnabled && m_markPoint == MARK_AT_ENQUEUE;
    m_markAtDequeue = m_ecnEnabled && m_markPoint == MARK_AT_DEQUEUE;
    SwitchBase::DoInitialize();
}

void
FabricSwitch::Accept(uint32_t port, RoceFramePtr&& frame, int64_t now)
{
    frame->ingressPort = static_cast<uint16_t>(port);
    if (!m_latency.IsZero())
    {
        Delay(std::move(frame), now);
        return;
    }
    Process(std::move(frame), now);
}

void
FabricSwitch::Prefetch(uint32_t port, const RoceFrame& frame) const
{
    if (!m_buffer)
    {
        return; // not initialized yet
    }
    m_buffer->PrefetchGroup(port, frame.priority);
    const PortSet candidates = GetTable().Lookup(frame.dstIp);
    if (candidates.count == 1)
    {
        PrefetchLines<EgressPort::HOT_LINES>(GetPorts()[candidates[0]].egress);
    }
}

void
FabricSwitch::Prefetch(const RoceFrame& frame) const
{
    Prefetch(frame.ingressPort, frame);
}

void
FabricSwitch::Prefetch(const SentFrame& sent) const
{
    m_buffer->PrefetchGroup(sent.ingressPort, sent.priority); // there since the first frame
}

void
FabricSwitch::Delay(RoceFramePtr&& frame, int64_t now)
{
    m_pipeline.Carry(std::move(frame), now, now);
}

void
FabricSwitch::Arrive(RoceFramePtr&& frame, int64_t now)
{
    Process(std::move(frame), now);
}

void
FabricSwitch::Process(RoceFramePtr&& frame, int64_t now)
{
    const uint32_t ingress = frame->ingressPort;
    if (frame->kind == FrameKind::BALANCER)
    {
        if (m_capabilities & LoadBalancer::CONTROL)
        {
            m_balancer->OnControl(std::move(frame), ingress, now);
        }
        else
        {
            Drop(std::move(frame), SwitchDrop::CONTROL);
        }
        return;
    }
    if (m_capabilities & LoadBalancer::INGRESS)
    {
        m_balancer->OnIngress(frame, ingress, now);
        if (!frame)
        {
            return;
        }
    }
    Route(std::move(frame), now);
}

void
FabricSwitch::Route(RoceFramePtr&& frame, int64_t now)
{
    if (frame->timeToLive <= 1)
    {
        Drop(std::move(frame), SwitchDrop::TTL);
        return;
    }
    --frame->timeToLive;
    const PortSet candidates = GetTable().Lookup(frame->dstIp);
    if (candidates.count == 0)
    {
        Drop(std::move(frame), SwitchDrop::NO_ROUTE);
        return;
    }
    const uint32_t port =
        candidates.count == 1 ? candidates[0] : m_balancer->ChoosePort(*frame, candidates, now);
    const uint32_t queue = (m_capabilities & LoadBalancer::QUEUE)
                               ? m_balancer->SelectQueue(*frame, port, now)
                               : frame->priority;
    Output(std::move(frame), port, queue, now);
}

void
FabricSwitch::Output(RoceFramePtr&& frame, uint32_t port, uint32_t queue, int64_t now)
{
    const uint32_t ingress = frame->ingressPort;
    const uint32_t trafficClass = frame->priority;
    EgressPort& egress = *GetPorts()[port].egress;
    egress.PrefetchQueue(queue); // it comes while the buffer counts
    m_deferred.ReleaseDue(now);
    if (!m_buffer->Admit(ingress, port, trafficClass, frame->wireBytes))
    {
        const bool lossless = m_buffer->IsLossless(trafficClass);
        Drop(std::move(frame), lossless ? SwitchDrop::LOSSLESS : SwitchDrop::LOSSY);
        return;
    }
    ++m_stats.admitted;
    // The pause comes first: while a group is paused, no release may be deferred.
    m_pfc->OnAdmitted(ingress, trafficClass, now);
    if (m_markAtEnqueue)
    {
        Mark(*frame, port, egress.GetClassBytes(trafficClass));
    }
    egress.Enqueue(std::move(frame), queue, now);
}

void
FabricSwitch::Drop(RoceFramePtr&& frame, SwitchDrop reason)
{
    ++m_stats.drops[static_cast<std::size_t>(reason)];
    m_dropTrace(*frame, reason);
}

void
FabricSwitch::Mark(RoceFrame& frame, uint32_t port, uint64_t queueBytes)
{
    if (m_marker->Mark(frame, m_ecn[port], queueBytes))
    {
        ++m_stats.ecnMarks;
        m_markTrace(frame, port, queueBytes);
    }
}

bool
FabricSwitch::OnDequeue(uint32_t port,
                        uint32_t queue,
                        RoceFrame& frame,
                        uint64_t classBytes,
                        int64_t now,
                        bool nothingFollows)
{
    if (m_markAtDequeue)
    {
        Mark(frame, port, classBytes);
    }
    if (m_capabilities & LoadBalancer::EGRESS)
    {
        m_balancer->OnEgress(frame, port, queue, now);
    }
    if (m_pfc->IsAnyPaused())
    {
        return true;
    }
    if (nothingFollows)
    {
        m_deferred.Add(GetPorts()[port].egress);
    }
    return false;
}

void
FabricSwitch::OnSent(uint32_t port, const SentFrame& sent, int64_t now)
{
    m_buffer->Release(sent.ingressPort, port, sent.priority, sent.bytes);
    m_pfc->OnReleased(now);
}

void
FabricSwitch::SendPfc(uint32_t port, uint8_t classes, uint16_t quanta, int64_t now)
{
    m_deferred.ReplaceByEvents(now);
    RoceFramePtr frame = RoceFramePool::Get();
    frame->kind = FrameKind::PFC;
    frame->wireBytes = WireSize::MINIMUM_FRAME + WireSize::PREAMBLE_GAP;
    frame->pfcClassEnable = classes;
    for (uint32_t c = 0; c < SharedBuffer::CLASSES; ++c)
    {
        frame->pfc.quanta[c] = ((classes >> c) & 1U) ? quanta : 0;
    }
    m_pfcTrace(port, classes, quanta);
    GetPorts()[port].egress->EnqueuePfc(std::move(frame), now);
}

void
FabricSwitch::OnLinkChange(uint32_t port, bool up)
{
    if (m_pruneDeadPorts)
    {
        GetTable().SetUsable(static_cast<uint16_t>(port), up);
    }
    if (m_capabilities & LoadBalancer::LINK)
    {
        m_balancer->OnLinkChange(port, up);
    }
}

const SharedBuffer&
FabricSwitch::GetBuffer()
{
    m_deferred.ReleaseDue(Simulator::Now().GetTimeStep());
    return *m_buffer;
}

FabricSwitchStats
FabricSwitch::GetStats() const
{
    FabricSwitchStats stats = m_stats;
    const PfcController::Counters& pfc = m_pfc->GetCounters();
    stats.pfcPauses = pfc.pauses;
    stats.pfcResumes = pfc.resumes;
    stats.pfcRefreshes = pfc.refreshes;
    if (m_buffer)
    {
        stats.maxOccupiedBytes = m_buffer->GetMaxOccupiedBytes();
        stats.maxHeadroomBytes = m_buffer->GetMaxHeadroomBytes();
    }
    return stats;
}

int64_t
FabricSwitch::AssignStreams(int64_t stream)
{
    const int64_t used = m_marker->AssignStreams(stream);
    return used + (m_balancer ? m_balancer->AssignStreams(stream + used) : 0);
}

void
FabricSwitch::DoDispose()
{
    m_pipeline.Dispose();
    if (m_balancer)
    {
        m_balancer->Dispose();
    }
    m_pfc->Dispose();
    SwitchBase::DoDispose();
}

} // namespace ns3::rdmacell
