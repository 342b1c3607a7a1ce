/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "halving-doubling-graph.h"

namespace ns3::rdmacell
{

namespace
{

/**
 * @brief Compute a logarithm.
 * @param number at least 1
 * @return the logarithm to base 2, rounded down
 */
uint32_t
FloorLog2(uint32_t number)
{
    uint32_t log = 0;
    for (; number > 1; number >>= 1)
    {
        ++log;
    }
    return log;
}

} // namespace

HalvingDoublingGraph::HalvingDoublingGraph(uint32_t ranks, uint64_t bytes)
    : m_bytes(bytes),
      m_halvings(FloorLog2(ranks)),
      m_pairs(ranks - (1U << m_halvings)),
      m_mainSteps((uint64_t{1} << m_halvings) * 4 * m_halvings)
{
}

uint64_t
HalvingDoublingGraph::CountSteps() const
{
    return m_mainSteps + uint64_t{m_pairs} * PAIR_STEPS;
}

uint64_t
HalvingDoublingGraph::MessageOf(uint32_t index, uint32_t round) const
{
    return (uint64_t{index} * 2 * m_halvings + round) * 2;
}

uint32_t
HalvingDoublingGraph::PartnerOf(uint32_t index, uint32_t round) const
{
    const uint32_t bit = round < m_halvings ? m_halvings - 1 - round : round - m_halvings;
    return index ^ (1U << bit);
}

uint32_t
HalvingDoublingGraph::RankOf(uint32_t index) const
{
    return index < m_pairs ? 2 * index : index + m_pairs;
}

uint64_t
HalvingDoublingGraph::BytesOf(uint32_t index, uint32_t round) const
{
    // Halving: the half that the partner keeps. Doubling: all that the rank has.
    const bool halving = round < m_halvings;
    const uint32_t owner = halving ? PartnerOf(index, round) : index;
    const uint32_t bits = halving ? m_halvings - 1 - round : round - m_halvings;
    const uint64_t first = uint64_t{owner} >> bits << bits;
    const uint64_t parts = uint64_t{1} << m_halvings;
    return PartOffset(m_bytes, parts, first + (uint64_t{1} << bits)) -
           PartOffset(m_bytes, parts, first);
}

CollectiveStep
HalvingDoublingGraph::GetPairStep(uint32_t pair, uint32_t kind) const
{
    const uint32_t even = 2 * pair;
    const uint32_t odd = even + 1;
    const uint64_t half = m_bytes / 2;
    switch (kind)
    {
    case EVEN_HALF:
        return {even, odd, m_bytes - half, 0, 0, Time(0)};
    case ODD_HALF:
        return {odd, even, half, 0, 0, Time(0)};
    case ODD_REDUCED:
        return {odd, even, m_bytes - half, 1, 0, Time(0)};
    case PAIR_JOIN:
        return {even, even, 0, 1, 0, Time(0)};
    default:
        return {even, odd, m_bytes, 2 + 2 * m_halvings, 0, Time(0)};
    }
}

CollectiveStep
HalvingDoublingGraph::GetStep(uint64_t step) const
{
    if (step >= m_mainSteps)
    {
        const uint64_t number = step - m_mainSteps;
        return GetPairStep(static_cast<uint32_t>(number / PAIR_STEPS),
                           static_cast<uint32_t>(number % PAIR_STEPS));
    }
    const auto index = static_cast<uint32_t>(step / 2 / (2 * m_halvings));
    const auto round = static_cast<uint32_t>(step / 2 % (2 * m_halvings));
    const bool isJoin = step % 2 == 1;
    CollectiveStep result;
    result.src = RankOf(index);
    result.dst = isJoin ? result.src : RankOf(PartnerOf(index, round));
    result.bytes = isJoin ? 0 : BytesOf(index, round);
    result.round = round + (m_pairs > 0 ? 2 : 0);
    return result;
}

uint32_t
HalvingDoublingGraph::CountInputs(uint64_t step) const
{
    if (step >= m_mainSteps)
    {
        const uint64_t kind = (step - m_mainSteps) % PAIR_STEPS;
        return kind == PAIR_JOIN ? 2 : (kind == ODD_REDUCED || kind == PAIR_RESULT ? 1 : 0);
    }
    const auto index = static_cast<uint32_t>(step / 2 / (2 * m_halvings));
    const auto round = static_cast<uint32_t>(step / 2 % (2 * m_halvings));
    const bool isFirst = round == 0;
    const auto before = [&](uint32_t of) { return isFirst && of >= m_pairs ? 0U : 1U; };
    return before(index) + (step % 2 == 0 ? before(PartnerOf(index, round)) : 1);
}

void
HalvingDoublingGraph::ListFirst(StepList& steps) const
{
    for (uint32_t pair = 0; pair < m_pairs; ++pair)
    {
        const uint64_t first = m_mainSteps + uint64_t{pair} * PAIR_STEPS;
        steps.push_back(first + EVEN_HALF);
        steps.push_back(first + ODD_HALF);
    }
    for (uint32_t index = m_pairs; index < 1U << m_halvings; ++index)
    {
        if (PartnerOf(index, 0) >= m_pairs)
        {
            steps.push_back(MessageOf(index, 0));
        }
    }
}

void
HalvingDoublingGraph::ListRound(uint32_t index, uint32_t round, StepList& steps) const
{
    steps.push_back(MessageOf(index, round));
    steps.push_back(MessageOf(PartnerOf(index, round), round));
    steps.push_back(MessageOf(index, round) + 1);
}

void
HalvingDoublingGraph::ListAfterArrival(uint64_t step, StepList& steps) const
{
    if (step >= m_mainSteps)
    {
        const auto pair = static_cast<uint32_t>((step - m_mainSteps) / PAIR_STEPS);
        const uint64_t first = m_mainSteps + uint64_t{pair} * PAIR_STEPS;
        switch (step - first)
        {
        case EVEN_HALF:
            steps.push_back(first + ODD_REDUCED);
            break;
        case ODD_HALF:
        case ODD_REDUCED:
            steps.push_back(first + PAIR_JOIN);
            break;
        case PAIR_JOIN:
            ListRound(pair, 0, steps);
            break;
        default:
            break;
        }
        return;
    }
    const auto index = static_cast<uint32_t>(step / 2 / (2 * m_halvings));
    const auto round = static_cast<uint32_t>(step / 2 % (2 * m_halvings));
    if (step % 2 == 0)
    {
        steps.push_back(MessageOf(PartnerOf(index, round), round) + 1);
    }
    else if (round + 1 < 2 * m_halvings)
    {
        ListRound(index, round + 1, steps);
    }
    else if (index < m_pairs)
    {
        steps.push_back(m_mainSteps + uint64_t{index} * PAIR_STEPS + PAIR_RESULT);
    }
}

} // namespace ns3::rdmacell
