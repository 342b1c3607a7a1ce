/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "swift-controller.h"

#include "ns3/log.h"

#include <algorithm>
#include <cmath>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("SwiftController");

SwiftController::SwiftController(const SwiftParameters& parameters)
    : m_parameters(parameters),
      m_window(parameters.initialWindow)
{
    const double atLeast = 1 / std::sqrt(parameters.flowMinWindow);
    const double atMost = 1 / std::sqrt(parameters.flowMaxWindow);
    m_flowScale = parameters.flowRange / (atLeast - atMost);
    m_flowOffset = -m_flowScale * atMost;
}

int64_t
SwiftController::OnSend(uint32_t /* wireBytes */, int64_t /* now */)
{
    return m_window < 1 ? static_cast<int64_t>(static_cast<double>(m_rtt) / m_window) : 0;
}

void
SwiftController::OnCnp(int64_t /* now */)
{
}

double
SwiftController::GetTarget(uint32_t hops) const
{
    const double scaled = m_flowScale / std::sqrt(m_window) + m_flowOffset;
    return m_parameters.baseTarget + hops * m_parameters.hopTarget +
           std::clamp(scaled, 0.0, m_parameters.flowRange);
}

bool
SwiftController::CanDecrease(int64_t now) const
{
    return now - m_lastDecrease >= m_rtt;
}

void
SwiftController::OnAck(const AckFeedback& feedback, int64_t now)
{
    if (feedback.rtt == 0)
    {
        return;
    }
    m_rtt = feedback.rtt;
    m_timeouts = 0;
    const auto delay = static_cast<double>(feedback.rtt);
    const double target = GetTarget(feedback.hops);
    if (delay < target)
    {
        const double increase = m_parameters.additiveIncrease * feedback.packets;
        SetWindow(m_window + (m_window >= 1 ? increase / m_window : increase), now);
    }
    else if (CanDecrease(now))
    {
        const double factor = 1 - m_parameters.decrease * (delay - target) / delay;
        SetWindow(m_window * std::max(factor, 1 - m_parameters.maxDecrease), now);
    }
    NS_LOG_LOGIC("delay " << delay << ", target " << target << " at " << now << ": window "
                          << m_window);
}

void
SwiftController::OnLoss(LossSign sign, int64_t now)
{
    if (sign == LossSign::TIMEOUT && ++m_timeouts >= m_parameters.timeoutsToReset)
    {
        SetWindow(m_parameters.minWindow, now);
    }
    else if (CanDecrease(now))
    {
        SetWindow(m_window * (1 - m_parameters.maxDecrease), now);
    }
    if (sign == LossSign::NAK)
    {
        m_timeouts = 0;
    }
}

void
SwiftController::SetWindow(double window, int64_t now)
{
    const double before = m_window;
    m_window = std::clamp(window, m_parameters.minWindow, m_parameters.maxWindow);
    if (m_window < before)
    {
        m_lastDecrease = now;
    }
}

double
SwiftController::GetWindow() const
{
    return m_window * m_parameters.pathMtu;
}

uint32_t
SwiftController::GetAckInterval() const
{
    return 1;
}

double
SwiftController::GetRate(int64_t /* now */)
{
    return GetLastRate();
}

double
SwiftController::GetLastRate() const
{
    const double perRtt = GetWindow() * m_parameters.stepsPerByteAndBitRate;
    return m_rtt == 0 ? m_parameters.lineRate
                      : std::min(perRtt / static_cast<double>(m_rtt), m_parameters.lineRate);
}

double
SwiftController::GetPackets() const
{
    return m_window;
}

} // namespace ns3::rdmacell
