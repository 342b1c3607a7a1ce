/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef COLLECTIVE_ITERATION_H
#define COLLECTIVE_ITERATION_H

#include <cstdint>
#include <limits>
#include <vector>

namespace ns3::rdmacell
{

/// The messages of a round of a collective.
struct CollectiveRound
{
    uint64_t messages{0};   ///< that have arrived
    int64_t start{0};       ///< start of the first, steps
    int64_t end{0};         ///< arrival of the last, steps
    int64_t sum{0};         ///< of their durations, steps
    int64_t longest{-1};    ///< duration of the slowest, steps
    uint32_t slowestSrc{0}; ///< rank that has sent it
    uint32_t slowestDst{0}; ///< rank that has received it

    /**
     * @brief Add a message.
     * @param from its start, steps
     * @param to its arrival, steps
     * @param src rank that has sent it
     * @param dst rank that has received it
     */
    void Add(int64_t from, int64_t to, uint32_t src, uint32_t dst);

    /**
     * @brief Compare the slowest message with the mean.
     * @return longest over mean duration; 1 without messages
     */
    double GetStraggling() const;
};

/// How evenly the uplinks of racks were used.
struct UplinkBalance
{
    /// Largest over mean load of a rack's uplinks, averaged over the racks that have sent.
    double mean{std::numeric_limits<double>::quiet_NaN()};

    /// The same of the rack where it is largest.
    double largest{std::numeric_limits<double>::quiet_NaN()};
};

/// Bytes that have been sent so far, by rack and uplink.
using UplinkBytes = std::vector<std::vector<uint64_t>>;

/**
 * @brief Compute how evenly uplinks were used between two times.
 * @param before bytes at the earlier one
 * @param after bytes at the later one
 * @return the balance; NaN if no rack with two uplinks or more has sent anything
 */
UplinkBalance CompareUplinks(const UplinkBytes& before, const UplinkBytes& after);

/// An iteration of a job.
struct CollectiveIteration
{
    int64_t start{0};                    ///< steps
    int64_t end{-1};                     ///< arrival of the last message, steps; -1: not reached
    int64_t bound{0};                    ///< lower bound of the time, steps
    int64_t exposed{0};                  ///< time that computation does not hide, steps
    UplinkBalance uplinks;               ///< of the racks, over the time of the iteration
    std::vector<CollectiveRound> rounds; ///< in order

    /**
     * @brief Get the completion time.
     * @return time steps, of an iteration that has ended
     */
    int64_t GetTime() const;

    /**
     * @brief Find the round with the slowest message relative to its others.
     * @return index of the round; 0 if there is none
     */
    uint32_t FindStraggling() const;
};

} // namespace ns3::rdmacell

#endif // COLLECTIVE_ITERATION_H
