/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINK_UTILIZATION_H
#define LINK_UTILIZATION_H

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief HULA's estimator of how much of a link is used (Katta et al., SOSR 2016, 3.2).
 *
 * For each packet of D bytes, U becomes D + U (1 - dt / tau), dt being the time since the last one;
 * after a pause of tau or more, U is D. At a constant rate R it tends to R * tau. What it says is
 * U / (C * tau) in steps of 1/256, the fraction cut off, at most 255.
 *
 * It fades in the same way when it is only looked at, so that a link that has fallen idle does not
 * look busy.
 */
class LinkUtilization
{
  public:
    static constexpr uint32_t FULL = 255; ///< highest level (8 bits: the HULA paper)

    /// @brief Make an estimator that is not usable before it is assigned.
    LinkUtilization() = default;

    /**
     * @brief Make an estimator.
     * @param bitRate C, bits per second
     * @param timeConstant tau, steps, above 0
     */
    LinkUtilization(uint64_t bitRate, int64_t timeConstant);

    /**
     * @brief Count a frame that is sent.
     * @param bytes its wire bytes
     * @param now the current time, steps
     */
    void Add(uint32_t bytes, int64_t now)
    {
        m_bytes = bytes + GetBytes(now);
        m_last = now;
    }

    /**
     * @brief Get the estimate U.
     * @param now the current time, steps
     * @return bytes
     */
    double GetBytes(int64_t now) const
    {
        const int64_t passed = now - m_last;
        return passed >= m_timeConstant ? 0.0
                                        : m_bytes * (1.0 - static_cast<double>(passed) * m_inverse);
    }

    /**
     * @brief Get how much of the link is used.
     * @param now the current time, steps
     * @return 0 (idle) to FULL
     */
    uint32_t GetLevel(int64_t now) const;

  private:
    double m_bytes{0.0};       ///< U at the last frame
    int64_t m_last{0};         ///< time of the last frame, steps
    int64_t m_timeConstant{1}; ///< tau, steps
    double m_inverse{1.0};     ///< 1 / tau
    double m_step{1.0};        ///< bytes that one level is worth
};

} // namespace ns3::rdmacell

#endif // LINK_UTILIZATION_H
