/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLOWLET_TABLE_H
#define FLOWLET_TABLE_H

#include "ns3/flow-hash.h"

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace ns3::rdmacell
{

/// How a FlowletTable measures gaps. Unscoped in a class, for ns-3's EnumValue.
struct FlowletGap
{
    /// The ways.
    enum Detection
    {
        TIMESTAMP, ///< exactly: a gap above the limit ends a flowlet, one equal to it does not
        AGE_BIT,   ///< as CONGA's hardware: one bit and a timer, gaps of one to two limits
    };
};

/**
 * @ingroup rdmacell
 * @brief Which choice holds for each flow until it pauses: flowlets (Kandula et al., CCR 2007).
 *
 * A fixed number of entries, four of which a flow may be in, found by a hash of its 5-tuple. The
 * 5-tuple is stored and compared, so that two flows never share an entry. When all four are taken
 * by others, the one that was seen longest ago gives way; its flow will start a new flowlet. Such
 * an eviction only matters, and is only counted, if that flow was still within its gap.
 *
 * Nothing is allocated before the first packet.
 */
class FlowletTable
{
  public:
    static constexpr uint32_t NO_CHOICE = UINT32_MAX; ///< of a flow that is not in the table
    static constexpr uint32_t WAYS = 4;               ///< entries that a flow may be in

    /// What is known of a flow.
    struct Flowlet
    {
        FlowKey key{};              ///< the flow
        uint32_t choice{NO_CHOICE}; ///< port or path
        int64_t lastSeen{NEVER};    ///< when its last packet came, steps
    };

    /// What a packet finds.
    struct Visit
    {
        Flowlet& flowlet; ///< of its flow; `choice` is that of the last flowlet, or NO_CHOICE
        bool starts;      ///< the packet starts a flowlet: Choose() is to be called
    };

    /// @brief Make a table that is not usable before it is configured.
    FlowletTable() = default;

    /**
     * @brief Make a table.
     * @param entries how many flows, at least; rounded up to a power of two
     * @param gap the limit of a pause within a flowlet, steps, above 0
     * @param detection how a gap is measured
     */
    FlowletTable(uint32_t entries,
                 int64_t gap,
                 FlowletGap::Detection detection = FlowletGap::TIMESTAMP);

    /**
     * @brief A packet has come: find its flow, and note the time.
     * @param key the flow
     * @param now the current time, steps
     * @return its flowlet
     */
    Visit Arrive(const FlowKey& key, int64_t now);

    /**
     * @brief Choose for a flowlet that starts, or again for one whose choice is gone.
     * @param flowlet from Arrive(), with no other call of it in between
     * @param choice any number but NO_CHOICE
     */
    void Choose(Flowlet& flowlet, uint32_t choice);

    /**
     * @brief List all that is counted.
     * @return counters of a scheme, by name
     */
    std::map<std::string, uint64_t> GetCounters() const;

  private:
    static constexpr int64_t NEVER = std::numeric_limits<int64_t>::min(); ///< not seen

    /**
     * @brief Ask whether a flow has paused.
     * @param lastSeen when its last packet came
     * @param now the current time
     * @return true if the next packet starts a flowlet
     */
    bool HasPaused(int64_t lastSeen, int64_t now) const;

    /**
     * @brief Find the entry of a flow, or make one.
     * @param key the flow
     * @param now the current time
     * @return its entry
     */
    Flowlet& Find(const FlowKey& key, int64_t now);

    uint32_t m_buckets{0};                                    ///< of WAYS entries, a power of two
    int64_t m_gap{1};                                         ///< limit, steps
    FlowletGap::Detection m_detection{FlowletGap::TIMESTAMP}; ///< how gaps are measured
    std::vector<Flowlet> m_flowlets;                          ///< entries, by bucket
    uint64_t m_chosen{0};                                     ///< choices
    uint64_t m_reroutes{0};                                   ///< choices that differ
    uint64_t m_evictions{0};                                  ///< flows evicted
};

} // namespace ns3::rdmacell

#endif // FLOWLET_TABLE_H
