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
 * @brief HULA (Katta et al., SOSR 2016): probes tell each switch the least used next hop to each
 * ToR switch, which flowlets take at every switch.
 *
 * Each ToR switch sends a probe through all uplinks in every period, from a random time on, so that
 * not all probe at once, and from a random uplink on, so that where paths are used alike and copies
 * come at the same time, not every switch takes its first port. On its way a probe collects the
 * largest utilization of the links in the opposite direction, in which data will go. A switch
 * passes on one probe of a ToR switch in a period, with what it knows best by then: one from below
 * to all other switches, one from above only downwards. A probe that comes by a port that is on no
 * shortest path is ignored, so that probes cannot go in circles in any network.
 *
 * Two copies of a probe come within the spread of the paths' delays; "in a period" is therefore
 * taken as "within half a period", so that queueing does not cost a probe.
 *
 * Until the first probe, or while the best next hop's link is cut, a flowlet goes as with ECMP.
 * ACK, NAK and CNP always do: they are small and of a class of their own, as for all schemes.
 * Probes keep a simulation from ending by itself.
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
     * @brief Look at what the probes have told.
     * @return the table
     */
    const HulaTable& GetTable() const;

  protected:
    void OnAttached() override;
    void DoDispose() override;

  private:
    /**
     * @brief It is time to probe; the first time, to draw when that will be.
     * @param now the current time
     */
    void Probe(int64_t now);

    /**
     * @brief Send a probe.
     * @param probe what it carries
     * @param origin address of a host of its ToR switch
     * @param port through this port
     * @param now the current time
     */
    void SendProbe(const HulaProbe& probe, uint32_t origin, uint32_t port, int64_t now);

    // Attributes
    Time m_period;               ///< between two probes of a ToR switch
    uint32_t m_keepAlivePeriods; ///< of a table entry, in periods
    uint32_t m_timeConstant;     ///< of LinkUtilization, in periods
    Time m_gap;                  ///< flowlet gap
    uint32_t m_tableSize;        ///< entries of the flowlet table
    uint32_t m_probeClass;       ///< traffic class of probes
    bool m_suppress;             ///< pass on one probe in a period

    using ProbeEvent = PersistentEvent<HulaBalancer, &HulaBalancer::Probe>; ///< event type

    uint32_t m_seed{0};                   ///< of this switch
    uint32_t m_tor{SwitchView::NO_TOR};   ///< number among the ToR switches
    uint32_t m_host{0};                   ///< address of a host of this ToR switch
    bool m_started{false};                ///< the phase of the probes is drawn
    std::vector<PortRole> m_roles;        ///< by port
    std::vector<uint32_t> m_uplinks;      ///< ports to other switches
    std::vector<LinkUtilization> m_use;   ///< by port: of its sending direction
    HulaTable m_table;                    ///< best next hops
    FlowletTable m_flowlets;              ///< ports of the flows
    Ptr<UniformRandomVariable> m_uniform; ///< draws the phase
    Ptr<ProbeEvent> m_probeEvent;         ///< when to probe
    uint64_t m_probes{0};                 ///< probes sent, copies included
};

} // namespace ns3::rdmacell

#endif // HULA_BALANCER_H
