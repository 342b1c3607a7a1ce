/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nic-transmitter.h"

#include "queue-pair.h"

#include "ns3/egress-port.h"
#include "ns3/frame-net-device.h"
#include "ns3/log.h"

#include <utility>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("NicTransmitter");

NicTransmitter::NicTransmitter(RoceNicStats& stats)
    : m_stats(stats),
      m_paceTimer(Create<PaceTimer>(this))
{
}

NicTransmitter::~NicTransmitter()
{
    Dispose();
}

void
NicTransmitter::Attach(FrameNetDevice& device, uint32_t context)
{
    m_device = &device;
    m_port = &device.GetEgress();
    m_paceTimer->SetContext(context);
}

uint64_t
NicTransmitter::GetLineRate() const
{
    return m_port ? m_port->GetLineRate().GetBitRate() : 0;
}

uint32_t
NicTransmitter::GetDeviceMtu() const
{
    return m_device ? m_device->GetMtu() : 0;
}

bool
NicTransmitter::IsPaused(uint32_t trafficClass) const
{
    return m_port && ((m_port->GetPausedClasses() >> trafficClass) & 1U);
}

void
NicTransmitter::SendControl(RoceFramePtr&& frame, int64_t now)
{
    m_port->Enqueue(std::move(frame), now);
}

void
NicTransmitter::Wake(QueuePair& qp, int64_t now)
{
    if (qp.state != QpScheduler::State::IDLE || !qp.HasWork())
    {
        return;
    }
    m_scheduler.Add(qp, now);
    if (qp.state == QpScheduler::State::READY)
    {
        m_port->Kick(now);
    }
    else
    {
        NS_LOG_LOGIC("QP " << qp.GetQpNum() << " is paced until " << qp.notBefore);
        m_paceTimer->ArmAt(now, m_scheduler.GetNextTime());
    }
}

void
NicTransmitter::Remove(QueuePair& qp)
{
    m_scheduler.Remove(qp);
}

RoceFramePtr
NicTransmitter::PullFrame(uint8_t pausedClasses, int64_t now)
{
    while (QpScheduler::Entry* entry = m_scheduler.Pop(pausedClasses, now))
    {
        QueuePair& qp = static_cast<QueuePair&>(*entry);
        if (!qp.HasWork())
        {
            continue; // an ACK or an error took its work away while it was ready
        }
        RoceFramePtr frame = qp.NextFrame(now);
        NS_LOG_LOGIC("QP " << qp.GetQpNum() << " sends PSN " << frame->psn << ", "
                           << frame->payloadBytes << " bytes");
        ++m_stats.dataFramesSent;
        m_stats.dataBytesSent += frame->payloadBytes;
        if (qp.HasWork())
        {
            m_scheduler.Requeue(qp);
        }
        return frame;
    }
    ArmPaceTimer(now);
    return nullptr;
}

bool
NicTransmitter::HasFrame(uint8_t pausedClasses, int64_t now, int64_t when)
{
    if (m_scheduler.HasReady(pausedClasses, when))
    {
        return true;
    }
    ArmPaceTimer(now);
    return false;
}

void
NicTransmitter::ArmPaceTimer(int64_t now)
{
    if (m_scheduler.GetNextTime() != QpScheduler::NEVER)
    {
        m_paceTimer->ArmAt(now, m_scheduler.GetNextTime());
    }
}

void
NicTransmitter::OnPaceTimer(int64_t now)
{
    NS_LOG_FUNCTION(this << now);
    m_port->Kick(now);
}

void
NicTransmitter::Dispose()
{
    m_paceTimer->Detach();
    m_port = nullptr;
    m_device = nullptr;
}

} // namespace ns3::rdmacell
