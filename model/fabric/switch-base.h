/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SWITCH_BASE_H
#define SWITCH_BASE_H

#include "forwarding-table.h"
#include "switch-view.h"

#include "ns3/egress-port.h"
#include "ns3/frame-net-device.h"
#include "ns3/ipv4-address.h"
#include "ns3/object.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief The configuration of a switch: its ports, its routes, and its place in the fabric.
 */
class SwitchBase : public Object, public SwitchView
{
  public:
    static constexpr uint32_t MAX_PORTS = 0xfffe; ///< ports that a frame can name

    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * @brief Set the ports that lead to a host; at any time.
     * @param address IPv4 address of the host
     * @param ports all ports on shortest paths, in any order; none to take the route away
     */
    void SetRoute(Ipv4Address address, std::vector<uint16_t> ports);

    /**
     * @brief Set what a port faces, before Initialize().
     * @param port the port
     * @param role kind of node at its far end
     */
    void SetPortRole(uint32_t port, PortRole role);

    /**
     * @brief Set the switch's number among the ToR switches.
     * @param tor its number among them, or NO_TOR
     * @param torCount how many there are
     */
    void SetTor(uint32_t tor, uint32_t torCount);

    /**
     * @brief Set which hosts the ToR switches have.
     * @param tors the ToR switch of each host; all switches may share it; not null
     */
    void SetTorMap(std::shared_ptr<const TorMap> tors);

    /**
     * @brief Set the ports that lead to all hosts of some ToR switches; at any time.
     * @param tors numbers of the ToR switches
     * @param ports all ports on shortest paths, in any order; none to take the routes away
     */
    void SetTorRoutes(const std::vector<uint32_t>& tors, std::vector<uint16_t> ports);

    /**
     * @brief Set where the paths to ToR switches come from, for schemes of capability
     * LoadBalancer::PATHS. Those to a ToR switch are asked for once, when they are first needed:
     * all of a large network would not fit into memory. Forgets the paths so far.
     * @param source returns the paths to a ToR switch, in ascending order of their ports
     */
    void SetPathSource(std::function<std::vector<FabricPath>(uint32_t tor)> source);

    /**
     * @brief Get the device of a port.
     * @param port the port
     * @return its device
     */
    Ptr<FrameNetDevice> GetDevice(uint32_t port) const;

    // From SwitchView
    uint32_t GetNodeId() const override;
    uint32_t GetHashSeed() const override;
    uint32_t GetTor() const override;
    uint32_t GetTorOf(uint32_t address) const override;
    uint32_t GetSliceOf(uint32_t address) const override;
    uint32_t GetTorCount() const override;
    uint32_t GetHostOf(uint32_t tor) const override;
    uint32_t GetPortCount() const override;
    PortRole GetPortRole(uint32_t port) const override;
    bool IsPortUp(uint32_t port) const override;
    uint64_t GetBitRate(uint32_t port) const override;
    uint64_t GetQueueBytes(uint32_t port, uint32_t queue) const override;
    uint64_t GetClassBytes(uint32_t port, uint32_t trafficClass) const override;
    uint64_t GetPortBytes(uint32_t port) const override;
    PortSet GetRoute(uint32_t address) const override;
    const std::vector<FabricPath>& GetPaths(uint32_t tor) const override;
    RoceFramePtr NewFrame() const override;
    uint32_t AddReorderQueues(uint32_t port, uint32_t trafficClass, uint32_t count) override;
    void SetBlocked(uint32_t port, uint32_t queue, bool blocked, int64_t now) override;

  protected:
    void DoDispose() override;

    /// A port.
    struct Port
    {
        EgressPort* egress;         ///< sending half of the device
        Ptr<FrameNetDevice> device; ///< device
        PortRole role;              ///< kind of node at its far end
    };

    /**
     * @brief Note a port.
     * @param device its device
     * @param role kind of node at its far end
     * @return its number
     */
    uint32_t NotePort(Ptr<FrameNetDevice> device, PortRole role);

    /**
     * @brief Add a record to the telemetry that a packet carries; an ACK has its own back already.
     * @param frame the frame, which carries telemetry
     * @param port its egress port
     * @param queueBytes what waits there in the queues of its class
     * @param now the current time
     */
    [[gnu::noinline]] void StampTelemetry(const RoceFrame& frame,
                                          uint32_t port,
                                          uint64_t queueBytes,
                                          int64_t now) const;

    /**
     * @brief Get the ports.
     * @return ports by number
     */
    const std::vector<Port>& GetPorts() const
    {
        return m_ports;
    }

    /**
     * @brief Get the routes.
     * @return the table
     */
    ForwardingTable& GetTable()
    {
        return m_table;
    }

    /**
     * @brief Get the routes.
     * @return the table
     */
    const ForwardingTable& GetTable() const
    {
        return m_table;
    }

    uint32_t m_hashSeedBase{1}; ///< the same for all switches; see GetHashSeed()

  private:
    using Paths = std::vector<FabricPath>; ///< to one ToR switch

    std::vector<Port> m_ports; ///< by number
    ForwardingTable m_table;   ///< routes
    mutable std::vector<std::unique_ptr<const Paths>>
        m_paths;                                 ///< by ToR switch; null if not needed so far
    std::function<Paths(uint32_t)> m_pathSource; ///< where they come from
    uint32_t m_tor{NO_TOR};                      ///< own number among the ToR switches
    uint32_t m_torCount{0};                      ///< ToR switches
};

} // namespace ns3::rdmacell

#endif // SWITCH_BASE_H
