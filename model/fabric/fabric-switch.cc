/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-switch.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum-attribute.h"
#include "ns3/frame-channel.h"
#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <stdexcept>
#include <utility>

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(FabricSwitch);

TypeId
FabricSwitch::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::FabricSwitch")
            .SetParent<SwitchBase>()
            .SetGroupName("RdmaCell")
            .AddConstructor<FabricSwitch>()
            .AddAttribute("LoadBalancerType",
                          "The scheme that chooses among ports of equal cost: a type derived from "
                          "LoadBalancer (none by default: the fabric knows no scheme).",
                          TypeIdValue(LoadBalancer::GetTypeId()),
                          MakeTypeIdAccessor(&FabricSwitch::SetLoadBalancerType,
                                             &FabricSwitch::GetLoadBalancerType),
                          MakeTypeIdChecker())
            .AddAttribute("HashSeed",
                          "Seed from which each switch's own is made with its node id (any number; "
                          "1 is this module's choice).",
                          UintegerValue(1),
                          MakeUintegerAccessor(&FabricSwitch::m_hashSeedBase),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("Latency",
                          "Time a frame takes through the pipeline before it is queued (0: the "
                          "HPCC and ConWeave simulators).",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&FabricSwitch::m_latency),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("PruneDeadPorts",
                          "Leave a port whose link is cut out of all sets of equal cost at once; "
                          "false: frames go on being lost there until routes are set anew.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&FabricSwitch::m_pruneDeadPorts),
                          MakeBooleanChecker())
            .AddAttribute("Ecn",
                          "Mark frames (on: the ConWeave and RDMACell evaluations).",
                          BooleanValue(true),
                          MakeBooleanAccessor(&FabricSwitch::m_ecnEnabled),
                          MakeBooleanChecker())
            .AddAttribute("MarkAt",
                          "Mark by the queue that a frame leaves behind (Dequeue: the HPCC and "
                          "ConWeave simulators) or by the queue that it finds (Enqueue).",
                          EnumValue(FabricSwitch::MARK_AT_DEQUEUE),
                          RDMACELL_ENUM_ACCESSOR(MarkPoint, &FabricSwitch::m_markPoint),
                          MakeEnumChecker(FabricSwitch::MARK_AT_DEQUEUE,
                                          "Dequeue",
                                          FabricSwitch::MARK_AT_ENQUEUE,
                                          "Enqueue"))
            .AddAttribute("EcnMarker",
                          "The object that marks; it has the thresholds.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&FabricSwitch::m_marker),
                          MakePointerChecker<EcnMarker>())
            .AddAttribute("Pfc",
                          "Protect lossless classes by priority flow control (on: the ConWeave "
                          "evaluation's lossless setting).",
                          BooleanValue(true),
                          MakeBooleanAccessor(&FabricSwitch::m_pfcEnabled),
                          MakeBooleanChecker())
            .AddAttribute("PfcController",
                          "The object that pauses; it has pause times and headroom.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&FabricSwitch::m_pfc),
                          MakePointerChecker<PfcController>())
            .AddAttribute("LosslessClasses",
                          "Bitmask of the classes that PFC protects (class 3: RoCEv2 data in the "
                          "HPCC and ConWeave simulators).",
                          UintegerValue(1 << 3),
                          MakeUintegerAccessor(&FabricSwitch::m_losslessClasses),
                          MakeUintegerChecker<uint8_t>())
            .AddAttribute("BufferPerPort",
                          "Shared buffer in bytes for each port (2 MB: RDMACell's evaluation).",
                          UintegerValue(2000000),
                          MakeUintegerAccessor(&FabricSwitch::m_bufferPerPort),
                          MakeUintegerChecker<uint64_t>(1))
            .AddAttribute("Reserve",
                          "Bytes that each ingress port and class has for itself (4 KB: the HPCC "
                          "simulator).",
                          UintegerValue(4096),
                          MakeUintegerAccessor(&FabricSwitch::m_reserve),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("IngressAlpha",
                          "What an ingress port and lossless class may hold, as a multiple of what "
                          "is free in the shared pool (1/8: the HPCC simulator).",
                          DoubleValue(0.125),
                          MakeDoubleAccessor(&FabricSwitch::m_ingressAlpha),
                          MakeDoubleChecker<double>(0.0, 1024.0))
            .AddAttribute("EgressAlpha",
                          "What an egress port and lossy class may hold, as a multiple of what is "
                          "free in the shared pool (1: the ConWeave simulator).",
                          DoubleValue(1.0),
                          MakeDoubleAccessor(&FabricSwitch::m_egressAlpha),
                          MakeDoubleChecker<double>(0.0, 1024.0))
            .AddAttribute("ResumeOffset",
                          "How many bytes below its threshold a paused ingress port and class "
                          "resumes (3072: the HPCC simulator).",
                          UintegerValue(3072),
                          MakeUintegerAccessor(&FabricSwitch::m_resumeOffset),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("PauseThreshold",
                          "Fixed threshold in bytes above which an ingress port and lossless class "
                          "is paused; 0: the dynamic one of IngressAlpha.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&FabricSwitch::m_pauseThreshold),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("ResumeThreshold",
                          "Bytes at or below which it resumes, if PauseThreshold is fixed.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&FabricSwitch::m_resumeThreshold),
                          MakeUintegerChecker<uint64_t>())
            .AddTraceSource("Drop",
                            "A frame is dropped.",
                            MakeTraceSourceAccessor(&FabricSwitch::m_dropTrace),
                            "ns3::rdmacell::FabricSwitch::DropTracedCallback")
            .AddTraceSource("EcnMark",
                            "A frame has been marked.",
                            MakeTraceSourceAccessor(&FabricSwitch::m_markTrace),
                            "ns3::rdmacell::FabricSwitch::MarkTracedCallback")
            .AddTraceSource("PfcSent",
                            "A PFC frame is handed to a port.",
                            MakeTraceSourceAccessor(&FabricSwitch::m_pfcTrace),
                            "ns3::rdmacell::FabricSwitch::PfcTracedCallback");
    return tid;
}

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
    Receive(std::move(frame), now);
}

void
FabricSwitch::Delay(RoceFramePtr&& frame, int64_t now)
{
    m_pipeline.Send(std::move(frame), now, now);
}

void
FabricSwitch::Receive(RoceFramePtr&& frame, int64_t now)
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
    Forward(std::move(frame), now);
}

