/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-set.h"

#include "cell-send-side.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("PathSet");

namespace
{

constexpr uint32_t WRS_OF_CELL = 2;      ///< head and payload
constexpr int64_t INITIAL_BASE_RTTS = 3; ///< T_soft without samples, and one cell

/// Times of a cell that no limit of its time is below. Where links are so slow that a cell takes as
/// long as a limit, cells would otherwise be retransmitted for ever, each before it has arrived.
constexpr int64_t LEAST_CELL_TIMES = 32;

} // namespace

PathSet::PathSet(CellSendSide& side,
                 QpGroup& group,
                 Ipv4Address peer,
                 const PathInfo& info,
                 uint32_t cellBytes)
    : m_side(side),
      m_group(group),
      m_peer(peer),
      m_cellBytes(cellBytes),
      m_baseRtt(info.baseRtt.GetTimeStep()),
      m_bitRate(info.bitRate),
      m_leastLimit(LEAST_CELL_TIMES * GetSerializationTime(cellBytes)),
      m_table(side.GetSettings().queuePairs,
              side.GetEndpoint().ConnectsAtOnce(),
              MakeEstimatorSettings(),
              m_baseRtt,
              side.GetSettings().history == CellSettings::HOST ? &side.GetHistory(m_baseRtt)
                                                               : nullptr),
      m_paths(side.GetSettings().queuePairs)
{
    const CellSettings& settings = side.GetSettings();
    if (settings.portSelection == CellSettings::TRACED)
    {
        PathMap& map = side.GetPathMap();
        const std::vector<TracedPort>& ports = map.GetPorts(peer, settings.queuePairs);
        const int64_t memory = settings.linkMemory.GetTimeStep();
        const int64_t now = Simulator::Now().GetTimeStep();
        // Flows that start at the same time take different paths, as far as all are as good.
        const uint16_t first = memory > 0
                                   ? map.Pick(ports, group.GetId(), m_baseRtt / 2, now, memory)
                                   : static_cast<uint16_t>(group.GetId() % ports.size());
        m_table.SetMap(map, ports, first, memory);
    }
}

PathSet::~PathSet()
{
    for (EventId& reset : m_resets)
    {
        reset.Cancel();
    }
}

PathEstimator::Settings
PathSet::MakeEstimatorSettings() const
{
    const CellSettings& settings = m_side.GetSettings();
    const int64_t cellTime = GetSerializationTime(m_cellBytes);
    PathEstimator::Settings made;
    made.alpha = settings.alpha;
    made.beta = settings.beta;
    made.factor = settings.deviationFactor;
    made.floor = static_cast<int64_t>(settings.softFloor * static_cast<double>(cellTime));
    made.ceiling = GetLimit(settings.softCeiling);
    made.initialSoft = INITIAL_BASE_RTTS * m_baseRtt + cellTime;
    return made;
}

void
PathSet::ConnectInAdvance()
{
    if (m_table.CountHealthy() == 0)
    {
        for (uint16_t path = 0; path < m_paths.size(); ++path)
        {
            Connect(path);
        }
    }
}

void
PathSet::Close()
{
    for (CellPath& path : m_paths)
    {
        path.Destroy(m_side, m_peer);
    }
}

void
PathSet::Connect(uint16_t path)
{
    if (!m_paths[path].IsCreated())
    {
        const CellSettings& settings = m_side.GetSettings();
        // As many late cells as a window has count for none, and those that led to trials.
        const uint32_t cells = 2 * settings.window->GetMost(GetProperties()) +
                               CellSender::MAX_UNCOMPLETED + TrackingQueue::MAX_TRIALS;
        m_paths[path].Create(m_side, m_group, path, WRS_OF_CELL * cells * settings.GetSlots());
        m_paths[path].SetPort(m_table.GetPort(path));
    }
    const ConnectionRequest request = m_paths[path].MakeRequest(m_side, m_group, path);
    CellSendSide& side = m_side;
    const uint32_t qpNum = request.qpNum;
    side.GetEndpoint().Connect(m_peer, request, [&side, qpNum](const ConnectionReply& reply) {
        // The group may have ended while the reply was in flight.
        if (const auto* qp = side.GetQps().Find(qpNum))
        {
            qp->owner->OnConnected(qp->path, reply);
        }
    });
}

bool
PathSet::OnConnected(uint16_t path, const ConnectionReply& reply)
{
    m_paths[path].BringUp(m_side, m_peer, reply);
    if (m_table.IsHealthy(path))
    {
        return false;
    }
    NS_LOG_INFO("group " << m_group.GetId() << ": path " << path << " is in use");
    m_table.Restore(path);
    m_side.GetTraces().restored(m_group.GetId(), path);
    return true;
}

void
PathSet::Post(CellSender& sender, const TrackingQueue::Cell& cell)
{
    CellPath& path = m_paths[cell.path];
    if (!path.IsCreated())
    {
        Connect(cell.path);
    }
    path.Post(m_side, sender, cell, m_nextWrId++);
}

