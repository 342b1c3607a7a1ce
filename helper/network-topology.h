/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NETWORK_TOPOLOGY_H
#define NETWORK_TOPOLOGY_H

#include "ns3/network-graph.h"
#include "ns3/object.h"

#include <cstdint>
#include <string>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief A kind of network whose size, rates and delays are attributes.
 *
 * A new kind is a class derived from this and an entry in helper/topology-registry.cc.
 */
class NetworkTopology : public Object
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * @brief Make the graph.
     * @return hosts, switches and links
     * @throws InputError if the attributes do not fit each other, or as NetworkGraph::Check() does
     */
    NetworkGraph Build() const;

  protected:
    /**
     * @brief Check the size before memory is allocated for it.
     * @param name of the network, which begins the message
     * @param links links of the network
     * @throws InputError if there are more than 4 million
     */
    static void CheckLinkCount(const std::string& name, uint64_t links);

  private:
    /**
     * @brief Make the graph; Build() checks it.
     * @return hosts, switches and links
     * @throws InputError if the attributes do not fit each other
     */
    virtual NetworkGraph DoBuild() const = 0;
};

} // namespace ns3::rdmacell

#endif // NETWORK_TOPOLOGY_H
