/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAMPLE_CLOCK_H
#define SAMPLE_CLOCK_H

#include "ns3/event-id.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Calls a recorder at a fixed interval, from a start to a stop.
 *
 * The first sample is taken at the start and the last one at the stop, whatever the interval.
 * Without a stop, sampling goes on until the simulation is stopped.
 */
class SampleClock
{
  public:
    /// Takes a sample; gets the current time in steps.
    using Sample = std::function<void(int64_t now)>;

    /**
     * @brief Make a clock that stands still.
     * @param interval time between samples, above 0
     * @param sample what to call
     */
    SampleClock(Time interval, Sample sample);
    ~SampleClock();
    SampleClock(const SampleClock&) = delete;
    SampleClock& operator=(const SampleClock&) = delete;

    /**
     * @brief Take the first sample.
     * @param at when, in simulated time, not before now
     */
    void Start(Time at);

    /**
     * @brief Take the last sample.
     * @param at when, in simulated time; before that sample is due
     */
    void Stop(Time at);

    /**
     * @brief Get when samples were taken.
     * @return time steps, ascending
     */
    const std::vector<int64_t>& GetTimes() const;

  private:
    /// @brief Take a sample, and schedule the next.
    void Tick();

    Time m_interval;              ///< between samples
    Sample m_sample;              ///< what to call
    Time m_stop;                  ///< of the last sample
    EventId m_next;               ///< the next sample
    std::vector<int64_t> m_times; ///< when samples were taken, steps
};

} // namespace ns3::rdmacell

#endif // SAMPLE_CLOCK_H
