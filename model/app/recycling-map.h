/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RECYCLING_MAP_H
#define RECYCLING_MAP_H

#include "ns3/abort.h"

#include <cstddef>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Records by number. A new one is made in memory that an erased one has left, if there is
 * any: flows come and go, and so none of them allocates.
 *
 * Only memory is used again: each record is constructed when it is added and destroyed when it is
 * erased. It stays where it is in between.
 *
 * @tparam Key the numbers
 * @tparam Record the records, which need not be movable
 */
template <typename Key, typename Record>
class RecyclingMap
{
  public:
    /**
     * @brief Make a record.
     * @param key its number, which no other has
     * @param args what it is made of
     * @return the record
     */
    template <typename... Args>
    Record& Make(Key key, Args&&... args)
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
        NS_ABORT_MSG_IF(place->second, "there is a record of number " << key << " already");
        return place->second.emplace(std::forward<Args>(args)...);
    }

    /**
     * @brief Find a record.
     * @param key its number
     * @return the record, or nullptr if there is none of this number
     */
    Record* Find(Key key)
    {
        const auto it = m_records.find(key);
        return it != m_records.end() && it->second ? &*it->second : nullptr;
    }

    /**
     * @brief Destroy a record.
     * @param key its number
     */
    void Erase(Key key)
    {
        auto node = m_records.extract(key);
        NS_ABORT_MSG_IF(node.empty(), "there is no record of number " << key);
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
    using Map = std::unordered_map<Key, std::optional<Record>>; ///< one node a record

    Map m_records;                                ///< by number
    std::vector<typename Map::node_type> m_spare; ///< what erased ones have left
};

} // namespace ns3::rdmacell

#endif // RECYCLING_MAP_H
