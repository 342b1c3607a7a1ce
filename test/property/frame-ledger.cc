/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "frame-ledger.h"

#include "ns3/frame-channel.h"
#include "ns3/held-packets.h"
#include "ns3/roce-frame-pool.h"
#include "ns3/simulator.h"

#include <sstream>

namespace ns3::rdmacell
{

namespace
{

/**
 * @brief Hash what a link does not change.
 * @param frame the frame
 * @return the hash
 */
uint64_t
HashContent(const RoceFrame& frame)
{
    TrajectoryHash hash;
    hash.Add(uint64_t{frame.srcIp} << 32 | frame.dstIp);
    hash.Add(uint64_t{frame.destQp} << 32 | frame.psn);
    hash.Add(uint64_t{frame.payloadBytes} << 32 | frame.srcPort);
    hash.Add(static_cast<uint64_t>(frame.kind) << 32 | static_cast<uint64_t>(frame.opcode) << 24 |
             static_cast<uint64_t>(frame.ecn) << 16 | frame.wireBytes);
    return hash.Get();
}

/**
 * @brief Get the current time.
 * @return time steps
 */
int64_t
NowSteps()
{
    return Simulator::Now().GetTimeStep();
}

} // namespace

FrameLedger::FrameLedger(Ptr<Fabric> fabric,
                         Time nicLatency,
                         Time switchLatency,
                         Findings& findings)
    : m_fabric(fabric),
      m_findings(findings)
{
    const NetworkGraph& graph = fabric->GetGraph();
    m_nodes.resize(graph.GetNodes());
    for (uint32_t node = 0; node < graph.GetNodes(); ++node)
    {
        m_nodes[node].isSwitch = !graph.IsHost(node);
        m_nodes[node].latency = graph.IsHost(node) ? nicLatency : switchLatency;
    }
    MakeDirections();
    for (Direction& direction : m_directions)
    {
        Watch(direction);
    }
    WatchSwitches();
}

void
FrameLedger::MakeDirections()
{
    const NetworkGraph& graph = m_fabric->GetGraph();
    for (size_t link = 0; link < graph.links.size(); ++link)
    {
        for (size_t end = 0; end < 2; ++end)
        {
            Direction direction;
            direction.from = end;
            direction.channel = m_fabric->GetChannels()[link];
            direction.sender = DynamicCast<FrameNetDevice>(direction.channel->GetDevice(end));
            direction.node = end == 0 ? graph.links[link].a : graph.links[link].b;
            direction.peer = end == 0 ? graph.links[link].b : graph.links[link].a;
            direction.name = "link " + std::to_string(link) + " from node " +
                             std::to_string(direction.node) + " to node " +
                             std::to_string(direction.peer);
            m_directions.push_back(direction);
        }
    }
}

void
FrameLedger::Watch(Direction& direction)
{
    using FrameSink = Callback<void, const RoceFrame&>;
    using QueueSink = Callback<void, const RoceFrame&, uint32_t>;
    NodeBooks& node = m_nodes[direction.node];
    const Ptr<NetDevice> receiver = direction.channel->GetDevice(1 - direction.from);
    direction.sender->TraceConnectWithoutContext(
        "FrameTx",
        FrameSink([this, &direction](const RoceFrame& frame) { OnTx(direction, frame); }));
    receiver->TraceConnectWithoutContext(
        "FrameRx",
        FrameSink([this, &direction](const RoceFrame& frame) { OnRx(direction, frame, true); }));
    receiver->TraceConnectWithoutContext(
        "FrameRxDrop",
        FrameSink([this, &direction](const RoceFrame& frame) { OnRx(direction, frame, false); }));
    direction.sender->TraceConnectWithoutContext(
        "Enqueue",
        QueueSink([&direction, &node](const RoceFrame& frame, uint32_t) {
            ++direction.enqueued;
            node.enqueued += frame.kind == FrameKind::ROCE ? 1 : 0;
        }));
    direction.sender->TraceConnectWithoutContext(
        "Dequeue",
        QueueSink([&direction](const RoceFrame&, uint32_t) { ++direction.dequeued; }));
}

void
FrameLedger::WatchSwitches()
{
    const uint32_t hosts = m_fabric->GetGraph().hosts;
    for (uint32_t i = 0; i < m_fabric->GetSwitches().size(); ++i)
    {
        const Ptr<FabricSwitch>& fabricSwitch = m_fabric->GetSwitches()[i];
        NodeBooks& node = m_nodes[hosts + i];
        fabricSwitch->TraceConnectWithoutContext("Drop",
                                                 Callback<void, const RoceFrame&, SwitchDrop>(
                                                     [&node](const RoceFrame& frame, SwitchDrop) {
                                                         node.dropped +=
                                                             frame.kind == FrameKind::ROCE ? 1 : 0;
                                                     }));
        std::vector<Direction*> ports(fabricSwitch->GetPortCount());
        for (Direction& direction : m_directions)
        {
            for (uint32_t port = 0; port < ports.size(); ++port)
            {
                if (fabricSwitch->GetDevice(port) == direction.sender)
                {
                    ports[port] = &direction;
                }
            }
        }
        fabricSwitch->TraceConnectWithoutContext(
            "PfcSent",
            Callback<void, uint32_t, uint8_t, uint16_t>(
                [ports](uint32_t port, uint8_t, uint16_t) { ++ports[port]->pfcHandedOver; }));
    }
}

void
FrameLedger::OnTx(Direction& direction, const RoceFrame& frame)
{
    const int64_t now = NowSteps();
    m_hash.AddFrame(direction.sender->GetNode()->GetId(), direction.sender->GetIfIndex(), frame);
    if (now < direction.busyUntil)
    {
        m_findings.Add("transmission", direction.name + ": two transmissions at a time");
    }
    static const auto second = static_cast<uint64_t>(Seconds(1).GetTimeStep());
    const uint64_t bitRate = direction.sender->GetDataRate().GetBitRate();
    const auto serialization = static_cast<int64_t>(8 * second * frame.wireBytes / bitRate);
    direction.busyUntil = now + serialization;
    ++direction.sent;
    direction.pfcSent += frame.kind == FrameKind::PFC ? 1 : 0;
    if (!direction.channel->IsUp())
    {
        ++direction.lost;
        return;
    }
    const int64_t delay = direction.channel->GetDelay().GetTimeStep();
    direction.flying.push_back({now + serialization + delay, HashContent(frame)});
}

void
FrameLedger::OnRx(Direction& direction, const RoceFrame& frame, bool intact)
{
    const int64_t now = NowSteps();
    if (direction.flying.empty())
    {
        m_findings.Add("transmission", direction.name + ": a frame arrives that was not sent");
        return;
    }
    const InFlight expected = direction.flying.front();
    direction.flying.pop_front();
    if (expected.content != HashContent(frame))
    {
        m_findings.Add("transmission", direction.name + ": frames change, or their order does");
    }
    // The fraction of a step that one transmission takes too little, the next takes more.
    if (now < expected.arrival || now > expected.arrival + 1)
    {
        std::ostringstream text;
        text << direction.name << ": a frame arrives at " << now << " steps, expected at "
             << expected.arrival;
        m_findings.Add("transmission", text.str());
    }
    if (intact && frame.kind != FrameKind::PFC)
    {
        NodeBooks& node = m_nodes[direction.peer];
        node.arrived += frame.kind == FrameKind::ROCE ? 1 : 0;
        if (!node.latency.IsZero())
        {
            node.inside.push_back(now);
        }
    }
}

void
FrameLedger::NoteOutage(size_t link)
{
    for (size_t end = 0; end < 2; ++end)
    {
        Direction& direction = m_directions[2 * link + end];
        direction.lost += direction.flying.size();
        direction.flying.clear();
    }
}

void
FrameLedger::Check()
{
    const int64_t now = NowSteps();
    for (const Direction& direction : m_directions)
    {
        const FrameWire& wire = direction.channel->GetWire(direction.from);
        m_findings.ExpectEqual("frames",
                               direction.name + ", frames sent",
                               wire.GetFrames(),
                               direction.sent);
        m_findings.ExpectEqual("frames",
                               direction.name + ", frames lost with the link",
                               wire.GetLost(),
                               direction.lost);
        if (!direction.flying.empty() && direction.flying.front().arrival + 1 < now)
        {
            m_findings.Add("frames", direction.name + ": a frame in flight does not arrive");
        }
    }
    CheckPool(now);
}

void
FrameLedger::CheckPool(int64_t now)
{
    uint64_t least = 0;
    for (const Direction& direction : m_directions)
    {
        least += direction.flying.size() + direction.enqueued - direction.dequeued +
                 direction.pfcHandedOver - direction.pfcSent;
    }
    uint64_t most = least;
    for (size_t i = 0; i < m_nodes.size(); ++i)
    {
        NodeBooks& node = m_nodes[i];
        const int64_t since = now - node.latency.GetTimeStep();
        while (!node.inside.empty() && node.inside.front() < since)
        {
            node.inside.pop_front();
        }
        // Those whose time in the pipeline is over at this moment may be inside or not.
        uint64_t leaving = 0;
        while (leaving < node.inside.size() && node.inside[leaving] == since)
        {
            ++leaving;
        }
        least += node.inside.size() - leaving;
        most += node.inside.size();
        if (node.isSwitch && node.inside.empty())
        {
            m_findings.ExpectEqual("frames",
                                   "node " + std::to_string(i) + ", RoCE frames queued or dropped",
                                   node.enqueued + node.dropped,
                                   node.arrived);
        }
    }
    const uint64_t live = RoceFramePool::GetLive() - HeldPackets::GetCopies();
    if (live < least || live > most)
    {
        m_findings.Add("frames",
                       "expected " + std::to_string(least) + " to " + std::to_string(most) +
                           " frames in the network, found " + std::to_string(live));
    }
}

} // namespace ns3::rdmacell
