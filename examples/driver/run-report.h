/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RUN_REPORT_H
#define RUN_REPORT_H

#include "json-object.h"

#include "ns3/collective-run.h"
#include "ns3/fct-recorder.h"

#include <cstdint>
#include <iosfwd>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief The results of a run: the content of meta.json and of the table at the end.
 */
struct RunReport
{
    std::string command;          ///< the command line
    std::string schemeName;       ///< scheme
    std::string workloadName;     ///< workload, or the file of flows
    uint64_t seed{0};             ///< run number
    JsonObject parameters;        ///< effective value of each option
    JsonObject attributes;        ///< of all objects of the run
    std::string ended;            ///< how: done, drain, deadlock, stall or idle
    FctSummary fct;               ///< slowdowns
    uint64_t failed{0};           ///< flows given up after an error, of all flows
    uint64_t flowsAfterWindow{0}; ///< flows made after the window, which are not measured
    double offeredLoad{0};        ///< payload of the window's flows over the capacity of the links
                                  ///< that loads are counted at; or NaN
    double carriedLoad{0};        ///< payload placed within the window over the same
    uint64_t drops{0};            ///< frames dropped by switches
    uint64_t losslessDrops{0};    ///< of these, in a lossless class with PFC on: a model error
    uint64_t pfcPause{0};         ///< groups paused by switches; refreshes do not count
    uint64_t pfcResume{0};        ///< groups resumed by switches
    uint64_t ecnMarks{0};         ///< frames marked
    uint64_t cnps{0};             ///< CNPs sent
    uint64_t outOfOrder{0};       ///< requests whose PSN is above the expected one
    uint64_t naks{0};             ///< NAKs sent, RNR included
    uint64_t retransmittedBytes{0};         ///< payload retransmitted
    uint64_t timeouts{0};                   ///< local ACK timeouts
    uint64_t events{0};                     ///< simulator events
    uint64_t frameHops{0};                  ///< frames sent, once for each link
    double simulatedSeconds{0};             ///< simulated time at the end
    double setupSeconds{0};                 ///< wall time to build the network
    double wallSeconds{0};                  ///< wall time of the simulation
    uint64_t peakRssBytes{0};               ///< peak resident memory of the process
    JsonObject collectives;                 ///< figures of each job, by its index
    /// Rows on collectives in the table for people.
    std::vector<std::pair<std::string, std::string>> collectiveRows;
    std::map<std::string, uint64_t> scheme; ///< the scheme's own counters
    std::vector<std::string> files;         ///< files of the run beside meta.json

    /**
     * @brief Add the figures of collectives.
     * @param run the collectives
     */
    void AddCollectives(const CollectiveRun& run);

    /**
     * @brief Make the content of meta.json (doc/meta.schema.json).
     * @return the object
     */
    JsonObject ToJson() const;

    /**
     * @brief Print a table for people.
     * @param out where to
     */
    void Print(std::ostream& out) const;

    /**
     * @brief Say what looks wrong: unfinished and failed flows, overload, drops, early resumes,
     * timeouts.
     * @return a line for each, the gravest first; none if nothing does
     */
    std::vector<std::string> GetWarnings() const;

    /**
     * @brief Compute the wall time that a frame-hop took.
     * @return nanoseconds
     */
    double GetNsPerFrameHop() const;
};

} // namespace ns3::rdmacell

#endif // RUN_REPORT_H
