/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-estimator.h"

#include <algorithm>
#include <cmath>

namespace ns3::rdmacell
{

void
PathEstimator::AddSample(int64_t rtt, const Settings& settings)
{
    const auto sample = static_cast<double>(rtt);
    if (!m_sampled)
    {
        m_sampled = true;
        m_average = sample;
        m_variation = sample / 2;
        return;
    }
    m_variation += settings.beta * (std::abs(m_average - sample) - m_variation);
    m_average += settings.alpha * (sample - m_average);
}

void
PathEstimator::Reset()
{
    *this = PathEstimator();
}

bool
PathEstimator::HasSample() const
{
    return m_sampled;
}

double
PathEstimator::GetAverage() const
{
    return m_average;
}

double
PathEstimator::GetVariation() const
{
    return m_variation;
}

int64_t
PathEstimator::GetSoftTimeout(const Settings& settings) const
{
    if (!m_sampled)
    {
        return std::min(settings.initialSoft, settings.ceiling);
    }
    const double margin =
        std::max(settings.factor * m_variation, static_cast<double>(settings.floor));
    const double timeout = m_average + margin; // may be beyond the range of a time
    return timeout < static_cast<double>(settings.ceiling) ? static_cast<int64_t>(timeout)
                                                           : settings.ceiling;
}

} // namespace ns3::rdmacell
