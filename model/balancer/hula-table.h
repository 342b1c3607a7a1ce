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
 * @brief The best next hop of a switch to each ToR switch, as HULA's probes tell it (Katta et al.,
 * SOSR 2016): the paper's bestHop, pathUtil and update time, and the time of probe suppression.
 */
class HulaTable
{
  public:
    static constexpr uint32_t NO_PORT = UINT32_MAX; ///< no probe has arrived yet

    /// @brief Make a table of no ToR switches.
    HulaTable() = default;

    /**
     * @brief Make a table.
     * @param tors ToR switches of the fabric
     * @param keepAlive any probe replaces an entry that is older, steps
     * @param suppression least time between two probes of an origin that are replicated, steps
     */
    HulaTable(uint32_t tors, int64_t keepAlive, int64_t suppression);

    /// What a probe says of a next hop, compared with the best one.
    enum class Outcome : uint8_t
    {
        KEPT,    ///< it is not better: the best next hop remains
        TIED,    ///< it is as good: the best next hop remains, unless ReplaceTied() is called
        UPDATED, ///< it is the best next hop, whose utilization is now that of the probe
        CHANGED, ///< it is another one than before, or the first
    };

    /**
     * @brief Update an entry by a probe: if its path is less used than the best one, if it comes by
     * the best next hop itself, whose path may have become worse, or if the entry is stale.
     * @param tor origin of the probe
     * @param port port where it has arrived: a next hop to its origin
     * @param utilization of the busiest link on the path by that port, 0..255
     * @param now the current time, steps
     * @return what the probe says
     */
    Outcome Update(uint32_t tor, uint32_t port, uint32_t utilization, int64_t now);

    /**
     * @brief Make a next hop whose probe was TIED the best one.
     * @param tor origin of the probe
     * @param port port where it has arrived
     * @param now the current time, steps
     */
    void ReplaceTied(uint32_t tor, uint32_t port, int64_t now);

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
     * @brief Probe suppression: of the copies of a probe, which arrive by different paths, the
     * first one is replicated.
     * @param tor origin of the probe
     * @param now the current time, steps
     * @return true if the probe is replicated, false if it is suppressed
     */
    bool TryReplicate(uint32_t tor, int64_t now);

    /**
     * @brief Count how often a best next hop has changed.
     * @return changes; the first probe of a ToR switch does not count
     */
    uint64_t GetChanges() const
    {
        return m_changes;
    }

  private:
    /// The best path to a ToR switch.
    struct Entry
    {
        uint32_t port{NO_PORT};    ///< best next hop
        uint32_t utilization{0};   ///< of the path
        int64_t updated{0};        ///< last update, steps
        int64_t replicated{0};     ///< when a probe was last replicated, steps
        bool hasReplicated{false}; ///< whether one was
    };

    std::vector<Entry> m_entries; ///< by ToR switch
    int64_t m_keepAlive{0};       ///< age of a stale entry
    int64_t m_suppression{0};     ///< time between replicated probes
    uint64_t m_changes{0};        ///< of best next hops
};

} // namespace ns3::rdmacell

#endif // HULA_TABLE_H
