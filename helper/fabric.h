/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_H
#define FABRIC_H

#include "network-graph.h"

#include "ns3/fabric-switch.h"
#include "ns3/frame-channel.h"
#include "ns3/frame-net-device.h"
#include "ns3/ideal-fct.h"
#include "ns3/node-container.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief A network that FabricHelper has built, and the routes in it.
 *
 * Nodes have the numbers of the graph: hosts from 0, then switches. Link i of the graph is
 * channel i.
 */
class Fabric : public SimpleRefCount<Fabric>
{
  public:
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
     * @brief Get the hosts' addresses.
     * @return IPv4 addresses, host byte order, by host number
     */
    std::shared_ptr<const std::vector<uint32_t>> GetAddresses() const;

    /**
     * @brief Find the paths of equal cost between two hosts, as the routes are when all is up.
     * @param src host
     * @param dst another host
     * @return profiles that differ, at least one
     */
    PathProfiles GetPaths(uint32_t src, uint32_t dst) const;

    /**
     * @brief Cut or mend a link now.
     * @param link index of the link
     * @param up false to cut
     * @param reroute true to have all switches' routes computed anew, as a routing protocol would
     */
    void SetLinkUp(uint32_t link, bool up, bool reroute);

    /**
     * @brief Count the frames put on all wires.
     * @return frame-hops
     */
    uint64_t GetFrameHops() const;

    /**
     * @brief Sum up what the switches have done.
     * @return counters; maxima are the largest of any switch
     */
    FabricSwitchStats GetSwitchStats() const;

    /**
     * @brief Sum up what the schemes have counted.
     * @return name -> number; of names that end in "_peak" the largest of any switch
     */
    std::map<std::string, uint64_t> GetSchemeCounters() const;

    /**
     * @brief Fix all random streams of switches and error models. The switches are initialized.
     * @param stream first stream number
     * @return how many streams were used
     */
    int64_t AssignStreams(int64_t stream);

  private:
    friend class FabricHelper;

    /// A switch's next hops towards a ToR switch.
    using NextHops = std::vector<NetworkGraph::Edge>;

    /// @brief Number the ToR switches: those that hosts are connected to.
    void FindTors();

    /// @brief Compute the shortest paths over links that are up, and give them to the switches.
    void ComputeRoutes();

    /**
     * @brief Compute each switch's next hops towards a ToR switch.
     * @param tor number among the ToR switches
     * @param upOnly true to use only links that are up
     * @return by node; empty for hosts, the ToR itself, and switches that do not reach it
     */
    std::vector<NextHops> FindNextHops(uint32_t tor, bool upOnly) const;

    /**
     * @brief Walk all shortest paths from a node to a ToR switch.
     * @param node where to start
     * @param profile links so far
     * @param nextHops towards the ToR switch
     * @param profiles gets each profile that differs, links so far included
     */
    void CollectProfiles(uint32_t node,
                         PathProfile& profile,
                         const std::vector<NextHops>& nextHops,
                         PathProfiles& profiles) const;

    /**
     * @brief Walk all shortest paths from a ToR switch to another, with their ports.
     * @param node where to start
     * @param path links so far
     * @param nextHops towards the other ToR switch
     * @param paths gets the paths
     */
    void CollectPaths(uint32_t node,
                      FabricPath& path,
                      const std::vector<NextHops>& nextHops,
                      std::vector<FabricPath>& paths) const;

    /**
     * @brief Give whole paths to a ToR switch to all others.
     * @param tor number among the ToR switches
     * @param nextHops towards it
     */
    void SetPathsTo(uint32_t tor, const std::vector<NextHops>& nextHops);

    /**
     * @brief Ask whether the load balancer pins whole paths.
     * @return true if the switches want them
     */
    bool NeedsPaths() const;

    /**
     * @brief Describe a hop.
     * @param from node that sends
     * @param link the link
     * @return rate, and delay with the node's latency
     */
    PathHop GetHop(uint32_t from, uint32_t link) const;

    /**
     * @brief Get the number of a link at a switch.
     * @param node the switch
     * @param link the link
     * @return port number
     */
    uint16_t GetPort(uint32_t node, uint32_t link) const;

    NetworkGraph m_graph;                                 ///< what it was built from
    std::vector<LineRate> m_rates;                        ///< by link
    std::vector<std::vector<NetworkGraph::Edge>> m_edges; ///< links of each node
    NodeContainer m_hosts;                                ///< hosts
    NodeContainer m_switchNodes;                          ///< switches
    std::vector<Ptr<FrameNetDevice>> m_hostDevices;       ///< by host
    std::vector<Ptr<FabricSwitch>> m_switches;            ///< in the graph's order
    std::vector<Ptr<FrameChannel>> m_channels;            ///< in the graph's order
    std::vector<std::pair<uint16_t, uint16_t>> m_ports;   ///< by link: port at end a, at end b
    std::vector<uint32_t> m_tors;                         ///< nodes of the ToR switches
    std::vector<uint32_t> m_torOfHost;                    ///< by host: index into m_tors
    std::shared_ptr<std::vector<uint32_t>> m_addresses;   ///< by host
    int64_t m_switchLatency{0};                           ///< of each switch, steps
    mutable std::vector<std::vector<PathProfiles>>
        m_profiles; ///< by ToR switch, from each other one, without hosts' links; found when asked
    std::vector<Ptr<RandomFrameErrorModel>> m_errorModels; ///< of lossy links
};

} // namespace ns3::rdmacell

#endif // FABRIC_H
