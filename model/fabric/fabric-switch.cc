/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-switch.h"

#include "ns3/abort.h"
#include "ns3/frame-channel.h"
#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/object-factory.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("FabricSwitch");

FabricSwitch::FabricSwitch()
    : m_pfc(CreateObject<PfcController>()),
      m_marker(CreateObject<EcnMarker>()),
      m_bufferTrace(m_isBufferTraced)
{
    NS_LOG_FUNCTION(this);
}

FabricSwitch::~FabricSwitch() = default;

bool
FabricSwitch::SetLoadBalancerType(TypeId type)
{
    NS_LOG_FUNCTION(this << type);
    if (m_buffer)
    {
        return false;
    }
    m_balancer = nullptr;
    if (type != LoadBalancer::GetTypeId())
    {
        ObjectFactory factory;
        factory.SetTypeId(type);
        m_balancer = factory.Create<LoadBalancer>();
    }
    return true;
}

void
FabricSwitch::SetEcn(bool enabled)
{
    NS_LOG_FUNCTION(this << enabled);
    m_ecnEnabled = enabled;
    SetMarkPoint(m_markPoint);
}

bool
FabricSwitch::GetEcn() const
{
    return m_ecnEnabled;
}

void
FabricSwitch::SetMarkPoint(MarkPoint point)
{
    NS_LOG_FUNCTION(this << point);
    m_markPoint = point;
    m_markAtEnqueue = m_ecnEnabled && point == MARK_AT_ENQUEUE;
    m_markAtDequeue = m_ecnEnabled && point == MARK_AT_DEQUEUE;
}

FabricSwitch::MarkPoint
FabricSwitch::GetMarkPoint() const
{
    return m_markPoint;
}

uint32_t
FabricSwitch::AddPort(Ptr<FrameNetDevice> device, PortRole role)
{
    NS_LOG_FUNCTION(this << device << static_cast<uint32_t>(role));
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
    NS_LOG_FUNCTION(this);
    if (!m_balancer)
    {
        throw InputError("ns3::rdmacell::FabricSwitch::LoadBalancerType: expected a type derived "
                         "from ns3::rdmacell::LoadBalancer, found none");
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
        config.headroom.push_back(ComputeHeadroom(*port.device));
    }
    m_headroom = config.headroom;
    m_buffer = std::make_unique<SharedBuffer>(config);
    m_marker->Start(bitRates);
    m_pfc->Start(*m_buffer, *this, bitRates, GetNodeId());
    m_hasPipeline = !m_latency.IsZero();
    m_pipeline.SetDelay(m_latency.GetTimeStep());
    m_pipeline.SetReceiver(this, GetNodeId());
    m_balancer->Attach(*this);
    m_capabilities = m_balancer->GetCapabilities();
    m_firstUncharged = m_chargeReorderQueues ? UINT32_MAX : EgressPort::CLASSES;
    SwitchBase::DoInitialize();
}

void
FabricSwitch::Accept(uint32_t port, RoceFramePtr&& frame, int64_t now)
{
    NS_LOG_FUNCTION(this << port << now << frame->wireBytes);
    frame->ingressPort = static_cast<uint16_t>(port);
    if (m_hasPipeline)
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
    NS_LOG_FUNCTION(this << now << frame->wireBytes);
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
    NS_LOG_FUNCTION(this << now << frame->wireBytes);
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
    NS_LOG_LOGIC("from port " << frame->ingressPort << " to port " << port << ", one of "
                              << candidates.count << ", queue " << queue);
    Output(std::move(frame), port, queue, now);
}

void
FabricSwitch::Output(RoceFramePtr&& frame, uint32_t port, uint32_t queue, int64_t now)
{
    NS_LOG_FUNCTION(this << port << queue << now << frame->wireBytes);
    const uint32_t ingress = frame->ingressPort;
    const uint32_t trafficClass = frame->priority;
    EgressPort& egress = *GetPorts()[port].egress;
    egress.PrefetchQueue(queue); // loaded while the buffer counts
    m_deferred.ReleaseDue(now);
    const bool charged = queue < m_firstUncharged;
    if (charged && !m_buffer->Admit(ingress, port, trafficClass, frame->wireBytes))
    {
        const bool lossless = m_buffer->IsLossless(trafficClass);
        Drop(std::move(frame), lossless ? SwitchDrop::LOSSLESS : SwitchDrop::LOSSY);
        return;
    }
    ++m_stats.admitted;
    if (charged)
    {
        if (m_isBufferTraced)
        {
            TraceBufferBytes(m_buffer->GetOccupiedBytes() - frame->wireBytes);
        }
        // The pause comes first: while a group is paused, no release may be deferred.
        m_pfc->OnAdmitted(ingress, trafficClass, now);
    }
    if (m_markAtEnqueue)
    {
        Mark(*frame, port, egress.GetUnblockedBytes(trafficClass));
    }
    egress.Enqueue(std::move(frame), queue, now);
}

void
FabricSwitch::Drop(RoceFramePtr&& frame, SwitchDrop reason)
{
    NS_LOG_DEBUG("drops a frame from port " << frame->ingressPort << ", class " << +frame->priority
                                            << ", PSN " << frame->psn << ", reason "
                                            << static_cast<uint32_t>(reason));
    ++m_stats.drops[static_cast<std::size_t>(reason)];
    m_dropTrace(*frame, reason);
}

void
FabricSwitch::TraceBufferBytes(uint64_t before) const
{
    m_bufferTrace(before, m_buffer->GetOccupiedBytes());
}

void
FabricSwitch::Mark(RoceFrame& frame, uint32_t port, uint64_t queueBytes)
{
    if (m_marker->Mark(frame, port, queueBytes))
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
    NS_LOG_FUNCTION(this << port << queue << classBytes << now << nothingFollows);
    if (m_markAtDequeue)
    {
        Mark(frame, port, classBytes);
    }
    if (frame.telemetryBytes != 0)
    {
        StampTelemetry(frame, port, classBytes, now);
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
    NS_LOG_FUNCTION(this << port << now << sent.bytes);
    if (sent.queue >= m_firstUncharged)
    {
        return;
    }
    m_buffer->Release(sent.ingressPort, port, sent.priority, sent.bytes);
    if (m_isBufferTraced)
    {
        TraceBufferBytes(m_buffer->GetOccupiedBytes() + sent.bytes);
    }
    m_pfc->OnReleased(now);
}

void
FabricSwitch::SendPfc(uint32_t port, uint8_t classes, uint16_t quanta, int64_t now)
{
    NS_LOG_FUNCTION(this << port << +classes << quanta << now);
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
    NS_LOG_FUNCTION(this << port << up);
    NS_LOG_INFO("link of port " << port << " is " << (up ? "up" : "down"));
    m_linkTrace(port, up);
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
    NS_LOG_FUNCTION(this << stream);
    const int64_t used = m_marker->AssignStreams(stream);
    return used + (m_balancer ? m_balancer->AssignStreams(stream + used) : 0);
}

void
FabricSwitch::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_pipeline.Dispose();
    if (m_balancer)
    {
        m_balancer->Dispose();
    }
    m_pfc->Dispose();
    SwitchBase::DoDispose();
}

} // namespace ns3::rdmacell
