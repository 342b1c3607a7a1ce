/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RECYCLING_MAP_H
#define RECYCLING_MAP_H

#include "ns3/abort.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Records by key, with object pooling: a new record is constructed in memory that an erased
 * one has released, if there is any. Flows start and end all the time, and so none of them
 * allocates.
 *
 * Only memory is reused: each record is constructed when it is added and destroyed when it is
 * erased. Its address does not change in between.
 *
 * @tparam Key the keys
 * @tparam Record the records, which need not be movable
 * @tparam Hash hash function of the keys
 */
template <typename Key, typename Record, typename Hash = std::hash<Key>>
class RecyclingMap
{
  public:
    /**
     * @brief Construct a record.
     * @param key its key, which no other record has
     * @param args arguments of its constructor
     * @return the record
     */
    template <typename... Args>
    Record& Emplace(Key key, Args&&... args)
    {
        auto place = m_records.end();
        if (m_spare.empty())
        {
            place = m_records.try_emplace(key).first;
        }
        else
        {
            m_spare.back().key() = key;
            place = m_records.insert(std::move(m_spare.back())).position;
            m_spare.pop_back();
        }
        NS_ABORT_MSG_IF(place->second, "there is a record of this key already");
        return place->second.emplace(std::forward<Args>(args)...);
    }

    /**
     * @brief Find a record.
     * @param key its key
     * @return the record, or nullptr if there is none of this key
     */
    Record* Find(Key key)
    {
        const auto it = m_records.find(key);
        return it != m_records.end() && it->second ? &*it->second : nullptr;
    }

    /**
     * @brief Visit all records, for reports.
     * @param visit called with each record, in no particular order
     */
    template <typename Visit>
    void ForEach(Visit visit) const
    {
        for (const auto& [key, record] : m_records)
        {
            visit(*record);
        }
    }

    /**
     * @brief Destroy a record.
     * @param key its key
     */
    void Erase(Key key)
    {
        auto node = m_records.extract(key);
        NS_ABORT_MSG_IF(node.empty(), "there is no record of this key");
        node.mapped().reset();
        m_spare.push_back(std::move(node));
    }

    /// @brief Destroy all records.
    void Clear()
    {
        m_records.clear();
    }

    /**
     * @brief Count the records.
     * @return records
     */
    std::size_t GetSize() const
    {
        return m_records.size();
    }

  private:
    using Map = std::unordered_map<Key, std::optional<Record>, Hash>; ///< one node for each record

    Map m_records;                                ///< by key
    std::vector<typename Map::node_type> m_spare; ///< memory that erased ones have released
};

} // namespace ns3::rdmacell

#endif // RECYCLING_MAP_H
