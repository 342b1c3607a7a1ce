/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef QP_CENSUS_H
#define QP_CENSUS_H

#include "ns3/ptr.h"
#include "ns3/qp-attr.h"
#include "ns3/qp-wait.h"
#include "ns3/roce-nic.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief The queue pairs of a network by state and by what they wait for, at the time when it is
 * made.
 */
class QpCensus
{
  public:
    /// A queue pair that waits for something.
    struct Waiting
    {
        uint32_t node;        ///< its host's ns-3 node
        uint32_t qpNum;       ///< its number
        uint32_t peerAddress; ///< IPv4 address of its peer, host byte order
        uint32_t peerQpNum;   ///< number of its peer
        QpState state;        ///< its state
        QpWait wait;          ///< what it waits for
        uint8_t trafficClass; ///< class of its requests
        int64_t lastExpiry;   ///< see QueuePair::GetLastExpiry(), steps
    };

    /// How many queue pairs are in a state and wait for something.
    using Counts = std::map<std::pair<QpState, QpWait>, uint64_t>;

    /**
     * @brief Read the state of all queue pairs.
     * @param nics all NICs
     */
    explicit QpCensus(const std::vector<Ptr<RoceNic>>& nics);

    /**
     * @brief Get the numbers of queue pairs.
     * @return by state and by what they wait for
     */
    const Counts& GetCounts() const;

    /**
     * @brief Count the queue pairs that wait for something.
     * @param wait what they wait for
     * @return queue pairs
     */
    uint64_t Count(QpWait wait) const;

    /**
     * @brief List the queue pairs that wait for anything.
     * @return by NIC, then by number
     */
    const std::vector<Waiting>& GetWaiting() const;

    /**
     * @brief Compute when all timers and pacing will be over if nothing arrives.
     * @return the latest QueuePair::GetLastExpiry(), steps; 0 if no timer runs
     */
    int64_t GetLastExpiry() const;

  private:
    Counts m_counts;                ///< by state and by what they wait for
    std::vector<Waiting> m_waiting; ///< those that wait
    int64_t m_lastExpiry{0};        ///< the latest
};

} // namespace ns3::rdmacell

#endif // QP_CENSUS_H
