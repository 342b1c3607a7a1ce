/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAF_SPINE_TOPOLOGY_H
#define LEAF_SPINE_TOPOLOGY_H

#include "network-topology.h"

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Leaf switches with hosts, each connected to each spine switch.
 *
 * Hosts are numbered by leaf; switches: leaves, then spines. Links: those of the hosts, then, leaf
 * by leaf and spine by spine, those between switches, so that with P parallel links those of leaf l
 * and spine s are hosts + (l * spines + s) * P and the following.
 */
class LeafSpineTopology : public NetworkTopology
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

  private:
    NetworkGraph DoBuild() const override;

    uint32_t m_hosts;         ///< in all
    uint32_t m_leaves;        ///< leaf switches
    uint32_t m_spines;        ///< spine switches
    uint32_t m_parallelLinks; ///< between a leaf and a spine
    DataRate m_hostRate;      ///< of the hosts' links
    DataRate m_fabricRate;    ///< of the links between switches
    Time m_delay;             ///< of each link
};

} // namespace ns3::rdmacell

#endif // LEAF_SPINE_TOPOLOGY_H
