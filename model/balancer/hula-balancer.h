/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef HULA_BALANCER_H
#define HULA_BALANCER_H

#include "flowlet-table.h"
#include "hula-probe.h"
#include "hula-table.h"
#include "link-utilization.h"

#include "ns3/load-balancer.h"
#include "ns3/nstime.h"
#include "ns3/persistent-event.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief HULA (Katta et al., SOSR 2016, sections 3 and 4): from probes, each switch learns the
 * least utilized next hop to each ToR switch, and flowlets take it at every switch.
 *
 * - Origin: in every period each ToR switch sends a probe by each of its uplinks (OnProbeTimer()).
 * - Utilization: each port estimates that of its sending direction (LinkUtilization).
 * - Processing: a switch takes the maximum of the probe's utilization and that of the port where it
 *   arrives, in the direction in which data will go, and updates its best next hop (HulaTable).
 * - Replication: a probe from below goes to all other switches, one from above only downwards, with
 *   the utilization that the switch knows by then; a ToR switch consumes it.
 * - Suppression: of the copies of a probe, a switch replicates one.
 * - Data: at every switch a flowlet takes the best next hop of the time when it starts. No path is
 *   pinned at the source.
 * - Failure: a next hop by which no probe arrives within the keep-alive time is replaced by any
 *   other.
 *
 * Where the model differs:
 * - Suppression is for half a period, not a whole one, so that queueing does not cost a probe.
 * - Utilization decays while no packet leaves, too.
 * - A probe by a port that is on no shortest path is ignored, so that probes cannot circle in any
 *   network.
 * - A ToR switch sends the probes of a period from a random uplink on, and its periods have a
 *   random phase. Otherwise the copies of a probe would meet the same queues in each period.
 * - Of next hops of equal utilization, one is drawn (RandomTies). In the paper the first one stays,
 *   so that in a fabric with little load all flows of a switch would use one uplink for long.
 *
 * All flowlets that start within a period take the same next hop: that is the algorithm. Before the
 * first probe, and while the best next hop's link is down, a flowlet is forwarded by ECMP. ACK, NAK
 * and CNP always are. Probes keep a simulation from ending by itself.
 */
class HulaBalancer : public LoadBalancer
{
  public:
    HulaBalancer();
    ~HulaBalancer() override;

    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    uint32_t GetCapabilities() const override;
    uint32_t SelectPort(RoceFrame& frame, const PortSet& candidates, int64_t now) override;
    void OnEgress(RoceFrame& frame, uint32_t port, uint32_t queue, int64_t now) override;
    void OnControl(RoceFramePtr&& frame, uint32_t port, int64_t now) override;
    int64_t AssignStreams(int64_t stream) override;
    std::map<std::string, uint64_t> GetCounters() const override;

    /**
     * @brief Get the best next hops.
     * @return the table
     */
    const HulaTable& GetTable() const;

  protected:
    void OnAttached() override;
    void DoDispose() override;

  private:
    /**
     * @brief A period begins: send probes. The first time: draw the phase of the periods.
     * @param now the current time
     */
    void OnProbeTimer(int64_t now);

    /**
     * @brief Update the best next hop by a probe.
     * @param tor origin of the probe
     * @param port port where it has arrived
     * @param utilization of the busiest link on the path by that port, 0..255
     * @param now the current time
     */
    void Learn(uint32_t tor, uint32_t port, uint32_t utilization, int64_t now);

    /**
     * @brief Get the random rank of a port among ports of equal utilization. Within a period it is
     * the same, so that it does not matter in what order probes arrive.
     * @param tor ToR switch that they lead to
     * @param port the port
     * @param now the current time
     * @return rank; the highest wins
     */
    uint32_t GetRank(uint32_t tor, uint32_t port, int64_t now);

    /**
     * @brief Send a probe, unless the link is down.
     * @param probe its fields
     * @param origin address of a host of its ToR switch: its source address
     * @param port port by which it leaves
     * @param now the current time
     */
    void SendProbe(const HulaProbe& probe, uint32_t origin, uint32_t port, int64_t now);

    // Attributes
    Time m_period;               ///< between two probes of a ToR switch
    uint32_t m_keepAlivePeriods; ///< of a table entry, in periods
    Time m_timeConstant;         ///< of LinkUtilization
    bool m_randomTies;           ///< draw among equal next hops
    Time m_gap;                  ///< flowlet gap
    uint32_t m_tableSize;        ///< entries of the flowlet table
    uint32_t m_probeClass;       ///< traffic class of probes
    bool m_suppress;             ///< probe suppression

    using ProbeEvent = PersistentEvent<HulaBalancer, &HulaBalancer::OnProbeTimer>; ///< event type

    uint32_t m_seed{0};                         ///< of this switch
    uint32_t m_tor{SwitchView::NO_TOR};         ///< number among the ToR switches
    uint32_t m_origin{0};                       ///< address of a host of this ToR switch, 0 if none
    int64_t m_periodSteps{1};                   ///< ProbePeriod as read when attached, steps
    bool m_started{false};                      ///< the phase of the probes is drawn
    std::vector<PortRole> m_roles;              ///< by port
    std::vector<uint32_t> m_fabricPorts;        ///< ports to other switches: a ToR switch's uplinks
    std::vector<LinkUtilization> m_utilization; ///< by port: of its sending direction
    HulaTable m_table;                          ///< best next hops
    FlowletTable m_flowlets;                    ///< ports of the flows
    Ptr<UniformRandomVariable> m_uniform;       ///< draws phase, first uplink and salt
    uint32_t m_salt{0};                         ///< what ranks depend on
    bool m_isSalted{false};                     ///< the salt is drawn
    Ptr<ProbeEvent> m_probeEvent;               ///< fires when a period begins
    uint64_t m_probes{0};                       ///< probes sent, copies included
};

} // namespace ns3::rdmacell

#endif // HULA_BALANCER_H
