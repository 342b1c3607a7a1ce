/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "cell-sender.h"

#include "cell-send-side.h"
#include "path-set.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <bitset>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("CellSender");

CellSender::CellSender(CellSendSide& side, PathSet& paths, const Flow& flow, uint16_t slot)
    : m_side(side),
      m_paths(paths),
      m_flow(flow),
      m_slot(slot),
      m_window(side.GetSettings().window->Open(paths.GetProperties())),
      m_queue(flow.sizeBytes, paths.GetCellBytes(), m_window.cells, side.GetSettings().ringSlots),
      m_timerAt(TrackingQueue::NEVER)
{
}

CellSender::~CellSender()
{
    StopTimer();
    m_side.RemoveOutstanding(m_outstandingBytes); // the last completions may still be in flight
}

void
CellSender::Start(const CellFlowReply& memory)
{
    NS_LOG_LOGIC("flow " << m_flow.id << ": " << m_queue.GetCellCount() << " cells to number "
                         << memory.flowNumber);
    m_memory = memory;
    m_started = true;
    SendCells();
}

void
CellSender::SendCells()
{
    if (!m_started)
    {
        return;
    }
    PathTable& table = m_paths.GetTable();
    while (!m_retransmit.empty() && table.CountHealthy() > 0)
    {
        TrackingQueue::Cell* cell = m_queue.Find(m_retransmit.front());
        m_retransmit.erase(m_retransmit.begin());
        if (cell && !cell->complete)
        {
            Post(*cell, table.PickBackup());
        }
    }
    m_waiting = false;
    UpdateWindow();
    while (m_retransmit.empty() && table.CountHealthy() > 0 && MaySend())
    {
        m_waiting = m_window.sendAt > Simulator::Now().GetTimeStep();
        if (m_waiting)
        {
            break;
        }
        PostNext();
    }
    ArmTimer();
}

void
CellSender::UpdateWindow()
{
    const uint64_t others = m_side.GetOutstandingBytes() - m_outstandingBytes;
    const uint32_t cells =
        m_side.GetSettings().window->GetCells(m_window, m_paths.GetProperties(), others);
    if (cells != m_queue.GetWindowLimit())
    {
        m_queue.SetWindow(cells);
        if (!m_side.GetTraces().windowChanged.IsEmpty())
        {
            m_side.GetTraces().windowChanged(m_flow.id, cells);
        }
    }
}

bool
CellSender::MaySend() const
{
    return m_queue.MaySend() &&
           m_outstanding < m_queue.GetWindowLimit() + MAX_UNCOMPLETED + m_queue.CountExcused();
}

void
CellSender::PostNext()
{
    const uint16_t path = m_side.GetSettings().scheduler->PickNext(m_paths.GetTable());
    if (m_path != path && m_path != PathTable::NONE)
    {
        ++m_side.GetCounters().pathChanges;
        if (!m_side.GetTraces().pathChanged.IsEmpty())
        {
            m_side.GetTraces().pathChanged(m_flow.id, m_path, path);
        }
    }
    m_path = path;
    Post(m_queue.Send(), path);
}

void
CellSender::Post(TrackingQueue::Cell& cell, uint16_t path)
{
    CellCounters& counters = m_side.GetCounters();
    const CellSettings& settings = m_side.GetSettings();
    const uint64_t before = m_paths.GetOutstandingBytes(path);
    const int64_t now = Simulator::Now().GetTimeStep();
    cell.path = path;
    cell.start = settings.rttStart == CellSettings::LINE_RATE
                     ? m_paths.TakeLine(path, now, cell.length)
                     : now;
    cell.timed = settings.rttStart != CellSettings::FIRST_BIT || before == 0;
    cell.late = false;
    ++cell.sends;
    if (cell.sends == 1)
    {
        ++counters.cells;
    }
    else
    {
        ++counters.retransmittedCells;
        counters.retransmittedBytes += cell.length;
    }
    m_pathsUsed |= uint64_t{1} << path;
    uint64_t ahead = 0;
    if (settings.rttStart == CellSettings::POST)
    {
        // Samples include the wait behind what is before it on its queue pair.
        ahead += m_paths.GetTable().GetEstimator(path).HasSample() ? 0 : before;
    }
    if (settings.rttStart != CellSettings::FIRST_BIT)
    {
        ahead += settings.hostBacklog ? m_side.GetOutstandingBytes() - m_outstandingBytes : 0;
    }
    ahead += HasToken(cell) ? 0 : cell.length; // its completion is awaited instead
    ++m_outstanding;
    m_outstandingBytes += cell.length;
    m_side.AddOutstanding(cell.length);
    m_paths.Post(*this, cell);
    cell.deadline = cell.timed ? cell.start + GetTokenTimeout(cell, ahead) : TrackingQueue::NEVER;
    TracePosting(cell);
}

