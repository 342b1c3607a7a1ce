/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RANK_RUN_H
#define RANK_RUN_H

#include "experiment-options.h"
#include "run-report.h"

#include "ns3/fct-recorder.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief What a run over several ranks (MpiProcess) does beside one in a single process: nothing
 * in the latter.
 */
class RankRun
{
  public:
    /**
     * @brief Ask whether the run is in several processes.
     * @return true if so
     */
    static bool IsOneOfSeveral();

    /**
     * @brief Ask whether this rank prints and writes.
     * @return true of rank 0, and of a process alone
     */
    static bool IsFirst();

    /**
     * @brief Refuse what does not work over ranks.
     * @param options the run
     * @throws InputError that names the option
     */
    static void Check(const ExperimentOptions& options);

    /**
     * @brief Run what a rank does. What all ranks refuse alike is said once; a rank that fails
     * later ends all.
     * @param name of the program, for messages
     * @param body what the rank does
     * @return exit status
     */
    static int Guard(const std::string& name, const std::function<int()>& body);

    /**
     * @brief Find out whether all ranks go on.
     * @param isReady whether this one does
     * @return true if all do; a rank that fails from then on ends all
     */
    static bool Agree(bool isReady);

    /**
     * @brief Have the simulation stop some time after the last flow of all ranks has ended.
     * @param fct the flows
     * @param settling from there to the stop, steps
     */
    static void StopAfterFlows(Ptr<FctRecorder> fct, int64_t settling);

    /**
     * @brief Bring the times of all flows to rank 0.
     * @param fct the flows
     */
    static void Merge(FctRecorder& fct);

    /**
     * @brief Bring the counters of all ranks to rank 0.
     * @param report of this rank
     */
    static void Merge(RunReport& report);

    /**
     * @brief Print what the ranks have exchanged.
     * @param out where to
     */
    static void Print(std::ostream& out);

  private:
    static bool s_isRunning; ///< Agree() has found that all go on
};

} // namespace ns3::rdmacell

#endif // RANK_RUN_H
