/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ring-graph.h"

namespace ns3::rdmacell
{

RingGraph::RingGraph(uint32_t ranks, uint64_t bytes, uint32_t passes)
    : m_ranks(ranks),
      m_bytes(bytes),
      m_rounds(passes * (ranks - 1))
{
}

uint64_t
RingGraph::CountSteps() const
{
    return uint64_t{m_ranks} * m_rounds;
}

CollectiveStep
RingGraph::GetStep(uint64_t step) const
{
    CollectiveStep result;
    result.round = static_cast<uint32_t>(step / m_ranks);
    result.src = static_cast<uint32_t>(step % m_ranks);
    result.dst = (result.src + 1) % m_ranks;
    // The rank begins with the part of its own number, and sends on what it has just received.
    const uint32_t part = (result.src + 2 * m_ranks - result.round % m_ranks) % m_ranks;
    result.bytes = PartOffset(m_bytes, m_ranks, part + 1) - PartOffset(m_bytes, m_ranks, part);
    return result;
}

uint32_t
RingGraph::CountInputs(uint64_t step) const
{
    return step < m_ranks ? 0 : 1;
}

void
RingGraph::ListFirst(StepList& steps) const
{
    for (uint64_t step = 0; step < m_ranks; ++step)
    {
        steps.push_back(step);
    }
}

void
RingGraph::ListAfterArrival(uint64_t step, StepList& steps) const
{
    const uint64_t round = step / m_ranks + 1;
    if (round < m_rounds)
    {
        steps.push_back(round * m_ranks + (step + 1) % m_ranks);
    }
}

} // namespace ns3::rdmacell
