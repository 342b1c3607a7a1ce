/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef HALVING_DOUBLING_GRAPH_H
#define HALVING_DOUBLING_GRAPH_H

#include "collective-graph.h"

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief AllReduce by recursive halving, which reduces and scatters, and recursive doubling, which
 * gathers: Rabenseifner's algorithm.
 *
 * If the number of ranks is not a power of two, the first ranks form pairs, so that one of each
 * pair can stand aside: both exchange halves of the buffer and reduce them, the odd one gives its
 * half to the even one, and gets the result at the end (Thakur, Rabenseifner and Gropp,
 * "Optimization of Collective Communication Operations in MPICH", IJHPCA 2005).
 *
 * A message of a round needs all that its rank has received in earlier rounds. A step of its own, a
 * join, stands for that: it has the message of its round and the join before as inputs. The join
 * of the receiver is an input, too: large messages are sent when the receiver is ready for them.
 */
class HalvingDoublingGraph : public CollectiveGraph
{
  public:
    /**
     * @brief Make a graph.
     * @param ranks how many, at least 2
     * @param bytes the buffer
     */
    HalvingDoublingGraph(uint32_t ranks, uint64_t bytes);

    // From CollectiveGraph
    uint64_t CountSteps() const override;
    CollectiveStep GetStep(uint64_t step) const override;
    uint32_t CountInputs(uint64_t step) const override;
    void ListFirst(StepList& steps) const override;
    void ListAfterArrival(uint64_t step, StepList& steps) const override;

  private:
    /// Steps of a pair of which one rank stands aside, in the order of their numbers.
    enum PairStep : uint32_t
    {
        EVEN_HALF,   ///< the even rank's second half, to the odd one
        ODD_HALF,    ///< the odd rank's first half, to the even one
        ODD_REDUCED, ///< the second half, reduced, to the even one
        PAIR_JOIN,   ///< the even rank has both halves
        PAIR_RESULT, ///< the result, to the odd rank
        PAIR_STEPS,  ///< how many
    };

    /**
     * @brief Number the message of a round.
     * @param index of the rank among those that take part in all rounds
     * @param round of these rounds
     * @return the step; the join of the same round has the next number
     */
    uint64_t MessageOf(uint32_t index, uint32_t round) const;

    /**
     * @brief Find the partner in a round.
     * @param index of the rank among those that take part in all rounds
     * @param round of these rounds
     * @return index of the partner
     */
    uint32_t PartnerOf(uint32_t index, uint32_t round) const;

    /**
     * @brief Get the rank of an index.
     * @param index of the rank among those that take part in all rounds
     * @return the rank
     */
    uint32_t RankOf(uint32_t index) const;

    /**
     * @brief Compute the bytes of the message of a round.
     * @param index of the rank that sends
     * @param round of these rounds
     * @return bytes
     */
    uint64_t BytesOf(uint32_t index, uint32_t round) const;

    /**
     * @brief List what waits for a rank to be done with the rounds before a round.
     * @param index of the rank among those that take part in all rounds
     * @param round of these rounds
     * @param steps gets the messages of the rank and of its partner, and the rank's join
     */
    void ListRound(uint32_t index, uint32_t round, StepList& steps) const;

    /**
     * @brief Get a step of a pair.
     * @param pair which
     * @param kind which of its steps
     * @return the step
     */
    CollectiveStep GetPairStep(uint32_t pair, uint32_t kind) const;

    uint64_t m_bytes;     ///< of the buffer
    uint32_t m_halvings;  ///< logarithm of the ranks that take part in all rounds
    uint32_t m_pairs;     ///< of which one rank stands aside
    uint64_t m_mainSteps; ///< messages and joins of the ranks that take part in all rounds
};

} // namespace ns3::rdmacell

#endif // HALVING_DOUBLING_GRAPH_H
