/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rerouting-cell-recovery.h"

#include "ns3/double.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(ReroutingCellRecovery);

namespace
{

constexpr uint32_t MAX_DOUBLINGS = 10; ///< of FaultTime, for cells that were retransmitted

} // namespace

TypeId
ReroutingCellRecovery::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::ReroutingCellRecovery")
            .SetParent<CellRecovery>()
            .SetGroupName("RdmaCell")
            .AddConstructor<ReroutingCellRecovery>()
            .AddAttribute("FaultRtts",
                          "A path is at fault if a cell on it is older than this many round-trip "
                          "times of the latest token of a cell that follows it, and its queue "
                          "pair is not busy with an earlier one (32: not given by the paper; with "
                          "4, a loaded network without faults has cells of 1.5 BDP sent again, see "
                          "doc/rdmacell-study.md).",
                          DoubleValue(32),
                          MakeDoubleAccessor(&ReroutingCellRecovery::m_faultRtts),
                          MakeDoubleChecker<double>(1, 10000))
            .AddAttribute(
                "FaultCells",
                "A path is also at fault if the token of a cell on it is late, and this "
                "many cells that follow it have had theirs (16: this module's, a quarter of "
                "the ring, which holds a flow up when it is full).",
                UintegerValue(16),
                MakeUintegerAccessor(&ReroutingCellRecovery::m_faultCells),
                MakeUintegerChecker<uint32_t>(1, 4096))
            .AddAttribute("FaultTime",
                          "A path is at fault if a cell on it has had no token for this time, "
                          "whatever other paths do (4 ms, as CellApp::CompletionTimeout: not given "
                          "by the paper).",
                          TimeValue(MilliSeconds(4)),
                          MakeTimeAccessor(&ReroutingCellRecovery::m_faultTime),
                          MakeTimeChecker(NanoSeconds(1), Seconds(1)));
    return tid;
}

CellRecovery::Action
ReroutingCellRecovery::OnLateToken(const LateCell& cell) const
{
    const auto age = static_cast<double>(cell.age);
    // The NIC may pace a queue pair far down, so that cells behind another one wait for long.
    const bool othersDeliver = cell.laterTokens >= m_faultCells ||
                               (!cell.behind && cell.laterRtt > 0 &&
                                age >= m_faultRtts * static_cast<double>(cell.laterRtt));
    // As RFC 6298 does, wait twice as long for each retransmission.
    const int64_t time = std::max(m_faultTime.GetTimeStep(), cell.leastLimit)
                         << std::min(cell.sends - 1, MAX_DOUBLINGS);
    return othersDeliver || cell.age >= time ? Action::ISOLATE : Action::REROUTE;
}

} // namespace ns3::rdmacell
