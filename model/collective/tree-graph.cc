/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tree-graph.h"

namespace ns3::rdmacell
{

namespace
{

/**
 * @brief Find the round in which a rank receives.
 * @param rank above 0
 * @return the position of its highest bit
 */
uint32_t
RoundOf(uint64_t rank)
{
    uint32_t round = 0;
    while (rank >> (round + 1))
    {
        ++round;
    }
    return round;
}

} // namespace

TreeGraph::TreeGraph(uint32_t ranks, uint64_t bytes)
    : m_ranks(ranks),
      m_bytes(bytes)
{
}

uint64_t
TreeGraph::CountSteps() const
{
    return m_ranks - 1;
}

CollectiveStep
TreeGraph::GetStep(uint64_t step) const
{
    // A step has the number of the rank that receives, less one.
    const auto rank = static_cast<uint32_t>(step + 1);
    const uint32_t round = RoundOf(rank);
    return {rank - (1U << round), rank, m_bytes, round, 0, Time(0)};
}

uint32_t
TreeGraph::CountInputs(uint64_t step) const
{
    // The rank's first message has its own arrival as the input, each other the message before.
    return step == 0 ? 0 : 1;
}

void
TreeGraph::ListFirst(StepList& steps) const
{
    steps.push_back(0);
}

void
TreeGraph::ListAfterArrival(uint64_t step, StepList& steps) const
{
    const uint64_t rank = step + 1;
    const uint64_t child = rank + (uint64_t{2} << RoundOf(rank));
    if (child < m_ranks)
    {
        steps.push_back(child - 1);
    }
}

void
TreeGraph::ListAfterSending(uint64_t step, StepList& steps) const
{
    const uint64_t rank = step + 1;
    const uint64_t next = rank + (uint64_t{1} << RoundOf(rank));
    if (next < m_ranks)
    {
        steps.push_back(next - 1);
    }
}

} // namespace ns3::rdmacell
