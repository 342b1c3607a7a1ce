/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "chain-graph.h"

namespace ns3::rdmacell
{

ChainGraph::ChainGraph(uint32_t ranks, uint64_t bytes)
    : m_ranks(ranks),
      m_bytes(bytes)
{
}

uint64_t
ChainGraph::CountSteps() const
{
    return m_ranks - 1;
}

CollectiveStep
ChainGraph::GetStep(uint64_t step) const
{
    const auto rank = static_cast<uint32_t>(step);
    return {rank, rank + 1, m_bytes, rank, 0, Time(0)};
}

uint32_t
ChainGraph::CountInputs(uint64_t step) const
{
    return step == 0 ? 0 : 1;
}

void
ChainGraph::ListFirst(StepList& steps) const
{
    steps.push_back(0);
}

void
ChainGraph::ListAfterArrival(uint64_t step, StepList& steps) const
{
    if (step + 1 < CountSteps())
    {
        steps.push_back(step + 1);
    }
}

} // namespace ns3::rdmacell
