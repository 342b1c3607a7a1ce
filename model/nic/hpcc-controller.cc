/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "hpcc-controller.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("HpccController");

HpccController::HpccController(const HpccParameters& parameters)
    : m_parameters(parameters),
      m_window(parameters.initialWindow),
      m_reference(parameters.initialWindow)
{
}

int64_t
HpccController::OnSend(uint32_t wireBytes, int64_t /* now */)
{
    if (m_window >= m_parameters.initialWindow)
    {
        return 0;
    }
    return static_cast<int64_t>(wireBytes * m_parameters.baseRtt / m_window + 0.5);
}

void
HpccController::OnCnp(int64_t /* now */)
{
}

void
HpccController::OnAck(const AckFeedback& feedback, int64_t now)
{
    const FrameTelemetry* telemetry = feedback.telemetry;
    if (!telemetry || telemetry->count == 0)
    {
        return;
    }
    if (m_count != telemetry->count || m_pathId != telemetry->pathId)
    {
        NS_LOG_LOGIC("the first records of path " << telemetry->pathId << " at " << now);
        Store(*telemetry);
        m_lastUpdate = std::max(m_lastUpdate, feedback.sent);
        return;
    }
    if (!MeasureInflight(*telemetry))
    {
        return;
    }
    const bool update = feedback.acknowledged > m_lastUpdate;
    ComputeWindow(update);
    if (update)
    {
        m_lastUpdate = feedback.sent;
    }
    Store(*telemetry);
}

bool
HpccController::MeasureInflight(const FrameTelemetry& telemetry)
{
    double largest = 0;
    double period = 0;
    for (uint32_t i = 0; i < telemetry.count; ++i)
    {
        const TelemetryHop& hop = telemetry.records[i];
        const TelemetryHop& last = m_last[i];
        const auto elapsed = static_cast<double>(hop.time - last.time);
        if (elapsed <= 0)
        {
            return false;
        }
        const double bytesPerStep =
            static_cast<double>(hop.bitRate) / m_parameters.stepsPerByteAndBitRate;
        const auto queue = static_cast<double>(std::min(hop.queueBytes, last.queueBytes));
        const auto sent = static_cast<double>(hop.txBytes - last.txBytes);
        const double inflight = (queue / m_parameters.baseRtt + sent / elapsed) / bytesPerStep;
        if (inflight > largest)
        {
            largest = inflight;
            period = elapsed;
        }
    }
    const double weight = std::min(period / m_parameters.baseRtt, 1.0);
    m_utilization += weight * (largest - m_utilization);
    return true;
}

void
HpccController::ComputeWindow(bool updateReference)
{
    const bool adjust =
        m_utilization >= m_parameters.targetUtilization || m_stage >= m_parameters.maxStage;
    m_window = m_reference;
    if (adjust)
    {
        m_window *= m_parameters.targetUtilization / m_utilization;
    }
    m_window = std::min(m_window + m_parameters.additiveIncrease, m_parameters.initialWindow);
    if (updateReference)
    {
        m_stage = adjust ? 0 : m_stage + 1;
        m_reference = m_window;
    }
}

void
HpccController::Store(const FrameTelemetry& telemetry)
{
    m_count = telemetry.count;
    m_pathId = telemetry.pathId;
    std::copy_n(telemetry.records.begin(), telemetry.count, m_last.begin());
}

double
HpccController::GetWindow() const
{
    return m_window;
}

uint32_t
HpccController::GetAckInterval() const
{
    return 1;
}

double
HpccController::GetRate(int64_t /* now */)
{
    return GetLastRate();
}

double
HpccController::GetLastRate() const
{
    return m_window * m_parameters.stepsPerByteAndBitRate / m_parameters.baseRtt;
}

double
HpccController::GetReferenceWindow() const
{
    return m_reference;
}

double
HpccController::GetUtilization() const
{
    return m_utilization;
}

} // namespace ns3::rdmacell
