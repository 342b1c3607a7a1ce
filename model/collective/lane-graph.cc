/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lane-graph.h"

namespace ns3::rdmacell
{

LaneGraph::LaneGraph(const Maker& maker, uint64_t bytes, uint32_t channels, uint32_t chunks)
    : m_channels(channels),
      m_lanes(uint64_t{channels} * chunks),
      m_longer(bytes % m_lanes),
      m_larger(m_longer > 0 ? maker(bytes / m_lanes + 1) : nullptr),
      m_smaller(maker(bytes / m_lanes)),
      m_steps(m_smaller->CountSteps())
{
}

const CollectiveGraph&
LaneGraph::GetLane(uint64_t lane) const
{
    return lane < m_longer ? *m_larger : *m_smaller;
}

uint64_t
LaneGraph::CountSteps() const
{
    return m_lanes * m_steps;
}

CollectiveStep
LaneGraph::GetStep(uint64_t step) const
{
    const uint64_t lane = step / m_steps;
    CollectiveStep result = GetLane(lane).GetStep(step % m_steps);
    result.channel = static_cast<uint32_t>(lane % m_channels);
    return result;
}

uint32_t
LaneGraph::CountInputs(uint64_t step) const
{
    return m_smaller->CountInputs(step % m_steps);
}

void
LaneGraph::Shift(uint64_t lane, std::size_t from, StepList& steps) const
{
    for (std::size_t i = from; i < steps.size(); ++i)
    {
        steps[i] += lane * m_steps;
    }
}

void
LaneGraph::ListFirst(StepList& steps) const
{
    for (uint64_t lane = 0; lane < m_lanes; ++lane)
    {
        const std::size_t from = steps.size();
        m_smaller->ListFirst(steps);
        Shift(lane, from, steps);
    }
}

void
LaneGraph::ListAfterArrival(uint64_t step, StepList& steps) const
{
    const std::size_t from = steps.size();
    m_smaller->ListAfterArrival(step % m_steps, steps);
    Shift(step / m_steps, from, steps);
}

void
LaneGraph::ListAfterSending(uint64_t step, StepList& steps) const
{
    const std::size_t from = steps.size();
    m_smaller->ListAfterSending(step % m_steps, steps);
    Shift(step / m_steps, from, steps);
}

} // namespace ns3::rdmacell
