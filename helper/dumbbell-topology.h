/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DUMBBELL_TOPOLOGY_H
#define DUMBBELL_TOPOLOGY_H

#include "network-topology.h"

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Two switches with hosts, and one link between them: the bottleneck.
 *
 * Hosts are numbered from the left side to the right; the bottleneck is the last link.
 */
class DumbbellTopology : public NetworkTopology
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

  private:
    NetworkGraph DoBuild() const override;

    uint32_t m_hostsPerSide;   ///< hosts of each switch
    DataRate m_hostRate;       ///< of the hosts' links
    Time m_hostDelay;          ///< of the hosts' links
    DataRate m_bottleneckRate; ///< of the link between the switches
    Time m_bottleneckDelay;    ///< of the link between the switches
};

} // namespace ns3::rdmacell

#endif // DUMBBELL_TOPOLOGY_H
