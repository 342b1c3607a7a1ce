/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMACELL_FLOW_H
#define RDMACELL_FLOW_H

#include "ns3/nstime.h"

#include <cstdint>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @brief One message that one host sends to another.
 *
 * A list of flows is sorted by (start, id), with ids dense from 0 in this order.
 */
struct Flow
{
    uint64_t id{0};        ///< Position in the list.
    uint32_t src{0};       ///< Index of the sending host, dense from 0.
    uint32_t dst{0};       ///< Index of the receiving host, never src.
    uint64_t sizeBytes{0}; ///< Payload, in bytes; may be 0.
    Time start;            ///< When the application hands the flow over, counted from 0.
};

/**
 * @brief Sorts flows by start, keeping the order of those that start together, and numbers them.
 *
 * @param flows the flows, in any order; their ids are rewritten
 */
void SortFlows(std::vector<Flow>& flows);

/**
 * @brief Makes one list of several, such as background traffic and an incast.
 *
 * @param lists the lists; of flows that start together, those of an earlier list come first
 * @return all flows, sorted and renumbered
 */
std::vector<Flow> MergeFlows(const std::vector<std::vector<Flow>>& lists);

} // namespace ns3::rdmacell

#endif // RDMACELL_FLOW_H
