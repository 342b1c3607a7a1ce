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
 * @brief Enhanced ECMP (Gangidi et al., SIGCOMM 2024): the destination queue pair is hashed, too.
 *
 * Queue pairs of one pair of hosts that happen to have the same UDP source port take different
 * paths. It shows with QP scaling, where a message or a stream of messages uses many queue pairs.
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
