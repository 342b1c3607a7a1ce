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
 * @brief How congested the paths to each ToR switch are, as that switch reported (CONGA's
 * Congestion-To-Leaf table).
 */
class CongaToLeafTable
{
  public:
    /// @brief Make a table that is not usable before it is assigned.
    CongaToLeafTable() = default;

    /**
     * @brief Make a table.
     * @param tors ToR switches
     * @param aging how long a report is of use, steps, above 0
     */
    CongaToLeafTable(uint32_t tors, int64_t aging);

    /**
     * @brief Note a report.
     * @param tor the ToR switch that reports
     * @param report path, and its congestion
     * @param now the current time, steps
     */
    void Store(uint32_t tor, const CongaReport& report, int64_t now);

    /**
     * @brief Get a path's congestion.
     * @param tor the ToR switch at its end
     * @param tag the path
     * @param now the current time, steps
     * @return 0 if nothing is known, or not any more
     */
    uint32_t GetMetric(uint32_t tor, uint32_t tag, int64_t now) const;

  private:
    int64_t m_aging{1};                              ///< steps
    std::vector<std::vector<CongaMetric>> m_metrics; ///< by ToR switch and tag
};

} // namespace ns3::rdmacell

#endif // CONGA_TO_LEAF_TABLE_H
