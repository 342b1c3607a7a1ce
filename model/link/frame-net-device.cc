/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "frame-net-device.h"

#include "frame-channel.h"

#include "ns3/node.h"
#include "ns3/uinteger.h"

#include <utility>

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(FrameNetDevice);

TypeId
FrameNetDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::FrameNetDevice")
            .SetParent<NetDevice>()
            .SetGroupName("RdmaCell")
            .AddConstructor<FrameNetDevice>()
            .AddAttribute(
                "DataRate",
                "Line rate (100 Gb/s: the ConWeave and RDMACell evaluations).",
                DataRateValue(DataRate("100Gbps")),
                MakeDataRateAccessor(&FrameNetDevice::SetDataRate, &FrameNetDevice::GetDataRate),
                MakeDataRateChecker())
            .AddAttribute("StrictClasses",
                          "Bitmask of the classes of strict priority; the others share by deficit "
                          "round robin (classes 6 and 7: network control, IEEE 802.1Q annex I).",
                          UintegerValue(0xc0),
                          MakeUintegerAccessor(&FrameNetDevice::SetStrictClasses,
                                               &FrameNetDevice::GetStrictClasses),
                          MakeUintegerChecker<uint8_t>())
            .AddTraceSource("FrameTx",
                            "The transmission of a frame starts.",
                            MakeTraceSourceAccessor(&FrameNetDevice::m_txTrace),
                            "ns3::rdmacell::FrameNetDevice::FrameTracedCallback")
            .AddTraceSource("FrameRx",
                            "A frame has arrived whole and without error.",
                            MakeTraceSourceAccessor(&FrameNetDevice::m_rxTrace),
                            "ns3::rdmacell::FrameNetDevice::FrameTracedCallback")
            .AddTraceSource("FrameRxDrop",
                            "A frame was lost to the error model.",
                            MakeTraceSourceAccessor(&FrameNetDevice::m_rxDropTrace),
                            "ns3::rdmacell::FrameNetDevice::FrameTracedCallback");
    return tid;
}

FrameNetDevice::FrameNetDevice()
{
    m_egress.SetTxTrace(&m_txTrace);
}

FrameNetDevice::~FrameNetDevice() = default;

void
FrameNetDevice::AttachTo(Ptr<FrameChannel> channel, FrameWire* wire)
{
    m_channel = channel;
    m_egress.Attach(wire, m_node->GetId());
}

void
FrameNetDevice::SetSink(FrameSink* sink, uint32_t port)
{
    m_sink = sink;
    m_port = port;
}

EgressPort&
FrameNetDevice::GetEgress()
{
    return m_egress;
}

const EgressPort&
FrameNetDevice::GetEgress() const
{
    return m_egress;
}

void
FrameNetDevice::SetErrorModel(Ptr<FrameErrorModel> model)
{
    m_errorModel = model;
}

void
FrameNetDevice::SetDataRate(DataRate rate)
{
    m_rate = rate;
    m_egress.SetLineRate(LineRate(rate));
}

DataRate
FrameNetDevice::GetDataRate() const
{
    return m_rate;
}

void
FrameNetDevice::SetStrictClasses(uint8_t classes)
{
    m_strictClasses = classes;
    m_egress.SetStrictClasses(classes);
}

uint8_t
FrameNetDevice::GetStrictClasses() const
{
    return m_strictClasses;
}

void
FrameNetDevice::NotifyLinkChange()
{
    if (m_sink)
    {
        m_sink->OnLinkChange(m_port, IsLinkUp());
    }
    m_linkChange();
}

uint64_t
FrameNetDevice::GetPfcReceived() const
{
    return m_pfcReceived;
}

void
FrameNetDevice::Arrive(RoceFramePtr&& frame, int64_t now)
{
    if (m_errorModel || !m_rxTrace.IsEmpty())
    {
        ArriveObserved(std::move(frame), now);
        return;
    }
    Dispatch(std::move(frame), now);
}

