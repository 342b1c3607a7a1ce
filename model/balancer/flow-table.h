/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLOW_TABLE_H
#define FLOW_TABLE_H

#include "ns3/flow-hash.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace ns3::rdmacell
{

/// The part of an entry that a FlowTable knows; entries derive from it.
struct FlowEntry
{
    static constexpr int64_t NEVER = std::numeric_limits<int64_t>::min(); ///< no packet yet

    int64_t lastSeen{NEVER}; ///< arrival of the last packet, steps; set by the user of the table
    FlowKey key{};           ///< the flow
};

/**
 * @ingroup rdmacell
 * @brief A set-associative table of flows, as switches have it: a fixed number of entries in sets
 * of WAYS, in one of which a flow's entry is, by a hash of its 5-tuple.
 *
 * The 5-tuple is stored and compared, so that two flows never share an entry. The two ways to find
 * room for a new flow in a full set are FindOrReplaceOldest() and FindOrReplaceIdle(). Memory is
 * allocated when the first flow is inserted.
 *
 * A free entry has a key of zeros. No RoCEv2 flow has that key, which ends with the UDP destination
 * port 4791, so a lookup need not ask whether an entry is free.
 *
 * @tparam Entry state of a flow; derives from FlowEntry, its default values are those of a new flow
 * @tparam WAYS entries of a set
 */
template <typename Entry, uint32_t WAYS>
class FlowTable
{
  public:
    /// @brief Make a table that is not usable before it is assigned.
    FlowTable() = default;

    /**
     * @brief Make a table.
     * @param entries how many flows, at least; rounded up to a power of two times WAYS
     */
    explicit FlowTable(uint32_t entries)
        : m_sets(1)
    {
        while (uint64_t{m_sets} * WAYS < entries)
        {
            m_sets *= 2;
        }
    }

    /**
     * @brief Find a flow.
     * @param key the flow
     * @return its entry, or null if it has none
     */
    Entry* Find(const FlowKey& key)
    {
        return m_entries.empty() ? nullptr : FindIn(GetSet(key), key);
    }

    /**
     * @brief Find a flow, or insert it in place of the flow seen longest ago.
     * @tparam Evict callable with an Entry
     * @param key the flow
     * @param evict called with the entry to be overwritten, free or not
     * @return its entry, `lastSeen` being NEVER if the flow is new
     */
    template <typename Evict>
    Entry& FindOrReplaceOldest(const FlowKey& key, Evict&& evict)
    {
        Entry* const set = Allocate(key);
        if (Entry* known = FindIn(set, key))
        {
            return *known;
        }
        Entry* const oldest =
            std::min_element(set, set + WAYS, [](const Entry& left, const Entry& right) {
                return left.lastSeen < right.lastSeen;
            });
        evict(*oldest);
        return Insert(*oldest, key);
    }

    /**
     * @brief Find a flow, or insert it in place of the first one in its set that is idle: flows
     * that are alive keep their entries, and are found early in their sets.
     * @param key the flow
     * @param now the current time, steps
     * @param idle a flow not seen for longer may be replaced, steps
     * @return its entry, `lastSeen` being NEVER if the flow is new; null if there is no room
     */
    Entry* FindOrReplaceIdle(const FlowKey& key, int64_t now, int64_t idle)
    {
        Entry* const set = Allocate(key);
        if (Entry* known = FindIn(set, key))
        {
            return known;
        }
        Entry* const free = std::find_if(set, set + WAYS, [now, idle](const Entry& entry) {
            return entry.lastSeen == FlowEntry::NEVER || now - entry.lastSeen > idle;
        });
        return free == set + WAYS ? nullptr : &Insert(*free, key);
    }

  private:
    /// Differs from any node id, so that the hash is independent of those that choose ports.
    static constexpr uint32_t TABLE_SEED = 0x9e3779b9;

    /**
     * @brief Get the set of a flow, and allocate the table the first time.
     * @param key the flow
     * @return the first of WAYS entries
     */
    Entry* Allocate(const FlowKey& key)
    {
        if (m_entries.empty())
        {
            m_entries.resize(uint64_t{m_sets} * WAYS);
        }
        return GetSet(key);
    }

    /**
     * @brief Get the set of a flow.
     * @param key the flow
     * @return the first of WAYS entries
     */
    Entry* GetSet(const FlowKey& key)
    {
        return &m_entries[uint64_t{FlowHash(key, TABLE_SEED) & (m_sets - 1)} * WAYS];
    }

    /**
     * @brief Find a flow in a set.
     * @param set the first of WAYS entries
     * @param key the flow
     * @return its entry, or null
     */
    static Entry* FindIn(Entry* set, const FlowKey& key)
    {
        for (Entry* entry = set; entry != set + WAYS; ++entry)
        {
            if (entry->key == key)
            {
                return entry;
            }
        }
        return nullptr;
    }

    /**
     * @brief Give an entry to a new flow.
     * @param entry the entry
     * @param key the flow
     * @return the entry
     */
    static Entry& Insert(Entry& entry, const FlowKey& key)
    {
        entry = Entry{};
        entry.key = key;
        return entry;
    }

    uint32_t m_sets{0};           ///< a power of two
    std::vector<Entry> m_entries; ///< set by set
};

} // namespace ns3::rdmacell

#endif // FLOW_TABLE_H
