/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tracking-queue.h"

#include <algorithm>

namespace ns3::rdmacell
{

TrackingQueue::TrackingQueue(uint64_t sizeBytes, uint32_t cellBytes, uint32_t window, uint32_t span)
    : m_size(sizeBytes),
      m_cellBytes(cellBytes),
      m_windowLimit(window),
      m_mostExcused(window + MAX_TRIALS),
      m_span(span),
      m_cells(sizeBytes == 0 ? 1 : (sizeBytes - 1) / cellBytes + 1)
{
}

void
TrackingQueue::SetWindow(uint32_t window)
{
    m_windowLimit = window;
}

uint32_t
TrackingQueue::GetWindowLimit() const
{
    return m_windowLimit;
}

bool
TrackingQueue::MaySend() const
{
    return GetNextSend() < m_cells && m_withoutToken < m_windowLimit + m_excused &&
           m_window.size() < m_span;
}

TrackingQueue::Cell&
TrackingQueue::Send()
{
    Cell cell;
    cell.sequence = GetNextSend();
    cell.offset = cell.sequence * m_cellBytes;
    cell.length = static_cast<uint32_t>(std::min<uint64_t>(m_cellBytes, m_size - cell.offset));
    ++m_withoutToken;
    m_window.push_back(cell);
    return m_window.back();
}

TrackingQueue::Cell*
TrackingQueue::Find(uint64_t sequence)
{
    const uint64_t index = sequence - m_nextAck; // wraps to a huge index below NEXT_ACK
    return index < m_window.size() ? &m_window[index] : nullptr;
}

TrackingQueue::TokenKind
TrackingQueue::OnToken(uint64_t sequence, uint8_t attempt)
{
    Cell* cell = Find(sequence);
    if (!cell || cell->complete || cell->sends == 0)
    {
        return TokenKind::UNKNOWN;
    }
    if (cell->hasToken)
    {
        return TokenKind::KNOWN;
    }
    cell->hasToken = true;
    --m_withoutToken;
    Readmit(*cell);
    return attempt == ((cell->sends - 1) & 0xf) ? TokenKind::TIMELY : TokenKind::LATE;
}

bool
TrackingQueue::Excuse(Cell& cell)
{
    const auto isTrial = [&cell](const Cell& other) {
        return other.excused && other.path == cell.path;
    };
    if (m_trials >= MAX_TRIALS || cell.hasToken || cell.complete ||
        std::any_of(m_window.begin(), m_window.end(), isTrial))
    {
        return false;
    }
    cell.excused = true;
    ++m_excused;
    ++m_trials;
    return true;
}

bool
TrackingQueue::ExcuseOvertaken(const Cell& cell)
{
    uint64_t latePaths = 0; // earlier cells of a path come first
    bool any = false;
    for (Cell& each : m_window)
    {
        if (each.sequence >= cell.sequence)
        {
            break;
        }
        if (each.path == cell.path || each.path == NO_PATH || each.hasToken || each.complete)
        {
            continue;
        }
        latePaths |= each.late ? uint64_t{1} << each.path : 0;
        if ((latePaths >> each.path & 1) != 0 && !each.overtaken &&
            (each.excused || m_excused < m_mostExcused))
        {
            m_trials -= each.excused ? 1 : 0;
            m_excused += each.excused ? 0 : 1;
            any = any || !each.excused;
            each.excused = true;
            each.overtaken = true;
        }
    }
    return any;
}

void
TrackingQueue::Readmit(Cell& cell)
{
    m_trials -= cell.excused && !cell.overtaken ? 1 : 0;
    m_excused -= cell.excused ? 1 : 0;
    cell.excused = false;
    cell.overtaken = false;
}

uint32_t
TrackingQueue::CountExcused() const
{
    return m_excused;
}

uint32_t
TrackingQueue::CountTokensAfter(const Cell& cell) const
{
    const auto follows = [&cell](const Cell& other) {
        return other.sequence > cell.sequence && other.hasToken;
    };
    return static_cast<uint32_t>(std::count_if(m_window.begin(), m_window.end(), follows));
}

bool
TrackingQueue::IsBehind(const Cell& cell) const
{
    return std::any_of(m_window.begin(), m_window.end(), [&cell](const Cell& other) {
        return other.sequence < cell.sequence && other.path == cell.path && other.hasToken &&
               !other.complete;
    });
}

void
TrackingQueue::Complete(uint64_t sequence)
{
    Cell* cell = Find(sequence);
    if (!cell || cell->complete)
    {
        return;
    }
    cell->complete = true;
    cell->deadline = NEVER;
    m_withoutToken -= cell->hasToken ? 0 : 1;
    Readmit(*cell);
    const auto first = std::find_if(m_window.begin(), m_window.end(), [](const Cell& each) {
        return !each.complete;
    });
    m_nextAck += static_cast<uint64_t>(first - m_window.begin());
    m_window.erase(m_window.begin(), first);
}

void
TrackingQueue::RollBack(uint16_t path, std::vector<uint64_t>& sequences)
{
    for (Cell& cell : m_window)
    {
        if (cell.path == path && !cell.complete)
        {
            m_withoutToken += cell.hasToken ? 1 : 0;
            cell.hasToken = false;
            Readmit(cell);
            cell.path = NO_PATH;
            cell.deadline = NEVER;
            sequences.push_back(cell.sequence);
        }
    }
}

bool
TrackingQueue::IsDone() const
{
    return m_nextAck == m_cells;
}

uint64_t
TrackingQueue::GetNextSend() const
{
    return m_nextAck + m_window.size();
}

uint64_t
TrackingQueue::GetNextAck() const
{
    return m_nextAck;
}

uint64_t
TrackingQueue::GetCellCount() const
{
    return m_cells;
}

TrackingQueue::Window&
TrackingQueue::GetWindow()
{
    return m_window;
}

} // namespace ns3::rdmacell
