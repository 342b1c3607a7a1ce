/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_SCENARIO_H
#define FABRIC_SCENARIO_H

#include "fabric-helper.h"
#include "fabric.h"
#include "host-address-helper.h"
#include "host-app-helper.h"
#include "roce-nic-helper.h"
#include "scheme-registry.h"
#include "stats-helper.h"

#include "ns3/fct-recorder.h"
#include "ns3/flow-source.h"
#include "ns3/flow.h"
#include "ns3/host-app.h"
#include "ns3/ideal-fct.h"
#include "ns3/network-graph.h"
#include "ns3/nstime.h"
#include "ns3/progress-watch.h"
#include "ns3/ptr.h"
#include "ns3/roce-nic.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief A whole simulation: a network, NICs, the applications of a scheme, their flows, and
 * recorders.
 *
 * Use: construct, set attributes through the helpers, Build(), connect trace sinks and enable
 * recorders, Start(), Simulator::Run(). There is one at a time, since ns-3 has one simulator.
 */
class FabricScenario
{
  public:
    /**
     * @brief Prepare a scenario.
     * @param graph network
     * @param flows traffic; sorted and numbered here
     * @param scheme load balancer of the switches and application of the hosts; the caller sets its
     * attributes, as defaults or through the helpers
     */
    FabricScenario(NetworkGraph graph, std::vector<Flow> flows, const Scheme& scheme);

    /// @brief Destroy the simulation (ns3::Simulator::Destroy()).
    ~FabricScenario();

    FabricScenario(const FabricScenario&) = delete;
    FabricScenario& operator=(const FabricScenario&) = delete;

    /**
     * @brief Get the helper that builds the network; change it before Build().
     * @return the helper
     */
    FabricHelper& GetFabricHelper();

    /**
     * @brief Get the helper that installs the NICs; change it before Build().
     * @return the helper
     */
    RoceNicHelper& GetNicHelper();

    /**
     * @brief Get the helper that gives addresses; change it before Build().
     * @return the helper
     */
    HostAddressHelper& GetAddressHelper();

    /**
     * @brief Get the helper that installs the applications; change it before Build().
     * @return the helper
     */
    HostAppHelper& GetAppHelper();

    /**
     * @brief Measure only flows that start in a window, before Build(); all without it.
     * @param start start of the window
     * @param end end of the window
     */
    void SetWindow(Time start, Time end);

    /**
     * @brief Build everything.
     * @throws InputError if the graph or the flows are wrong
     */
    void Build();

    /**
     * @brief Let traffic go on that is not measured, after Build(). The flows are made during the
     * run, some time before they start.
     * @param source where its next flows come from; numbered on from those of the constructor
     * @param start time from which they start
     * @param end time before which they start
     */
    void ContinueTraffic(FlowSource source, Time start, Time end);

    /// @brief Initialize the switches and fix all random streams, from number 0.
    void Start();

    /**
     * @brief Take a link down or up.
     * @param link index of the link
     * @param up false if it goes down
     * @param reroute true to compute all switches' routes anew, as a routing protocol would
     */
    void SetLinkUp(uint32_t link, bool up, bool reroute);

    /**
     * @brief Get the network.
     * @return the network
     */
    Ptr<Fabric> GetFabric() const;

    /**
     * @brief Get the NICs.
     * @return NICs by host
     */
    const std::vector<Ptr<RoceNic>>& GetNics() const;

    /**
     * @brief Get the applications.
     * @return applications by host
     */
    const std::vector<Ptr<HostApp>>& GetApps() const;

    /**
     * @brief Get the flows.
     * @return flows by id
     */
    const std::vector<Flow>& GetFlows() const;

    /**
     * @brief Get the recorder of flow completion times.
     * @return the recorder
     */
    Ptr<FctRecorder> GetFct() const;

    /**
     * @brief Watch that the run makes progress, after Build(); a run that is stuck is stopped.
     * @return the watch, the same each time
     */
    Ptr<ProgressWatch> WatchProgress();

    /**
     * @brief Get the recorders of links, queues and PFC, to enable them.
     * @return the recorders
     */
    StatsHelper& GetStats();

    /**
     * @brief Compute the ideal completion time of a flow: over the fastest of the equal paths.
     * @param flow the flow
     * @return time steps
     */
    int64_t GetIdeal(const Flow& flow) const;

    /**
     * @brief Get the calculator of ideal completion times, which does not know the NICs' latency.
     * @return the calculator
     */
    const IdealFct& GetIdealFct() const;

    /**
     * @brief Get the latency of each NIC.
     * @return time steps
     */
    int64_t GetNicLatency() const;

    /**
     * @brief Sum up the counters of load balancers and applications.
     * @return name -> number; of load balancers' names that end in "_peak" the largest
     */
    std::map<std::string, uint64_t> GetSchemeCounters() const;

  private:
    /// @brief Prepare ideal completion times, with MTU, latency and overhead of the NICs.
    void MakeIdealFct();

    /// @brief Hand the flows of the next interval of continued traffic to the applications.
    void AddTraffic();

    NetworkGraph m_graph;                 ///< of the network
    std::vector<Flow> m_flows;            ///< by id
    FabricHelper m_fabricHelper;          ///< builds the network
    RoceNicHelper m_nicHelper;            ///< installs the NICs
    HostAddressHelper m_addressHelper;    ///< gives addresses
    HostAppHelper m_appHelper;            ///< installs the applications
    Time m_windowStart{0};                ///< start of the measurement window
    Time m_windowEnd{Time::Max()};        ///< end of the measurement window
    FlowSource m_continued;               ///< traffic that goes on
    Time m_continuedEnd{0};               ///< its flows start before this
    Ptr<Fabric> m_fabric;                 ///< network
    std::vector<Ptr<RoceNic>> m_nics;     ///< by host
    std::vector<Ptr<HostApp>> m_apps;     ///< by host
    Ptr<FctRecorder> m_fct;               ///< flow completion times
    Ptr<ProgressWatch> m_watch;           ///< or null
    std::unique_ptr<StatsHelper> m_stats; ///< links, queues, PFC
    std::unique_ptr<IdealFct> m_idealFct; ///< ideal completion times without NICs' latency
    int64_t m_nicLatency{0};              ///< of each NIC, steps
};

} // namespace ns3::rdmacell

#endif // FABRIC_SCENARIO_H
