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
 * At every switch that has a choice. A flow that has paused draws among all ports of equal cost,
 * its last one included; no state of the network is known. Flowlets grow on paths that are fast, so
 * that the traffic shifts to these by itself. ACK, NAK and CNP go as with ECMP.
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
