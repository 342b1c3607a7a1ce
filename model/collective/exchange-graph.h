/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EXCHANGE_GRAPH_H
#define EXCHANGE_GRAPH_H

#include "collective-graph.h"

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief All-to-all: each rank sends each other rank a part of its buffer.
 *
 * Either all messages start at once, or one shift a round: in round r, rank i sends to rank i + r,
 * when its message of the round before is acknowledged and that of its other neighbor has arrived,
 * as MPI's pairwise exchange (Thakur, Rabenseifner and Gropp, IJHPCA 2005).
 */
class ExchangeGraph : public CollectiveGraph
{
  public:
    /**
     * @brief Make a graph.
     * @param ranks how many, at least 2
     * @param bytes buffer of a rank, its own part included
     * @param shifts one shift a round instead of all messages at once
     */
    ExchangeGraph(uint32_t ranks, uint64_t bytes, bool shifts);

    // From CollectiveGraph
    uint64_t CountSteps() const override;
    CollectiveStep GetStep(uint64_t step) const override;
    uint32_t CountInputs(uint64_t step) const override;
    void ListFirst(StepList& steps) const override;
    void ListAfterArrival(uint64_t step, StepList& steps) const override;
    void ListAfterSending(uint64_t step, StepList& steps) const override;

  private:
    uint32_t m_ranks; ///< how many
    uint64_t m_bytes; ///< buffer of a rank
    bool m_shifts;    ///< one shift a round
};

} // namespace ns3::rdmacell

#endif // EXCHANGE_GRAPH_H
