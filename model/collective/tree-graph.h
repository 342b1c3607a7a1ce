/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TREE_GRAPH_H
#define TREE_GRAPH_H

#include "collective-graph.h"

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Broadcast on a binomial tree: in round k, each of the first 2^k ranks sends the buffer to
 * the rank 2^k above it.
 *
 * A rank sends to one other at a time: its next message starts when the one before is acknowledged
 * (Thakur, Rabenseifner and Gropp, IJHPCA 2005).
 */
class TreeGraph : public CollectiveGraph
{
  public:
    /**
     * @brief Make a graph.
     * @param ranks how many, at least 2
     * @param bytes the buffer
     */
    TreeGraph(uint32_t ranks, uint64_t bytes);

    // From CollectiveGraph
    uint64_t CountSteps() const override;
    CollectiveStep GetStep(uint64_t step) const override;
    uint32_t CountInputs(uint64_t step) const override;
    void ListFirst(StepList& steps) const override;
    void ListAfterArrival(uint64_t step, StepList& steps) const override;
    void ListAfterSending(uint64_t step, StepList& steps) const override;

  private:
    uint32_t m_ranks; ///< how many
    uint64_t m_bytes; ///< of the buffer
};

} // namespace ns3::rdmacell

#endif // TREE_GRAPH_H
