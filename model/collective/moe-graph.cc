/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "moe-graph.h"

#include <cmath>
#include <utility>

namespace ns3::rdmacell
{

MoeGraph::MoeGraph(std::vector<uint64_t> loads)
    : m_loads(std::move(loads)),
      m_ranks(static_cast<uint32_t>(m_loads.size())),
      m_messages(uint64_t{m_ranks} * (m_ranks - 1))
{
}

std::vector<uint64_t>
MoeGraph::ComputeLoads(uint64_t bytes,
                       uint32_t ranks,
                       const std::vector<uint32_t>& order,
                       double exponent)
{
    double sum = 0;
    for (std::size_t k = 1; k <= order.size(); ++k)
    {
        sum += std::pow(static_cast<double>(k), -exponent);
    }
    std::vector<uint64_t> loads(ranks, 0);
    double before = 0;
    uint64_t offset = 0;
    for (std::size_t k = 1; k <= order.size(); ++k)
    {
        before += std::pow(static_cast<double>(k), -exponent);
        const auto end = k == order.size()
                             ? bytes
                             : static_cast<uint64_t>(before / sum * static_cast<double>(bytes));
        loads[order[k - 1] % ranks] += end - offset;
        offset = end;
    }
    return loads;
}

uint64_t
MoeGraph::CountSteps() const
{
    return 2 * m_messages + m_ranks;
}

CollectiveStep
MoeGraph::GetStep(uint64_t step) const
{
    CollectiveStep result;
    if (step >= 2 * m_messages)
    {
        result.src = static_cast<uint32_t>(step - 2 * m_messages);
        result.dst = result.src;
        return result;
    }
    const bool back = step >= m_messages;
    const uint64_t number = back ? step - m_messages : step;
    result.src = static_cast<uint32_t>(number % m_ranks);
    result.dst = static_cast<uint32_t>((number % m_ranks + number / m_ranks + 1) % m_ranks);
    result.bytes = m_loads[back ? result.src : result.dst];
    result.round = back ? 1 : 0;
    return result;
}

uint32_t
MoeGraph::CountInputs(uint64_t step) const
{
    return step < m_messages ? 0 : (step < 2 * m_messages ? 1 : m_ranks - 1);
}

void
MoeGraph::ListFirst(StepList& steps) const
{
    for (uint64_t step = 0; step < m_messages; ++step)
    {
        steps.push_back(step);
    }
}

void
MoeGraph::ListAfterArrival(uint64_t step, StepList& steps) const
{
    if (step < m_messages)
    {
        steps.push_back(2 * m_messages + GetStep(step).dst);
    }
    else if (step >= 2 * m_messages)
    {
        const uint64_t rank = step - 2 * m_messages;
        for (uint64_t shift = 0; shift + 1 < m_ranks; ++shift)
        {
            steps.push_back(m_messages + shift * m_ranks + rank);
        }
    }
}

} // namespace ns3::rdmacell
