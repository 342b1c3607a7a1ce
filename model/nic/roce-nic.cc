/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-nic.h"

#include "dcqcn.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/type-id.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(RoceNic);

TypeId
RoceNic::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::RoceNic")
            .SetParent<Object>()
            .SetGroupName("RdmaCell")
            .AddConstructor<RoceNic>()
            .AddAttribute("PathMtu",
                          "Payload bytes of a full packet (1000: the ns-3 models of the HPCC and "
                          "ConWeave evaluations; InfiniBand has 256 to 4096, powers of two).",
                          UintegerValue(1000),
                          MakeUintegerAccessor(&RoceNic::m_pathMtu),
                          MakeUintegerChecker<uint32_t>(256, 4096))
            .AddAttribute("ControlClass",
                          "Traffic class of ACKs, NAKs and CNPs (6: CNPs of ConnectX).",
                          UintegerValue(6),
                          MakeUintegerAccessor(&RoceNic::m_controlClass),
                          MakeUintegerChecker<uint8_t>(0, 7))
            .AddAttribute("AckInterval",
                          "A packet asks for an ACK if it is the last of its message, or this many "
                          "packets after the last that did (64: RXE_MAX_PKT_PER_ACK of Linux' "
                          "rxe; 1: the HPCC and ConWeave simulators).",
                          UintegerValue(64),
                          MakeUintegerAccessor(&RoceNic::m_ackInterval),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Ecn",
                          "Data frames are ECN capable, ECT(0) (RoCEv2 annex A17).",
                          BooleanValue(true),
                          MakeBooleanAccessor(&RoceNic::m_ecn),
                          MakeBooleanChecker())
            .AddAttribute("LinkOverhead",
                          "Bytes of link time that a frame takes beside its own: preamble, start "
                          "delimiter and interframe gap (20: IEEE 802.3; 0: the HPCC and ConWeave "
                          "simulators).",
                          UintegerValue(WireSize::PREAMBLE_GAP),
                          MakeUintegerAccessor(&RoceNic::m_linkOverhead),
                          MakeUintegerChecker<uint32_t>(0, 1000))
            .AddAttribute("Latency",
                          "Time from the arrival of a frame's last bit to its effect (0: the HPCC "
                          "and ConWeave simulators). Takes effect with SetDevice().",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&RoceNic::m_latency),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("CongestionOpsType",
                          "TypeId of the congestion control scheme, a CongestionOps (DCQCN as in "
                          "the ConWeave evaluation). Takes effect with SetDevice().",
                          TypeIdValue(DcqcnConnectX::GetTypeId()),
                          MakeTypeIdAccessor(&RoceNic::m_congestionType),
                          MakeTypeIdChecker())
            .AddTraceSource("NakReceived",
                            "A NAK of a PSN sequence error has come in.",
                            MakeTraceSourceAccessor(&RoceNic::m_nakReceived),
                            "ns3::rdmacell::RoceNic::NakTracedCallback");
    return tid;
}

RoceNic::RoceNic()
{
    m_engine.nakReceived = &m_nakReceived;
}

RoceNic::~RoceNic()
{
    Clear();
}

void
RoceNic::Clear()
{
    m_pipeline.Dispose();
    m_qps.Clear();
    m_cqs.clear();
    m_engine.Dispose();
}

void
RoceNic::DoDispose()
{
    Clear();
    m_device = nullptr;
    m_congestion = nullptr;
    Object::DoDispose();
}

void
RoceNic::SetDevice(Ptr<FrameNetDevice> device)
{
    NS_ABORT_MSG_IF(!m_qps.IsEmpty(), "a NIC gets its device before it has queue pairs");
    ObjectFactory factory;
    factory.SetTypeId(m_congestionType);
    m_congestion = factory.Create<CongestionOps>();
    NS_ABORT_MSG_UNLESS(m_congestion, m_congestionType.GetName() << " is no CongestionOps");

    const uint32_t context = device->GetNode()->GetId();
    m_device = device;
    m_device->SetSink(this, 0);
    m_device->GetEgress().SetSource(this);
    m_engine.Attach(&m_device->GetEgress(), context);
    m_pipeline.SetDelay(m_latency.GetTimeStep());
    m_pipeline.SetReceiver(this, context);
}

Ptr<FrameNetDevice>
RoceNic::GetDevice() const
{
    return m_device;
}