void
FrameNetDevice::Prefetch(const RoceFrame& frame) const
{
    if (m_sink)
    {
        m_sink->Prefetch(m_port, frame);
    }
}

void
FrameNetDevice::ArriveObserved(RoceFramePtr&& frame, int64_t now)
{
    if (m_errorModel && m_errorModel->IsCorrupt(*frame))
    {
        m_rxDropTrace(*frame);
        return;
    }
    m_rxTrace(*frame);
    Dispatch(std::move(frame), now);
}

void
FrameNetDevice::Dispatch(RoceFramePtr&& frame, int64_t now)
{
    if (frame->kind == FrameKind::PFC)
    {
        ++m_pfcReceived;
        m_egress.ObeyPfc(*frame, now);
        return;
    }
    m_sink->Accept(m_port, std::move(frame), now);
}

void
FrameNetDevice::SetIfIndex(const uint32_t index)
{
    m_ifIndex = index;
}

uint32_t
FrameNetDevice::GetIfIndex() const
{
    return m_ifIndex;
}

Ptr<Channel>
FrameNetDevice::GetChannel() const
{
    return m_channel;
}

void
FrameNetDevice::SetAddress(Address address)
{
    m_address = Mac48Address::ConvertFrom(address);
}

Address
FrameNetDevice::GetAddress() const
{
    return m_address;
}

bool
FrameNetDevice::SetMtu(const uint16_t mtu)
{
    m_mtu = mtu;
    return true;
}

uint16_t
FrameNetDevice::GetMtu() const
{
    return m_mtu;
}

bool
FrameNetDevice::IsLinkUp() const
{
    return m_channel && m_channel->IsUp();
}

void
FrameNetDevice::AddLinkChangeCallback(Callback<void> callback)
{
    m_linkChange.ConnectWithoutContext(callback);
}

bool
FrameNetDevice::IsBroadcast() const
{
    return false;
}

Address
FrameNetDevice::GetBroadcast() const
{
    return Mac48Address::GetBroadcast();
}

bool
FrameNetDevice::IsMulticast() const
{
    return false;
}

Address
FrameNetDevice::GetMulticast(Ipv4Address multicastGroup) const
{
    return Mac48Address::GetMulticast(multicastGroup);
}

Address
FrameNetDevice::GetMulticast(Ipv6Address addr) const
{
    return Mac48Address::GetMulticast(addr);
}

bool
FrameNetDevice::IsBridge() const
{
    return false;
}

bool
FrameNetDevice::IsPointToPoint() const
{
    return true;
}

bool
FrameNetDevice::Send(Ptr<Packet> /* packet */, const Address& /* dest */, uint16_t /* protocol */)
{
    return false;
}

bool
FrameNetDevice::SendFrom(Ptr<Packet> /* packet */,
                         const Address& /* source */,
                         const Address& /* dest */,
                         uint16_t /* protocolNumber */)
{
    return false;
}

Ptr<Node>
FrameNetDevice::GetNode() const
{
    return m_node;
}

void
FrameNetDevice::SetNode(Ptr<Node> node)
{
    m_node = node;
}

bool
FrameNetDevice::NeedsArp() const
{
    return false;
}

void
FrameNetDevice::SetReceiveCallback(ReceiveCallback /* cb */)
{
    // No ns3::Packet ever comes up from here.
}

void
FrameNetDevice::SetPromiscReceiveCallback(PromiscReceiveCallback /* cb */)
{
    // No ns3::Packet ever comes up from here.
}

bool
FrameNetDevice::SupportsSendFrom() const
{
    return false;
}

void
FrameNetDevice::DoDispose()
{
    m_egress.Dispose();
    m_errorModel = nullptr;
    m_channel = nullptr;
    m_sink = nullptr;
    m_node = nullptr;
    NetDevice::DoDispose();
}

} // namespace ns3::rdmacell
