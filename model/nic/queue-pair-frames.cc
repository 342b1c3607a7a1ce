/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The frames that a queue pair makes.

#include "aeth-syndrome.h"
#include "nic-resources.h"
#include "queue-pair.h"

#include "ns3/log.h"

#include <utility>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("QueuePairFrames");

void
QueuePair::TraceSent(const RoceFrame& frame) const
{
    if (!m_nic.traces.packetSent.IsEmpty())
    {
        m_nic.traces.packetSent(m_qpNum, frame);
    }
}

RoceFramePtr
QueuePair::MakeBareFrame(RoceOpcode opcode, uint32_t psn, uint32_t payloadBytes) const
{
    RoceFramePtr frame = RoceFramePool::Get();
    frame->srcIp = m_nic.settings.ipAddress;
    frame->dstIp = m_attr.destAddress;
    frame->srcPort = m_sourcePort;
    frame->timeToLive = TIME_TO_LIVE;
    frame->opcode = opcode;
    frame->destQp = m_attr.destQpNum;
    frame->psn = psn;
    frame->payloadBytes = payloadBytes;
    frame->wireBytes = static_cast<uint16_t>(RoceWireBytes(opcode, payloadBytes) -
                                             WireSize::PREAMBLE_GAP + m_nic.settings.linkOverhead);
    return frame;
}

RoceFramePtr
QueuePair::MakeFrame(RoceOpcode opcode, uint32_t psn, uint32_t payloadBytes) const
{
    RoceFramePtr frame = MakeBareFrame(opcode, psn, payloadBytes);
    frame->priority = m_attr.trafficClass;
    frame->ecn = m_nic.settings.ecn ? EcnCodePoint::ECT0 : EcnCodePoint::NOT_ECT;
    return frame;
}

RoceFramePtr
QueuePair::MakeAck(uint8_t syndrome, uint32_t psn, uint32_t msn)
{
    RoceFramePtr frame = MakeBareFrame(RoceOpcode::ACKNOWLEDGE, psn, 0);
    frame->priority = m_nic.settings.controlClass;
    frame->syndrome = syndrome;
    frame->msn = msn;
    frame->becn = m_congestion.TakeNotification() ? 1 : 0;
    if (m_answered)
    {
        EchoTelemetry(*frame);
    }
    return frame;
}

void
QueuePair::SendAck(uint8_t syndrome, uint32_t psn, uint32_t msn, int64_t now)
{
    RoceFramePtr frame = MakeAck(syndrome, psn, msn);
    TraceSent(*frame);
    m_nic.transmitter.SendControl(std::move(frame), now);
}

void
QueuePair::SendSelectiveAck(uint32_t psn, const RoceFrame& answered, uint32_t msn, int64_t now)
{
    RoceFramePtr frame = MakeAck(AethSyndrome::ACK, psn, msn);
    frame->srcPort = answered.srcPort;
    frame->immediate = answered.psn;
    ExtendRoceFrame(*frame, WireSize::SELECTIVE_PSN);
    TraceSent(*frame);
    m_nic.transmitter.SendControl(std::move(frame), now);
}

void
QueuePair::SendSelectiveNak(uint32_t expected, uint32_t selective, uint32_t msn, int64_t now)
{
    RoceFramePtr frame = MakeAck(AethSyndrome::SEQUENCE, expected, msn);
    frame->immediate = selective;
    ExtendRoceFrame(*frame, WireSize::SELECTIVE_PSN);
    TraceSent(*frame);
    m_nic.transmitter.SendControl(std::move(frame), now);
}

void
QueuePair::SendCnp(int64_t now)
{
    NS_LOG_LOGIC("QP " << m_qpNum << " sends a CNP");
    RoceFramePtr frame = MakeBareFrame(RoceOpcode::CNP, 0, 0);
    frame->priority = m_nic.settings.controlClass;
    frame->becn = 1;
    TraceSent(*frame);
    m_nic.transmitter.SendControl(std::move(frame), now);
}

} // namespace ns3::rdmacell
