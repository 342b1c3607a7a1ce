/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CHAIN_GRAPH_H
#define CHAIN_GRAPH_H

#include "collective-graph.h"

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Broadcast on a ring: rank 0 sends to rank 1, which sends on to rank 2, up to the last.
 */
class ChainGraph : public CollectiveGraph
{
  public:
    /**
     * @brief Make a graph.
     * @param ranks how many, at least 2
     * @param bytes the buffer
     */
    ChainGraph(uint32_t ranks, uint64_t bytes);

    // From CollectiveGraph
    uint64_t CountSteps() const override;
    CollectiveStep GetStep(uint64_t step) const override;
    uint32_t CountInputs(uint64_t step) const override;
    void ListFirst(StepList& steps) const override;
    void ListAfterArrival(uint64_t step, StepList& steps) const override;

  private:
    uint32_t m_ranks; ///< how many
    uint64_t m_bytes; ///< of the buffer
};

} // namespace ns3::rdmacell

#endif // CHAIN_GRAPH_H
