/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINE_RATE_H
#define LINE_RATE_H

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Turns bytes into simulated time at a bit rate, without ever losing a fraction of a step.
 *
 * DataRate::CalculateBytesTxTime() rounds each time to the simulator's resolution and costs 60 ns.
 * Here the part of a step that does not fit is carried over to the next call, so that any number
 * of frames back to back takes the exact time, at a resolution of 1 ns as well as at 1 ps.
 */
class LineRate
{
  public:
    /// @brief Make a rate that is not usable before it is assigned.
    LineRate() = default;

    /**
     * @brief Make a rate.
     * @param rate bits per second, above 0
     */
    explicit LineRate(DataRate rate)
        : m_bitsPerSecond(rate.GetBitRate())
    {
        const uint64_t scale =
            8 * static_cast<uint64_t>(Time::FromInteger(1, Time::S).GetTimeStep());
        m_whole = scale / m_bitsPerSecond;
        m_part = scale % m_bitsPerSecond;
    }

    /**
     * @brief Compute the time that bytes take, and carry the remainder.
     * @param bytes how many, below 2^23
     * @param remainder the remainder of the call before, 0 after an idle time; gets the new one
     * @return time steps
     */
    int64_t Steps(uint32_t bytes, uint64_t& remainder) const
    {
        if (m_part == 0)
        {
            return static_cast<int64_t>(bytes * m_whole);
        }
        const uint64_t part = bytes * m_part + remainder;
        remainder = part % m_bitsPerSecond;
        return static_cast<int64_t>(bytes * m_whole + part / m_bitsPerSecond);
    }

    /**
     * @brief Get the rate.
     * @return bits per second
     */
    uint64_t GetBitRate() const
    {
        return m_bitsPerSecond;
    }

  private:
    uint64_t m_bitsPerSecond{0}; ///< the rate
    uint64_t m_whole{0};         ///< whole time steps that a byte takes
    uint64_t m_part{0};          ///< and the rest, in units of 1 / m_bitsPerSecond
};

} // namespace ns3::rdmacell

#endif // LINE_RATE_H
