/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "frame-test-network.h"

#include "host-address.h"

#include "ns3/ecmp-balancer.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3::rdmacell::test
{

TestHost::TestHost(uint32_t number)
    : number(number),
      node(CreateObject<Node>())
{
}

void
TestHost::Start(Time at, const TestStream& stream)
{
    const std::size_t index = m_streams.size();
    m_streams.push_back({stream, 0, 0, stream.payload});
    Simulator::ScheduleWithContext(node->GetId(), at, [this, index] { Release(index); });
}

void
TestHost::Release(std::size_t index)
{
    Running& running = m_streams[index];
    const bool paced = running.stream.interval.IsStrictlyPositive();
    running.due = paced ? running.due + 1 : running.stream.frames;
    if (running.due < running.stream.frames)
    {
        Simulator::ScheduleWithContext(node->GetId(), running.stream.interval, [this, index] {
            Release(index);
        });
    }
    device->GetEgress().Kick(Simulator::Now().GetTimeStep());
}

RoceFramePtr
TestHost::PullFrame(uint8_t pausedClasses, int64_t /* now */)
{
    for (std::size_t i = 0; i < m_streams.size(); ++i)
    {
        const std::size_t index = (m_turn + i) % m_streams.size();
        Running& running = m_streams[index];
        const TestStream& stream = running.stream;
        if (running.sent == running.due || (pausedClasses >> stream.priority & 1))
        {
            continue;
        }
        m_turn = index + 1;
        RoceFramePtr frame = RoceFramePool::Get();
        frame->kind = stream.kind;
        frame->srcIp = HostAddress::Of(number);
        frame->dstIp = HostAddress::Of(stream.to);
        frame->srcPort = stream.srcPort;
        frame->priority = stream.priority;
        frame->ecn = stream.ecn;
        frame->timeToLive = stream.timeToLive;
        frame->opcode = RoceOpcode::WRITE_MIDDLE;
        frame->psn = static_cast<uint32_t>(running.sent++);
        frame->payloadBytes = running.payload;
        frame->wireBytes =
            static_cast<uint16_t>(RoceWireBytes(RoceOpcode::WRITE_MIDDLE, running.payload));
        running.payload += stream.payloadStep;
        if (running.payload > stream.payloadMax)
        {
            running.payload = stream.payload;
        }
        return frame;
    }
    return nullptr;
}

bool
TestHost::HasFrame(uint8_t pausedClasses, int64_t /* now */, int64_t /* when */)
{
    for (const Running& running : m_streams)
    {
        if (running.sent < running.due && !(pausedClasses >> running.stream.priority & 1))
        {
            return true;
        }
    }
    return false;
}

void
TestHost::Accept(uint32_t /* port */, RoceFramePtr&& frame, int64_t now)
{
    ++m_received;
    if (keepArrivals)
    {
        arrivals.push_back({now,
                            HostAddress::ToHost(frame->srcIp),
                            frame->srcPort,
                            frame->psn,
                            frame->wireBytes,
                            frame->priority,
                            frame->ecn});
    }
}

void
TestHost::OnLinkChange(uint32_t /* port */, bool /* up */)
{
}

uint64_t
TestHost::GetReceived() const
{
    return m_received;
}

uint64_t
TestHost::GetUnsent() const
{
    uint64_t unsent = 0;
    for (const Running& running : m_streams)
    {
        unsent += running.stream.frames - running.sent;
    }
    return unsent;
}

TestNetwork::~TestNetwork()
{
    Simulator::Destroy();
}

TestHost&
TestNetwork::AddHost()
{
    hosts.push_back(std::make_unique<TestHost>(static_cast<uint32_t>(hosts.size())));
    return *hosts.back();
}

Ptr<FabricSwitch>
TestNetwork::AddSwitch()
{
    auto added = CreateObject<FabricSwitch>();
    added->SetAttribute("LoadBalancerType", TypeIdValue(EcmpBalancer::GetTypeId()));
    CreateObject<Node>()->AggregateObject(added);
    switches.push_back(added);
    return added;
}

Ptr<FrameNetDevice>
TestNetwork::MakeDevice(Ptr<Node> node, DataRate rate) const
{
    auto device = CreateObject<FrameNetDevice>();
    device->SetAttribute("DataRate", DataRateValue(rate));
    device->SetMtu(mtu);
    node->AddDevice(device);
    return device;
}

Ptr<FrameChannel>
TestNetwork::Join(Ptr<FrameNetDevice> a, Ptr<FrameNetDevice> b, Time delay)
{
    auto channel = CreateObject<FrameChannel>();
    channel->SetAttribute("Delay", TimeValue(delay));
    channel->Connect(a, b);
    return channel;
}

uint32_t
TestNetwork::Connect(TestHost& host, Ptr<FabricSwitch> to, DataRate rate, Time delay)
{
    host.device = MakeDevice(host.node, rate);
    host.device->SetSink(&host, 0);
    host.device->GetEgress().SetSource(&host);
    auto device = MakeDevice(to->GetObject<Node>(), rate);
    Join(host.device, device, delay);
    const uint32_t port = to->AddPort(device, PortRole::HOST);
    to->SetRoute(Ipv4Address(HostAddress::Of(host.number)), {static_cast<uint16_t>(port)});
    return port;
}

std::pair<uint16_t, uint16_t>
TestNetwork::Connect(Ptr<FabricSwitch> a, Ptr<FabricSwitch> b, DataRate rate, Time delay)
{
    auto below = MakeDevice(a->GetObject<Node>(), rate);
    auto above = MakeDevice(b->GetObject<Node>(), rate);
    Join(below, above, delay);
    const uint32_t portOfA = a->AddPort(below, PortRole::UP);
    const uint32_t portOfB = b->AddPort(above, PortRole::DOWN);
    return {static_cast<uint16_t>(portOfA), static_cast<uint16_t>(portOfB)};
}

Ptr<FrameChannel>
TestNetwork::Connect(TestHost& a, TestHost& b, DataRate rate, Time delay)
{
    for (TestHost* host : {&a, &b})
    {
        host->device = MakeDevice(host->node, rate);
        host->device->SetSink(host, 0);
        host->device->GetEgress().SetSource(host);
    }
    return Join(a.device, b.device, delay);
}

} // namespace ns3::rdmacell::test
