/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "slot-width-tuner.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ns3::rdmacell
{

namespace
{

// Measured with rdmacell-scheduler-benchmark; only their ratios matter, and those coarsely.
constexpr double FAR_COST = 100; ///< ns to take an event through the heap
constexpr double SORT_COST = 1;  ///< ns an event, for each other event of its slot
constexpr double SLOT_COST = 8;  ///< ns to take up a slot

/// Long gaps before fewer events than one in so many are idle time.
constexpr uint64_t RARE = 8;

/// A new width must be better by this much, because to move the pending events costs too.
constexpr double WORTHWHILE = 0.8;

} // namespace

SlotWidthTuner::SlotWidthTuner(uint32_t logSlots)
    : m_logSlots(logSlots)
{
}

double
SlotWidthTuner::EstimateCost(uint32_t logWidth, double eventsPerStep) const
{
    const auto firstFar = m_delays.begin() + std::min<size_t>(logWidth + m_logSlots + 1, 65);
    const double all = std::accumulate(m_delays.begin(), m_delays.end(), 0.0);
    const double far = std::accumulate(firstFar, m_delays.end(), 0.0);
    const double eventsPerSlot = std::ldexp(eventsPerStep, static_cast<int>(logWidth));
    return FAR_COST * far / std::max(all, 1.0) + SORT_COST * eventsPerSlot +
           SLOT_COST / (1 + eventsPerSlot);
}

uint32_t
SlotWidthTuner::Choose(uint64_t now, uint64_t removed, uint64_t steps, uint32_t logWidth)
{
    const uint64_t elapsed = now > m_start ? now - m_start : 0;
    const uint64_t idle = m_gaps < removed / RARE ? m_idle : 0;
    uint32_t best = logWidth;
    if (elapsed > idle)
    {
        const double average = static_cast<double>(removed) / (elapsed - idle);
        // Events that come in bursts are closer together than on average: as many as were passed.
        const double passed =
            std::ldexp(static_cast<double>(steps) / std::max<uint64_t>(removed, 1),
                       -static_cast<int>(logWidth));
        const double eventsPerStep = std::max(average, passed);
        double bestCost = WORTHWHILE * EstimateCost(logWidth, eventsPerStep);
        for (uint32_t candidate = 0; candidate + m_logSlots < 64; ++candidate)
        {
            const double cost = EstimateCost(candidate, eventsPerStep);
            if (cost < bestCost)
            {
                best = candidate;
                bestCost = cost;
            }
        }
    }
    // Older inserts count half, so that a choice after few events does not rest on those alone.
    for (auto& count : m_delays)
    {
        count /= 2;
    }
    m_gaps = 0;
    m_idle = 0;
    m_start = now;
    return best;
}

} // namespace ns3::rdmacell
