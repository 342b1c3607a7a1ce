/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SLOT_WIDTH_TUNER_H
#define SLOT_WIDTH_TUNER_H

#include <array>
#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Chooses how much time a slot of a timing wheel covers, from the use of the wheel.
 *
 * Wide slots hold many events, which are kept sorted; narrow slots make the wheel end early, and
 * what lies behind its end goes through a heap. The tuner counts how far ahead events are inserted
 * and how close together they are removed, and takes the width at which the sum is least.
 *
 * The choice bears on speed only. All times are in time steps.
 */
class SlotWidthTuner
{
  public:
    /**
     * @brief Make a tuner.
     * @param logSlots binary logarithm of the slots of the wheel
     */
    explicit SlotWidthTuner(uint32_t logSlots);

    /**
     * @brief Note that an event was inserted; a sample of all is enough.
     * @param delay how far ahead of the present
     */
    void NoteInsert(uint64_t delay)
    {
        ++m_delays[delay == 0 ? 0 : 64 - __builtin_clzll(delay)];
    }

    /**
     * @brief Note that there was a long gap between two events.
     *
     * If this is rare, the gaps are idle time, which says nothing about how close together events
     * are when there are any.
     *
     * @param steps how long
     */
    void NoteGap(uint64_t steps)
    {
        ++m_gaps;
        m_idle += steps;
    }

    /**
     * @brief Choose a width, and reset the counts.
     * @param now the present
     * @param removed events removed since the last call
     * @param steps events passed since the last call to find an event's place in its slot
     * @param logWidth binary logarithm of the width in use
     * @return binary logarithm of the width to use; the one in use unless another is clearly better
     */
    uint32_t Choose(uint64_t now, uint64_t removed, uint64_t steps, uint32_t logWidth);

  private:
    /**
     * @brief Estimate the cost of a width.
     * @param logWidth binary logarithm of the width
     * @param eventsPerStep events removed in a time step, on average
     * @return the part of an event's cost that depends on the width, in ns
     */
    double EstimateCost(uint32_t logWidth, double eventsPerStep) const;

    uint32_t m_logSlots;                 ///< binary logarithm of the slots of the wheel
    std::array<uint32_t, 65> m_delays{}; ///< inserts, by the bits that the delay needs
    uint64_t m_gaps{0};                  ///< long gaps since the last choice
    uint64_t m_idle{0};                  ///< time in long gaps since the last choice
    uint64_t m_start{0};                 ///< when the last choice was made
};

} // namespace ns3::rdmacell

#endif // SLOT_WIDTH_TUNER_H