void
CellSender::TracePosting(const TrackingQueue::Cell& cell) const
{
    NS_LOG_INFO("flow " << m_flow.id << ": cell " << cell.sequence << " posted on path "
                        << cell.path << (cell.sends > 1 ? ", retransmitted" : ""));
    const CellTraces& traces = m_side.GetTraces();
    if (!traces.cellPosted.IsEmpty())
    {
        traces.cellPosted(m_flow.id, cell.sequence, cell.path, cell.length);
    }
    if (cell.sends > 1)
    {
        traces.cellRetransmitted(m_flow.id, cell.sequence, cell.path, cell.length);
    }
}

int64_t
CellSender::GetTokenTimeout(const TrackingQueue::Cell& cell, uint64_t ahead) const
{
    const PathTable& table = m_paths.GetTable();
    const int64_t timeout = table.GetSoftTimeout(cell.path) + m_paths.GetSerializationTime(ahead);
    // The ceiling bounds the estimate, not the doubling: where all paths are slower than the
    // ceiling, cells would otherwise be retransmitted for ever.
    return std::min(timeout, m_paths.GetLimit(m_side.GetSettings().softCeiling))
           << std::max(cell.backoff, table.GetBackoff());
}

const TrackingQueue::Cell*
CellSender::OnToken(const Token& token, const GlobalCellId& id)
{
    CellCounters& counters = m_side.GetCounters();
    const int64_t now = Simulator::Now().GetTimeStep();
    const uint64_t sequence = GlobalCellId::Extend(id.sequence,
                                                   m_queue.GetNextAck(),
                                                   m_side.GetSettings().GetCellIdLayout());
    if (!m_side.GetTraces().tokenReceived.IsEmpty())
    {
        m_side.GetTraces().tokenReceived(m_flow.id, sequence, token.pathIndex);
    }
    const TrackingQueue::TokenKind kind = m_queue.OnToken(sequence, id.attempt);
    if (kind != TrackingQueue::TokenKind::TIMELY && kind != TrackingQueue::TokenKind::LATE)
    {
        return nullptr;
    }
    TrackingQueue::Cell& cell = *m_queue.Find(sequence);
    NS_LOG_LOGIC("flow " << m_flow.id << ": token of cell " << sequence << ", path "
                         << token.pathIndex);
    const bool late = kind == TrackingQueue::TokenKind::LATE;
    counters.tokensLate += late ? 1 : 0;
    const bool headWasPlaced = late || cell.sends == 1 || (token.status & Token::DUPLICATE);
    (headWasPlaced ? counters.softExpiriesSpurious : counters.softExpiriesTrue) += cell.expiries;
    cell.expiries = 0;
    if (!late && cell.sends == 1 && cell.timed)
    {
        AddSample(cell, now - cell.start, now);
    }
    if (m_queue.CountExcused() > 0 && m_queue.ExcuseOvertaken(cell))
    {
        NS_LOG_INFO("flow " << m_flow.id << ": cell " << sequence << " overtakes late ones");
    }
    const int64_t limit = m_paths.GetCompletionTimeout();
    cell.deadline = limit > 0 ? now + (limit << cell.backoff) : TrackingQueue::NEVER;
    return late ? nullptr : &cell;
}

