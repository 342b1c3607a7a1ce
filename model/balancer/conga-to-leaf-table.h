/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CONGA_TO_LEAF_TABLE_H
#define CONGA_TO_LEAF_TABLE_H

#include "conga-header.h"
#include "conga-metric.h"

#include <cstdint>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief CONGA's Congestion-To-Leaf table (Alizadeh et al., SIGCOMM 2014, 3.3): the congestion of
 * the paths to each ToR switch, from the feedback of that switch.
 */
class CongaToLeafTable
{
  public:
    /// @brief Make a table that is not usable before it is assigned.
    CongaToLeafTable() = default;

    /**
     * @brief Make a table.
     * @param tors ToR switches
     * @param aging time after which a metric has decayed to 0, steps, above 0
     */
    CongaToLeafTable(uint32_t tors, int64_t aging);

    /**
     * @brief Record feedback.
     * @param tor the ToR switch that it comes from
     * @param feedback FB_LBTag and FB_Metric
     * @param now the current time, steps
     */
    void Store(uint32_t tor, const CongaPathMetric& feedback, int64_t now);

    /**
     * @brief Evaluate the metric of a path.
     * @param tor the ToR switch at its end
     * @param tag the path
     * @param now the current time, steps
     * @return its metric; 0 if there is none, or it has decayed
     */
    uint32_t GetMetric(uint32_t tor, uint32_t tag, int64_t now) const;

  private:
    int64_t m_aging{1};                              ///< steps
    std::vector<std::vector<CongaMetric>> m_metrics; ///< by ToR switch and tag
};

} // namespace ns3::rdmacell

#endif // CONGA_TO_LEAF_TABLE_H
