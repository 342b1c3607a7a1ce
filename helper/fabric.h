/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_H
#define FABRIC_H

#include "ns3/fabric-switch.h"
#include "ns3/frame-channel.h"
#include "ns3/frame-net-device.h"
#include "ns3/network-graph.h"
#include "ns3/node-container.h"
#include "ns3/ptr.h"
#include "ns3/route-computer.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief A network: its nodes, devices, switches and channels, by the numbers of its graph.
 *
 * Hosts are numbered from 0, then switches. Link i of the graph is channel i. FabricHelper makes
 * one from a graph; Discover() finds one that a user has connected.
 */
class Fabric : public SimpleRefCount<Fabric>
{
  public:
    /**
     * @brief Collect the parts of a network.
     * @param graph the graph
     * @param hosts nodes in the graph's order, each with a device that is connected
     * @param switches nodes in the graph's order, each with a FabricSwitch that has its ports
     * @param channels in the order of the graph's links; device 0 is at end a
     */
    Fabric(NetworkGraph graph,
           NodeContainer hosts,
           NodeContainer switches,
           std::vector<Ptr<FrameChannel>> channels);

    /**
     * @brief Find the network that hosts are connected to, by way of devices and channels.
     * @param hosts all its hosts; they are numbered in this order
     * @return the network; switches are in the order of their node ids
     * @throws InputError if a host has not exactly one FrameNetDevice that is connected, a node is
     * neither one of the hosts nor a switch, a switch is used that has a FrameNetDevice that is not
     * its port, or as NetworkGraph::Check() does
     */
    static Ptr<Fabric> Discover(const NodeContainer& hosts);

    /**
     * @brief Get the graph.
     * @return the graph
     */
    const NetworkGraph& GetGraph() const;

    /**
     * @brief Get the hosts' nodes.
     * @return nodes by host number
     */
    const NodeContainer& GetHosts() const;

    /**
     * @brief Get the switches' nodes.
     * @return nodes in the graph's order
     */
    const NodeContainer& GetSwitchNodes() const;

    /**
     * @brief Get the device of a host.
     * @param host its number
     * @return the device
     */
    Ptr<FrameNetDevice> GetHostDevice(uint32_t host) const;

    /**
     * @brief Get the switches.
     * @return switches in the graph's order
     */
    const std::vector<Ptr<FabricSwitch>>& GetSwitches() const;

    /**
     * @brief Get the channels.
     * @return channels in the order of the graph's links
     */
    const std::vector<Ptr<FrameChannel>>& GetChannels() const;

    /**
     * @brief Get the addresses of the hosts' NICs.
     * @return IPv4 addresses, host byte order, by host number
     * @throws InputError if a host has no NIC or its NIC no address, or two hosts have the same
     */
    std::shared_ptr<const std::vector<uint32_t>> GetAddresses() const;

    /**
     * @brief Get the computer of routes and paths.
     * @return the computer; it knows links and latencies as they were at the last Update()
     */
    const RouteComputer& GetRoutes() const;

    /**
     * @brief Share the computer of routes and paths with objects that may outlive the fabric.
     * @return the computer that GetRoutes() returns
     */
    std::shared_ptr<const RouteComputer> ShareRoutes() const;

    /// @brief Give the computer the present states of links and latencies of switches.
    void Update();

    /**
     * @brief Count the frames that all ports have sent.
     * @return frame-hops
     */
    uint64_t GetFrameHops() const;

    /**
     * @brief Sum up the counters of the switches.
     * @return counters; maxima are the largest of any switch
     */
    FabricSwitchStats GetSwitchStats() const;

    /**
     * @brief Sum up the counters of the load balancers.
     * @return name -> number; of names that end in "_peak" the largest of any switch
     */
    std::map<std::string, uint64_t> GetSchemeCounters() const;

  private:
    /**
     * @brief Find the links of each node in the order of its ports.
     * @return links by node
     */
    RouteComputer::Edges FindEdges() const;

    NetworkGraph m_graph;                           ///< hosts, switches, links
    NodeContainer m_hosts;                          ///< hosts
    NodeContainer m_switchNodes;                    ///< switches
    std::vector<Ptr<FrameNetDevice>> m_hostDevices; ///< by host
    std::vector<Ptr<FabricSwitch>> m_switches;      ///< in the graph's order
    std::vector<Ptr<FrameChannel>> m_channels;      ///< in the graph's order
    std::shared_ptr<RouteComputer> m_routes;        ///< routes and paths
};

} // namespace ns3::rdmacell

#endif // FABRIC_H
