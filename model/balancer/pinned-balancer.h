/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PINNED_BALANCER_H
#define PINNED_BALANCER_H

#include "ns3/load-balancer.h"

#include <cstdint>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Path pinning by destination slice: the destination alone chooses the path (Gangidi et al.,
 * "RDMA over Ethernet for Distributed AI Training at Meta Scale", SIGCOMM 2024, section 5.2).
 *
 * The slice of a host is its position among the hosts of its ToR switch. At a ToR switch, slice s
 * takes uplink s; if there are n times as many uplinks as hosts, one of n by a hash of the flow. So
 * two flows share an uplink only if their destinations have the same slice in different racks. The
 * paper's network has one tier at which there is a choice; at higher switches, the number of the
 * destination's ToR switch takes the uplink, which makes a fat tree's paths those of D-mod-K
 * routing. On the way down, where several ports lead to a rack, the slice chooses.
 *
 * Where the uplink is down, the slice takes another one, so that flows of other slices stay where
 * they are.
 */
class PinnedBalancer : public LoadBalancer
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
    uint32_t m_seed{0};              ///< of this switch
    std::vector<uint16_t> m_uplinks; ///< ports that face a higher tier, ascending
    uint32_t m_group{1};             ///< uplinks of a slice
    bool m_isTor{false};             ///< it has hosts
};

} // namespace ns3::rdmacell

#endif // PINNED_BALANCER_H
