/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef COLLECTIVE_REPORT_H
#define COLLECTIVE_REPORT_H

#include "collective-run.h"

#include <cstdint>
#include <iosfwd>
#include <limits>

namespace ns3::rdmacell
{

/// Figures of a job over its iterations that have ended. They are NaN if there are none.
struct CollectiveSummary
{
    static constexpr double NONE = std::numeric_limits<double>::quiet_NaN(); ///< no iteration

    uint64_t finished{0};       ///< iterations that have ended
    double averageNs{NONE};     ///< completion time, mean
    double longestNs{NONE};     ///< completion time of the slowest
    double boundNs{NONE};       ///< lower bound, mean
    double ratio{NONE};         ///< completion time over its bound, mean
    double algorithmGbps{NONE}; ///< buffer of a rank over the mean completion time, Gb/s
    double busGbps{NONE};       ///< the same times the factor of nccl-tests, Gb/s
    double exposedNs{NONE};     ///< time that computation does not hide, mean
    double straggling{NONE};    ///< largest over mean duration within a round, the largest
    double uplinkBalance{NONE}; ///< largest over mean load of a rack's uplinks, mean
};

/**
 * @brief Compute the figures of a job.
 * @param job the job
 * @return the figures
 */
CollectiveSummary SummarizeCollective(const CollectiveJob& job);

/**
 * @brief Name the way in which a job has ended.
 * @param job the job
 * @return finished, failed or unfinished
 */
const char* NameStatus(const CollectiveJob& job);

/**
 * @brief Write a row for each iteration, with a header (doc/output.md).
 * @param run the collectives
 * @param out the stream
 */
void WriteCollectiveCsv(const CollectiveRun& run, std::ostream& out);

/**
 * @brief Write a row for each round of each iteration, with a header (doc/output.md).
 * @param run the collectives
 * @param out the stream
 */
void WriteCollectiveRoundCsv(const CollectiveRun& run, std::ostream& out);

} // namespace ns3::rdmacell

#endif // COLLECTIVE_REPORT_H
