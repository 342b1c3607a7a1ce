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
 * @brief Equal-cost multi-path (RFC 2992): a hash of the 5-tuple, modulo the number of ports,
 * chooses the port, so that a flow keeps its path.
 *
 * The hash is MurmurHash3 over addresses and ports, as in the HPCC and ConWeave simulators. Its
 * seed differs from switch to switch: with one seed, switches of successive tiers would choose
 * alike, and leave most paths unused (polarization). ACK, NAK and CNP are hashed like data; their
 * 5-tuple is that of the opposite direction, so they take a path of their own.
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
