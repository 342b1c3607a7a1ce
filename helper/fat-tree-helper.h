/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FAT_TREE_HELPER_H
#define FAT_TREE_HELPER_H

#include "network-graph.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Describes a three-tier fat tree (Al-Fares et al., SIGCOMM 2008).
 *
 * K pods of K/2 top-of-rack and K/2 aggregation switches, (K/2)^2 core switches. Each ToR has K/2
 * uplinks and K/2 hosts, times the oversubscription. Aggregation switch j of each pod is connected
 * to core switches j*K/2 to (j+1)*K/2 - 1.
 *
 * Hosts are numbered by pod, rack and position; switches: ToRs, then aggregation, then cores.
 */
class FatTreeHelper
{
  public:
    /**
     * @brief Describe a tree; 100 Gb/s and 1 us everywhere until set otherwise.
     * @param k ports of a switch: even, 2 to 128
     * @throws InputError if k is odd or out of range
     */
    explicit FatTreeHelper(uint32_t k = 8);

    /**
     * @brief Give each rack more hosts than uplinks.
     * @param ratio hosts a rack per uplink, at least 1 / (K/2); ratio * K/2 is a whole number
     * @throws InputError if it is not
     */
    void SetOversubscription(double ratio);

    /**
     * @brief Set the rate of a tier's links.
     * @param tier 0: host to ToR, 1: ToR to aggregation, 2: aggregation to core
     * @param rate each way
     */
    void SetRate(uint32_t tier, DataRate rate);

    /**
     * @brief Set the propagation delay of a tier's links.
     * @param tier 0: host to ToR, 1: ToR to aggregation, 2: aggregation to core
     * @param delay each way
     */
    void SetDelay(uint32_t tier, Time delay);

    /**
     * @brief Make the graph.
     * @return hosts, switches and links
     */
    NetworkGraph Build() const;

  private:
    static constexpr uint32_t TIERS = 3; ///< of links

    uint32_t m_half;         ///< K / 2
    uint32_t m_hostsPerRack; ///< K / 2 times the oversubscription
    DataRate m_rate[TIERS];  ///< by tier
    Time m_delay[TIERS];     ///< by tier
};

} // namespace ns3::rdmacell

#endif // FAT_TREE_HELPER_H
