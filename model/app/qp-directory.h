/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef QP_DIRECTORY_H
#define QP_DIRECTORY_H

#include "recycling-map.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Finds, by QPN, whose queue pair it is: completions and NAKs name the QPN only.
 * @tparam Owner what has queue pairs, which it tells apart by an index
 */
template <typename Owner>
class QpDirectory
{
  public:
    /// A queue pair of an owner.
    struct Entry
    {
        Owner* owner;  ///< whose it is
        uint16_t path; ///< which of the owner's queue pairs
    };

    /**
     * @brief Add a queue pair.
     * @param qpNum its QPN
     * @param owner whose it is
     * @param path which of the owner's queue pairs
     */
    void Add(uint32_t qpNum, Owner& owner, uint16_t path)
    {
        m_entries.Emplace(qpNum, Entry{&owner, path});
    }

    /**
     * @brief Remove a queue pair.
     * @param qpNum its QPN
     */
    void Remove(uint32_t qpNum)
    {
        m_entries.Erase(qpNum);
    }

    /**
     * @brief Find a queue pair.
     * @param qpNum its QPN
     * @return the queue pair, or nullptr if it is not, or no longer, in the directory
     */
    const Entry* Find(uint32_t qpNum)
    {
        return m_entries.Find(qpNum);
    }

    /// @brief Remove all queue pairs.
    void Clear()
    {
        m_entries.Clear();
    }

  private:
    RecyclingMap<uint32_t, Entry> m_entries; ///< by QPN
};

} // namespace ns3::rdmacell

#endif // QP_DIRECTORY_H
