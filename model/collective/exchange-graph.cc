/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "exchange-graph.h"

namespace ns3::rdmacell
{

ExchangeGraph::ExchangeGraph(uint32_t ranks, uint64_t bytes, bool shifts)
    : m_ranks(ranks),
      m_bytes(bytes),
      m_shifts(shifts)
{
}

uint64_t
ExchangeGraph::CountSteps() const
{
    return uint64_t{m_ranks} * (m_ranks - 1);
}

CollectiveStep
ExchangeGraph::GetStep(uint64_t step) const
{
    const auto shift = static_cast<uint32_t>(step / m_ranks);
    CollectiveStep result;
    result.src = static_cast<uint32_t>(step % m_ranks);
    result.dst = (result.src + shift + 1) % m_ranks;
    result.bytes =
        PartOffset(m_bytes, m_ranks, result.dst + 1) - PartOffset(m_bytes, m_ranks, result.dst);
    result.round = m_shifts ? shift : 0;
    return result;
}

uint32_t
ExchangeGraph::CountInputs(uint64_t step) const
{
    return m_shifts && step >= m_ranks ? 2 : 0;
}

void
ExchangeGraph::ListFirst(StepList& steps) const
{
    const uint64_t end = m_shifts ? m_ranks : CountSteps();
    for (uint64_t step = 0; step < end; ++step)
    {
        steps.push_back(step);
    }
}

void
ExchangeGraph::ListAfterArrival(uint64_t step, StepList& steps) const
{
    const uint64_t next = step / m_ranks + 1;
    if (m_shifts && next < m_ranks - 1)
    {
        steps.push_back(next * m_ranks + GetStep(step).dst);
    }
}

void
ExchangeGraph::ListAfterSending(uint64_t step, StepList& steps) const
{
    if (m_shifts && step + m_ranks < CountSteps())
    {
        steps.push_back(step + m_ranks);
    }
}

} // namespace ns3::rdmacell
