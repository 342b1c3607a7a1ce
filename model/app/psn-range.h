/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PSN_RANGE_H
#define PSN_RANGE_H

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief The PSNs that a queue pair uses between two resets.
 *
 * After a reset the range begins so far behind the last one that packets which are still in flight
 * from before the reset are taken for duplicates.
 */
class PsnRange
{
  public:
    /**
     * @brief Get the first PSN.
     * @return 24 bits
     */
    uint32_t GetFirst() const
    {
        return m_first;
    }

    /**
     * @brief Count packets that are sent.
     * @param packets how many
     */
    void Use(uint32_t packets)
    {
        m_used += packets;
    }

    /// @brief The queue pair is reset: begin the next range.
    void Restart()
    {
        constexpr uint32_t PSNS = 1U << 24;
        constexpr uint32_t GAP = PSNS / 4; // half of the PSNs that count as duplicates
        m_first = (m_first + m_used + GAP) % PSNS;
        m_used = 0;
    }

  private:
    uint32_t m_first{0}; ///< first PSN
    uint32_t m_used{0};  ///< packets sent since the reset
};

} // namespace ns3::rdmacell

#endif // PSN_RANGE_H