void
CellSender::AddSample(const TrackingQueue::Cell& cell, int64_t rtt, int64_t now)
{
    NS_LOG_LOGIC("flow " << m_flow.id << ": RTT of path " << cell.path << " is "
                         << TimeStep(rtt).As(Time::US));
    const CellSettings& settings = m_side.GetSettings();
    const CellWindow::PathProperties properties = m_paths.GetProperties();
    m_paths.GetTable().AddSample(cell.path, rtt, now);
    settings.scheduler->OnSample(m_paths.GetTable(), cell.path, properties.baseRtt, now);
    settings.window->OnSample(m_window, properties, rtt, now);
    if (cell.sequence >= m_latestToken)
    {
        m_latestToken = cell.sequence;
        m_latestRtt = rtt;
    }
    if (!m_side.GetTraces().rttSample.IsEmpty())
    {
        m_side.GetTraces().rttSample(m_flow.id, cell.sequence, TimeStep(rtt));
    }
}

void
CellSender::OnComplete(uint64_t sequence)
{
    TrackingQueue::Cell* cell = m_queue.Find(sequence);
    if (!cell || cell->complete)
    {
        return;
    }
    // Of a cell that was sent once, the head was only late; of others, no token is left to tell.
    CellCounters& counters = m_side.GetCounters();
    (cell->sends == 1 ? counters.softExpiriesSpurious : counters.softExpiriesUnknown) +=
        cell->expiries;
    if (!m_side.GetTraces().cellCompleted.IsEmpty())
    {
        m_side.GetTraces().cellCompleted(m_flow.id, sequence, cell->length);
    }
    m_queue.Complete(sequence);
    if (m_queue.IsDone())
    {
        StopTimer();
        ++m_side.GetCounters().flows;
        m_side.GetCounters().pathsUsed += std::bitset<64>(m_pathsUsed).count();
        m_side.ReportFinished(m_flow.id);
    }
}

void
CellSender::RemoveOutstanding(uint32_t length)
{
    --m_outstanding;
    m_outstandingBytes -= length;
    m_side.RemoveOutstanding(length);
}

void
CellSender::OnFirstBit(uint64_t sequence, int64_t since)
{
    TrackingQueue::Cell* cell = m_queue.Find(sequence);
    if (cell && !cell->timed && !cell->hasToken && !cell->complete)
    {
        cell->timed = true;
        cell->start = std::max(cell->start, since);
        cell->deadline = cell->start + GetTokenTimeout(*cell, 0);
        ArmTimer();
    }
}

void
CellSender::RollBack(uint16_t path)
{
    NS_LOG_FUNCTION(this << m_flow.id << path);
    m_rolledBack = true;
    m_queue.RollBack(path, m_retransmit);
    std::sort(m_retransmit.begin(), m_retransmit.end());
}

int64_t
CellSender::GetTimerExpiry() const
{
    return m_timerAt == TrackingQueue::NEVER ? 0 : m_timerAt;
}

void
CellSender::ArmTimer()
{
    int64_t first = m_waiting ? m_window.sendAt : TrackingQueue::NEVER;
    for (const TrackingQueue::Cell& cell : m_queue.GetWindow())
    {
        first = std::min(first, cell.deadline);
    }
    // A timer that expires early is armed again: most deadlines move long before they pass.
    if (first < m_timerAt)
    {
        StopTimer();
        m_timerAt = first;
        const int64_t now = Simulator::Now().GetTimeStep();
        m_timer =
            Simulator::Schedule(TimeStep(std::max(first, now) - now), &CellSender::OnTimer, this);
    }
}

void
CellSender::StopTimer()
{
    if (m_timerAt != TrackingQueue::NEVER)
    {
        m_timer.Cancel();
        m_timerAt = TrackingQueue::NEVER;
    }
}

