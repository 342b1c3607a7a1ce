/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CONGA_METRIC_H
#define CONGA_METRIC_H

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @brief A congestion metric that decays if it is not refreshed, so that a path that was once
 * congested is tried again (Alizadeh et al., SIGCOMM 2014, 3.3).
 *
 * Where the model differs: the paper lets metrics decay gradually to 0; here one falls linearly
 * from its last update, rounded up, and is 0 after the aging time. It is evaluated lazily.
 */
struct CongaMetric
{
    int64_t updated{0}; ///< last update, steps
    uint32_t value{0};  ///< value at that time

    /**
     * @brief Evaluate the metric.
     * @param now the current time, steps
     * @param aging aging time, steps
     * @return 0 to value
     */
    uint32_t At(int64_t now, int64_t aging) const
    {
        const int64_t left = aging - (now - updated);
        return left <= 0 ? 0 : static_cast<uint32_t>((value * left + aging - 1) / aging);
    }
};

} // namespace ns3::rdmacell

#endif // CONGA_METRIC_H
