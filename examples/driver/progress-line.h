/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PROGRESS_LINE_H
#define PROGRESS_LINE_H

#include "ns3/fct-recorder.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"

#include <chrono>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Keeps a line on standard error up to date while a run goes on: simulated time, flows
 * done, time left.
 */
class ProgressLine
{
  public:
    /**
     * @brief Begin.
     * @param recorder counts the flows
     * @param interval simulated time between checks of the clock
     */
    ProgressLine(Ptr<const FctRecorder> recorder, Time interval);

    /// @brief Clear the line.
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

  private:
    /// @brief Print if a fifth of a second has passed, and check again later.
    void Update();

    using Clock = std::chrono::steady_clock; ///< wall clock

    Ptr<const FctRecorder> m_recorder; ///< counts the flows
    Time m_interval;                   ///< between checks of the clock
    Clock::time_point m_begin;         ///< when the run began
    Clock::time_point m_printed;       ///< when the line was printed last
};

} // namespace ns3::rdmacell

#endif // PROGRESS_LINE_H
