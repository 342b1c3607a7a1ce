/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flow-source.h"

#include <iterator>
#include <utility>

namespace ns3::rdmacell
{

FlowSource::FlowSource(std::vector<ArrivalProcess> processes)
    : m_processes(std::move(processes))
{
}

void
FlowSource::Merge(FlowSource other)
{
    m_processes.insert(m_processes.end(),
                       std::make_move_iterator(other.m_processes.begin()),
                       std::make_move_iterator(other.m_processes.end()));
}

std::vector<Flow>
FlowSource::TakeUntil(Time end)
{
    const auto endPs = static_cast<double>(end.GetPicoSeconds());
    std::vector<Flow> flows;
    for (ArrivalProcess& process : m_processes)
    {
        while (process.nextPs < endPs)
        {
            // Cut to a whole picosecond and to ns-3's resolution.
            const Time start = PicoSeconds(static_cast<uint64_t>(process.nextPs));
            process.nextPs += process.arrive(start, flows);
        }
    }
    SortFlows(flows);
    for (Flow& flow : flows)
    {
        flow.id += m_taken;
    }
    m_taken += flows.size();
    return flows;
}

} // namespace ns3::rdmacell