void
CellSender::OnTimer()
{
    const int64_t now = Simulator::Now().GetTimeStep();
    m_timerAt = TrackingQueue::NEVER;
    const auto isDue = [now](const TrackingQueue::Cell& cell) { return cell.deadline <= now; };
    auto& window = m_queue.GetWindow();
    for (auto due = std::find_if(window.begin(), window.end(), isDue); due != window.end();
         due = std::find_if(window.begin(), window.end(), isDue))
    {
        OnDeadline(*due, now); // moves this deadline, and perhaps others
    }
    if (m_excused || (m_waiting && m_window.sendAt <= now))
    {
        m_excused = false;
        SendCells();
    }
    ArmTimer();
}

void
CellSender::OnDeadline(TrackingQueue::Cell& cell, int64_t now)
{
    CellCounters& counters = m_side.GetCounters();
    PathTable& table = m_paths.GetTable();
    if (now < table.GetHoldDownEnd())
    {
        cell.deadline = table.GetHoldDownEnd();
        return;
    }
    cell.backoff = std::min<uint8_t>(cell.backoff + 1, PathTable::MAX_BACKOFF);
    if (cell.hasToken)
    {
        NS_LOG_INFO("flow " << m_flow.id << ": completion of cell " << cell.sequence << " on path "
                            << cell.path << " is late");
        ++counters.completionExpiries;
        cell.deadline = now + (m_paths.GetCompletionTimeout() << cell.backoff);
    }
    else
    {
        NS_LOG_INFO("flow " << m_flow.id << ": token of cell " << cell.sequence << " on path "
                            << cell.path << " is late");
        ++counters.softExpiries;
        ++cell.expiries;
        cell.late = true;
        cell.deadline = now + GetTokenTimeout(cell, 0);
        if (Reroute(cell, now))
        {
            return;
        }
        if (table.MayIsolate(cell.path, now))
        {
            table.BackOff();
        }
    }
    m_paths.Recover(cell.path, now); // if it may, the cell is retransmitted
}

bool
CellSender::Reroute(TrackingQueue::Cell& cell, int64_t now)
{
    const CellSettings& settings = m_side.GetSettings();
    CellRecovery::LateCell late;
    late.age = now - cell.start;
    late.laterTokens = m_queue.CountTokensAfter(cell);
    late.behind = m_queue.IsBehind(cell);
    late.sends = cell.sends;
    late.leastLimit = m_paths.GetLimit(Time(0));
    late.laterRtt = m_latestToken > cell.sequence ? m_latestRtt : 0;
    if (settings.recovery->OnLateToken(late) == CellRecovery::Action::ISOLATE)
    {
        return false;
    }
    PathTable& table = m_paths.GetTable();
    table.NoteLate(cell.path, late.age, now);
    settings.scheduler->OnSample(table, cell.path, m_paths.GetProperties().baseRtt, now);
    if (table.Leave(cell.path) && m_queue.Excuse(cell))
    {
        NS_LOG_INFO("flow " << m_flow.id << ": new cells leave path " << cell.path);
        table.BackOff();
        m_excused = true;
    }
    return true;
}

GlobalCellId
CellSender::GetCellId(const TrackingQueue::Cell& cell) const
{
    GlobalCellId id;
    id.sequence = static_cast<uint32_t>(cell.sequence);
    id.slot = m_slot;
    id.attempt = static_cast<uint8_t>(cell.sends - 1);
    id.flags =
        (cell.sequence == 0 ? GlobalCellId::FIRST : 0) |
        (cell.sequence + 1 == m_queue.GetCellCount() ? GlobalCellId::LAST : 0) |
        (cell.length <= m_side.GetEndpoint().GetVerbs().GetPathMtu() ? GlobalCellId::TOKEN_ONLY
                                                                     : 0) |
        (cell.sends > 1 ? GlobalCellId::RETRANSMITTED : 0);
    return id;
}

bool
CellSender::HasToken(const TrackingQueue::Cell& cell) const
{
    return m_side.GetSettings().tokenOfLast || cell.sequence + 1 < m_queue.GetCellCount();
}

} // namespace ns3::rdmacell
