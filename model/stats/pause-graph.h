/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PAUSE_GRAPH_H
#define PAUSE_GRAPH_H

#include "wait-graph.h"

#include "ns3/fabric-switch.h"
#include "ns3/frame-net-device.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Which ports wait for which others because of PFC, at the time when it is made.
 *
 * A port that PFC keeps from sending a class waits for the switch at the other end to send the
 * frames of this class that it has received from the port: only then does their group (ingress port
 * and class) fall below its threshold. Those frames wait in queues of other ports, which may be
 * paused as well. If such waits form a cycle, no frame of it can ever move: a PFC deadlock.
 */
class PauseGraph
{
  public:
    /// A port and a class of it in which frames wait, or which a host may not send.
    struct Port
    {
        uint32_t node;        ///< ns-3 node
        uint32_t port;        ///< number of the port in its node
        uint32_t peer;        ///< node at the other end of its link
        uint8_t trafficClass; ///< class
        bool isHost;          ///< the port is a host's
        bool isPeerHost;      ///< the peer is a host
        bool isPaused;        ///< PFC keeps the class from being sent
        bool isKeptPaused;    ///< the switch at the other end means to keep it so
        bool isSending;       ///< a frame of the queues is being sent, of any class
        bool isBlocked;       ///< the scheme has blocked a reorder queue in which frames wait
        uint32_t frames;      ///< that wait in its queues
        uint64_t bytes;       ///< of these: wire bytes
    };

    /**
     * @brief Read the state of the network.
     * @param switches all switches
     * @param hosts devices of all hosts
     */
    PauseGraph(const std::vector<Ptr<FabricSwitch>>& switches,
               const std::vector<Ptr<FrameNetDevice>>& hosts);

    /**
     * @brief Get the ports that wait.
     * @return switches' ports in the order of switches, ports and classes; then hosts' ports
     */
    const std::vector<Port>& GetPorts() const;

    /**
     * @brief Get the ports that a paused port waits for.
     * @param index of the port
     * @return indexes of ports; empty if it is not paused, or if the peer holds no frame of it
     */
    const std::vector<uint32_t>& GetWaits(uint32_t index) const;

    /**
     * @brief Find the ports that can never send again, whatever else moves: paused ports all of
     * whose frames at the peer wait at ports that can never send again either.
     * @return by port: true if it is one
     */
    std::vector<bool> FindStuck() const;

    /**
     * @brief Find the cycles of waits among the ports that can never send again. There is one if
     * there is such a port.
     * @return indexes of ports, see WaitGraph::FindCycles()
     */
    std::vector<std::vector<uint32_t>> FindCycles() const;

  private:
    /// Where frames of an ingress port and class wait: indexes of ports.
    using Holders = std::map<std::pair<const FrameNetDevice*, uint8_t>, std::vector<uint32_t>>;

    /**
     * @brief Add the ports of a switch in which frames wait.
     * @param node the switch
     * @param holders gets where frames wait, by the device by which they came
     */
    void AddSwitch(const FabricSwitch& node, Holders& holders);

    /**
     * @brief Add a port.
     * @param device its device
     * @param trafficClass class
     * @return the port
     */
    Port& AddPort(const FrameNetDevice& device, uint8_t trafficClass);

    std::vector<Port> m_ports;                  ///< ports that wait
    std::vector<const FrameNetDevice*> m_peers; ///< by port: the device at the other end
    WaitGraph m_graph;                          ///< of their indexes
};

} // namespace ns3::rdmacell

#endif // PAUSE_GRAPH_H
