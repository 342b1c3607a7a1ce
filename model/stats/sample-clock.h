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
    /// Takes a sample; its argument is the current time in steps.
    using Sample = std::function<void(int64_t now)>;

    /**
     * @brief Make a clock that is not started.
     * @param interval time between samples, above 0
     * @param sample takes a sample
     */
    SampleClock(Time interval, Sample sample);
    ~SampleClock();
    SampleClock(const SampleClock&) = delete;
    SampleClock& operator=(const SampleClock&) = delete;

    /**
     * @brief Take the first sample.
     * @param at simulated time, not before now
     */
    void Start(Time at);

    /**
     * @brief Take the last sample.
     * @param at simulated time, later than now
     */
    void Stop(Time at);

    /**
     * @brief Get the times of the samples.
     * @return time steps, ascending
     */
    const std::vector<int64_t>& GetTimes() const;

  private:
    /// @brief Take a sample, and schedule the next.
    void Tick();

    Time m_interval;              ///< between samples
    Sample m_sample;              ///< takes a sample
    Time m_stop;                  ///< of the last sample
    EventId m_next;               ///< the next sample
    std::vector<int64_t> m_times; ///< times of the samples, steps
};

} // namespace ns3::rdmacell

#endif // SAMPLE_CLOCK_H
