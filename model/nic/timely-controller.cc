/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "timely-controller.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("TimelyController");

TimelyController::TimelyController(const TimelyParameters& parameters)
    : m_parameters(parameters),
      m_rate(parameters.lineRate)
{
}

int64_t
TimelyController::OnSend(uint32_t wireBytes, int64_t /* now */)
{
    if (m_rate >= m_parameters.lineRate)
    {
        return 0;
    }
    return static_cast<int64_t>(wireBytes * m_parameters.stepsPerByteAndBitRate / m_rate + 0.5);
}

void
TimelyController::OnCnp(int64_t /* now */)
{
}

void
TimelyController::OnAck(const AckFeedback& feedback, int64_t now)
{
    const int64_t rtt = feedback.rtt;
    if (rtt == 0)
    {
        return;
    }
    const int64_t difference = m_lastRtt == 0 ? 0 : rtt - m_lastRtt;
    m_lastRtt = rtt;
    m_difference += m_parameters.gain * (static_cast<double>(difference) - m_difference);
    const double gradient = GetGradient();
    if (rtt < m_parameters.lowRtt)
    {
        m_notRising = 0;
        m_rate += m_parameters.additiveIncrease;
    }
    else if (rtt > m_parameters.highRtt)
    {
        m_notRising = 0;
        const double high = static_cast<double>(m_parameters.highRtt) / static_cast<double>(rtt);
        m_rate *= 1 - m_parameters.decrease * (1 - high);
    }
    else if (gradient <= 0)
    {
        ++m_notRising;
        const uint32_t steps =
            m_notRising >= m_parameters.hyperThreshold ? m_parameters.hyperFactor : 1;
        m_rate += steps * m_parameters.additiveIncrease;
    }
    else
    {
        m_notRising = 0;
        m_rate *= std::max(1 - m_parameters.decrease * gradient, 0.0);
    }
    m_rate = std::clamp(m_rate, m_parameters.minRate, m_parameters.lineRate);
    NS_LOG_LOGIC("RTT " << rtt << ", gradient " << gradient << " at " << now << ": rate "
                        << m_rate);
}

uint32_t
TimelyController::GetAckInterval() const
{
    return m_parameters.ackInterval;
}

double
TimelyController::GetRate(int64_t /* now */)
{
    return m_rate;
}

double
TimelyController::GetLastRate() const
{
    return m_rate;
}

double
TimelyController::GetGradient() const
{
    return m_difference / m_parameters.minRtt;
}

} // namespace ns3::rdmacell
