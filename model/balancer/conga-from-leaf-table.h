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
 * @brief How congested the paths from each ToR switch were found, to be reported back to it
 * (CONGA's Congestion-From-Leaf table).
 *
 * Reports go round robin, those first whose metric has changed since it was last reported.
 */
class CongaFromLeafTable
{
  public:
    /// @brief Make a table that is not usable before it is assigned.
    CongaFromLeafTable() = default;

    /**
     * @brief Make a table.
     * @param tors ToR switches
     * @param aging how long what was found is of use, steps, above 0
     */
    CongaFromLeafTable(uint32_t tors, int64_t aging);

    /**
     * @brief Note what a packet found.
     * @param tor the ToR switch that it came from
     * @param found its path, and the congestion on it
     * @param now the current time, steps
     */
    void Store(uint32_t tor, const CongaReport& found, int64_t now);

    /**
     * @brief Choose what to report next.
     * @param tor the ToR switch that the report goes to
     * @param now the current time, steps
     * @return path and metric; tag NO_TAG if nothing is known
     */
    CongaReport TakeNext(uint32_t tor, int64_t now);

  private:
    /// What is known of a path.
    struct Entry
    {
        CongaMetric metric;  ///< congestion
        bool known{false};   ///< something was found within the aging time
        bool changed{false}; ///< and has changed since it was reported
    };

    /// The paths from a ToR switch.
    struct Leaf
    {
        std::vector<Entry> entries; ///< by tag
        uint32_t changed{0};        ///< how many have changed
        uint32_t next{0};           ///< tag whose turn it is
    };

    /**
     * @brief Find the next entry in turn.
     * @param leaf where
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
