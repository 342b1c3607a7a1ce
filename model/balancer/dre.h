/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DRE_H
#define DRE_H

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief CONGA's discounting rate estimator of one link (Alizadeh et al., SIGCOMM 2014, 3.2).
 *
 * A register X grows by the bytes sent and is multiplied by 1 - alpha every period T_dre, so that
 * at a constant rate R it tends to R * tau just before it decays, with tau = T_dre / alpha. The
 * congestion metric is X / (C * tau), quantized to Q bits: rounded down, and at most 2^Q - 1, since
 * X exceeds C * tau after a burst.
 *
 * Periods are counted from time 0. The decay is evaluated lazily, when the register is next used,
 * one period at a time in integers, so that the metric does not depend on when it is read.
 */
class Dre
{
  public:
    static constexpr uint32_t MAX_BITS = 6; ///< Q, at most

    /// @brief Make an estimator that is not usable before it is assigned.
    Dre() = default;

    /**
     * @brief Make an estimator.
     * @param bitRate C, bits per second
     * @param period T_dre, steps, above 0
     * @param alpha decay, 0.001 to 1
     * @param bits Q, 1 to MAX_BITS
     */
    Dre(uint64_t bitRate, int64_t period, double alpha, uint32_t bits);

    /**
     * @brief Count a frame that is sent.
     * @param bytes its wire bytes
     * @param now the current time, steps
     */
    void Add(uint32_t bytes, int64_t now)
    {
        CatchUp(now);
        m_register += uint64_t{bytes} << FRACTION;
    }

    /**
     * @brief Evaluate the congestion metric.
     * @param now the current time, steps
     * @return 0 (idle) to 2^bits - 1
     */
    uint32_t GetMetric(int64_t now)
    {
        CatchUp(now);
        const uint64_t metric = m_register / m_unit;
        return static_cast<uint32_t>(metric < m_maximum ? metric : m_maximum);
    }

    /**
     * @brief Evaluate the register X.
     * @param now the current time, steps
     * @return bytes
     */
    double GetBytes(int64_t now);

  private:
    static constexpr uint32_t FRACTION = 8;    ///< bits of m_register below one byte
    static constexpr uint32_t ALPHA_BITS = 20; ///< bits of m_alpha below one

    /**
     * @brief Decay for the periods that have ended.
     * @param now the current time
     */
    void CatchUp(int64_t now)
    {
        if (now >= m_nextDecay)
        {
            Decay(now);
        }
    }

    /**
     * @brief Decay for the periods that have ended, at least one.
     * @param now the current time
     */
    void Decay(int64_t now);

    uint64_t m_register{0}; ///< X, in 2^-FRACTION bytes
    int64_t m_nextDecay{0}; ///< end of the current period, steps
    int64_t m_period{1};    ///< T_dre, steps
    uint64_t m_unit{1};     ///< one unit of the metric, as m_register
    uint32_t m_alpha{0};    ///< decay, in 2^-ALPHA_BITS
    uint32_t m_maximum{0};  ///< largest metric
};

} // namespace ns3::rdmacell

#endif // DRE_H
