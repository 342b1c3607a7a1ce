/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "queue-pair.h"

#include "aeth-syndrome.h"
#include "nic-resources.h"
#include "udp-source-port.h"

#include "ns3/log.h"
#include "ns3/prefetch.h"
#include "ns3/psn.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("QueuePair");

namespace
{

constexpr uint32_t MIN_PATH_MTU = 256;  ///< smallest MTU of InfiniBand
constexpr uint32_t MAX_PATH_MTU = 4096; ///< largest MTU of InfiniBand

} // namespace

QueuePair::QueuePair(NicResources& nic,
                     const CongestionOps& congestion,
                     uint32_t qpNum,
                     const QpInitAttr& init)
    : m_nic(nic),
      m_qpNum(qpNum),
      m_init(init),
      m_requester(*this),
      m_responder(*this),
      m_congestion(*this, congestion)
{
    NS_LOG_FUNCTION(this << qpNum);
}

QueuePair::~QueuePair()
{
    NS_LOG_FUNCTION(this << m_qpNum);
    m_nic.transmitter.Remove(*this);
    m_nic.timers.Remove(*this);
}

uint32_t
QueuePair::GetMaxPacketBytes(uint32_t pathMtu)
{
    return RoceWireBytes(RoceOpcode::WRITE_ONLY_WITH_IMM, pathMtu) - WireSize::PREAMBLE_GAP -
           WireSize::ETHERNET - WireSize::FCS;
}

uint32_t
QueuePair::GetQpNum() const
{
    return m_qpNum;
}

QpState
QueuePair::GetState() const
{
    return m_state;
}

void
QueuePair::SetState(QpState newState)
{
    const QpState oldState = m_state;
    m_state = newState;
    if (newState == oldState)
    {
        return;
    }
    NS_LOG_LOGIC("QP " << m_qpNum << ": " << oldState << " -> " << newState);
    if (!m_nic.traces.qpStateChange.IsEmpty())
    {
        m_nic.traces.qpStateChange(m_qpNum, oldState, newState);
    }
}

bool
QueuePair::IsValidForRtr(const QpAttr& attr) const
{
    if (GetMaxPacketBytes(attr.pathMtu) > m_nic.transmitter.GetDeviceMtu())
    {
        NS_LOG_LOGIC("QP " << m_qpNum << ": packets of path MTU " << attr.pathMtu
                           << " exceed the device's MTU " << m_nic.transmitter.GetDeviceMtu());
        return false;
    }
    return attr.pathMtu >= MIN_PATH_MTU && attr.pathMtu <= MAX_PATH_MTU &&
           attr.destQpNum <= PSN_MASK && attr.rqPsn <= PSN_MASK &&
           attr.minRnrTimer <= AethSyndrome::VALUE_MASK && attr.trafficClass < QpScheduler::CLASSES;
}

bool
QueuePair::IsValidForRts(const QpAttr& attr)
{
    return attr.sqPsn <= PSN_MASK && attr.timeout <= 31 && attr.retryCnt <= 7 &&
           attr.rnrRetry <= 7 && attr.baseRtt >= 0;
}

bool
QueuePair::Modify(const QpAttr& attr)
{
    NS_LOG_FUNCTION(this << m_qpNum << attr.qpState);
    switch (attr.qpState)
    {
    case QpState::RESET:
        EnterReset();
        break;
    case QpState::INIT:
        if (m_state != QpState::RESET)
        {
            return false;
        }
        break;
    case QpState::RTR:
        if (m_state != QpState::INIT || !IsValidForRtr(attr))
        {
            return false;
        }
        EnterRtr(attr);
        break;
    case QpState::RTS:
        if (m_state != QpState::RTR || !IsValidForRts(attr))
        {
            return false;
        }
        EnterRts(attr);
        break;
    case QpState::ERR:
        SetState(QpState::ERR);
        EnterErr();
        break;
    }
    SetState(attr.qpState);
    return true;
}

void
QueuePair::EnterRtr(const QpAttr& attr)
{
    m_attr.pathMtu = attr.pathMtu;
    m_attr.destAddress = attr.destAddress;
    m_attr.destQpNum = attr.destQpNum;
    m_attr.rqPsn = attr.rqPsn;
    m_attr.minRnrTimer = attr.minRnrTimer;
    m_attr.udpSourcePort = attr.udpSourcePort;
    m_attr.trafficClass = attr.trafficClass;
    trafficClass = attr.trafficClass;
    m_sourcePort =
        attr.udpSourcePort ? attr.udpSourcePort : ComputeUdpSourcePort(m_qpNum, attr.destQpNum);
    m_congestion.Start();
    m_responder.Start();
}

void
QueuePair::EnterRts(const QpAttr& attr)
{
    m_attr.sqPsn = attr.sqPsn;
    m_attr.timeout = attr.timeout;
    m_attr.retryCnt = attr.retryCnt;
    m_attr.rnrRetry = attr.rnrRetry;
    m_attr.window = attr.window;
    m_attr.baseRtt = attr.baseRtt;
    m_attr.pathRate = attr.pathRate;
    m_requester.Start();
    m_congestion.StartSending();
    m_requester.SetAckLimit(m_congestion.GetAckInterval());
    UpdateWindow();
}

