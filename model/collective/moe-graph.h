/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MOE_GRAPH_H
#define MOE_GRAPH_H

#include "collective-graph.h"

#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief The all-to-all of a mixture-of-experts layer: ranks send tokens to the ranks of their
 * experts, which send as many bytes back when all of theirs have arrived.
 */
class MoeGraph : public CollectiveGraph
{
  public:
    /**
     * @brief Make a graph.
     * @param loads by rank: bytes that each rank sends to the experts of this one
     */
    explicit MoeGraph(std::vector<uint64_t> loads);

    /**
     * @brief Compute how many bytes each rank's experts get from a rank, if the popularity of
     * experts follows Zipf's law.
     *
     * The expert of popularity k, from 1, gets a share that is proportional to k^-exponent. Expert
     * e is at rank e modulo the number of ranks.
     *
     * @param bytes that a rank sends in all, those that stay included
     * @param ranks how many
     * @param order by popularity, from the highest: the expert
     * @param exponent of Zipf's law; 0: all experts alike
     * @return bytes by rank; their sum is exact
     */
    static std::vector<uint64_t> ComputeLoads(uint64_t bytes,
                                              uint32_t ranks,
                                              const std::vector<uint32_t>& order,
                                              double exponent);

    // From CollectiveGraph
    uint64_t CountSteps() const override;
    CollectiveStep GetStep(uint64_t step) const override;
    uint32_t CountInputs(uint64_t step) const override;
    void ListFirst(StepList& steps) const override;
    void ListAfterArrival(uint64_t step, StepList& steps) const override;

  private:
    std::vector<uint64_t> m_loads; ///< bytes by rank of the experts
    uint32_t m_ranks;              ///< how many
    uint64_t m_messages;           ///< each way; between the two ways stands a join for each rank
};

} // namespace ns3::rdmacell

#endif // MOE_GRAPH_H
