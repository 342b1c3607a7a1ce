/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef COLLECTIVE_GRAPH_H
#define COLLECTIVE_GRAPH_H

#include "ns3/nstime.h"

#include <cstdint>
#include <vector>

namespace ns3::rdmacell
{

/// A step of a collective: a message from one rank to another.
struct CollectiveStep
{
    uint32_t src{0};     ///< rank that sends
    uint32_t dst{0};     ///< rank that receives; as src: no message, the step joins its inputs
    uint64_t bytes{0};   ///< payload
    uint32_t round{0};   ///< round of the algorithm, from 0
    uint32_t channel{0}; ///< messages between two ranks on one channel share a connection
    Time compute{0};     ///< computation between the last input and the message
};

/**
 * @ingroup rdmacell
 * @brief The dependency graph of a collective: which step can start when which others are done.
 *
 * Steps have numbers from 0, and all that there is to know of a step follows from its number, so
 * that a graph of millions of steps takes no memory. A step starts when all its inputs are there:
 * messages that have arrived at its rank, and messages of its rank that are acknowledged.
 */
class CollectiveGraph
{
  public:
    using StepList = std::vector<uint64_t>; ///< numbers of steps

    virtual ~CollectiveGraph() = default;

    /**
     * @brief Count the steps.
     * @return steps; all numbers below it are steps
     */
    virtual uint64_t CountSteps() const = 0;

    /**
     * @brief Get a step.
     * @param step its number
     * @return the step
     */
    virtual CollectiveStep GetStep(uint64_t step) const = 0;

    /**
     * @brief Count the inputs of a step.
     * @param step its number
     * @return how many steps must be done before it starts
     */
    virtual uint32_t CountInputs(uint64_t step) const = 0;

    /**
     * @brief List the steps without inputs, in the order in which they start.
     * @param steps gets them
     */
    virtual void ListFirst(StepList& steps) const = 0;

    /**
     * @brief List the steps that have the arrival of a step as an input.
     * @param step its number
     * @param steps gets them
     */
    virtual void ListAfterArrival(uint64_t step, StepList& steps) const = 0;

    /**
     * @brief List the steps of the sender that have the acknowledgment of a step as an input. By
     * default there is none.
     * @param step its number
     * @param steps gets them
     */
    virtual void ListAfterSending(uint64_t step, StepList& steps) const;
};

/**
 * @brief Compute where a part of a buffer begins that is cut into nearly equal parts.
 * @param bytes of the buffer, below 2^40
 * @param parts how many, below 2^24
 * @param index of the part, up to parts
 * @return offset of its first byte
 */
constexpr uint64_t
PartOffset(uint64_t bytes, uint64_t parts, uint64_t index)
{
    return bytes * index / parts;
}

} // namespace ns3::rdmacell

#endif // COLLECTIVE_GRAPH_H
