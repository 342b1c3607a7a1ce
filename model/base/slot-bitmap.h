/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SLOT_BITMAP_H
#define SLOT_BITMAP_H

#include <array>
#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Which slots of a ring are in use, with a quick search for the next one.
 *
 * Two levels: one bit a slot, and above it one bit for each 64 slots of which any is in use.
 *
 * @tparam SLOTS slots of the ring, a power of two of at least 4096
 */
template <uint32_t SLOTS>
class SlotBitmap
{
    static_assert(SLOTS >= 4096 && (SLOTS & (SLOTS - 1)) == 0, "slots must be a power of two");

  public:
    /// What Find() returns if no slot is in use.
    static constexpr uint32_t NONE = SLOTS;

    /**
     * @brief Mark a slot as in use.
     * @param slot index below SLOTS
     */
    void Set(uint32_t slot)
    {
        m_bits[slot / 64] |= uint64_t{1} << (slot % 64);
        m_summary[slot / 4096] |= uint64_t{1} << (slot / 64 % 64);
    }

    /**
     * @brief Mark a slot as free.
     * @param slot index below SLOTS
     */
    void Clear(uint32_t slot)
    {
        m_bits[slot / 64] &= ~(uint64_t{1} << (slot % 64));
        if (m_bits[slot / 64] == 0)
        {
            m_summary[slot / 4096] &= ~(uint64_t{1} << (slot / 64 % 64));
        }
    }

    /**
     * @brief Find the first slot in use, going round the ring.
     * @param start slot to begin with, which counts too
     * @return index of the slot, or NONE
     */
    uint32_t Find(uint32_t start) const
    {
        const uint64_t bits = m_bits[start / 64] >> (start % 64);
        if (bits != 0)
        {
            return start + __builtin_ctzll(bits);
        }
        // One step more than there are groups: the first group is seen again from its beginning.
        uint32_t word = (start / 64 + 1) % WORDS;
        for (uint32_t step = 0; step <= GROUPS; ++step)
        {
            const uint64_t words = m_summary[word / 64] >> (word % 64);
            if (words != 0)
            {
                word += __builtin_ctzll(words);
                return word * 64 + __builtin_ctzll(m_bits[word]);
            }
            word = (word / 64 + 1) % GROUPS * 64;
        }
        return NONE;
    }

  private:
    static constexpr uint32_t WORDS = SLOTS / 64;    ///< words of one bit a slot
    static constexpr uint32_t GROUPS = SLOTS / 4096; ///< words of one bit for 64 slots

    std::array<uint64_t, WORDS> m_bits{};     ///< one bit a slot
    std::array<uint64_t, GROUPS> m_summary{}; ///< one bit a word of m_bits that is not 0
};

} // namespace ns3::rdmacell

#endif // SLOT_BITMAP_H
