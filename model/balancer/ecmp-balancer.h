/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ECMP_BALANCER_H
#define ECMP_BALANCER_H

#include "ns3/load-balancer.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Equal-cost multi-path: a hash of the 5-tuple picks the port, so a flow keeps its path.
 *
 * RFC 2992; the hash is that of the HPCC and ConWeave simulators, with a seed that differs from
 * switch to switch, without which successive tiers would choose alike (polarisation).
 */
class EcmpBalancer : public LoadBalancer
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    uint32_t SelectPort(RoceFrame& frame, const PortSet& candidates, int64_t now) override;

  protected:
    void OnAttached() override;

  private:
    uint32_t m_seed{0}; ///< of this switch
};

} // namespace ns3::rdmacell

#endif // ECMP_BALANCER_H
