/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOKEN_RING_H
#define TOKEN_RING_H

#include "token.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Where the tokens of a flow are in the sender's registered memory: a ring of slots, one
 * for each cell.
 *
 * A token has the number of its cell, so that a slot need not be cleared. Outstanding cells are
 * less than a ring apart, so that an old token is never taken for a new one.
 */
class TokenRing
{
  public:
    /// @brief Construct a ring without slots.
    TokenRing() = default;

    /**
     * @brief Construct a ring.
     * @param address virtual address of its first slot
     * @param slots how many, a power of two
     */
    TokenRing(uint64_t address, uint32_t slots)
        : m_address(address),
          m_slots(slots)
    {
    }

    /**
     * @brief Find the slot of a cell. As the number of slots is a power of two, the truncated
     * sequence numbers of GlobalCellId give the same slots.
     * @param sequence number of the cell
     * @return address
     */
    uint64_t GetSlotAddress(uint64_t sequence) const
    {
        return m_address + sequence % m_slots * Token::BYTES;
    }

    /**
     * @brief Compute the size of a ring.
     * @param slots how many
     * @return bytes
     */
    static constexpr uint64_t GetBytes(uint32_t slots)
    {
        return uint64_t{slots} * Token::BYTES;
    }

  private:
    uint64_t m_address{0}; ///< of the first slot
    uint32_t m_slots{1};   ///< how many
};

} // namespace ns3::rdmacell

#endif // TOKEN_RING_H
