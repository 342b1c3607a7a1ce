/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NETWORK_DISCOVERY_H
#define NETWORK_DISCOVERY_H

#include "fabric.h"

#include "ns3/network-graph.h"
#include "ns3/node-container.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Finds the network that nodes, devices and channels form; Fabric::Discover() uses it.
 */
class NetworkDiscovery
{
  public:
    /**
     * @brief Start from hosts.
     * @param hosts all hosts of the network
     */
    explicit NetworkDiscovery(const NodeContainer& hosts);

    /**
     * @brief Follow the links.
     * @return the network
     * @throws InputError as Fabric::Discover() does
     */
    Ptr<Fabric> Run();

  private:
    /**
     * @brief List the connected frame devices of a host or a switch; of a switch, by port.
     * @param node the node
     * @return the devices
     */
    std::vector<Ptr<FrameNetDevice>> FindDevices(Ptr<Node> node) const;

    /// @brief Find all switches that hosts reach.
    void FindSwitches();

    /// @brief Find all links, those of the hosts first.
    void FindLinks();

    /**
     * @brief Name a node for messages.
     * @param node the node
     * @return its id, as a part of a sentence
     */
    static std::string NameOf(Ptr<Node> node);

    NetworkGraph m_graph;                      ///< found so far
    NodeContainer m_hosts;                     ///< hosts
    NodeContainer m_switches;                  ///< switches found
    std::map<uint32_t, uint32_t> m_numbers;    ///< node id -> number in the graph
    std::vector<Ptr<FrameChannel>> m_channels; ///< by link
};

} // namespace ns3::rdmacell

#endif // NETWORK_DISCOVERY_H
