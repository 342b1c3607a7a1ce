/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-frame-codec.h"

#include "balancer-header.h"
#include "pfc-header.h"
#include "roce-packet.h"

#include "ns3/assert.h"
#include "ns3/ethernet-header.h"

#include <limits>
#include <utility>

namespace ns3::rdmacell
{

namespace
{

constexpr uint16_t TYPE_IPV4 = 0x0800;        ///< EtherType of IPv4
constexpr uint16_t TYPE_MAC_CONTROL = 0x8808; ///< EtherType of MAC control, PFC among it
constexpr uint16_t TYPE_BALANCER = 0x88b5;    ///< EtherType for local experiments

/// Smallest Ethernet frame, FCS not counted: room for any of the headers behind Ethernet's.
constexpr uint32_t MINIMUM_BYTES = WireSize::MINIMUM_FRAME - WireSize::FCS;

/// Link time that no byte of the packet stands for.
constexpr uint32_t NOT_IN_PACKET = WireSize::FCS + WireSize::PREAMBLE_GAP;

/**
 * @brief Destination of every MAC control frame (IEEE 802.3, 31B.1).
 * @return the multicast address that no bridge forwards
 */
Mac48Address
GetControlAddress()
{
    return Mac48Address("01:80:c2:00:00:01");
}

/**
 * @brief Put the Ethernet header in front.
 * @param packet the rest
 * @param source source address
 * @param destination destination address
 * @param type EtherType
 */
void
AddEthernet(Ptr<Packet> packet,
            const Mac48Address& source,
            const Mac48Address& destination,
            uint16_t type)
{
    EthernetHeader ethernet;
    ethernet.SetSource(source);
    ethernet.SetDestination(destination);
    ethernet.SetLengthType(type);
    packet->AddHeader(ethernet);
}

/**
 * @brief Write a PFC frame.
 * @param frame the frame
 * @param port source MAC address
 * @return the bytes
 */
Ptr<Packet>
WritePfc(const RoceFrame& frame, const Mac48Address& port)
{
    Ptr<Packet> packet = Create<Packet>(MINIMUM_BYTES - WireSize::ETHERNET - PfcHeader::SIZE);
    packet->AddHeader(PfcHeader(frame.pfcClassEnable, frame.pfc.quanta));
    AddEthernet(packet, port, GetControlAddress(), TYPE_MAC_CONTROL);
    return packet;
}

/**
 * @brief Write a load balancer's own frame.
 * @param frame the frame
 * @return the bytes
 */
Ptr<Packet>
WriteBalancer(const RoceFrame& frame)
{
    constexpr uint32_t used = NOT_IN_PACKET + WireSize::ETHERNET + BalancerHeader::SIZE;
    Ptr<Packet> packet = Create<Packet>(frame.wireBytes > used ? frame.wireBytes - used : 0);
    packet->AddHeader(BalancerHeader(frame));
    AddEthernet(packet,
                RoceFrameCodec::GetMac(frame.srcIp),
                RoceFrameCodec::GetMac(frame.dstIp),
                TYPE_BALANCER);
    return packet;
}

/**
 * @brief Read a PFC frame.
 * @param packet what follows the Ethernet header
 * @param frame gets the fields
 * @return false if the frame is malformed
 */
bool
ReadPfc(Ptr<Packet> packet, RoceFrame& frame)
{
    PfcHeader pfc;
    const uint32_t bytes = WireSize::ETHERNET + packet->GetSize();
    packet->RemoveHeader(pfc);
    if (bytes != MINIMUM_BYTES || !pfc.IsValid())
    {
        return false;
    }
    frame.pfcClassEnable = pfc.GetClassEnable();
    frame.pfc.quanta = pfc.GetQuanta();
    return true;
}

} // namespace

Mac48Address
RoceFrameCodec::GetMac(uint32_t ip)
{
    const uint8_t bytes[6] = {0x02,
                              0x00,
                              static_cast<uint8_t>(ip >> 24),
                              static_cast<uint8_t>(ip >> 16),
                              static_cast<uint8_t>(ip >> 8),
                              static_cast<uint8_t>(ip)};
    Mac48Address mac;
    mac.CopyFrom(bytes);
    return mac;
}

Ptr<Packet>
RoceFrameCodec::ToPacket(const RoceFrame& frame, const Mac48Address& port)
{
    Ptr<Packet> packet;
    switch (frame.kind)
    {
    case FrameKind::ROCE:
        packet = WriteRocePacket(frame);
        AddEthernet(packet, GetMac(frame.srcIp), GetMac(frame.dstIp), TYPE_IPV4);
        break;
    case FrameKind::PFC:
        packet = WritePfc(frame, port);
        break;
    case FrameKind::BALANCER:
        packet = WriteBalancer(frame);
        break;
    }
    // What a frame takes beside its bytes is the sender's setting (RoceNic::LinkOverhead).
    NS_ASSERT_MSG(packet->GetSize() + WireSize::FCS <= frame.wireBytes,
                  "wireBytes is " << frame.wireBytes << ", the frame's bytes are "
                                  << packet->GetSize() << " and " << WireSize::FCS);
    return packet;
}

RoceFramePtr
RoceFrameCodec::FromPacket(Ptr<const Packet> packet)
{
    if (packet->GetSize() < MINIMUM_BYTES ||
        packet->GetSize() + NOT_IN_PACKET > std::numeric_limits<uint16_t>::max())
    {
        return nullptr;
    }
    Ptr<Packet> rest = packet->Copy();
    EthernetHeader ethernet;
    rest->RemoveHeader(ethernet);
    RoceFramePtr frame = RoceFramePool::Get();
    frame->wireBytes = static_cast<uint16_t>(packet->GetSize() + NOT_IN_PACKET);
    bool valid = false;
    BalancerHeader balancer;
    switch (ethernet.GetLengthType())
    {
    case TYPE_IPV4:
        frame->kind = FrameKind::ROCE;
        valid = ReadRocePacket(rest, *frame);
        break;
    case TYPE_MAC_CONTROL:
        frame->kind = FrameKind::PFC;
        valid = ethernet.GetDestination() == GetControlAddress() && ReadPfc(rest, *frame);
        break;
    case TYPE_BALANCER:
        frame->kind = FrameKind::BALANCER;
        rest->RemoveHeader(balancer);
        balancer.CopyTo(*frame);
        valid = true;
        break;
    }
    return valid ? std::move(frame) : nullptr;
}

} // namespace ns3::rdmacell
