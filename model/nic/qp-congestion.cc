/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "qp-congestion.h"

#include "nic-resources.h"
#include "queue-pair.h"

#include "ns3/log.h"
#include "ns3/nstime.h"
#include "ns3/telemetry-bytes.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("QpCongestion");

namespace
{

/**
 * @brief Fire QpWindow if the window has changed.
 * @param qp the queue pair
 * @param before the window before
 * @param after the window now
 */
void
ReportWindow(const QueuePair& qp, double before, double after)
{
    const NicTraces& traces = qp.GetNic().traces;
    if (!traces.qpWindow.IsEmpty() && before != after)
    {
        traces.qpWindow(qp.GetQpNum(), after);
    }
}

} // namespace

QpCongestion::QpCongestion(QueuePair& qp, const CongestionOps& ops)
    : m_qp(qp),
      m_ops(ops)
{
}

void
QpCongestion::Start()
{
    m_controller.reset();
    m_capabilities = 0;
}

void
QpCongestion::StartSending()
{
    m_acknowledged = m_qp.GetAttr().sqPsn;
    if (!m_ops.StartsWithCnp())
    {
        MakeController();
        m_capabilities = m_controller ? m_ops.GetCapabilities() : 0;
        m_telemetryBytes = static_cast<uint16_t>(m_ops.GetTelemetryBytes());
        const bool records = m_capabilities & CongestionOps::TELEMETRY;
        m_telemetryRoom = static_cast<uint8_t>(records ? m_ops.GetTelemetryHops() : 0);
    }
}

uint32_t
QpCongestion::GetWindow() const
{
    const double packets = std::ceil(m_controller->GetWindow() / m_qp.GetAttr().pathMtu);
    return static_cast<uint32_t>(
        std::clamp(packets, 1.0, static_cast<double>(QpRequester::MAX_OUTSTANDING)));
}

uint32_t
QpCongestion::GetAckInterval() const
{
    return m_controller ? m_controller->GetAckInterval() : std::numeric_limits<uint32_t>::max();
}

uint16_t
QpCongestion::ChoosePort()
{
    return m_controller->ChoosePort();
}

void
QpCongestion::AddTelemetry(RoceFrame& frame, int64_t now) const
{
    frame.telemetry = FrameTelemetryPool::Get();
    frame.telemetry->sentAt = now;
    frame.telemetry->room = m_telemetryRoom;
    frame.telemetry->pathId = 0;
    SetTelemetryBytes(frame, m_telemetryBytes);
}

void
QpCongestion::OnAck(const RoceFrame& frame, AckFeedback feedback, int64_t now)
{
    feedback.packets =
        static_cast<uint32_t>(std::max<int64_t>(feedback.acknowledged - m_acknowledged, 0));
    m_acknowledged = std::max(m_acknowledged, feedback.acknowledged);
    feedback.port = frame.srcPort;
    feedback.isMarked = frame.becn != 0;
    if (frame.telemetryBytes != 0)
    {
        feedback.telemetry = frame.telemetry;
        feedback.rtt = now - frame.telemetry->sentAt;
        feedback.hops = frame.telemetry->hops;
    }
    if (feedback.isMarked)
    {
        CountReceived();
    }
    const NicTraces& traces = m_qp.GetNic().traces;
    if (!traces.qpRtt.IsEmpty() && feedback.rtt != 0)
    {
        traces.qpRtt(m_qp.GetQpNum(), TimeStep(feedback.rtt));
    }
    const Reading before = Read();
    const double window = m_controller->GetWindow();
    m_controller->OnAck(feedback, now);
    Report(before);
    ReportWindow(m_qp, window, m_controller->GetWindow());
}

void
QpCongestion::Reset()
{
    m_cnpGenerator = CnpGenerator();
}

void
QpCongestion::MakeController()
{
    const QpAttr& attr = m_qp.GetAttr();
    ControlledPath path;
    path.lineRate = m_qp.GetNic().transmitter.GetLineRate();
    path.pathRate = attr.pathRate ? attr.pathRate : path.lineRate;
    path.baseRtt = attr.baseRtt ? attr.baseRtt
                                : MicroSeconds(CongestionOps::UNKNOWN_BASE_RTT_US).GetTimeStep();
    path.pathMtu = attr.pathMtu;
    path.sourcePort = m_qp.GetSourcePort();
    m_controller = m_ops.CreateController(path);
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

void
QpCongestion::CountReceived() const
{
    NicResources& nic = m_qp.GetNic();
    ++nic.stats.cnpsReceived;
    if (!nic.traces.cnpReceived.IsEmpty())
    {
        nic.traces.cnpReceived(m_qp.GetQpNum());
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
    NS_LOG_FUNCTION(this << m_qp.GetQpNum() << now);
    CountReceived();
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
        const double window = controller->GetWindow();
        controller->OnLoss(sign, now);
        ReportWindow(m_qp, window, controller->GetWindow());
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
