/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "qp-congestion.h"

#include "congestion-ops.h"
#include "nic-resources.h"
#include "queue-pair.h"

#include "ns3/log.h"

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("QpCongestion");

QpCongestion::QpCongestion(QueuePair& qp, const CongestionOps& ops)
    : m_qp(qp),
      m_ops(ops)
{
}

void
QpCongestion::Start()
{
    m_controller.reset();
    if (!m_ops.StartsWithCnp())
    {
        MakeController();
    }
}

void
QpCongestion::Reset()
{
    m_cnpGenerator = CnpGenerator();
}

void
QpCongestion::MakeController()
{
    m_controller = m_ops.CreateController(m_qp.GetNic().transmitter.GetLineRate());
}

void
QpCongestion::OnMarked(int64_t now)
{
    ++m_qp.GetNic().stats.ceFrames;
    if (!m_ops.SendsCnps() || !m_cnpGenerator.OnMarked(now, m_ops.GetCnpInterval().GetTimeStep()))
    {
        return;
    }
    m_isDue = m_ops.NotifiesByAck();
    if (!m_isDue)
    {
        CountNotification();
        m_qp.SendCnp(now);
    }
}

bool
QpCongestion::TakeNotification()
{
    if (!m_isDue)
    {
        return false;
    }
    m_isDue = false;
    CountNotification();
    return true;
}

void
QpCongestion::OnMarkedHandled(int64_t now)
{
    if (TakeNotification())
    {
        m_qp.SendCnp(now);
    }
}

void
QpCongestion::CountNotification() const
{
    NicResources& nic = m_qp.GetNic();
    ++nic.stats.cnpsSent;
    if (!nic.traces.cnpSent.IsEmpty())
    {
        nic.traces.cnpSent(m_qp.GetQpNum());
    }
}

RateController*
QpCongestion::GetController()
{
    if (!m_controller && m_ops.StartsWithCnp())
    {
        MakeController();
    }
    return m_controller.get();
}

void
QpCongestion::OnCnp(int64_t now)
{
    NicResources& nic = m_qp.GetNic();
    NS_LOG_FUNCTION(this << m_qp.GetQpNum() << now);
    ++nic.stats.cnpsReceived;
    if (!nic.traces.cnpReceived.IsEmpty())
    {
        nic.traces.cnpReceived(m_qp.GetQpNum());
    }
    if (RateController* controller = GetController())
    {
        const Reading before = Read();
        controller->OnCnp(now);
        NS_LOG_LOGIC("QP " << m_qp.GetQpNum() << ": CNP, rate now " << controller->GetLastRate()
                           << " b/s");
        Report(before);
    }
}

void
QpCongestion::OnLoss(LossSign sign, int64_t now)
{
    RateController* controller = m_ops.ReactsTo(sign) ? GetController() : nullptr;
    if (controller)
    {
        const Reading before = Read();
        controller->OnLoss(sign, now);
        NS_LOG_LOGIC("QP " << m_qp.GetQpNum() << ": loss, rate now " << controller->GetLastRate()
                           << " b/s");
        Report(before);
    }
}

int64_t
QpCongestion::OnSend(uint32_t wireBytes, int64_t now)
{
    if (!IsTraced())
    {
        return m_controller->OnSend(wireBytes, now);
    }
    const Reading before = Read();
    const int64_t gap = m_controller->OnSend(wireBytes, now);
    Report(before);
    return gap;
}

double
QpCongestion::GetRate(int64_t now) const
{
    if (!m_controller)
    {
        return static_cast<double>(m_qp.GetNic().transmitter.GetLineRate());
    }
    const Reading before = Read();
    const double rate = m_controller->GetRate(now);
    Report(before);
    return rate;
}

bool
QpCongestion::IsTraced() const
{
    const NicTraces& traces = m_qp.GetNic().traces;
    return !traces.qpRate.IsEmpty() || !traces.qpAlpha.IsEmpty();
}

QpCongestion::Reading
QpCongestion::Read() const
{
    return IsTraced() ? Reading{m_controller->GetLastRate(), m_controller->GetAlpha()} : Reading{};
}

void
QpCongestion::Report(const Reading& before) const
{
    if (!IsTraced())
    {
        return;
    }
    const NicTraces& traces = m_qp.GetNic().traces;
    const Reading after = Read();
    if (!traces.qpAlpha.IsEmpty() && after.alpha != before.alpha)
    {
        traces.qpAlpha(m_qp.GetQpNum(), after.alpha);
    }
    if (!traces.qpRate.IsEmpty() && after.rate != before.rate)
    {
        traces.qpRate(m_qp.GetQpNum(), after.rate);
    }
}

} // namespace ns3::rdmacell