void
FabricSwitch::Forward(RoceFramePtr&& frame, int64_t now)
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
        candidates.count == 1 ? candidates[0] : m_balancer->SelectPort(*frame, candidates, now);
    const uint32_t queue = (m_capabilities & LoadBalancer::QUEUE)
                               ? m_balancer->SelectQueue(*frame, port, now)
                               : frame->priority;
    Send(std::move(frame), port, queue, now);
}

void
FabricSwitch::Send(RoceFramePtr&& frame, uint32_t port, uint32_t queue, int64_t now)
{
    const uint32_t ingress = frame->ingressPort;
    const uint32_t trafficClass = frame->priority;
    m_unattended.Settle(now);
    if (!m_buffer->Admit(ingress, port, trafficClass, frame->wireBytes))
    {
        const bool lossless = m_buffer->IsLossless(trafficClass);
        Drop(std::move(frame), lossless ? SwitchDrop::LOSSLESS : SwitchDrop::LOSSY);
        return;
    }
    ++m_stats.admitted;
    // The pause goes first: what is sent from here on must be attended.
    m_pfc->OnAdmitted(ingress, trafficClass, now);
    if (m_markPoint == MARK_AT_ENQUEUE)
    {
        Mark(*frame, port);
    }
    GetPorts()[port].egress->Enqueue(std::move(frame), queue, now);
}

void
FabricSwitch::Drop(RoceFramePtr&& frame, SwitchDrop reason)
{
    ++m_stats.drops[static_cast<std::size_t>(reason)];
    m_dropTrace(*frame, reason);
}

void
FabricSwitch::Mark(RoceFrame& frame, uint32_t port)
{
    if (!m_ecnEnabled || frame.ecn == EcnCodePoint::NOT_ECT)
    {
        return;
    }
    const uint64_t queueBytes = GetClassBytes(port, frame.priority);
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
                        int64_t now,
                        bool unattended)
{
    if (m_markPoint == MARK_AT_DEQUEUE)
    {
        Mark(frame, port);
    }
    if (m_capabilities & LoadBalancer::EGRESS)
    {
        m_balancer->OnEgress(frame, port, queue, now);
    }
    if (m_pfc->IsAnyPaused())
    {
        return true;
    }
    if (unattended)
    {
        m_unattended.Add(GetPorts()[port].egress);
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
    m_unattended.Attend(now);
    RoceFramePtr frame = RoceFramePool::Get();
    frame->kind = FrameKind::PFC;
    frame->wireBytes = WireSize::MINIMUM_FRAME + WireSize::PREAMBLE_GAP;
    frame->pfcClassEnable = classes;
    for (uint32_t c = 0; c < SharedBuffer::CLASSES; ++c)
    {
        frame->pfc.quanta[c] = ((classes >> c) & 1U) ? quanta : 0;
    }
    m_pfcTrace(port, classes, quanta);
    GetPorts()[port].egress->SendPfc(std::move(frame), now);
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
    m_unattended.Settle(Simulator::Now().GetTimeStep());
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
