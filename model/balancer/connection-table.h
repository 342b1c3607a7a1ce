/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CONNECTION_TABLE_H
#define CONNECTION_TABLE_H

#include "ns3/flow-hash.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace ns3::rdmacell
{

/// What a ConnectionTable needs of its entries, which derive from it.
struct ConnectionEntry
{
    static constexpr int64_t NEVER = std::numeric_limits<int64_t>::min(); ///< not seen

    FlowKey key{};           ///< the flow
    int64_t lastSeen{NEVER}; ///< when its last packet came, steps; set by the user of the table
};

/**
 * @ingroup rdmacell
 * @brief State of flows in a fixed number of entries, 16 of which a flow may be in.
 *
 * Like FlowletTable, but a flow that is alive is never thrown out: when all its entries are taken
 * by flows seen within the aging time, there is no room. Hence more of them: a table that is an
 * eighth full has room for all. A new flow takes the first that it may have, so that those alive
 * are found at the first looks. Nothing is allocated before the first packet.
 *
 * @tparam T what is kept of a flow; derives from ConnectionEntry, default values for a new flow
 */
template <typename T>
class ConnectionTable
{
  public:
    static constexpr uint32_t WAYS = 16; ///< entries that a flow may be in

    /// @brief Make a table that is not usable before it is configured.
    ConnectionTable() = default;

    /**
     * @brief Make a table.
     * @param entries how many flows, at least; rounded up to a power of two
     * @param aging a flow not seen for longer may be thrown out, steps
     */
    ConnectionTable(uint32_t entries, int64_t aging)
        : m_buckets(1),
          m_aging(aging)
    {
        while (uint64_t{m_buckets} * WAYS < entries)
        {
            m_buckets *= 2;
        }
    }

    /**
     * @brief Find a flow.
     * @param key the flow
     * @return its entry, or null if it has none
     */
    T* Find(const FlowKey& key)
    {
        if (m_entries.empty())
        {
            return nullptr;
        }
        T* const bucket = GetBucket(key);
        for (T* entry = bucket; entry != bucket + WAYS; ++entry)
        {
            if (entry->lastSeen != T::NEVER && entry->key == key)
            {
                return entry;
            }
        }
        return nullptr;
    }

    /**
     * @brief Find a flow, or make room for it.
     * @param key the flow
     * @param now the current time, steps
     * @return its entry, `lastSeen` being NEVER if it is new; null if there is no room
     */
    T* FindOrMake(const FlowKey& key, int64_t now)
    {
        if (T* known = Find(key))
        {
            return known;
        }
        if (m_entries.empty())
        {
            m_entries.resize(uint64_t{m_buckets} * WAYS);
        }
        T* const bucket = GetBucket(key);
        for (T* entry = bucket; entry != bucket + WAYS; ++entry)
        {
            if (entry->lastSeen == T::NEVER || now - entry->lastSeen > m_aging)
            {
                *entry = T{};
                entry->key = key;
                return entry;
            }
        }
        return nullptr;
    }

  private:
    /// Differs from any node id, so that the hash is independent of those that switches choose by.
    static constexpr uint32_t TABLE_SEED = 0x9e3779b9;

    /**
     * @brief Get the entries that a flow may be in.
     * @param key the flow
     * @return the first of WAYS
     */
    T* GetBucket(const FlowKey& key)
    {
        return &m_entries[uint64_t{FlowHash(key, TABLE_SEED) & (m_buckets - 1)} * WAYS];
    }

    uint32_t m_buckets{0};    ///< of WAYS entries, a power of two
    int64_t m_aging{0};       ///< aging time
    std::vector<T> m_entries; ///< by bucket
};

} // namespace ns3::rdmacell

#endif // CONNECTION_TABLE_H
