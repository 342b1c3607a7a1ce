/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SELECTIVE_ACKS_H
#define SELECTIVE_ACKS_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief The packets of a requester that are acknowledged although one before them is not: a bitmap
 * from the oldest unacknowledged PSN on.
 *
 * PSNs have 64 bits.
 */
class SelectiveAcks
{
  public:
    /**
     * @brief Make it without packets.
     * @param base oldest unacknowledged PSN
     */
    explicit SelectiveAcks(int64_t base)
        : m_base(base)
    {
    }

    /**
     * @brief Get the oldest unacknowledged PSN.
     * @return the PSN
     */
    int64_t GetBase() const
    {
        return m_base;
    }

    /**
     * @brief Get the end of the PSNs up to the newest one that is acknowledged.
     * @return the PSN; GetBase() if there is none
     */
    int64_t GetEnd() const
    {
        return m_base + static_cast<int64_t>(m_marks.size());
    }

    /**
     * @brief Count the PSNs that are acknowledged from the oldest unacknowledged one on.
     * @return how many
     */
    uint32_t GetCount() const
    {
        return m_count;
    }

    /**
     * @brief Ask whether a PSN is acknowledged.
     * @param psn the PSN, at least GetBase()
     * @return true if so
     */
    bool Has(int64_t psn) const
    {
        return psn < GetEnd() && m_marks[static_cast<std::size_t>(psn - m_base)];
    }

    /**
     * @brief Note that PSNs are acknowledged.
     * @param begin the first, at least GetBase()
     * @param end the one after the last
     */
    void Add(int64_t begin, int64_t end)
    {
        m_marks.resize(std::max(m_marks.size(), static_cast<std::size_t>(end - m_base)));
        for (auto i = static_cast<std::size_t>(begin - m_base);
             i < static_cast<std::size_t>(end - m_base);
             ++i)
        {
            m_count += m_marks[i] ? 0 : 1;
            m_marks[i] = true;
        }
    }

    /**
     * @brief All before a PSN is acknowledged.
     * @param base the PSN; ignored if it is before GetBase()
     */
    void Advance(int64_t base)
    {
        for (; m_base < base && !m_marks.empty(); ++m_base)
        {
            m_count -= m_marks.front() ? 1 : 0;
            m_marks.pop_front();
        }
        m_base = std::max(m_base, base);
    }

  private:
    int64_t m_base;           ///< oldest unacknowledged PSN
    uint32_t m_count{0};      ///< marks
    std::deque<bool> m_marks; ///< by PSN, from m_base to the newest one that is acknowledged
};

} // namespace ns3::rdmacell

#endif // SELECTIVE_ACKS_H
