/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef COLLECTIVE_BOUND_H
#define COLLECTIVE_BOUND_H

#include "collective-graph.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace ns3::rdmacell
{

/// Times of a message that is alone in the network, in time steps: no scheme is faster.
struct MessageTimes
{
    int64_t arrival{0};        ///< until its last byte is placed
    int64_t acknowledgment{0}; ///< until the sender has the last acknowledgment
    int64_t sending{0};        ///< in which it occupies the sender's link
    int64_t receiving{0};      ///< in which it occupies the receiver's link
    int64_t delay{0};          ///< propagation alone
    bool isInServer{false};    ///< sent over links within a server, which others do not wait for
};

/// Gives the times of a message: sending host, receiving host, bytes.
using MessageTimer = std::function<MessageTimes(uint32_t src, uint32_t dst, uint64_t bytes)>;

/**
 * @brief Compute a lower bound of the completion time of a collective.
 *
 * It is the largest of three: the longest path through the graph, where each message takes as long
 * as alone in the network; for each host, and its link within a server, the time at which it can
 * send first, and then all that it sends, back to back, and the shortest delay; and the same for
 * what it receives. Memory is proportional to the messages in flight at a time.
 *
 * @param graph the collective
 * @param hosts by rank
 * @param timer gives the times of messages
 * @return time steps
 */
int64_t ComputeCollectiveBound(const CollectiveGraph& graph,
                               const std::vector<uint32_t>& hosts,
                               const MessageTimer& timer);

} // namespace ns3::rdmacell

#endif // COLLECTIVE_BOUND_H
