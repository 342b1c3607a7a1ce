/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RAIL_TOPOLOGY_H
#define RAIL_TOPOLOGY_H

#include "network-topology.h"

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief A rail-optimized network: servers with several GPUs, each with a NIC, where the NICs of
 * the same index are connected to the same rail switch, and each rail switch to each spine switch.
 *
 * A host is a GPU with its NIC: GPU g of server s has number s * GpusPerServer + g. Servers form
 * groups, each with a rail switch for each index. Switches: rail switches by group and index, then
 * spines. Links: those of the hosts, then, rail switch by rail switch and spine by spine, those
 * between switches. GPUs of a server have links of their own for collectives
 * (NetworkGraph::serverSize); all other messages between rails are sent over spines.
 */
class RailTopology : public NetworkTopology
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

  private:
    NetworkGraph DoBuild() const override;

    uint32_t m_servers;         ///< in all
    uint32_t m_gpusPerServer;   ///< and NICs, and rail switches of a group
    uint32_t m_serversPerGroup; ///< with rail switches in common
    uint32_t m_spines;          ///< spine switches
    uint32_t m_parallelLinks;   ///< between a rail switch and a spine
    DataRate m_hostRate;        ///< of the NICs' links
    DataRate m_fabricRate;      ///< of the links between switches
    Time m_delay;               ///< of each link
    DataRate m_serverRate;      ///< of a GPU's link within its server
    Time m_serverLatency;       ///< of messages within a server
};

} // namespace ns3::rdmacell

#endif // RAIL_TOPOLOGY_H
