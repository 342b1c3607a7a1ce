/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "frame-channel.h"

#include "frame-net-device.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/rank-link.h"
#include "ns3/simulator.h"

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("FrameChannel");

NS_OBJECT_ENSURE_REGISTERED(FrameChannel);

TypeId
FrameChannel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::FrameChannel")
            .SetParent<Channel>()
            .SetGroupName("RdmaCell")
            .AddConstructor<FrameChannel>()
            .AddAttribute("Delay",
                          "Propagation delay of the link, each way (1 us: the ConWeave and "
                          "RDMACell evaluations). Read when the link is connected.",
                          TimeValue(MicroSeconds(1)),
                          MakeTimeAccessor(&FrameChannel::m_delay),
                          MakeTimeChecker(Time(0)));
    return tid;
}

FrameChannel::FrameChannel() = default;

FrameChannel::~FrameChannel() = default;

void
FrameChannel::Connect(Ptr<FrameNetDevice> a, Ptr<FrameNetDevice> b)
{
    NS_LOG_FUNCTION(this << a << b << m_delay);
    m_devices = {a, b};
    for (std::size_t from = 0; from < 2; ++from)
    {
        const Ptr<FrameNetDevice>& to = m_devices[1 - from];
        m_wires[from].SetNumber(2 * GetId() + static_cast<uint32_t>(from));
        m_wires[from].SetDelay(m_delay.GetTimeStep());
        m_wires[from].SetReceiver(PeekPointer(to), to->GetNode()->GetId());
    }
    const std::array<uint32_t, 2> ranks{a->GetNode()->GetSystemId(), b->GetNode()->GetSystemId()};
    const uint32_t own = Simulator::GetSystemId();
    if (ranks[0] != own || ranks[1] != own)
    {
        RankLink* link = RankLink::Get();
        NS_ABORT_MSG_UNLESS(link, "nodes with a system id need ns3::rdmacell::MpiSimulatorImpl");
        m_wires[0].Cut(*link, ranks[0], ranks[1]);
        m_wires[1].Cut(*link, ranks[1], ranks[0]);
    }
    a->AttachTo(this, &m_wires[0]);
    b->AttachTo(this, &m_wires[1]);
}

void
FrameChannel::SetUp(bool up)
{
    NS_LOG_FUNCTION(this << up);
    for (std::size_t i = 0; i < 2; ++i)
    {
        m_wires[i].SetUp(up);
        m_devices[i]->NotifyLinkChange();
    }
}

bool
FrameChannel::IsUp() const
{
    return m_wires[0].IsUp();
}

const FrameWire&
FrameChannel::GetWire(std::size_t from) const
{
    return m_wires.at(from);
}

Time
FrameChannel::GetDelay() const
{
    return m_delay;
}

std::size_t
FrameChannel::GetNDevices() const
{
    return m_devices[0] ? 2 : 0;
}

Ptr<NetDevice>
FrameChannel::GetDevice(std::size_t i) const
{
    return m_devices.at(i);
}

void
FrameChannel::DoDispose()
{
    NS_LOG_FUNCTION(this);
    for (std::size_t i = 0; i < 2; ++i)
    {
        m_wires[i].Dispose();
        m_devices[i] = nullptr;
    }
    Channel::DoDispose();
}

} // namespace ns3::rdmacell
