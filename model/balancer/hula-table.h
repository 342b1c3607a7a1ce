/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef HULA_TABLE_H
#define HULA_TABLE_H

#include <cstdint>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief What a switch has learned from HULA's probes: the best next hop to each ToR switch (Katta
 * et al., SOSR 2016, 3.3).
 */
class HulaTable
{
  public:
    static constexpr uint32_t NO_PORT = UINT32_MAX; ///< no probe has come yet

    /// @brief Make a table of no ToR switches.
    HulaTable() = default;

    /**
     * @brief Make a table.
     * @param tors ToR switches of the fabric
     * @param keepAlive an entry that is older gives way to any probe, steps
     * @param quiet time between probes of the same ToR switch that are passed on, steps
     */
    HulaTable(uint32_t tors, int64_t keepAlive, int64_t quiet);

    /**
     * @brief A probe has arrived. It is taken if it is better than what is known, or comes by the
     * best hop itself, whose path may have become worse, or if what is known is too old.
     * @param tor ToR switch that it comes from
     * @param port where it arrived: the next hop to that switch
     * @param utilization of the busiest link on the path by that port, 0..255
     * @param now the current time, steps
     */
    void Learn(uint32_t tor, uint32_t port, uint32_t utilization, int64_t now);

    /**
     * @brief Get the best next hop.
     * @param tor any number
     * @return its port, or NO_PORT
     */
    uint32_t GetBestPort(uint32_t tor) const
    {
        return tor < m_entries.size() ? m_entries[tor].port : NO_PORT;
    }

    /**
     * @brief Get the utilization of the best path.
     * @param tor a ToR switch of the fabric
     * @return that of its busiest link, 0..255
     */
    uint32_t GetUtilization(uint32_t tor) const
    {
        return m_entries[tor].utilization;
    }

    /**
     * @brief Ask whether a probe is to be passed on, and note that it is. Of the copies that come
     * by different ways, the first one is (3.4.2 and 4.5 of the paper).
     * @param tor ToR switch that it comes from
     * @param now the current time, steps
     * @return false if one was passed on a short time ago
     */
    bool TakeTurn(uint32_t tor, int64_t now);

    /**
     * @brief Count how often a best next hop has changed.
     * @return changes; the first probe of a ToR switch is none
     */
    uint64_t GetChanges() const
    {
        return m_changes;
    }

  private:
    /// What is known of a ToR switch.
    struct Entry
    {
        uint32_t port{NO_PORT};  ///< best next hop
        uint32_t utilization{0}; ///< of the path
        int64_t updated{0};      ///< when a probe was last taken
        int64_t passedOn{0};     ///< when one was last passed on
        bool hasPassedOn{false}; ///< whether one was
    };

    std::vector<Entry> m_entries; ///< by ToR switch
    int64_t m_keepAlive{0};       ///< age of a stale entry
    int64_t m_quiet{0};           ///< time between probes passed on
    uint64_t m_changes{0};        ///< of best next hops
};

} // namespace ns3::rdmacell

#endif // HULA_TABLE_H
