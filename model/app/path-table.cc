/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-table.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("PathTable");

namespace
{

constexpr int64_t NOTABLE_BASE_RTTS = 2; ///< delay that other flows should know of, base RTTs

} // namespace

PathTable::PathTable(uint16_t paths,
                     bool healthy,
                     const PathEstimator::Settings& estimator,
                     int64_t baseRtt,
                     PathEstimator* history)
    : m_settings(estimator),
      m_baseRtt(baseRtt),
      m_primary(healthy ? 0 : NONE),
      m_paths(paths),
      m_history(history)
{
    for (Path& path : m_paths)
    {
        path.healthy = healthy;
    }
}

void
PathTable::SetMap(PathMap& map,
                  const std::vector<TracedPort>& ports,
                  uint16_t first,
                  int64_t memory)
{
    m_map = &map;
    m_ports = &ports;
    m_firstPort = first;
    m_linkMemory = memory;
}

const TracedPort&
PathTable::GetTraced(uint16_t path) const
{
    return (*m_ports)[(m_firstPort + path) % m_ports->size()];
}

uint16_t
PathTable::GetPort(uint16_t path) const
{
    return m_map ? GetTraced(path).port : 0;
}

int64_t
PathTable::GetKnownExcess(uint16_t path, int64_t now) const
{
    return m_map && m_linkMemory > 0 ? m_map->GetExcess(GetTraced(path), now, m_linkMemory) : 0;
}

void
PathTable::NoteInMap(uint16_t path, int64_t rtt, int64_t now) const
{
    if (!m_map || m_linkMemory == 0)
    {
        return;
    }
    // Shorter delays are those of any loaded network: another flow learns nothing from them.
    const int64_t excess = rtt - m_baseRtt;
    m_map->Note(GetTraced(path),
                excess > NOTABLE_BASE_RTTS * m_baseRtt ? excess : 0,
                now,
                m_linkMemory);
}

uint16_t
PathTable::GetSize() const
{
    return static_cast<uint16_t>(m_paths.size());
}

uint16_t
PathTable::FindHealthy(uint16_t from) const
{
    const uint16_t paths = GetSize();
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

uint16_t
PathTable::PickBackup()
{
    const uint16_t path = FindHealthy(m_backup);
    m_backup = path + 1;
    return path;
}

bool
PathTable::MayIsolate(uint16_t path, int64_t now) const
{
    return m_paths[path].healthy && now >= m_holdDownEnd && CountHealthy() > 1;
}

void
PathTable::Isolate(uint16_t path, int64_t now)
{
    NS_LOG_FUNCTION(this << path << now);
    m_paths[path].healthy = false;
    m_paths[path].isolatedOnce = true;
    m_holdDownEnd = now + m_baseRtt;
    if (m_primary == path)
    {
        m_primary = FindHealthy(path);
    }
    m_backup = m_primary == NONE ? 0 : m_primary;
    NS_LOG_LOGIC("primary is " << m_primary << ", " << CountHealthy() << " paths are healthy");
}

void
PathTable::Restore(uint16_t path)
{
    NS_LOG_FUNCTION(this << path);
    m_paths[path].healthy = true;
    m_paths[path].lastRtt = 0;
    m_paths[path].estimator.Reset();
    if (m_primary == NONE)
    {
        m_primary = path;
    }
}

bool
PathTable::IsHealthy(uint16_t path) const
{
    return m_paths[path].healthy;
}

uint16_t
PathTable::CountHealthy() const
{
    const auto isHealthy = [](const Path& path) { return path.healthy; };
    return static_cast<uint16_t>(std::count_if(m_paths.begin(), m_paths.end(), isHealthy));
}

bool
PathTable::WasIsolated(uint16_t path) const
{
    return m_paths[path].isolatedOnce;
}

uint16_t
PathTable::GetPrimary() const
{
    return m_primary;
}

void
PathTable::SetPrimary(uint16_t path)
{
    m_primary = path;
}

bool
PathTable::Leave(uint16_t path)
{
    if (m_primary == path)
    {
        m_primary = FindHealthy(static_cast<uint16_t>(path + 1));
    }
    return m_primary != path;
}

uint16_t
PathTable::GetNext() const
{
    return m_next;
}

void
PathTable::SetNext(uint16_t path)
{
    m_next = path;
}

int64_t
PathTable::GetHoldDownEnd() const
{
    return m_holdDownEnd;
}

void
PathTable::BackOff()
{
    m_backoff = std::min<uint8_t>(m_backoff + 1, MAX_BACKOFF);
    NS_LOG_LOGIC("T_soft is doubled " << +m_backoff << " times");
}

uint8_t
PathTable::GetBackoff() const
{
    return m_backoff;
}

void
PathTable::AddSample(uint16_t path, int64_t rtt, int64_t now)
{
    m_backoff = 0;
    m_paths[path].lastRtt = rtt;
    m_paths[path].lastTime = now;
    m_paths[path].estimator.AddSample(rtt, m_settings);
    m_session.AddSample(rtt, m_settings);
    NoteInMap(path, rtt, now);
    if (m_history)
    {
        m_history->AddSample(rtt, m_settings);
    }
}

void
PathTable::NoteLate(uint16_t path, int64_t elapsed, int64_t now)
{
    m_paths[path].lastRtt = std::max(m_paths[path].lastRtt, elapsed);
    m_paths[path].lastTime = now;
    NoteInMap(path, elapsed, now);
}

int64_t
PathTable::GetLastRtt(uint16_t path) const
{
    return m_paths[path].lastRtt;
}

int64_t
PathTable::GetLastTime(uint16_t path) const
{
    return m_paths[path].lastTime;
}

const PathEstimator&
PathTable::GetEstimator(uint16_t path) const
{
    return m_paths[path].estimator;
}

const PathEstimator&
PathTable::GetSession() const
{
    return m_session;
}

int64_t
PathTable::GetSoftTimeout(uint16_t path) const
{
    const PathEstimator& own = m_paths[path].estimator;
    const bool useHistory = !m_session.HasSample() && m_history;
    const PathEstimator& estimator = own.HasSample() ? own : useHistory ? *m_history : m_session;
    return estimator.GetSoftTimeout(m_settings);
}

} // namespace ns3::rdmacell
