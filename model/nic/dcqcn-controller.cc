/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dcqcn-controller.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("DcqcnController");

namespace
{

/**
 * @brief Raise to a power by repeated squaring, whose result is the same with every libm.
 * @param base the base
 * @param exponent the exponent, not negative
 * @return base to the power of exponent
 */
double
Power(double base, int64_t exponent)
{
    double result = 1;
    for (; exponent != 0; exponent >>= 1)
    {
        if (exponent & 1)
        {
            result *= base;
        }
        base *= base;
    }
    return result;
}

} // namespace

DcqcnController::DcqcnController(const DcqcnParameters& parameters, double lineRate)
    : m_rate(lineRate),
      m_line(lineRate),
      m_target(lineRate),
      m_alpha(parameters.initialAlpha),
      m_parameters(parameters)
{
}

int64_t
DcqcnController::OnSend(uint32_t wireBytes, int64_t now)
{
    if (m_firstCnp == NEVER)
    {
        return 0;
    }
    Advance(now);
    if (m_parameters.byteCounter != 0)
    {
        m_bytes += wireBytes;
        if (m_bytes >= m_parameters.byteCounter)
        {
            m_bytes -= m_parameters.byteCounter;
            Increase(m_byteCount);
        }
    }
    if (m_rate >= m_line)
    {
        return 0;
    }
    return static_cast<int64_t>(wireBytes * m_parameters.stepsPerByteAndBitRate / m_rate + 0.5);
}

void
DcqcnController::OnCnp(int64_t now)
{
    if (m_firstCnp == NEVER)
    {
        m_firstCnp = now;
        m_alphaAt = now;
    }
    else
    {
        Advance(now);
        AdvanceAlpha(now);
        m_cnpForAlpha = true;
    }

    const int64_t period = m_parameters.decreasePeriod;
    if (period != 0)
    {
        if (m_decreaseAt == NEVER)
        {
            m_decreaseAt = now - (now - m_firstCnp) % period + period;
            m_due = std::min(m_decreaseAt, m_increaseAt);
        }
        return;
    }
    Decrease(now);
    m_alpha = (1 - m_parameters.gain) * m_alpha + m_parameters.gain;
    m_cnpForAlpha = false;
    m_alphaAt = now;
}

void
DcqcnController::OnLoss(LossSign /* sign */, int64_t now)
{
    OnCnp(now);
}

double
DcqcnController::GetRate(int64_t now)
{
    Advance(now);
    return m_rate;
}

double
DcqcnController::GetTarget(int64_t now)
{
    Advance(now);
    return m_target;
}

double
DcqcnController::GetLastRate() const
{
    return m_rate;
}

double
DcqcnController::GetAlpha() const
{
    return m_alpha;
}

void
DcqcnController::Advance(int64_t now)
{
    while (m_due <= now)
    {
        if (m_rate >= m_line && m_target >= m_line)
        {
            SkipIncreases(std::min(now, m_decreaseAt));
        }
        if (m_increaseAt <= std::min(now, m_decreaseAt))
        {
            m_increaseAt += m_parameters.increasePeriod;
            Increase(m_timerCount);
        }
        else if (m_decreaseAt <= now)
        {
            const int64_t when = m_decreaseAt;
            m_decreaseAt = NEVER;
            AdvanceAlpha(when);
            Decrease(when);
        }
        m_due = std::min(m_decreaseAt, m_increaseAt);
    }
}

void
DcqcnController::SkipIncreases(int64_t now)
{
    if (m_increaseAt <= now)
    {
        const int64_t count = (now - m_increaseAt) / m_parameters.increasePeriod + 1;
        m_timerCount += static_cast<uint64_t>(count);
        m_increaseAt += count * m_parameters.increasePeriod;
    }
}

void
DcqcnController::AdvanceAlpha(int64_t now)
{
    const int64_t periods = (now - m_alphaAt) / m_parameters.alphaPeriod;
    if (periods == 0)
    {
        return;
    }
    m_alphaAt += periods * m_parameters.alphaPeriod;
    m_alpha *= Power(1 - m_parameters.gain, periods);
    if (m_cnpForAlpha)
    {
        // The CNP came in the first of these periods; the others had none.
        m_alpha += m_parameters.gain * Power(1 - m_parameters.gain, periods - 1);
        m_cnpForAlpha = false;
    }
}

void
DcqcnController::Decrease(int64_t now)
{
    if (m_parameters.clampTarget || m_timerCount != 0 || m_byteCount != 0)
    {
        m_target = m_rate;
    }
    m_rate = std::max(m_rate * (1 - m_alpha / 2), std::min(m_parameters.minRate, m_line));
    NS_LOG_LOGIC(this << " cuts the rate to " << m_rate << " b/s, alpha " << m_alpha << ", target "
                      << m_target << " b/s, due " << now);
    m_timerCount = 0;
    m_byteCount = 0;
    m_bytes = 0;
    m_increaseAt = now + m_parameters.increasePeriod;
    m_due = std::min(m_decreaseAt, m_increaseAt);
}

void
DcqcnController::Increase(uint64_t& count)
{
    count += m_parameters.countFirst ? 1 : 0;
    const uint64_t threshold = m_parameters.recoveryThreshold;
    const bool withBytes = m_parameters.byteCounter != 0;
    const uint64_t most = std::max(m_timerCount, m_byteCount);
    const uint64_t least = withBytes ? std::min(m_timerCount, m_byteCount) : m_timerCount;
    if (least > threshold)
    {
        const double steps = m_parameters.scaleHyperIncrease ? least - threshold : 1;
        m_target += steps * m_parameters.hyperIncrease;
    }
    else if (most >= threshold)
    {
        m_target += m_parameters.additiveIncrease;
    }
    m_target = std::min(m_target, m_line);
    m_rate = (m_rate + m_target) / 2;
    NS_LOG_LOGIC(this << " increases the rate to " << m_rate << " b/s, target " << m_target
                      << " b/s");
    count += m_parameters.countFirst ? 0 : 1;
}

} // namespace ns3::rdmacell
