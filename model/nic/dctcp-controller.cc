/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dctcp-controller.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("DctcpController");

DctcpController::DctcpController(const DctcpParameters& parameters)
    : m_parameters(parameters),
      m_rate(parameters.lineRate)
{
}

int64_t
DctcpController::OnSend(uint32_t wireBytes, int64_t /* now */)
{
    if (m_rate >= m_parameters.lineRate)
    {
        return 0;
    }
    return static_cast<int64_t>(wireBytes * m_parameters.stepsPerByteAndBitRate / m_rate + 0.5);
}

void
DctcpController::OnCnp(int64_t /* now */)
{
    ++m_marks;
}

void
DctcpController::OnAck(const AckFeedback& feedback, int64_t now)
{
    m_marks += feedback.isMarked ? 1 : 0;
    const bool ends = feedback.acknowledged > m_batchEnd || m_batch == 0;
    if (ends)
    {
        UpdateAlpha(feedback);
    }
    if (m_isCut && feedback.acknowledged > m_cutEnd)
    {
        m_isCut = false;
    }
    if (feedback.isMarked && !m_isCut)
    {
        m_rate = std::max(m_rate * (1 - m_alpha / 2), m_parameters.minRate);
        m_isCut = true;
        m_cutEnd = feedback.sent;
        NS_LOG_LOGIC("cut at " << now << ", alpha " << m_alpha << ": rate " << m_rate);
    }
    if (ends && !m_isCut)
    {
        m_rate = std::min(m_rate + m_parameters.additiveIncrease, m_parameters.lineRate);
    }
}

void
DctcpController::UpdateAlpha(const AckFeedback& feedback)
{
    if (m_batch != 0)
    {
        const double share = std::min(m_marks / m_batch, 1.0);
        m_alpha += m_parameters.gain * (share - m_alpha);
        m_marks = 0;
    }
    m_batch = static_cast<double>(feedback.sent - feedback.acknowledged + 1);
    m_batchEnd = feedback.sent;
}

double
DctcpController::GetWindow() const
{
    return m_parameters.largestWindow * m_rate / m_parameters.lineRate;
}

uint32_t
DctcpController::GetAckInterval() const
{
    return 1;
}

double
DctcpController::GetRate(int64_t /* now */)
{
    return m_rate;
}

double
DctcpController::GetLastRate() const
{
    return m_rate;
}

double
DctcpController::GetAlpha() const
{
    return m_alpha;
}

} // namespace ns3::rdmacell