void
RoceNic::SetIpAddress(Ipv4Address address)
{
    m_engine.settings.ipAddress = address.Get();
}

Ptr<CongestionOps>
RoceNic::GetCongestionOps() const
{
    return m_congestion;
}

const RoceNicStats&
RoceNic::GetStats() const
{
    return m_engine.stats;
}

QueuePair*
RoceNic::FindQp(uint32_t qpNum) const
{
    return m_qps.Find(qpNum);
}

uint32_t
RoceNic::GetIpAddress() const
{
    return m_engine.settings.ipAddress;
}

uint32_t
RoceNic::GetPathMtu() const
{
    return m_pathMtu;
}

CompletionQueue*
RoceNic::CreateCq(uint32_t entries)
{
    m_cqs.push_back(std::make_unique<CompletionQueue>(entries));
    return m_cqs.back().get();
}

void
RoceNic::DestroyCq(CompletionQueue* cq)
{
    m_engine.notifier.Forget(cq);
    const auto isIt = [cq](const std::unique_ptr<CompletionQueue>& p) { return p.get() == cq; };
    m_cqs.erase(std::remove_if(m_cqs.begin(), m_cqs.end(), isIt), m_cqs.end());
}

MemoryRegion*
RoceNic::RegMr(uint64_t address, uint64_t length, uint8_t* bytes)
{
    const uint32_t key = m_engine.memory.GetNext();
    return m_engine.memory.Make(key, address, length, bytes);
}

void
RoceNic::DeregMr(MemoryRegion* mr)
{
    m_engine.notifier.Forget(mr);
    m_engine.memory.Erase(mr->GetKey());
}

VerbsQp*
RoceNic::CreateQp(const QpInitAttr& attr)
{
    NS_ABORT_MSG_UNLESS(m_device, "a NIC needs a device before it makes queue pairs");
    m_engine.settings.ackInterval = m_ackInterval;
    m_engine.settings.controlClass = m_controlClass;
    m_engine.settings.ecn = m_ecn;
    m_engine.settings.linkOverhead = m_linkOverhead;
    m_engine.settings.sendsCnps = m_congestion->SendsCnps();
    m_engine.settings.cnpInterval = m_congestion->GetCnpInterval().GetTimeStep();
    const uint32_t number = m_qps.GetNext();
    return m_qps.Make(m_engine, *m_congestion, number, attr);
}

void
RoceNic::DestroyQp(VerbsQp* qp)
{
    m_qps.Erase(qp->GetQpNum());
}

void
RoceNic::Accept(uint32_t /* port */, RoceFramePtr&& frame, int64_t now)
{
    if (!m_latency.IsZero())
    {
        Delay(std::move(frame), now);
        return;
    }
    Process(std::move(frame), now);
}

void
RoceNic::Prefetch(uint32_t /* port */, const RoceFrame& frame) const
{
    if (const QueuePair* qp = m_qps.Find(frame.destQp))
    {
        qp->Prefetch(frame);
    }
}

void
RoceNic::Prefetch(const RoceFrame& frame) const
{
    Prefetch(0, frame);
}

void
RoceNic::Delay(RoceFramePtr&& frame, int64_t now)
{
    m_pipeline.Carry(std::move(frame), now, now);
}

void
RoceNic::Arrive(RoceFramePtr&& frame, int64_t now)
{
    Process(std::move(frame), now);
}

void
RoceNic::Process(RoceFramePtr&& frame, int64_t now)
{
    QueuePair* qp = m_qps.Find(frame->destQp);
    if (!qp || frame->kind != FrameKind::ROCE || frame->dstIp != m_engine.settings.ipAddress)
    {
        ++m_engine.stats.strayFrames;
        return;
    }
    m_engine.notifier.Begin();
    qp->Receive(*frame, now);
    m_engine.notifier.End();
}

void
RoceNic::OnLinkChange(uint32_t /* port */, bool /* up */)
{
    // As in a real NIC, what a cut loses is found out by the local ACK timeout.
}

RoceFramePtr
RoceNic::PullFrame(uint8_t pausedClasses, int64_t now)
{
    return m_engine.PullFrame(pausedClasses, now);
}

bool
RoceNic::HasFrame(uint8_t pausedClasses, int64_t now, int64_t when)
{
    return m_engine.HasFrame(pausedClasses, now, when);
}

} // namespace ns3::rdmacell
