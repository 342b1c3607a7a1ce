/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_ESTIMATOR_H
#define PATH_ESTIMATOR_H

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Estimates the round-trip time of a path, and T_soft, the time within which a token must
 * arrive (RDMACell, section on fast recovery; shape and first sample as in RFC 6298).
 *
 *     RTT_var = (1 - beta) RTT_var + beta |RTT_avg - sample|
 *     RTT_avg = (1 - alpha) RTT_avg + alpha sample
 *     T_soft  = RTT_avg + max(factor RTT_var, floor), at most the ceiling
 *
 * The floor is RFC 6298's clock granularity: constant samples drive RTT_var to 0, and then any
 * jitter would be taken for a fault. All times are in time steps.
 */
class PathEstimator
{
  public:
    /// Parameters that all paths share.
    struct Settings
    {
        double alpha{0.125};    ///< gain of RTT_avg
        double beta{0.25};      ///< gain of RTT_var
        double factor{4};       ///< deviations that T_soft allows
        int64_t floor{0};       ///< least time that T_soft allows over RTT_avg, steps
        int64_t ceiling{0};     ///< largest T_soft, steps
        int64_t initialSoft{0}; ///< T_soft before any sample, steps
    };

    /**
     * @brief Add a sample.
     * @param rtt from the start of a cell to its token, steps
     * @param settings gains
     */
    void AddSample(int64_t rtt, const Settings& settings);

    /// @brief Forget all samples: the path has changed.
    void Reset();

    /**
     * @brief Ask whether there is a sample.
     * @return true if so
     */
    bool HasSample() const;

    /**
     * @brief Get RTT_avg.
     * @return steps
     */
    double GetAverage() const;

    /**
     * @brief Get RTT_var.
     * @return steps
     */
    double GetVariation() const;

    /**
     * @brief Compute T_soft.
     * @param settings factor, floor, ceiling, and the value without samples
     * @return steps
     */
    int64_t GetSoftTimeout(const Settings& settings) const;

  private:
    bool m_sampled{false}; ///< there is a sample
    double m_average{0};   ///< RTT_avg, steps
    double m_variation{0}; ///< RTT_var, steps
};

} // namespace ns3::rdmacell

#endif // PATH_ESTIMATOR_H
