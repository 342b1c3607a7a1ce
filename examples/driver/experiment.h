/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EXPERIMENT_H
#define EXPERIMENT_H

#include "attribute-record.h"
#include "experiment-options.h"
#include "run-report.h"

#include "ns3/fabric.h"
#include "ns3/fct-recorder.h"
#include "ns3/flow.h"
#include "ns3/host-app.h"
#include "ns3/ptr.h"
#include "ns3/roce-nic.h"
#include "ns3/stats-helper.h"

#include <cstdint>
#include <memory>
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
     * @brief Simulate.
     * @return the results
     */
    RunReport Run();

    /**
     * @brief Write the results into the output directory, if there is one; meta.json comes last.
     * @param report the results of Run()
     * @throws InputError if a file cannot be written
     */
    void Write(const RunReport& report) const;

  private:
    /// @brief Make the output directory, and remove an earlier run's results.
    void OpenOutput() const;

    /// @brief Check the flows, and find the end of the measurement window.
    void CheckFlows();

    /// @brief Build the network, the NICs and the applications.
    void Build();

    /// @brief Collect the attributes of all objects, and refuse those given that none has.
    void CollectAttributes();

    /// @brief Prepare the recording of flows, links, queues, pauses and packets.
    void StartRecording();

    /**
     * @brief Compute the ideal completion time of a flow: over the fastest of the equal paths.
     * @param flow the flow
     * @return time steps
     */
    int64_t GetIdeal(const Flow& flow) const;

    /**
     * @brief Count the payload that NICs have placed so far.
     * @return bytes
     */
    uint64_t CountPlacedBytes() const;

    /**
     * @brief Fill in a report from all counters.
     * @param wallSeconds wall time of the simulation
     * @return the report
     */
    RunReport MakeReport(double wallSeconds) const;

    ExperimentOptions m_options;          ///< the run
    NetworkGraph m_graph;                 ///< its network
    AttributeRecord m_attributes;         ///< of all objects
    std::vector<Flow> m_flows;            ///< its flows
    Time m_windowEnd;                     ///< end of the measurement window
    Ptr<Fabric> m_fabric;                 ///< the network built
    std::vector<Ptr<RoceNic>> m_nics;     ///< by host
    std::vector<Ptr<HostApp>> m_apps;     ///< by host
    Ptr<FctRecorder> m_fct;               ///< flow completion times
    std::unique_ptr<StatsHelper> m_stats; ///< link, queue and PFC records
    int64_t m_nicLatency{0};              ///< of each NIC, steps
    uint32_t m_mtu{0};                    ///< payload bytes of a full packet
    uint32_t m_linkOverhead{0};           ///< bytes of link time that a frame takes besides its own
    uint64_t m_placedBefore{0};           ///< bytes placed when the window begins
    uint64_t m_placedAfter{0};            ///< bytes placed when it ends
};

} // namespace ns3::rdmacell

#endif // EXPERIMENT_H
