/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef AI_ZONE_TOPOLOGY_H
#define AI_ZONE_TOPOLOGY_H

#include "network-topology.h"

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Zones of a training cluster: in a zone, each rack switch is connected to each cluster
 * switch; aggregation switches connect the cluster switches of all zones (Gangidi et al., "RDMA
 * over Ethernet for Distributed AI Training at Meta Scale", SIGCOMM 2024, section 3).
 *
 * Hosts are numbered by zone and rack. Switches: rack switches and cluster switches, each by zone,
 * then aggregation switches, of which a network of one zone has none. Links: those of the hosts,
 * then, rack by rack and cluster switch by cluster switch, those of the rack switches, then,
 * cluster switch by cluster switch, a link to each aggregation switch.
 *
 * A host is a GPU with its NIC. GPUs of a server, which have consecutive numbers, have links of
 * their own for collectives (NetworkGraph::serverSize).
 */
class AiZoneTopology : public NetworkTopology
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
     * @brief Compute the number of aggregation switches that gives the oversubscription.
     * @return switches; 0 if there is one zone
     * @throws InputError if it is not a whole number
     */
    uint32_t CountAggregationSwitches() const;

    uint32_t m_zones;           ///< how many
    uint32_t m_racks;           ///< of a zone
    uint32_t m_hosts;           ///< of a rack
    uint32_t m_clusterSwitches; ///< of a zone
    uint32_t m_parallelLinks;   ///< between a rack switch and a cluster switch
    double m_oversubscription;  ///< between zones
    uint32_t m_gpusPerServer;   ///< hosts of a server
    DataRate m_hostRate;        ///< of the hosts' links
    DataRate m_fabricRate;      ///< of the links between switches
    Time m_delay;               ///< of each link
    DataRate m_serverRate;      ///< of a GPU's link within its server
    Time m_serverLatency;       ///< of messages within a server
};

} // namespace ns3::rdmacell

#endif // AI_ZONE_TOPOLOGY_H
