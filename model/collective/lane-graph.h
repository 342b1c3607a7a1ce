/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LANE_GRAPH_H
#define LANE_GRAPH_H

#include "collective-graph.h"

#include <functional>
#include <memory>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief A collective whose buffer is cut into lanes, each of which is the same collective of a
 * part of the buffer: the channels and chunks of NCCL.
 *
 * Lane l is chunk l / channels of channel l mod channels. Steps of one lane never wait for those of
 * another.
 */
class LaneGraph : public CollectiveGraph
{
  public:
    /// Makes the graph of a lane from its bytes; graphs of all sizes have the same steps.
    using Maker = std::function<std::unique_ptr<CollectiveGraph>(uint64_t bytes)>;

    /**
     * @brief Make a graph.
     * @param maker makes the graph of a lane
     * @param bytes the buffer, at least one byte a lane
     * @param channels how many
     * @param chunks of each channel
     */
    LaneGraph(const Maker& maker, uint64_t bytes, uint32_t channels, uint32_t chunks);

    // From CollectiveGraph
    uint64_t CountSteps() const override;
    CollectiveStep GetStep(uint64_t step) const override;
    uint32_t CountInputs(uint64_t step) const override;
    void ListFirst(StepList& steps) const override;
    void ListAfterArrival(uint64_t step, StepList& steps) const override;
    void ListAfterSending(uint64_t step, StepList& steps) const override;

  private:
    /**
     * @brief Get the graph of a lane.
     * @param lane which
     * @return the graph
     */
    const CollectiveGraph& GetLane(uint64_t lane) const;

    /**
     * @brief Add the offset of a lane to the steps at the end of a list.
     * @param lane which
     * @param from first index
     * @param steps the list
     */
    void Shift(uint64_t lane, std::size_t from, StepList& steps) const;

    uint32_t m_channels;                        ///< how many
    uint64_t m_lanes;                           ///< channels and chunks
    uint64_t m_longer;                          ///< lanes with a byte more
    std::unique_ptr<CollectiveGraph> m_larger;  ///< of these, if there are any
    std::unique_ptr<CollectiveGraph> m_smaller; ///< of the others
    uint64_t m_steps;                           ///< of a lane
};

} // namespace ns3::rdmacell

#endif // LANE_GRAPH_H
