/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SWITCH_VIEW_H
#define SWITCH_VIEW_H

#include "forwarding-table.h"

#include "ns3/roce-frame-pool.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ns3::rdmacell
{

/// The kind of node at the far end of a switch's port.
enum class PortRole : uint8_t
{
    HOST, ///< a host
    DOWN, ///< a switch of a lower tier, or any switch where there are no tiers
    UP,   ///< a switch of a higher tier
};

/// A path from one ToR switch to another.
struct FabricPath
{
    static constexpr uint32_t MAX_HOPS = 7; ///< links between two ToR switches, at most

    int64_t delay{0};                       ///< one way: propagation, and switches' latency, steps
    uint8_t hops{0};                        ///< links on the path
    std::array<uint16_t, MAX_HOPS> ports{}; ///< out-port at each switch, the source ToR first
    std::array<uint16_t, MAX_HOPS> arrivals{}; ///< in-port at the far end of each link
    std::array<uint64_t, MAX_HOPS> bitRates{}; ///< line rate of each link, bits per second
};

/**
 * @ingroup rdmacell
 * @brief What a load balancer sees of its switch, and the actions that it may request.
 *
 * Ports are numbered from 0. Queues of a port are numbered as in EgressPort: 0..7 are the class
 * queues, then reorder queues.
 */
class SwitchView
{
  public:
    static constexpr uint32_t NO_TOR = ForwardingTable::NO_TOR; ///< no ToR switch, or not known

    virtual ~SwitchView() = default;

    /**
     * @brief Get the node id: the context of the scheme's timers.
     * @return node id
     */
    virtual uint32_t GetNodeId() const = 0;

    /**
     * @brief Get the seed that this switch hashes with; it differs from switch to switch.
     * @return the seed
     */
    virtual uint32_t GetHashSeed() const = 0;

    /**
     * @brief Get the switch's number among the ToR switches.
     * @return its number, or NO_TOR if it is none
     */
    virtual uint32_t GetTor() const = 0;

    /**
     * @brief Get the ToR switch of an address.
     * @param address IPv4 address, host byte order
     * @return the number of the ToR switch, or NO_TOR
     */
    virtual uint32_t GetTorOf(uint32_t address) const = 0;

    /**
     * @brief Get the position of a host among the hosts of its ToR switch.
     * @param address IPv4 address, host byte order
     * @return from 0; 0 for an address that is not known
     */
    virtual uint32_t GetSliceOf(uint32_t address) const = 0;

    /**
     * @brief Count the ToR switches of the fabric.
     * @return how many
     */
    virtual uint32_t GetTorCount() const = 0;

    /**
     * @brief Get a host that is connected to a ToR switch.
     * @param tor number of the ToR switch
     * @return the lowest IPv4 address of such hosts, host byte order; 0 if there is none
     */
    virtual uint32_t GetHostOf(uint32_t tor) const = 0;

    /**
     * @brief Count the ports.
     * @return ports
     */
    virtual uint32_t GetPortCount() const = 0;

    /**
     * @brief Get the role of a port.
     * @param port the port
     * @return its role
     */
    virtual PortRole GetPortRole(uint32_t port) const = 0;

    /**
     * @brief Ask whether the link of a port carries frames.
     * @param port the port
     * @return false if it is down
     */
    virtual bool IsPortUp(uint32_t port) const = 0;

    /**
     * @brief Get the line rate of a port.
     * @param port the port
     * @return bits per second
     */
    virtual uint64_t GetBitRate(uint32_t port) const = 0;

    /**
     * @brief Count the bytes that wait in a queue, without the frame that is being sent.
     * @param port the port
     * @param queue the queue
     * @return wire bytes
     */
    virtual uint64_t GetQueueBytes(uint32_t port, uint32_t queue) const = 0;

    /**
     * @brief Count the bytes that wait in all queues of a class.
     * @param port the port
     * @param trafficClass 0..7
     * @return wire bytes
     */
    virtual uint64_t GetClassBytes(uint32_t port, uint32_t trafficClass) const = 0;

    /**
     * @brief Count the bytes that wait in all queues of a port.
     * @param port the port
     * @return wire bytes
     */
    virtual uint64_t GetPortBytes(uint32_t port) const = 0;

    /**
     * @brief Find the ports that lead to an address.
     * @param address IPv4 address, host byte order
     * @return the ports, valid until routes or links change
     */
    virtual PortSet GetRoute(uint32_t address) const = 0;

    /**
     * @brief Get all paths to a ToR switch: only for a scheme of capability PATHS.
     * @param tor number of the ToR switch
     * @return the paths, in ascending order of their ports; none to this switch itself
     */
    virtual const std::vector<FabricPath>& GetPaths(uint32_t tor) const = 0;

    /**
     * @brief Make a frame of the scheme's own. Its bytes are charged to the switch itself.
     * @return a frame of kind BALANCER, all else 0; the scheme sets class, wire bytes, TTL ...
     */
    virtual RoceFramePtr NewFrame() const = 0;

    /**
     * @brief Send a frame through a port: admission to the buffer, then a queue.
     * @param frame one that the scheme took, made or copied
     * @param port the port
     * @param queue a queue of the frame's class
     * @param now the current time, steps
     */
    virtual void Output(RoceFramePtr&& frame, uint32_t port, uint32_t queue, int64_t now) = 0;

    /**
     * @brief Send a frame towards its destination as any other: forwarding table, SelectPort(),
     * SelectQueue(), Output().
     * @param frame one that the scheme took, made or copied
     * @param now the current time, steps
     */
    virtual void Route(RoceFramePtr&& frame, int64_t now) = 0;

    /**
     * @brief Add reorder queues to a class of a port, when the scheme is attached.
     * @param port the port
     * @param trafficClass 0..7
     * @param count how many
     * @return number of the first one
     */
    virtual uint32_t AddReorderQueues(uint32_t port, uint32_t trafficClass, uint32_t count) = 0;

    /**
     * @brief Block or unblock a queue.
     * @param port the port
     * @param queue the queue
     * @param blocked true to keep it from transmitting
     * @param now the current time, steps
     */
    virtual void SetBlocked(uint32_t port, uint32_t queue, bool blocked, int64_t now) = 0;
};

} // namespace ns3::rdmacell

#endif // SWITCH_VIEW_H
