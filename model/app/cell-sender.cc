/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "cell-sender.h"

#include "cell-context.h"
#include "qp-group.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <bitset>

namespace ns3::rdmacell
{

CellSender::CellSender(CellContext& context,
                       QpGroup& group,
                       const Flow& flow,
                       uint16_t slot,
                       uint32_t cellBytes)
    : m_context(context),
      m_group(group),
      m_flow(flow),
      m_slot(slot),
      m_queue(flow.sizeBytes, cellBytes, context.settings.window, context.settings.ringSlots),
      m_timerAt(TrackingQueue::NEVER)
{
}

CellSender::~CellSender()
{
    StopTimer();
    m_context.postedBytes -= m_postedBytes; // the last completions may still be on their way
}

void
CellSender::Start(const CellFlowReply& memory)
{
    m_memory = memory;
    m_started = true;
    Pump();
}

void
CellSender::Pump()
{
    if (!m_started)
    {
        return;
    }
    CellScheduler& scheduler = m_group.GetScheduler();
    while (!m_resend.empty() && scheduler.CountHealthy() > 0)
    {
        TrackingQueue::Cell* cell = m_queue.Find(m_resend.front());
        m_resend.erase(m_resend.begin());
        if (cell && !cell->complete)
        {
            Post(*cell, scheduler.PickBackup());
        }
    }
    while (m_resend.empty() && scheduler.CountHealthy() > 0 && m_queue.MaySend() &&
           m_posted < m_context.settings.window + MOST_UNCOMPLETED)
    {
        Post(m_queue.Send(), scheduler.PickNext());
    }
    ArmTimer();
}

void
CellSender::Post(TrackingQueue::Cell& cell, uint16_t path)
{
    CellCounters& counters = m_context.counters;
    const CellSettings& settings = m_context.settings;
    const uint64_t before = m_group.GetPostedBytes(path);
    const int64_t now = Simulator::Now().GetTimeStep();
    cell.path = path;
    cell.start = now;
    cell.timed = settings.rttStart == CellSettings::POST || before == 0;
    ++cell.sends;
    if (cell.sends == 1)
    {
        ++counters.cells;
    }
    else
    {
        ++counters.resentCells;
        counters.resentBytes += cell.length;
    }
    m_pathsUsed |= uint64_t{1} << path;
    uint64_t ahead = 0;
    if (settings.rttStart == CellSettings::POST)
    {
        // Samples include the wait behind what is before it on its queue pair.
        ahead += m_group.GetScheduler().GetEstimator(path).HasSample() ? 0 : before;
        ahead += settings.hostBacklog ? m_context.postedBytes - m_postedBytes : 0;
    }
    ++m_posted;
    m_postedBytes += cell.length;
    m_context.postedBytes += cell.length;
    m_group.Post(*this, cell);
    cell.deadline = cell.timed ? now + GetPatience(cell, ahead) : TrackingQueue::NEVER;
}

int64_t
CellSender::GetPatience(const TrackingQueue::Cell& cell, uint64_t ahead) const
{
    const CellScheduler& scheduler = m_group.GetScheduler();
    const int64_t patience = scheduler.GetSoftTimeout(cell.path) + m_group.GetLineTime(ahead);
    // The ceiling bounds the estimate, not the doubling: where all is slower than the ceiling,
    // cells would else be sent again for ever.
    return std::min(patience, m_context.settings.softCeiling.GetTimeStep())
           << std::max(cell.backoff, scheduler.GetBackoff());
}

const TrackingQueue::Cell*
CellSender::OnToken(const Token& token, const GlobalCellId& id)
{
    CellCounters& counters = m_context.counters;
    const int64_t now = Simulator::Now().GetTimeStep();
    const uint64_t sequence =
        GlobalCellId::Extend(id.sequence, m_queue.GetNextAck(), m_context.GetLayout());
    const TrackingQueue::TokenKind kind = m_queue.OnToken(sequence, id.attempt);
    if (kind != TrackingQueue::TokenKind::TIMELY && kind != TrackingQueue::TokenKind::LATE)
    {
        return nullptr;
    }
    TrackingQueue::Cell& cell = *m_queue.Find(sequence);
    const bool late = kind == TrackingQueue::TokenKind::LATE;
    counters.tokensLate += late ? 1 : 0;
    const bool hadCome = late || cell.sends == 1 || (token.status & Token::DUPLICATE);
    (hadCome ? counters.softExpiriesSpurious : counters.softExpiriesTrue) += cell.expiries;
    cell.expiries = 0;
    if (!late && cell.sends == 1 && cell.timed)
    {
        const int64_t sample = now - cell.start;
        m_group.GetScheduler().AddSample(cell.path, sample);
        (*m_context.rttSample)(m_flow.id, cell.sequence, TimeStep(sample));
    }
    const int64_t limit = m_context.settings.completionTimeout.GetTimeStep();
    cell.deadline = limit > 0 ? now + (limit << cell.backoff) : TrackingQueue::NEVER;
    return late ? nullptr : &cell;
}

void
CellSender::OnComplete(uint64_t sequence)
{
    TrackingQueue::Cell* cell = m_queue.Find(sequence);
    if (!cell || cell->complete)
    {
        return;
    }
    // A cell that was sent only once has only taken longer; of others, no token tells.
    CellCounters& counters = m_context.counters;
    (cell->sends == 1 ? counters.softExpiriesSpurious : counters.softExpiriesUnknown) +=
        cell->expiries;
    m_queue.Complete(sequence);
    if (m_queue.IsDone())
    {
        StopTimer();
        ++m_context.counters.flows;
        m_context.counters.pathsUsed += std::bitset<64>(m_pathsUsed).count();
        m_context.finished(m_flow.id);
    }
}

void
CellSender::OnUnposted(uint32_t length)
{
    --m_posted;
    m_postedBytes -= length;
    m_context.postedBytes -= length;
}

void
CellSender::OnFirstBit(uint64_t sequence, int64_t since)
{
    TrackingQueue::Cell* cell = m_queue.Find(sequence);
    if (cell && !cell->timed && !cell->tokened && !cell->complete)
    {
        cell->timed = true;
        cell->start = std::max(cell->start, since);
        cell->deadline = cell->start + GetPatience(*cell, 0);
        ArmTimer();
    }
}

void
CellSender::RollBack(uint16_t path)
{
    m_rolledBack = true;
    m_queue.RollBack(path, m_resend);
    std::sort(m_resend.begin(), m_resend.end());
}

void
CellSender::ArmTimer()
{
    int64_t first = TrackingQueue::NEVER;
    for (const TrackingQueue::Cell& cell : m_queue.GetWindow())
    {
        first = std::min(first, cell.deadline);
    }
    // A timer that runs out too early looks again: most deadlines are moved long before they pass.
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
        OnDeadline(*due, now); // moves the deadline, and perhaps others
    }
    ArmTimer();
}

