/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MOCK_SWITCH_VIEW_H
#define MOCK_SWITCH_VIEW_H

#include "ns3/roce-frame-pool.h"
#include "ns3/switch-view.h"

#include <cstdint>
#include <initializer_list>
#include <map>
#include <utility>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @brief A switch that is only what a test says: schemes are tested on it without a fabric.
 *
 * All that a SwitchView answers is a public member. What a scheme has it do is recorded.
 */
class MockSwitchView : public SwitchView
{
  public:
    /// A frame that a scheme sent.
    struct Sent
    {
        RoceFramePtr frame; ///< the frame
        uint32_t port;      ///< through this port; UINT32_MAX for Route()
        uint32_t queue;     ///< of this queue; UINT32_MAX for Route()
        int64_t now;        ///< when, steps
    };

    /// A port.
    struct Port
    {
        PortRole role{PortRole::UP};               ///< what it faces
        uint64_t bitRate{100000000000};            ///< bits per second
        bool up{true};                             ///< its link carries frames
        std::map<uint32_t, uint64_t> queueBytes{}; ///< by queue: bytes that wait
        uint32_t reorderQueues{0};                 ///< how many were added
        std::map<uint32_t, bool> blocked{};        ///< by queue: blocked
    };

    uint32_t nodeId{0};                                ///< GetNodeId()
    uint32_t hashSeed{1};                              ///< GetHashSeed()
    uint32_t tor{NO_TOR};                              ///< GetTor()
    uint32_t torCount{0};                              ///< GetTorCount()
    std::map<uint32_t, uint32_t> torOf;                ///< by address: GetTorOf(), GetHostOf()
    std::vector<Port> ports;                           ///< by number
    std::map<uint32_t, std::vector<uint16_t>> routes;  ///< by address: GetRoute()
    std::map<uint32_t, std::vector<FabricPath>> paths; ///< by ToR switch: GetPaths()
    std::vector<Sent> sent;                            ///< the frames of Output() and Route()

    /**
     * @brief Make a path.
     * @param ports out-port at each switch
     * @return the path
     */
    static FabricPath MakePath(std::initializer_list<uint16_t> ports)
    {
        FabricPath path;
        for (uint16_t port : ports)
        {
            path.ports[path.hops++] = port;
        }
        return path;
    }

    // From SwitchView
    uint32_t GetNodeId() const override
    {
        return nodeId;
    }

    uint32_t GetHashSeed() const override
    {
        return hashSeed;
    }

    uint32_t GetTor() const override
    {
        return tor;
    }

    uint32_t GetTorOf(uint32_t address) const override
    {
        const auto it = torOf.find(address);
        return it == torOf.end() ? NO_TOR : it->second;
    }

    uint32_t GetSliceOf(uint32_t address) const override
    {
        uint32_t slice = 0;
        for (const auto& [other, number] : torOf)
        {
            slice += number == GetTorOf(address) && other < address ? 1 : 0;
        }
        return slice;
    }

    uint32_t GetTorCount() const override
    {
        return torCount;
    }

    uint32_t GetHostOf(uint32_t ofTor) const override
    {
        for (const auto& [address, number] : torOf)
        {
            if (number == ofTor)
            {
                return address;
            }
        }
        return 0;
    }

    uint32_t GetPortCount() const override
    {
        return static_cast<uint32_t>(ports.size());
    }

    PortRole GetPortRole(uint32_t port) const override
    {
        return ports.at(port).role;
    }

    bool IsPortUp(uint32_t port) const override
    {
        return ports.at(port).up;
    }

    uint64_t GetBitRate(uint32_t port) const override
    {
        return ports.at(port).bitRate;
    }

    uint64_t GetQueueBytes(uint32_t port, uint32_t queue) const override
    {
        const auto it = ports.at(port).queueBytes.find(queue);
        return it == ports.at(port).queueBytes.end() ? 0 : it->second;
    }

    uint64_t GetClassBytes(uint32_t port, uint32_t trafficClass) const override
    {
        return GetQueueBytes(port, trafficClass);
    }

    uint64_t GetPortBytes(uint32_t port) const override
    {
        uint64_t sum = 0;
        for (const auto& [queue, bytes] : ports.at(port).queueBytes)
        {
            sum += bytes;
        }
        return sum;
    }

    PortSet GetRoute(uint32_t address) const override
    {
        const auto it = routes.find(address);
        return it == routes.end()
                   ? PortSet{}
                   : PortSet{it->second.data(), static_cast<uint32_t>(it->second.size())};
    }

    const std::vector<FabricPath>& GetPaths(uint32_t toTor) const override
    {
        static const std::vector<FabricPath> none;
        const auto it = paths.find(toTor);
        return it == paths.end() ? none : it->second;
    }

    RoceFramePtr NewFrame() const override
    {
        RoceFramePtr frame = RoceFramePool::Get();
        frame->kind = FrameKind::BALANCER;
        return frame;
    }

    void Output(RoceFramePtr&& frame, uint32_t port, uint32_t queue, int64_t now) override
    {
        sent.push_back({std::move(frame), port, queue, now});
    }

    void Route(RoceFramePtr&& frame, int64_t now) override
    {
        sent.push_back({std::move(frame), UINT32_MAX, UINT32_MAX, now});
    }

    uint32_t AddReorderQueues(uint32_t port, uint32_t /* trafficClass */, uint32_t count) override
    {
        const uint32_t first = 8 + ports.at(port).reorderQueues;
        ports[port].reorderQueues += count;
        return first;
    }

    void SetBlocked(uint32_t port, uint32_t queue, bool blocked, int64_t /* now */) override
    {
        ports.at(port).blocked[queue] = blocked;
    }
};

/**
 * @brief Make a packet as a NIC would.
 * @param source IPv4 source address
 * @param destination IPv4 destination address
 * @param sourcePort UDP source port
 * @param payloadBytes payload
 * @param opcode BTH opcode
 * @return the packet
 */
inline RoceFramePtr
MakeRoceFrame(uint32_t source,
              uint32_t destination,
              uint16_t sourcePort = 0xc000,
              uint32_t payloadBytes = 1000,
              RoceOpcode opcode = RoceOpcode::WRITE_MIDDLE)
{
    RoceFramePtr frame = RoceFramePool::Get();
    frame->srcIp = source;
    frame->dstIp = destination;
    frame->srcPort = sourcePort;
    frame->priority = 3;
    frame->ecn = EcnCodePoint::ECT0;
    frame->timeToLive = 64;
    frame->opcode = opcode;
    frame->payloadBytes = payloadBytes;
    frame->wireBytes = static_cast<uint16_t>(RoceWireBytes(opcode, payloadBytes));
    return frame;
}

} // namespace ns3::rdmacell

#endif // MOCK_SWITCH_VIEW_H
