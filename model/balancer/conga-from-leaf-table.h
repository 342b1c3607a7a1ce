/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CONGA_FROM_LEAF_TABLE_H
#define CONGA_FROM_LEAF_TABLE_H

#include "conga-header.h"
#include "conga-metric.h"

#include <cstdint>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief CONGA's Congestion-From-Leaf table (Alizadeh et al., SIGCOMM 2014, 3.3): the congestion of
 * the paths from each ToR switch to this one, as packets have met it, to be fed back.
 *
 * Feedback is chosen round robin, and from the metrics that have changed since they were last fed
 * back if there are any.
 */
class CongaFromLeafTable
{
  public:
    /// @brief Make a table that is not usable before it is assigned.
    CongaFromLeafTable() = default;

    /**
     * @brief Make a table.
     * @param tors ToR switches
     * @param aging time after which a metric has decayed to 0, steps, above 0
     */
    CongaFromLeafTable(uint32_t tors, int64_t aging);

    /**
     * @brief Record the path of a packet and the congestion on it.
     * @param tor the ToR switch that it comes from
     * @param path LBTag and CE of the packet
     * @param now the current time, steps
     */
    void Store(uint32_t tor, const CongaPathMetric& path, int64_t now);

    /**
     * @brief Choose the feedback for a packet.
     * @param tor the ToR switch that the packet goes to
     * @param now the current time, steps
     * @return FB_LBTag and FB_Metric; tag NO_TAG if no path from there has a metric
     */
    CongaPathMetric TakeFeedback(uint32_t tor, int64_t now);

  private:
    /// A path.
    struct Entry
    {
        CongaMetric metric;  ///< congestion
        bool known{false};   ///< has a metric that has not decayed
        bool changed{false}; ///< the metric has changed since it was fed back
    };

    /// The paths from a ToR switch.
    struct Leaf
    {
        std::vector<Entry> entries; ///< by tag
        uint32_t changed{0};        ///< entries that have changed
        uint32_t next{0};           ///< tag to begin with
    };

    /**
     * @brief Find the next entry, round robin.
     * @param leaf the paths
     * @param changed true to skip those that have not changed
     * @param now the current time
     * @return tag, or NO_TAG
     */
    uint32_t Find(Leaf& leaf, bool changed, int64_t now) const;

    int64_t m_aging{1};         ///< steps
    std::vector<Leaf> m_leaves; ///< by ToR switch
};

} // namespace ns3::rdmacell

#endif // CONGA_FROM_LEAF_TABLE_H
