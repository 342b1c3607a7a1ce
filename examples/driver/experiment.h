/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EXPERIMENT_H
#define EXPERIMENT_H

#include "attribute-record.h"
#include "experiment-options.h"
#include "experiment-traffic.h"
#include "pcap-recorder.h"
#include "run-output.h"
#include "run-report.h"
#include "trace-recorder.h"

#include "ns3/collective-run.h"
#include "ns3/fabric-scenario.h"
#include "ns3/network-graph.h"
#include "ns3/nstime.h"
#include "ns3/progress-watch.h"
#include "ns3/ptr.h"
#include "ns3/stall-report.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief One run: builds the network, replays the flows, writes the results.
 */
class Experiment
{
  public:
    /**
     * @brief Check all that can be wrong and build everything; no simulated time passes. With
     * --check, nothing is written.
     * @param options the run
     * @throws InputError if something that the user gave cannot be used
     */
    explicit Experiment(const ExperimentOptions& options);

    ~Experiment();

    /**
     * @brief Get the effective value of each option.
     * @return as in meta.json
     */
    const JsonObject& GetParameters() const;

    /**
     * @brief Get what was passed over in the files of the run, which does not keep it from running.
     * @return a line each
     */
    std::vector<std::string> GetNotes() const;

    /**
     * @brief Simulate.
     * @return the results
     */
    RunReport Run();

    /**
     * @brief Get the report on a run that is stuck.
     * @return the report, or null if the run is not stuck
     */
    const StallReport* GetStall() const;

    /**
     * @brief Write the captures, and the results into the output directory, if there is one;
     * meta.json comes last.
     * @param report the results of Run()
     * @throws InputError if a file cannot be written
     */
    void Write(const RunReport& report);

  private:
    /// @brief Check the flows, and find the end of the measurement window.
    void CheckFlows();

    /// @brief Build the network, the NICs and the applications.
    void Build();

    /**
     * @brief Get the time up to which traffic goes on after the window.
     * @return time, not before the end of the window
     */
    Time GetTrafficEnd() const;

    /// @brief Place the collectives and schedule their starts.
    void BuildCollectives();

    /// @brief End the simulation soon if all flows and collectives have ended.
    void StopIfDone() const;

    /// @brief Collect the attributes of all objects, and refuse those given that none has.
    void CollectAttributes();

    /// @brief Write all flows of the run to the file of --saveFlows, those after the window, too.
    void SaveAllFlows();

    /// @brief Prepare the recording of flows, links, queues, pauses and packets.
    void StartRecording();

    /**
     * @brief Write the results; meta.json comes last.
     * @param directory where to
     * @param report the results of Run()
     */
    void WriteFiles(const std::string& directory, const RunReport& report);

    /**
     * @brief Count the payload that NICs have placed so far.
     * @return bytes
     */
    uint64_t CountPlacedBytes() const;

    /**
     * @brief Tell how the simulation has ended.
     * @return done, drain, or the name of a StallKind
     */
    std::string GetEnd() const;

    /**
     * @brief Fill in a report from all counters.
     * @param wallSeconds wall time of the simulation
     * @return the report
     */
    RunReport MakeReport(double wallSeconds) const;

    /// When building the network began; the first member, so that it is set before the graph.
    std::chrono::steady_clock::time_point m_begin{std::chrono::steady_clock::now()};
    ExperimentOptions m_options;                ///< the run
    NetworkGraph m_graph;                       ///< its network
    AttributeRecord m_attributes;               ///< of all objects
    ExperimentTraffic m_traffic;                ///< its flows
    Time m_windowEnd;                           ///< end of the measurement window
    Time m_limit;                               ///< latest end of the simulation
    std::unique_ptr<FabricScenario> m_scenario; ///< everything that is simulated
    Ptr<ProgressWatch> m_watch;                 ///< stops a run that is stuck
    Ptr<CollectiveRun> m_collectives;           ///< or null
    std::unique_ptr<RunOutput> m_output;        ///< where results go; outlives the recorders
    std::unique_ptr<TraceRecorder> m_traces;    ///< trace sources that are written
    PcapRecorder m_pcap;                        ///< captures
    uint64_t m_placedBefore{0};                 ///< bytes placed when the window begins
    uint64_t m_placedAfter{0};                  ///< bytes placed when it ends
};

} // namespace ns3::rdmacell

#endif // EXPERIMENT_H
