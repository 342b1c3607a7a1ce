/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "frame-net-device.h"

#include "frame-channel.h"

#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/uinteger.h"

#include <utility>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("FrameNetDevice");

NS_OBJECT_ENSURE_REGISTERED(FrameNetDevice);

namespace
{

/// Largest MTU: RoceFrame::wireBytes has 16 bits.
constexpr uint32_t MAX_MTU =
    UINT16_MAX - WireSize::ETHERNET - WireSize::FCS - WireSize::PREAMBLE_GAP;

constexpr uint32_t MIN_MTU = 68; ///< RFC 791

} // namespace

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
                "Line rate, above 0 (100 Gb/s: the ConWeave and RDMACell evaluations). A change "
                "takes effect with the next frame sent; headroom and load balancers use the rate "
                "of the time at which their switch is initialized.",
                DataRateValue(DataRate("100Gbps")),
                MakeDataRateAccessor(&FrameNetDevice::SetDataRate, &FrameNetDevice::GetDataRate),
                MakeDataRateChecker())
            .AddAttribute("Mtu",
                          "Largest IPv4 packet in bytes (4200: room for a path MTU of 4096 and its "
                          "headers). The PFC headroom of a switch's port is computed from it when "
                          "the switch is initialized.",
                          UintegerValue(4200),
                          MakeUintegerAccessor(&FrameNetDevice::SetMtu, &FrameNetDevice::GetMtu),
                          MakeUintegerChecker<uint16_t>(MIN_MTU, MAX_MTU))
            .AddAttribute("StrictClasses",
                          "Bitmask of the classes of strict priority; the others share by deficit "
                          "round robin (classes 6 and 7: network control, IEEE 802.1Q annex I). A "
                          "change takes effect with the next frame sent.",
                          UintegerValue(0xc0),
                          MakeUintegerAccessor(&FrameNetDevice::SetStrictClasses,
                                               &FrameNetDevice::GetStrictClasses),
                          MakeUintegerChecker<uint8_t>())
            .AddAttribute("ReceiveErrorModel",
                          "The model that decides which arriving frames are lost; none by "
                          "default. A change takes effect with the next frame that arrives.",
                          TypeId::ATTR_GET | TypeId::ATTR_SET,
                          PointerValue(),
                          MakePointerAccessor(&FrameNetDevice::m_errorModel),
                          MakePointerChecker<FrameErrorModel>())
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
                            "ns3::rdmacell::FrameNetDevice::FrameTracedCallback")
            .AddTraceSource("Enqueue",
                            "A frame has been put into a queue. PFC frames, and frames that a NIC "
                            "makes when they can be sent, are in no queue.",
                            MakeTraceSourceAccessor(&FrameNetDevice::m_enqueueTrace),
                            "ns3::rdmacell::FrameNetDevice::QueueTracedCallback")
            .AddTraceSource("Dequeue",
                            "A frame has been taken out of a queue, before ECN marking by the "
                            "queue that it leaves behind.",
                            MakeTraceSourceAccessor(&FrameNetDevice::m_dequeueTrace),
                            "ns3::rdmacell::FrameNetDevice::QueueTracedCallback")
            .AddTraceSource("QueueBytes",
                            "The wire bytes that wait in all queues have changed.",
                            MakeTraceSourceAccessor(&FrameNetDevice::m_queueBytesTrace),
                            "ns3::TracedValueCallback::Uint64")
            .AddTraceSource("PausedClasses",
                            "The bitmask of the classes that PFC has paused has changed, by a PFC "
                            "frame or because a pause has run out.",
                            MakeTraceSourceAccessor(&FrameNetDevice::m_pausedClassesTrace),
                            "ns3::TracedValueCallback::Uint8")
            .AddTraceSource("LinkChange",
                            "The link is down or up.",
                            MakeTraceSourceAccessor(&FrameNetDevice::m_linkChangeTrace),
                            "ns3::rdmacell::FrameNetDevice::LinkTracedCallback");
    return tid;
}

FrameNetDevice::FrameNetDevice()
    : m_txTrace(m_egress.GetTracedFlag()),
      m_enqueueTrace(m_egress.GetTracedFlag()),
      m_dequeueTrace(m_egress.GetTracedFlag()),
      m_queueBytesTrace(m_egress.GetTracedFlag()),
      m_pausedClassesTrace(m_egress.GetTracedFlag())
{
    NS_LOG_FUNCTION(this);
    m_egress.SetTraces(
        {&m_txTrace, &m_enqueueTrace, &m_dequeueTrace, &m_queueBytesTrace, &m_pausedClassesTrace});
}

FrameNetDevice::~FrameNetDevice() = default;

void
FrameNetDevice::AttachTo(Ptr<FrameChannel> channel, FrameWire* wire)
{
    NS_LOG_FUNCTION(this << channel << wire);
    m_channel = channel;
    m_egress.Attach(wire, m_node->GetId());
}

void
FrameNetDevice::SetSink(FrameSink* sink, uint32_t port)
{
    NS_LOG_FUNCTION(this << sink << port);
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
    NS_LOG_FUNCTION(this << model);
    m_errorModel = model;
}

bool
FrameNetDevice::SetDataRate(DataRate rate)
{
    NS_LOG_FUNCTION(this << rate);
    if (rate.GetBitRate() == 0)
    {
        return false;
    }
    m_rate = rate;
    m_egress.SetLineRate(LineRate(rate));
    return true;
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
    const bool up = IsLinkUp();
    NS_LOG_FUNCTION(this << up);
    NS_LOG_INFO("link of port " << m_port << " is " << (up ? "up" : "down"));
    m_linkChangeTrace(up);
    if (m_sink)
    {
        m_sink->OnLinkChange(m_port, up);
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
    NS_LOG_FUNCTION(this << now << frame->wireBytes);
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
        NS_LOG_DEBUG("a frame of " << frame->wireBytes << " bytes is lost to an error, PSN "
                                   << frame->psn);
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
    NS_LOG_FUNCTION(this << mtu);
    if (mtu < MIN_MTU || mtu > MAX_MTU)
    {
        return false;
    }
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
    // A device of RoceFrames receives no ns3::Packet.
}

void
FrameNetDevice::SetPromiscReceiveCallback(PromiscReceiveCallback /* cb */)
{
    // A device of RoceFrames receives no ns3::Packet.
}

bool
FrameNetDevice::SupportsSendFrom() const
{
    return false;
}

void
FrameNetDevice::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_egress.Dispose();
    m_errorModel = nullptr;
    m_channel = nullptr;
    m_sink = nullptr;
    m_node = nullptr;
    NetDevice::DoDispose();
}

} // namespace ns3::rdmacell