void
CellSender::OnDeadline(TrackingQueue::Cell& cell, int64_t now)
{
    CellCounters& counters = m_context.counters;
    CellScheduler& scheduler = m_group.GetScheduler();
    if (now < scheduler.GetHoldEnd())
    {
        cell.deadline = scheduler.GetHoldEnd();
        return;
    }
    cell.backoff = std::min<uint8_t>(cell.backoff + 1, CellScheduler::MOST_BACKOFF);
    if (cell.tokened)
    {
        ++counters.completionExpiries;
        cell.deadline = now + (m_context.settings.completionTimeout.GetTimeStep() << cell.backoff);
    }
    else
    {
        ++counters.softExpiries;
        ++cell.expiries;
        cell.deadline = now + GetPatience(cell, 0);
        if (scheduler.MayRecover(cell.path, now))
        {
            scheduler.BackOff();
        }
    }
    m_group.Recover(cell.path, now); // if it may, the cell is sent again
}

GlobalCellId
CellSender::GetCellId(const TrackingQueue::Cell& cell) const
{
    GlobalCellId id;
    id.sequence = static_cast<uint32_t>(cell.sequence);
    id.slot = m_slot;
    id.attempt = static_cast<uint8_t>(cell.sends - 1);
    id.flags = (cell.sequence == 0 ? GlobalCellId::FIRST : 0) |
               (cell.sequence + 1 == m_queue.GetCells() ? GlobalCellId::LAST : 0) |
               (cell.length <= m_context.verbs->GetPathMtu() ? GlobalCellId::TOKEN_ONLY : 0) |
               (cell.sends > 1 ? GlobalCellId::RESEND : 0);
    return id;
}

uint16_t
CellSender::GetSlot() const
{
    return m_slot;
}

const Flow&
CellSender::GetFlow() const
{
    return m_flow;
}

const CellFlowReply&
CellSender::GetMemory() const
{
    return m_memory;
}

bool
CellSender::IsDone() const
{
    return m_queue.IsDone();
}

uint32_t
CellSender::CountPosted() const
{
    return m_posted;
}

bool
CellSender::WasRolledBack() const
{
    return m_rolledBack;
}

} // namespace ns3::rdmacell
