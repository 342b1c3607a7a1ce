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
 * @brief HULA's estimator of the utilization of a link (Katta et al., SOSR 2016).
 *
 * For each packet of D bytes, U becomes D + U (1 - dt / tau), where dt is the time since the last
 * packet; after a pause of tau or more, U is D. At a constant rate R it tends to R * tau. The level
 * is U / (C * tau) in units of 1/256, rounded down, at most 255, so that it fits into a probe's 8
 * bits and does not overflow at line rate.
 *
 * Where the model differs: U decays in the same way when it is read, so that a link that is idle
 * does not keep the level of its last packet. It is evaluated lazily.
 */
class LinkUtilization
{
  public:
    static constexpr uint32_t FULL = 255; ///< highest level: 8 bits, as the paper's probes have

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
     * @brief Get the utilization.
     * @param now the current time, steps
     * @return 0 (idle) to FULL
     */
    uint32_t GetLevel(int64_t now) const;

  private:
    double m_bytes{0.0};       ///< U at the last frame
    int64_t m_last{0};         ///< time of the last frame, steps
    int64_t m_timeConstant{1}; ///< tau, steps
    double m_inverse{1.0};     ///< 1 / tau
    double m_step{1.0};        ///< bytes of one level
};

} // namespace ns3::rdmacell

#endif // LINK_UTILIZATION_H
