/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "adaptive-cell-window.h"

#include "ns3/double.h"

#include <algorithm>

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(AdaptiveCellWindow);

namespace
{

/// Share of a cell that a window may lack of a base RTT. A cell's headers take longer than that, as
/// the time of a cell counts payload only.
constexpr double ROUNDING = 0.04;

/// Bandwidth-delay products of a host: no limit.
constexpr double UNLIMITED = 1e6;

/**
 * @brief Compute the window that has a limited part of itself in queues.
 * @param limit the part
 * @param rtt round-trip time, base RTTs
 * @param most largest window
 * @return the window, in units of the limit
 */
double
LimitQueued(double limit, double rtt, double most)
{
    return limit * rtt < most * (rtt - 1) ? limit * rtt / (rtt - 1) : most;
}

} // namespace

TypeId
AdaptiveCellWindow::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::AdaptiveCellWindow")
            .SetParent<CellWindow>()
            .SetGroupName("RdmaCell")
            .AddConstructor<AdaptiveCellWindow>()
            .AddAttribute("QueuedCells",
                          "Cells of a flow in queues at most, by its last token (0.75: this "
                          "module's, less than what a flow can vary; TCP Vegas has 1 to 3 "
                          "packets).",
                          DoubleValue(0.75),
                          MakeDoubleAccessor(&AdaptiveCellWindow::m_queuedCells),
                          MakeDoubleChecker<double>(0, 1000))
            .AddAttribute("QueuedBdp",
                          "Bandwidth-delay products of all flows of the host in queues at most, by "
                          "the average of its tokens; only flows with more than one cell are held "
                          "to it (1: this module's).",
                          DoubleValue(1),
                          MakeDoubleAccessor(&AdaptiveCellWindow::m_queuedBdp),
                          MakeDoubleChecker<double>(0, 1000))
            .AddAttribute("WaitAbove",
                          "Round-trip time of a token, in base RTTs, above which the next cell "
                          "waits for the excess (4: this module's, above the one at which "
                          "ReroutingCellScheduler tries another path).",
                          DoubleValue(4),
                          MakeDoubleAccessor(&AdaptiveCellWindow::m_waitAbove),
                          MakeDoubleChecker<double>(1, 10000))
            .AddAttribute("Gain",
                          "Gain of the average round-trip time of the host's tokens (1/8: RFC "
                          "6298).",
                          DoubleValue(0.125),
                          MakeDoubleAccessor(&AdaptiveCellWindow::m_gain),
                          MakeDoubleChecker<double>(0, 1));
    return tid;
}

uint32_t
AdaptiveCellWindow::GetMost(const PathProperties& path) const
{
    const double cells = static_cast<double>(path.baseRtt) / static_cast<double>(path.cellTime);
    // Above 1024 cells there is nothing to gain, but queue pairs have memory for each.
    return static_cast<uint32_t>(std::clamp(cells + 1 - ROUNDING, 1.0, 1024.0));
}

CellWindow::State
AdaptiveCellWindow::Open(const PathProperties& path) const
{
    State state;
    state.cells = GetMost(path);
    return state;
}

void
AdaptiveCellWindow::OnSample(State& state, const PathProperties& path, int64_t rtt, int64_t now)
{
    const auto baseRtt = static_cast<double>(path.baseRtt);
    const double ratio = static_cast<double>(rtt) / baseRtt;
    m_averageRtt += m_gain * (ratio - m_averageRtt);
    const double target = std::max(LimitQueued(m_queuedCells, ratio, GetMost(path)), 1.0);
    // A token is a round-trip time old. To follow it at once would let flows that share a link
    // alternate between a queue and an idle link.
    const double before = state.cells + state.rest;
    const double window =
        target < before ? (before + target) / 2 : std::min(target, before + 1 / before);
    state.cells = static_cast<uint32_t>(window);
    state.rest = window - state.cells;
    state.sendAt = now + std::max(rtt - static_cast<int64_t>(m_waitAbove * baseRtt), int64_t{0});
}

uint32_t
AdaptiveCellWindow::GetCells(const State& state, const PathProperties& path, uint64_t others) const
{
    if (state.cells == 1 || others == 0)
    {
        return state.cells;
    }
    const double cell = path.cellBytes;
    const double bdp = static_cast<double>(path.baseRtt) / static_cast<double>(path.cellTime);
    const double room = LimitQueued(m_queuedBdp, m_averageRtt, UNLIMITED) * bdp -
                        static_cast<double>(others) / cell;
    return static_cast<uint32_t>(std::clamp(room, 1.0, static_cast<double>(state.cells)));
}

double
AdaptiveCellWindow::GetAverageRtt() const
{
    return m_averageRtt;
}

} // namespace ns3::rdmacell
