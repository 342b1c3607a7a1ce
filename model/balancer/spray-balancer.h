/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SPRAY_BALANCER_H
#define SPRAY_BALANCER_H

#include "ns3/load-balancer.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Random packet spraying (Dixit et al., INFOCOM 2013): each packet takes a port drawn
 * uniformly from those of equal cost, at each switch.
 *
 * Load is balanced as evenly as random draws can, and packets of a flow overtake each other. NICs
 * that accept packets out of order, on which sprayers in products rely, are not modeled: with
 * Go-Back-N this scheme shows what reordering costs. ACK, NAK and CNP are forwarded by ECMP.
 */
class SprayBalancer : public LoadBalancer
{
  public:
    SprayBalancer();

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
    uint32_t m_seed{0};                   ///< of this switch
    uint64_t m_sprayed{0};                ///< packets that took a random port
    Ptr<UniformRandomVariable> m_uniform; ///< draws ports
};

} // namespace ns3::rdmacell

#endif // SPRAY_BALANCER_H
