/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pause-graph.h"

#include "ns3/frame-channel.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <array>

namespace ns3::rdmacell
{

namespace
{

/**
 * @brief Get the device at the other end of a link.
 * @param device the device at this end
 * @return the other one
 */
Ptr<FrameNetDevice>
GetPeer(const FrameNetDevice& device)
{
    const Ptr<Channel> channel = device.GetChannel();
    const std::size_t other = PeekPointer(channel->GetDevice(0)) == &device ? 1 : 0;
    return DynamicCast<FrameNetDevice>(channel->GetDevice(other));
}

/**
 * @brief Ask whether a switch keeps a class of a peer paused.
 * @param node the switch
 * @param device its device that faces the peer
 * @param trafficClass 0..7
 * @return true if the group is paused
 */
bool
IsGroupPaused(const FabricSwitch& node, const FrameNetDevice& device, uint32_t trafficClass)
{
    for (uint32_t port = 0; port < node.GetPortCount(); ++port)
    {
        if (PeekPointer(node.GetDevice(port)) == &device)
        {
            return node.IsGroupPaused(port, trafficClass);
        }
    }
    return false;
}

} // namespace

PauseGraph::PauseGraph(const std::vector<Ptr<FabricSwitch>>& switches,
                       const std::vector<Ptr<FrameNetDevice>>& hosts)
    : m_graph(0)
{
    Holders holders;
    for (const auto& node : switches)
    {
        AddSwitch(*node, holders);
    }
    for (const auto& device : hosts)
    {
        const uint32_t paused = device->GetEgress().GetPausedClasses();
        for (uint8_t c = 0; c < EgressPort::CLASSES; ++c)
        {
            if ((paused >> c) & 1U)
            {
                AddPort(*device, c).isHost = true;
            }
        }
    }
    m_graph = WaitGraph(static_cast<uint32_t>(m_ports.size()));
    for (uint32_t i = 0; i < m_ports.size(); ++i)
    {
        const auto held = holders.find({m_peers[i], m_ports[i].trafficClass});
        if (!m_ports[i].isPaused || held == holders.end())
        {
            continue;
        }
        for (const uint32_t holder : held->second)
        {
            m_graph.AddWait(i, holder);
        }
    }
}

void
PauseGraph::AddSwitch(const FabricSwitch& node, Holders& holders)
{
    for (uint32_t number = 0; number < node.GetPortCount(); ++number)
    {
        const Ptr<FrameNetDevice> device = node.GetDevice(number);
        std::array<uint32_t, EgressPort::CLASSES> indexes;
        indexes.fill(UINT32_MAX);
        device->GetEgress().VisitFrames([&](const RoceFrame& frame, bool isBlocked) {
            uint32_t& index = indexes[frame.priority];
            if (index == UINT32_MAX)
            {
                index = static_cast<uint32_t>(m_ports.size());
                AddPort(*device, frame.priority);
            }
            Port& port = m_ports[index];
            ++port.frames;
            port.bytes += frame.wireBytes;
            port.isBlocked = port.isBlocked || isBlocked;
            if (frame.ingressPort < node.GetPortCount())
            {
                const FrameNetDevice* ingress = PeekPointer(node.GetDevice(frame.ingressPort));
                std::vector<uint32_t>& held = holders[{ingress, frame.priority}];
                if (held.empty() || held.back() != index)
                {
                    held.push_back(index);
                }
            }
        });
    }
}

PauseGraph::Port&
PauseGraph::AddPort(const FrameNetDevice& device, uint8_t trafficClass)
{
    const Ptr<FrameNetDevice> peer = GetPeer(device);
    Port port{};
    port.node = device.GetNode()->GetId();
    port.port = device.GetIfIndex();
    port.peer = peer->GetNode()->GetId();
    port.trafficClass = trafficClass;
    const EgressPort& egress = device.GetEgress();
    port.isPaused = (egress.GetPausedClasses() >> trafficClass) & 1U;
    port.isSending = egress.IsSendingFrame(Simulator::Now().GetTimeStep());
    const auto peerSwitch = peer->GetNode()->GetObject<FabricSwitch>();
    port.isPeerHost = !peerSwitch;
    port.isKeptPaused = peerSwitch && IsGroupPaused(*peerSwitch, *peer, trafficClass);
    m_ports.push_back(port);
    m_peers.push_back(PeekPointer(peer));
    return m_ports.back();
}

const std::vector<PauseGraph::Port>&
PauseGraph::GetPorts() const
{
    return m_ports;
}

const std::vector<uint32_t>&
PauseGraph::GetWaits(uint32_t index) const
{
    return m_graph.GetWaits(index);
}

std::vector<bool>
PauseGraph::FindStuck() const
{
    std::vector<bool> isStuck(m_ports.size());
    for (uint32_t i = 0; i < m_ports.size(); ++i)
    {
        const Port& port = m_ports[i];
        isStuck[i] = port.isPaused && port.isKeptPaused && !port.isSending && !GetWaits(i).empty();
    }
    // The largest set that fits: take out what may still move until nothing changes.
    for (bool hasChanged = true; hasChanged;)
    {
        hasChanged = false;
        for (uint32_t i = 0; i < m_ports.size(); ++i)
        {
            const std::vector<uint32_t>& waits = GetWaits(i);
            const auto next = std::find_if(waits.begin(), waits.end(), [&isStuck](uint32_t each) {
                return !isStuck[each];
            });
            if (isStuck[i] && next != waits.end())
            {
                isStuck[i] = false;
                hasChanged = true;
            }
        }
    }
    return isStuck;
}

std::vector<std::vector<uint32_t>>
PauseGraph::FindCycles() const
{
    const std::vector<bool> isStuck = FindStuck();
    WaitGraph graph(static_cast<uint32_t>(m_ports.size()));
    for (uint32_t i = 0; i < m_ports.size(); ++i)
    {
        for (const uint32_t next : GetWaits(i))
        {
            if (isStuck[i] && isStuck[next])
            {
                graph.AddWait(i, next);
            }
        }
    }
    return graph.FindCycles();
}

} // namespace ns3::rdmacell
