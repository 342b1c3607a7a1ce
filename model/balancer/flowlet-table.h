/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLOWLET_TABLE_H
#define FLOWLET_TABLE_H

#include "flow-table.h"

#include <cstdint>
#include <map>
#include <string>

namespace ns3::rdmacell
{

/// How a FlowletTable measures gaps. Unscoped in a class, for ns-3's EnumValue.
struct FlowletGap
{
    /// Kinds of detection.
    enum Detection
    {
        TIMESTAMP, ///< exactly: a gap above the limit ends a flowlet, one equal to it does not
        AGE_BIT,   ///< one bit and a timer, as CONGA's hardware: a gap of one to two limits
    };
};

/**
 * @ingroup rdmacell
 * @brief The path of each flow until the flow pauses: flowlets (Kandula et al., CCR 2007).
 *
 * A FlowTable of four ways. In a full set the flow seen longest ago is evicted and will start a new
 * flowlet; this eviction is counted only if that flow was still within its gap.
 *
 * The counters `flowlets`, `reroutes` and `flowlet_evictions` of all schemes with flowlets are
 * counted here.
 */
class FlowletTable
{
  public:
    static constexpr uint32_t NO_CHOICE = UINT32_MAX; ///< of a flow that is not in the table
    static constexpr uint32_t WAYS = 4;               ///< entries of a set

    /// State of a flow.
    struct Flowlet : FlowEntry
    {
        uint32_t choice{NO_CHOICE}; ///< port or path
    };

    /// Result of a lookup.
    struct Lookup
    {
        Flowlet& flowlet; ///< of the flow; `choice` is that of the last flowlet, or NO_CHOICE
        bool starts;      ///< the packet starts a flowlet: Choose() has to be called
    };

    /// @brief Make a table that is not usable before it is assigned.
    FlowletTable() = default;

    /**
     * @brief Make a table.
     * @param entries how many flows, at least; rounded up to a power of two
     * @param gap the longest pause within a flowlet, steps, above 0
     * @param detection how a gap is measured
     */
    FlowletTable(uint32_t entries,
                 int64_t gap,
                 FlowletGap::Detection detection = FlowletGap::TIMESTAMP);

    /**
     * @brief A packet has arrived: find its flow, and record the time.
     * @param key the flow
     * @param now the current time, steps
     * @return its flowlet
     */
    Lookup OnPacket(const FlowKey& key, int64_t now);

    /**
     * @brief Record the choice for a flowlet that starts, or for one whose port or path is down.
     * @param flowlet from OnPacket(), with no other call of it in between
     * @param choice any number but NO_CHOICE
     */
    void Choose(Flowlet& flowlet, uint32_t choice);

    /**
     * @brief List the counters.
     * @return counters of a scheme, by name
     */
    std::map<std::string, uint64_t> GetCounters() const;

  private:
    /**
     * @brief Ask whether a flow has paused.
     * @param lastSeen arrival of its last packet
     * @param now the current time
     * @return true if the next packet starts a flowlet
     */
    bool HasPaused(int64_t lastSeen, int64_t now) const;

    FlowTable<Flowlet, WAYS> m_flows;                         ///< flows
    int64_t m_gap{1};                                         ///< limit, steps
    FlowletGap::Detection m_detection{FlowletGap::TIMESTAMP}; ///< how gaps are measured
    uint64_t m_chosen{0};                                     ///< flowlets
    uint64_t m_reroutes{0};                                   ///< choices that differ
    uint64_t m_evictions{0};                                  ///< flows evicted
};

} // namespace ns3::rdmacell

#endif // FLOWLET_TABLE_H
