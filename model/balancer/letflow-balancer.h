/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LETFLOW_BALANCER_H
#define LETFLOW_BALANCER_H

#include "flowlet-table.h"

#include "ns3/load-balancer.h"
#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief LetFlow (Vanini et al., NSDI 2017): each flowlet takes a random port.
 *
 * Every switch that has a choice keeps a flowlet table. A packet that comes later than the gap
 * after the one before it starts a flowlet, which takes a port drawn uniformly from all of equal
 * cost, the flow's last one included; each packet restarts the gap. No congestion is measured:
 * flowlets are longer on fast paths than on slow ones, and so traffic shifts to the fast ones by
 * itself.
 *
 * Where the model differs: gaps are measured exactly, and flows are stored by their 5-tuple, not by
 * its hash alone (FlowletTable). The ConWeave simulator draws a whole path once, at the source ToR
 * switch; here each switch draws a port, as in the paper. NICs pace RDMA traffic, which therefore
 * has few gaps, so that results close to those of ECMP are expected. ACK, NAK and CNP are forwarded
 * by ECMP.
 */
class LetFlowBalancer : public LoadBalancer
{
  public:
    LetFlowBalancer();

    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    uint32_t SelectPort(RoceFrame& frame, const PortSet& candidates, int64_t now) override;
    int64_t AssignStreams(int64_t stream) override;
    std::map<std::string, uint64_t> GetCounters() const override;

  protected:
    void OnAttached() override;

  private:
    Time m_gap;                           ///< flowlet gap
    uint32_t m_tableSize;                 ///< entries of the flowlet table
    uint32_t m_seed{0};                   ///< of this switch
    FlowletTable m_flowlets;              ///< ports of the flows
    Ptr<UniformRandomVariable> m_uniform; ///< draws
};

} // namespace ns3::rdmacell

#endif // LETFLOW_BALANCER_H
