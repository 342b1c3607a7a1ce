/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-nic.h"

#include "ns3/abort.h"
#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <string>
#include <utility>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("RoceNic");

NS_OBJECT_ENSURE_REGISTERED(RoceNic);

RoceNic::RoceNic()
    : m_resources(*this, *this)
{
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
    m_resources.Dispose();
}

void
RoceNic::DoDispose()
{
    NS_LOG_FUNCTION(this);
    Clear();
    m_device = nullptr;
    m_congestion = nullptr;
    m_resources.recovery = nullptr;
    Object::DoDispose();
}

void
RoceNic::SetDevice(Ptr<FrameNetDevice> device)
{
    NS_LOG_FUNCTION(this << device);
    NS_ABORT_MSG_IF(!m_qps.IsEmpty(), "a NIC is connected to its device before it has queue pairs");
    m_congestion = MakeCongestionOps();
    const uint32_t packetBytes =
        QueuePair::GetMaxPacketBytes(pathMtu) + m_congestion->GetTelemetryBytes();
    if (packetBytes > device->GetMtu())
    {
        throw InputError("PathMtu " + std::to_string(pathMtu) + " of the NIC makes packets of " +
                         std::to_string(packetBytes) + " bytes, but the MTU of its device is " +
                         std::to_string(device->GetMtu()));
    }
    m_resources.recovery = MakeLossRecovery();
    m_device = device;
    m_device->SetSink(this, 0);
    m_device->GetEgress().SetSource(this);
    m_resources.Attach(*device);
    m_isPipelined = !m_latency.IsZero();
    m_pipeline.SetDelay(m_latency.GetTimeStep());
    m_pipeline.SetReceiver(this, device->GetNode()->GetId());
}

Ptr<CongestionOps>
RoceNic::MakeCongestionOps() const
{
    if (!m_congestionType.IsChildOf(CongestionOps::GetTypeId()) ||
        !m_congestionType.HasConstructor())
    {
        throw InputError("CongestionOpsType of the NIC is " + m_congestionType.GetName() +
                         ", expected a class derived from ns3::rdmacell::CongestionOps");
    }
    ObjectFactory factory;
    factory.SetTypeId(m_congestionType);
    return factory.Create<CongestionOps>();
}

Ptr<LossRecovery>
RoceNic::MakeLossRecovery() const
{
    if (!m_recoveryType.IsChildOf(LossRecovery::GetTypeId()) || !m_recoveryType.HasConstructor())
    {
        throw InputError("LossRecoveryType of the NIC is " + m_recoveryType.GetName() +
                         ", expected a class derived from ns3::rdmacell::LossRecovery");
    }
    ObjectFactory factory;
    factory.SetTypeId(m_recoveryType);
    return factory.Create<LossRecovery>();
}

Ptr<FrameNetDevice>
RoceNic::GetDevice() const
{
    return m_device;
}

void
RoceNic::SetIpAddress(Ipv4Address address)
{
    ipAddress = address.Get();
}

Ptr<CongestionOps>
RoceNic::GetCongestionOps() const
{
    return m_congestion;
}

Ptr<LossRecovery>
RoceNic::GetLossRecovery() const
{
    return m_resources.recovery;
}

const RoceNicStats&
RoceNic::GetStats() const
{
    return m_resources.stats;
}

QueuePair*
RoceNic::FindQp(uint32_t qpNum) const
{
    return m_qps.Find(qpNum);
}

std::vector<const QueuePair*>
RoceNic::GetQps() const
{
    std::vector<const QueuePair*> qps;
    m_qps.ForEach([&qps](const QueuePair& qp) { qps.push_back(&qp); });
    std::sort(qps.begin(), qps.end(), [](const QueuePair* a, const QueuePair* b) {
        return a->GetQpNum() < b->GetQpNum();
    });
    return qps;
}

uint32_t
RoceNic::GetIpAddress() const
{
    return ipAddress;
}

uint32_t
RoceNic::GetPathMtu() const
{
    return pathMtu;
}

bool
RoceNic::UsesPath() const
{
    return (m_congestion->GetCapabilities() & CongestionOps::PATH) != 0 ||
           m_resources.recovery->UsesPath();
}

CompletionQueue*
RoceNic::CreateCq(uint32_t entries)
{
    NS_LOG_FUNCTION(this << entries);
    m_cqs.push_back(std::make_unique<CompletionQueue>(entries));
    return m_cqs.back().get();
}

void
RoceNic::DestroyCq(CompletionQueue* cq)
{
    NS_LOG_FUNCTION(this << cq);
    m_resources.callbacks.Discard(cq);
    const auto found = std::find_if(m_cqs.begin(), m_cqs.end(), [cq](const auto& each) {
        return each.get() == cq;
    });
    if (found != m_cqs.end())
    {
        m_cqs.erase(found);
    }
}

MemoryRegion*
RoceNic::RegMr(uint64_t address, uint64_t length, uint8_t* bytes)
{
    NS_LOG_FUNCTION(this << address << length);
    const uint32_t key = m_resources.memory.GetNext();
    return m_resources.memory.Make(key, address, length, bytes);
}

void
RoceNic::DeregMr(MemoryRegion* mr)
{
    NS_LOG_FUNCTION(this << mr->GetKey());
    m_resources.callbacks.Discard(mr);
    m_resources.memory.Erase(mr->GetKey());
}

VerbsQp*
RoceNic::CreateQp(const QpInitAttr& attr)
{
    NS_LOG_FUNCTION(this);
    NS_ABORT_MSG_UNLESS(m_device, "a NIC is connected to a device before it makes queue pairs");
    const uint32_t number = m_qps.GetNext();
    return m_qps.Make(m_resources, *m_congestion, number, attr);
}

void
RoceNic::DestroyQp(VerbsQp* qp)
{
    NS_LOG_FUNCTION(this << qp->GetQpNum());
    m_qps.Erase(qp->GetQpNum());
}

void
RoceNic::Accept(uint32_t /* port */, RoceFramePtr&& frame, int64_t now)
{
    if (m_isPipelined)
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
    if (!qp || frame->kind != FrameKind::ROCE || frame->dstIp != ipAddress)
    {
        NS_LOG_LOGIC("drops a frame for QP " << frame->destQp << ", which it does not have");
        ++m_resources.stats.strayFrames;
        return;
    }
    m_resources.callbacks.BeginFrame();
    qp->Receive(*frame, now);
    m_resources.callbacks.EndFrame();
}

void
RoceNic::OnLinkChange(uint32_t /* port */, bool up)
{
    NS_LOG_FUNCTION(this << up);
    // As in a real NIC, frames that a failed link loses are detected by the local ACK timeout.
}

RoceFramePtr
RoceNic::PullFrame(uint8_t pausedClasses, int64_t now)
{
    return m_resources.transmitter.PullFrame(pausedClasses, now);
}

bool
RoceNic::HasFrame(uint8_t pausedClasses, int64_t now, int64_t when)
{
    return m_resources.transmitter.HasFrame(pausedClasses, now, when);
}

} // namespace ns3::rdmacell
