/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rerouting-cell-recovery.h"

#include "ns3/double.h"

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(ReroutingCellRecovery);

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
                          "times of the latest token of a cell behind it (32: not given by the "
                          "paper; with 4, a loaded network without faults has cells of 1.5 BDP "
                          "sent again, see doc/rdmacell-study.md).",
                          DoubleValue(32),
                          MakeDoubleAccessor(&ReroutingCellRecovery::m_faultRtts),
                          MakeDoubleChecker<double>(1, 10000))
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
    const bool othersDeliver =
        cell.laterRtt > 0 && age >= m_faultRtts * static_cast<double>(cell.laterRtt);
    return othersDeliver || cell.age >= m_faultTime.GetTimeStep() ? Action::ISOLATE
                                                                  : Action::REROUTE;
}

} // namespace ns3::rdmacell
