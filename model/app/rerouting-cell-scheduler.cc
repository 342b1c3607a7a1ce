/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rerouting-cell-scheduler.h"

#include "ns3/double.h"

#include <algorithm>

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(ReroutingCellScheduler);

TypeId
ReroutingCellScheduler::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::ReroutingCellScheduler")
            .SetParent<CellScheduler>()
            .SetGroupName("RdmaCell")
            .AddConstructor<ReroutingCellScheduler>()
            .AddAttribute("LeaveAbove",
                          "Round-trip time of a token, in base RTTs, above which a flow looks for "
                          "another path (3: this module's).",
                          DoubleValue(3),
                          MakeDoubleAccessor(&ReroutingCellScheduler::m_leaveAbove),
                          MakeDoubleChecker<double>(0, 10000))
            .AddAttribute("Hysteresis",
                          "Estimate of another path at most, relative to the primary's "
                          "round-trip time, for the flow to take it (0.75: this module's).",
                          DoubleValue(0.75),
                          MakeDoubleAccessor(&ReroutingCellScheduler::m_hysteresis),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("Memory",
                          "Time in which the estimate of a path falls to the base RTT, in base "
                          "RTTs (32: this module's; 0.4 ms between pods, as long as long queues "
                          "last).",
                          DoubleValue(32),
                          MakeDoubleAccessor(&ReroutingCellScheduler::m_memory),
                          MakeDoubleChecker<double>(1, 1e6));
    return tid;
}

uint16_t
ReroutingCellScheduler::PickNext(PathTable& paths) const
{
    return paths.GetPrimary();
}

double
ReroutingCellScheduler::Estimate(const PathTable& paths,
                                 uint16_t path,
                                 int64_t baseRtt,
                                 int64_t now) const
{
    const auto base = static_cast<double>(baseRtt);
    const double excess = static_cast<double>(paths.GetLastRtt(path)) - base; // below 0: unknown
    const double age = static_cast<double>(now - paths.GetLastTime(path)) / base;
    const double shown = std::max(excess, 0.0) * std::max(1 - age / m_memory, 0.0);
    return base + std::max(shown, static_cast<double>(paths.GetKnownExcess(path, now)));
}

void
ReroutingCellScheduler::OnSample(PathTable& paths,
                                 uint16_t path,
                                 int64_t baseRtt,
                                 int64_t now) const
{
    const auto rtt = static_cast<double>(paths.GetLastRtt(path));
    if (path != paths.GetPrimary() || rtt <= m_leaveAbove * static_cast<double>(baseRtt))
    {
        return;
    }
    double best = m_hysteresis * rtt;
    for (uint16_t i = 1; i < paths.GetSize(); ++i)
    {
        const auto other = static_cast<uint16_t>((path + i) % paths.GetSize());
        const double estimate = Estimate(paths, other, baseRtt, now);
        if (paths.IsHealthy(other) && estimate < best)
        {
            best = estimate;
            paths.SetPrimary(other);
        }
    }
}

} // namespace ns3::rdmacell
