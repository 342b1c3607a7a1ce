/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FAT_TREE_TOPOLOGY_H
#define FAT_TREE_TOPOLOGY_H

#include "network-topology.h"

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief A three-tier fat tree (Al-Fares et al., SIGCOMM 2008).
 *
 * K pods of K/2 ToR and K/2 aggregation switches, (K/2)^2 core switches. Each ToR switch has K/2
 * uplinks and K/2 hosts, times the oversubscription. Aggregation switch j of each pod is connected
 * to core switches j*K/2 to (j+1)*K/2 - 1.
 *
 * Hosts are numbered by pod, rack and position; switches: ToRs, then aggregation, then cores.
 */
class FatTreeTopology : public NetworkTopology
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

  private:
    NetworkGraph DoBuild() const override;

    /**
     * @brief Compute how many hosts a ToR switch has.
     * @return hosts
     * @throws InputError if it is not a whole number
     */
    uint32_t GetHostsPerRack() const;

    uint32_t m_k;              ///< ports of a switch
    double m_oversubscription; ///< hosts per uplink of a ToR switch
    DataRate m_hostRate;       ///< of the hosts' links
    DataRate m_fabricRate;     ///< of the links between switches
    Time m_delay;              ///< of each link
};

} // namespace ns3::rdmacell

#endif // FAT_TREE_TOPOLOGY_H
