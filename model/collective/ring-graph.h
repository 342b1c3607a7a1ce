/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RING_GRAPH_H
#define RING_GRAPH_H

#include "collective-graph.h"

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Collectives on a ring: in each round, each rank sends one of n parts of the buffer to its
 * successor, which sends it on in the next round.
 *
 * AllReduce takes 2 (n - 1) rounds, ReduceScatter and AllGather half of them (Patarasuk and Yuan,
 * "Bandwidth optimal all-reduce algorithms for clusters of workstations", JPDC 2009).
 */
class RingGraph : public CollectiveGraph
{
  public:
    /**
     * @brief Make a graph.
     * @param ranks how many, at least 2
     * @param bytes the buffer
     * @param passes how often each part goes around: 2 for AllReduce, else 1
     */
    RingGraph(uint32_t ranks, uint64_t bytes, uint32_t passes);

    // From CollectiveGraph
    uint64_t CountSteps() const override;
    CollectiveStep GetStep(uint64_t step) const override;
    uint32_t CountInputs(uint64_t step) const override;
    void ListFirst(StepList& steps) const override;
    void ListAfterArrival(uint64_t step, StepList& steps) const override;

  private:
    uint32_t m_ranks;  ///< how many
    uint64_t m_bytes;  ///< of the buffer
    uint32_t m_rounds; ///< of each rank
};

} // namespace ns3::rdmacell

#endif // RING_GRAPH_H
