/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MIXED_DELAYS_H
#define MIXED_DELAYS_H

#include <cstdint>
#include <random>

namespace ns3::rdmacell
{

/**
 * @ingroup tests
 * @brief Draws delays of all kinds: none, equal ones, those of frames, of timers, very long ones.
 */
class MixedDelays
{
  public:
    /**
     * @brief Make a source.
     * @param seed of its random numbers
     * @param scale time steps in a unit: 1 for delays as at 1 ns, 1000 for delays as at 1 ps
     */
    MixedDelays(uint32_t seed, uint64_t scale)
        : m_random(seed),
          m_scale(scale)
    {
    }

    /**
     * @brief Draw a number.
     * @param end the numbers are below this
     * @return the number
     */
    uint64_t Draw(uint64_t end)
    {
        return m_random() % end;
    }

    /**
     * @brief Draw a delay.
     * @return time steps
     */
    uint64_t Next()
    {
        switch (Draw(16))
        {
        case 0:
        case 1:
            return 0;
        case 2:
        case 3:
            return 1000 * m_scale; // many events at the same time
        case 4:
            return 500'000 * m_scale;
        case 5:
            return Draw(5'000'000 * m_scale);
        case 6:
            return Draw(4) == 0 ? Draw(20'000'000'000 * m_scale) : Draw(3);
        case 7:
        case 8:
        case 9:
            return Draw(90 * m_scale);
        default:
            return 1000 * m_scale + Draw(90 * m_scale);
        }
    }

  private:
    std::mt19937_64 m_random; ///< random numbers
    uint64_t m_scale;         ///< time steps in a unit
};

} // namespace ns3::rdmacell

#endif // MIXED_DELAYS_H
