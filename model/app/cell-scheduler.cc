/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "cell-scheduler.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("CellScheduler");

CellScheduler::CellScheduler(uint16_t paths,
                             bool healthy,
                             NextQp policy,
                             const PathEstimator::Settings& estimator,
                             int64_t holdDown,
                             PathEstimator* history)
    : m_policy(policy),
      m_settings(estimator),
      m_holdDown(holdDown),
      m_primary(healthy ? 0 : NONE),
      m_paths(paths),
      m_history(history)
{
    for (Path& path : m_paths)
    {
        path.healthy = healthy;
    }
}

uint16_t
CellScheduler::FindHealthy(uint16_t from) const
{
    const auto paths = static_cast<uint16_t>(m_paths.size());
    for (uint16_t i = 0; i < paths; ++i)
    {
        const auto path = static_cast<uint16_t>((from + i) % paths);
        if (m_paths[path].healthy)
        {
            return path;
        }
    }
    return NONE;
}

double
CellScheduler::GetCost(uint16_t path) const
{
    const PathEstimator& own = m_paths[path].estimator;
    return own.HasSample() || !m_paths[path].isolatedOnce ? own.GetAverage()
                                                          : m_session.GetAverage();
}

uint16_t
CellScheduler::FindFastest() const
{
    uint16_t best = NONE;
    for (uint16_t path = 0; path < m_paths.size(); ++path)
    {
        if (m_paths[path].healthy && (best == NONE || GetCost(path) < GetCost(best)))
        {
            best = path;
        }
    }
    return best;
}

uint16_t
CellScheduler::PickNext()
{
    switch (m_policy)
    {
    case STICKY:
        break;
    case ROUND_ROBIN:
        m_primary = FindHealthy(m_next);
        m_next = m_primary + 1;
        break;
    case MIN_RTT:
        m_primary = FindFastest();
        break;
    }
    return m_primary;
}

uint16_t
CellScheduler::PickBackup()
{
    const uint16_t path = FindHealthy(m_backup);
    m_backup = path + 1;
    return path;
}

bool
CellScheduler::MayIsolate(uint16_t path, int64_t now) const
{
    return m_paths[path].healthy && now >= m_holdDownEnd && CountHealthy() > 1;
}

void
CellScheduler::Isolate(uint16_t path, int64_t now)
{
    NS_LOG_FUNCTION(this << path << now);
    m_paths[path].healthy = false;
    m_paths[path].isolatedOnce = true;
    m_holdDownEnd = now + m_holdDown;
    if (m_primary == path)
    {
        m_primary = FindHealthy(path);
    }
    m_backup = m_primary == NONE ? 0 : m_primary;
    NS_LOG_LOGIC("primary is " << m_primary << ", " << CountHealthy() << " paths are healthy");
}

void
CellScheduler::Restore(uint16_t path)
{
    NS_LOG_FUNCTION(this << path);
    m_paths[path].healthy = true;
    m_paths[path].estimator.Reset();
    if (m_primary == NONE)
    {
        m_primary = path;
    }
}

bool
CellScheduler::IsHealthy(uint16_t path) const
{
    return m_paths[path].healthy;
}

uint16_t
CellScheduler::CountHealthy() const
{
    const auto isHealthy = [](const Path& path) { return path.healthy; };
    return static_cast<uint16_t>(std::count_if(m_paths.begin(), m_paths.end(), isHealthy));
}

uint16_t
CellScheduler::GetPrimary() const
{
    return m_primary;
}

int64_t
CellScheduler::GetHoldDownEnd() const
{
    return m_holdDownEnd;
}

void
CellScheduler::BackOff()
{
    m_backoff = std::min<uint8_t>(m_backoff + 1, MAX_BACKOFF);
    NS_LOG_LOGIC("T_soft is doubled " << +m_backoff << " times");
}

uint8_t
CellScheduler::GetBackoff() const
{
    return m_backoff;
}

void
CellScheduler::AddSample(uint16_t path, int64_t rtt)
{
    m_backoff = 0;
    m_paths[path].estimator.AddSample(rtt, m_settings);
    m_session.AddSample(rtt, m_settings);
    if (m_history)
    {
        m_history->AddSample(rtt, m_settings);
    }
}

const PathEstimator&
CellScheduler::GetEstimator(uint16_t path) const
{
    return m_paths[path].estimator;
}

int64_t
CellScheduler::GetSoftTimeout(uint16_t path) const
{
    const PathEstimator& own = m_paths[path].estimator;
    const bool useHistory = !m_session.HasSample() && m_history;
    const PathEstimator& estimator = own.HasSample() ? own : useHistory ? *m_history : m_session;
    return estimator.GetSoftTimeout(m_settings);
}

} // namespace ns3::rdmacell