int64_t
PathSet::TakeLine(uint16_t path, int64_t now, uint32_t bytes)
{
    return m_paths[path].TakeLine(now, GetSerializationTime(bytes));
}

void
PathSet::OnCompletion(uint16_t path, const WorkCompletion& completion)
{
    if (completion.status != WcStatus::SUCCESS)
    {
        // An isolated path flushes its cells, which others carry; otherwise the NIC gave up.
        if (m_table.IsHealthy(path))
        {
            NS_LOG_WARN("group " << m_group.GetId() << ": QP " << completion.qpNum << " of path "
                                 << path << " fails with status "
                                 << static_cast<int>(completion.status));
            ++m_side.GetCounters().queuePairErrors;
            Isolate(path);
        }
        return;
    }
    auto& outstanding = m_paths[path].GetOutstanding();
    bool any = false;
    while (!outstanding.empty() && outstanding.front().wrId <= completion.wrId)
    {
        const CellPath::OutstandingCell done = outstanding.front();
        outstanding.erase(outstanding.begin()); // there are few
        done.sender->RemoveOutstanding(done.length);
        done.sender->OnComplete(done.sequence);
        done.sender->SendCells();
        any = true;
    }
    if (any && !outstanding.empty())
    {
        const CellPath::OutstandingCell& next = outstanding.front();
        next.sender->OnFirstBit(next.sequence, Simulator::Now().GetTimeStep() - m_baseRtt);
    }
}

void
PathSet::CompleteEarlier(const CellSender& sender, const TrackingQueue::Cell& cell)
{
    for (const CellPath::OutstandingCell& each : m_paths[cell.path].GetOutstanding())
    {
        if (each.sender == &sender && each.sequence == cell.sequence)
        {
            return;
        }
        each.sender->OnComplete(each.sequence);
    }
}

void
PathSet::OnNak(uint16_t path)
{
    NS_LOG_INFO("group " << m_group.GetId() << ": NAK on path " << path);
    ++m_side.GetCounters().naksSeen;
    Recover(path, Simulator::Now().GetTimeStep());
}

bool
PathSet::Recover(uint16_t path, int64_t now)
{
    if (!m_table.MayIsolate(path, now))
    {
        NS_LOG_LOGIC("group " << m_group.GetId() << ": path " << path << " is not isolated now");
        return false;
    }
    Isolate(path);
    return true;
}

void
PathSet::Isolate(uint16_t path)
{
    NS_LOG_INFO("group " << m_group.GetId() << ": path " << path << " is isolated with "
                         << m_paths[path].GetOutstanding().size() << " cells on it");
    ++m_side.GetCounters().reroutes;
    m_side.GetTraces().isolated(m_group.GetId(), path);
    m_table.Isolate(path, Simulator::Now().GetTimeStep());
    for (const CellPath::OutstandingCell& each : m_paths[path].GetOutstanding())
    {
        each.sender->RemoveOutstanding(each.length);
    }
    m_paths[path].Flush();
    m_resets.resize(m_paths.size());
    m_resets[path] =
        Simulator::Schedule(m_side.GetSettings().resetTime, &PathSet::Reset, this, path);
    m_group.OnIsolated(path);
}

void
PathSet::Reset(uint16_t path)
{
    NS_LOG_INFO("group " << m_group.GetId() << ": path " << path << " is reset");
    // A traced port stays: where another one leads is not known.
    m_paths[path].Reset(m_side.GetSettings().newPortOnReset && m_table.GetPort(path) == 0);
    ++m_side.GetCounters().resets;
    Connect(path);
}

PathTable&
PathSet::GetTable()
{
    return m_table;
}

CellWindow::PathProperties
PathSet::GetProperties() const
{
    return {m_baseRtt, GetSerializationTime(m_cellBytes), m_cellBytes};
}

bool
PathSet::AreAllHealthy() const
{
    return m_table.CountHealthy() == m_paths.size();
}

uint32_t
PathSet::GetCellBytes() const
{
    return m_cellBytes;
}

int64_t
PathSet::GetLimit(const Time& limit) const
{
    return std::max(limit.GetTimeStep(), m_leastLimit);
}

int64_t
PathSet::GetCompletionTimeout() const
{
    const Time& timeout = m_side.GetSettings().completionTimeout;
    return timeout.IsZero() ? 0 : GetLimit(timeout);
}

int64_t
PathSet::GetSerializationTime(uint64_t bytes) const
{
    if (bytes == 0)
    {
        return 0; // most often; the arithmetic is costly
    }
    return Seconds(static_cast<double>(bytes) * 8 / static_cast<double>(m_bitRate)).GetTimeStep();
}

uint64_t
PathSet::GetOutstandingBytes(uint16_t path) const
{
    return m_paths[path].GetOutstandingBytes();
}

} // namespace ns3::rdmacell
