/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SINGLE_SWITCH_TOPOLOGY_H
#define SINGLE_SWITCH_TOPOLOGY_H

#include "network-topology.h"

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Hosts on one switch; host i is on port i.
 */
class SingleSwitchTopology : public NetworkTopology
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

  private:
    NetworkGraph DoBuild() const override;

    uint32_t m_hosts;    ///< hosts
    DataRate m_hostRate; ///< of each link
    Time m_delay;        ///< of each link
};

} // namespace ns3::rdmacell

#endif // SINGLE_SWITCH_TOPOLOGY_H
