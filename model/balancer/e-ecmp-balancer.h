/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef E_ECMP_BALANCER_H
#define E_ECMP_BALANCER_H

#include "ns3/load-balancer.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Enhanced ECMP (Gangidi et al., SIGCOMM 2024): the switch adds the destination queue pair
 * of the BTH to the hash.
 *
 * RoCEv2 fixes the UDP destination port, and queue pairs of two hosts may have the same source
 * port, so that a 5-tuple may not tell them apart. The paper combines this hash with QP scaling,
 * which spreads messages over several queue pairs; that is for applications to do and not modeled
 * here. Hash and seeds are those of EcmpBalancer.
 */
class EEcmpBalancer : public LoadBalancer
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

#endif // E_ECMP_BALANCER_H