void
QueuePair::EnterErr()
{
    m_nic.transmitter.Remove(*this);
    m_nic.timers.Stop(*this);
    m_requester.Flush();
    m_responder.Flush();
}

void
QueuePair::EnterReset()
{
    m_nic.transmitter.Remove(*this);
    m_nic.timers.Stop(*this);
    m_requester.Reset();
    m_responder.Reset();
    m_congestion.Reset();
    notBefore = 0;
}

void
QueuePair::Fail()
{
    NS_LOG_FUNCTION(this << m_qpNum);
    ++m_nic.stats.queuePairErrors;
    SetState(QpState::ERR);
    EnterErr();
}

const SendWr*
QueuePair::PostSend(const SendWr& wr)
{
    const SendWr* next = &wr;
    for (; next; next = next->next)
    {
        if ((m_state != QpState::RTS && m_state != QpState::ERR) || !m_requester.Post(*next))
        {
            break;
        }
    }
    if (m_state == QpState::ERR)
    {
        m_requester.Flush();
    }
    else
    {
        Wake(Simulator::Now().GetTimeStep());
    }
    return next;
}

const RecvWr*
QueuePair::PostRecv(const RecvWr& wr)
{
    if (m_state == QpState::RESET)
    {
        return &wr;
    }
    const RecvWr* next = &wr;
    while (next && m_responder.Post(*next))
    {
        next = next->next;
    }
    if (m_state == QpState::ERR)
    {
        m_responder.Flush();
    }
    return next;
}

uint32_t
QueuePair::GetSendSlots() const
{
    return m_requester.GetFreeSlots();
}

void
QueuePair::OnTimer(int64_t now)
{
    NS_LOG_FUNCTION(this << m_qpNum << now);
    m_requester.OnTimer(now);
}

void
QueuePair::Receive(const RoceFrame& frame, int64_t now)
{
    if ((m_state != QpState::RTR && m_state != QpState::RTS) || frame.srcIp != m_attr.destAddress)
    {
        NS_LOG_LOGIC("QP " << m_qpNum << " drops a frame in state " << m_state);
        ++m_nic.stats.strayFrames;
        return;
    }
    if (!m_nic.traces.packetReceived.IsEmpty())
    {
        m_nic.traces.packetReceived(m_qpNum, frame);
    }
    if (frame.telemetryBytes != 0)
    {
        HandleTelemetry(frame, now);
        return;
    }
    if (frame.ecn == EcnCodePoint::CE)
    {
        HandleMarked(frame, now);
        return;
    }
    Handle(frame, now);
}

void
QueuePair::Handle(const RoceFrame& frame, int64_t now)
{
    const uint16_t traits = RoceOpcodeTraits(frame.opcode);
    if (traits & ROCE_REQUEST)
    {
        m_responder.OnRequest(frame, traits, now);
    }
    else if (frame.opcode == RoceOpcode::CNP)
    {
        m_congestion.OnCnp(now);
        UpdateWindow();
    }
    else if (m_state == QpState::RTS)
    {
        if (frame.opcode == RoceOpcode::ACKNOWLEDGE)
        {
            if (m_congestion.UsesAcks())
            {
                HandleFeedback(frame, now);
                return;
            }
            m_requester.OnAcknowledge(frame, now);
            if (frame.becn)
            {
                m_congestion.OnCnp(now);
            }
        }
        else
        {
            m_requester.OnReadResponse(frame, now);
        }
    }
}

void
QueuePair::Prefetch(const RoceFrame& frame) const
{
    PrefetchLines(&m_state);
    PrefetchLines(&m_attr.destAddress);
    if (RoceOpcodeTraits(frame.opcode) & ROCE_REQUEST)
    {
        PrefetchLines<2>(&m_responder);
    }
    else
    {
        PrefetchLines<2>(&m_requester);
    }
}

RoceFramePtr
QueuePair::NextFrame(int64_t now)
{
    const bool response = m_responder.HasWork() && (m_responseTurn || !m_requester.HasWork());
    m_responseTurn = !response;
    RoceFramePtr frame = response ? m_responder.NextFrame() : m_requester.NextFrame(now);
    if (m_congestion.IsLimited())
    {
        ApplyCongestion(*frame, response, now);
    }
    TraceSent(*frame);
    return frame;
}

QpWait
QueuePair::GetWait() const
{
    const QpWait wait = m_requester.GetWait();
    if (wait != QpWait::TURN && !m_responder.HasWork())
    {
        return wait;
    }
    if (m_nic.transmitter.IsPaused(m_attr.trafficClass))
    {
        return QpWait::PAUSE;
    }
    return state == QpScheduler::State::PACED ? QpWait::PACING : QpWait::TURN;
}

int64_t
QueuePair::GetLastExpiry() const
{
    const int64_t paced = state == QpScheduler::State::PACED ? notBefore : 0;
    return std::max(paced, m_requester.GetLastExpiry());
}

void
QueuePair::Wake(int64_t now)
{
    m_nic.transmitter.Wake(*this, now);
}

} // namespace ns3::rdmacell
