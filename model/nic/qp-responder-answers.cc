/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What a responder answers to requests: ACKs and NAKs.

#include "aeth-syndrome.h"
#include "nic-resources.h"
#include "qp-responder.h"
#include "queue-pair.h"
#include "rnr-timer.h"

#include "ns3/log.h"
#include "ns3/nstime.h"
#include "ns3/psn.h"

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("QpResponderAnswers");

void
QpResponder::SendNak(int64_t now)
{
    m_nextNak = m_qp.GetNic().settings.GetNextNak(now);
    CountNak();
    m_qp.SendAck(AethSyndrome::SEQUENCE, m_expected, m_msn, now);
}

void
QpResponder::SendSelectiveNak(uint32_t psn, int64_t now)
{
    CountNak();
    m_qp.SendSelectiveNak(m_expected, psn, m_msn, now);
}

void
QpResponder::CountNak() const
{
    NicResources& nic = m_qp.GetNic();
    NS_LOG_LOGIC("QP " << m_qp.GetQpNum() << " sends a NAK, expects " << m_expected);
    ++nic.stats.naksSent;
    if (!nic.traces.nakSent.IsEmpty())
    {
        nic.traces.nakSent(m_qp.GetQpNum(), m_expected);
    }
}

void
QpResponder::DeferAcks()
{
    m_defersAcks = true;
    m_ackIsDue = false;
}

void
QpResponder::SendDeferredAck(bool wanted, int64_t now)
{
    m_defersAcks = false;
    if (wanted && m_ackIsDue)
    {
        Acknowledge(PsnAdd(m_expected, -1), now);
    }
}

void
QpResponder::Acknowledge(uint32_t psn, int64_t now)
{
    if (m_defersAcks)
    {
        m_ackIsDue = true;
        return;
    }
    CountAck(psn);
    m_qp.SendAck(AethSyndrome::ACK, psn, m_msn, now);
}

void
QpResponder::SendSelectiveAck(const RoceFrame& answered, int64_t now)
{
    const uint32_t psn = PsnAdd(m_expected, -1);
    CountAck(psn);
    m_qp.SendSelectiveAck(psn, answered, m_msn, now);
}

void
QpResponder::CountAck(uint32_t psn) const
{
    NicResources& nic = m_qp.GetNic();
    ++nic.stats.acksSent;
    if (!nic.traces.ackSent.IsEmpty())
    {
        nic.traces.ackSent(m_qp.GetQpNum(), psn);
    }
}

void
QpResponder::SendRnrNak(uint32_t psn, int64_t now)
{
    NicResources& nic = m_qp.GetNic();
    NS_LOG_LOGIC("QP " << m_qp.GetQpNum() << " sends an RNR NAK for PSN " << psn);
    // The requester goes back to this packet by itself when it has waited: those in flight behind
    // it need no NAK.
    const Time wait = MicroSeconds(RnrTimerMicroseconds(m_qp.GetAttr().minRnrTimer));
    m_nextNak = nic.settings.GetNextNak(now + wait.GetTimeStep());
    ++nic.stats.rnrNaksSent;
    if (!nic.traces.rnrNakSent.IsEmpty())
    {
        nic.traces.rnrNakSent(m_qp.GetQpNum(), psn);
    }
    m_qp.SendAck(AethSyndrome::RNR_CLASS | m_qp.GetAttr().minRnrTimer, psn, m_msn, now);
}

void
QpResponder::Refuse(uint8_t syndrome, int64_t now)
{
    NS_LOG_LOGIC("QP " << m_qp.GetQpNum() << " refuses PSN " << m_expected << ", syndrome "
                       << +syndrome);
    NicResources& nic = m_qp.GetNic();
    ++nic.stats.errorNaksSent;
    if (!nic.traces.errorNakSent.IsEmpty())
    {
        nic.traces.errorNakSent(m_qp.GetQpNum(), m_expected, syndrome);
    }
    m_qp.SendAck(syndrome, m_expected, m_msn, now);
    m_qp.Fail();
}

} // namespace ns3::rdmacell
