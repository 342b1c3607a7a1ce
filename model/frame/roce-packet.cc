/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-packet.h"

#include "aeth-header.h"
#include "balancer-trailer.h"
#include "bth-header.h"
#include "icrc-trailer.h"
#include "icrc.h"
#include "imm-dt-header.h"
#include "reth-header.h"
#include "roce-ipv4-header.h"
#include "roce-udp-header.h"
#include "traffic-class.h"

#include "ns3/assert.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace ns3::rdmacell
{

namespace
{

/// Smallest payload of an Ethernet frame: between its header and its FCS.
constexpr uint32_t MINIMUM_PAYLOAD = WireSize::MINIMUM_FRAME - WireSize::ETHERNET - WireSize::FCS;

/**
 * @brief Ask whether packets of an opcode may have a payload.
 * @param traits of the opcode
 * @return false for a READ request, an acknowledgement and a CNP
 */
bool
MayHavePayload(uint16_t traits)
{
    return (traits & (ROCE_SEND | ROCE_WRITE)) ||
           ((traits & ROCE_READ) && (traits & ROCE_RESPONSE));
}

/**
 * @brief Round up to InfiniBand's four-byte words.
 * @param bytes how many
 * @return how many with padding
 */
uint32_t
Pad(uint32_t bytes)
{
    return (bytes + 3) & ~3U;
}

/**
 * @brief Take a header off the front, if there are enough bytes.
 * @param packet where from
 * @param header gets the fields
 * @return false if the packet is too short
 */
template <typename T>
bool
Take(Ptr<Packet> packet, T& header)
{
    return packet->GetSize() >= header.GetSerializedSize() && packet->RemoveHeader(header) > 0;
}

/**
 * @brief Compute the ICRC of the bytes of a packet.
 * @param packet from the IPv4 header
 * @param length bytes up to the ICRC
 * @return the CRC
 */
uint32_t
IcrcOf(Ptr<const Packet> packet, uint32_t length)
{
    std::vector<uint8_t> bytes(length);
    packet->CopyData(bytes.data(), length);
    return ComputeIcrc(bytes.data(), length);
}

/**
 * @brief Make the payload and its padding; for a CNP, its reserved bytes.
 * @param frame the frame
 * @return a packet that takes no memory for bytes that are not carried
 */
Ptr<Packet>
MakePayload(const RoceFrame& frame)
{
    if (frame.inlineBytes == 0)
    {
        return Create<Packet>(Pad(frame.payloadBytes) +
                              (frame.opcode == RoceOpcode::CNP ? WireSize::CNP_RESERVED : 0));
    }
    NS_ASSERT_MSG(frame.inlineBytes == frame.payloadBytes &&
                      frame.inlineBytes <= WireSize::INLINE_MAX,
                  "inline data is the whole payload or none of it");
    decltype(frame.inlineData) bytes{};
    std::copy_n(frame.inlineData.begin(), frame.inlineBytes, bytes.begin());
    return Create<Packet>(bytes.data(), Pad(frame.inlineBytes));
}

/**
 * @brief Put the header that loss recovery adds in front, if there is one.
 * @param packet the payload
 * @param frame the frame
 */
void
AddExtension(Ptr<Packet> packet, const RoceFrame& frame)
{
    if (frame.extensionBytes == WireSize::RETH)
    {
        packet->AddHeader(
            RethHeader(frame.reth.virtualAddress, frame.reth.rkey, frame.reth.dmaLength));
    }
    else if (frame.extensionBytes == WireSize::SELECTIVE_PSN)
    {
        packet->AddHeader(ImmDtHeader(frame.immediate));
    }
}

/**
 * @brief Take the header that loss recovery adds off the front.
 * @param packet from that header on
 * @param traits of the opcode
 * @param frame gets the fields
 * @return false if the packet is malformed
 */
bool
TakeExtension(Ptr<Packet> packet, uint16_t traits, RoceFrame& frame)
{
    if ((traits & ROCE_WRITE) && !(traits & ROCE_HAS_RETH))
    {
        RethHeader reth;
        frame.extensionBytes = WireSize::RETH;
        const bool taken = Take(packet, reth);
        frame.reth = {reth.GetVirtualAddress(), reth.GetRkey(), reth.GetDmaLength()};
        return taken;
    }
    ImmDtHeader psn;
    frame.extensionBytes = WireSize::SELECTIVE_PSN;
    const bool taken = frame.opcode == RoceOpcode::ACKNOWLEDGE && Take(packet, psn);
    frame.immediate = psn.GetImmediate();
    return taken;
}

/**
 * @brief Read the headers between UDP and the payload.
 * @param packet from the BTH to the last byte before the ICRC; loses the headers
 * @param frame gets the fields
 * @return false if the packet is malformed
 */
bool
ReadTransport(Ptr<Packet> packet, RoceFrame& frame)
{
    BthHeader bth;
    if (!Take(packet, bth) || bth.GetVersion() != 0)
    {
        return false;
    }
    frame.opcode = bth.GetOpcode();
    frame.solicited = bth.IsSolicited();
    frame.becn = bth.IsBecn();
    frame.destQp = bth.GetDestQp();
    frame.ackRequest = bth.IsAckRequest();
    frame.psn = bth.GetPsn();

    const uint16_t traits = RoceOpcodeTraits(frame.opcode);
    RethHeader reth;
    AethHeader aeth;
    ImmDtHeader immediate;
    if (traits == 0 || ((traits & ROCE_HAS_RETH) && !Take(packet, reth)) ||
        ((traits & ROCE_HAS_AETH) && !Take(packet, aeth)) ||
        ((traits & ROCE_HAS_IMM) && !Take(packet, immediate)))
    {
        return false;
    }
    frame.reth = {reth.GetVirtualAddress(), reth.GetRkey(), reth.GetDmaLength()};
    frame.syndrome = aeth.GetSyndrome();
    frame.msn = aeth.GetMsn();
    frame.immediate = immediate.GetImmediate();
    if (bth.IsExtended() && !TakeExtension(packet, traits, frame))
    {
        return false;
    }

    const uint32_t padded = packet->GetSize();
    if (frame.opcode == RoceOpcode::CNP)
    {
        return padded == WireSize::CNP_RESERVED && bth.GetPadCount() == 0;
    }
    if (padded % 4 != 0 || bth.GetPadCount() > padded || (padded > 0 && !MayHavePayload(traits)))
    {
        return false;
    }
    frame.payloadBytes = padded - bth.GetPadCount();
    if (frame.payloadBytes <= WireSize::INLINE_MAX)
    {
        frame.inlineBytes = static_cast<uint8_t>(frame.payloadBytes);
        packet->CopyData(frame.inlineData.data(), frame.payloadBytes);
    }
    return true;
}

} // namespace

Ptr<Packet>
WriteRocePacket(const RoceFrame& frame)
{
    const uint16_t traits = RoceOpcodeTraits(frame.opcode);
    Ptr<Packet> packet = MakePayload(frame);
    AddExtension(packet, frame);
    if (traits & ROCE_HAS_IMM)
    {
        packet->AddHeader(ImmDtHeader(frame.immediate));
    }
    if (traits & ROCE_HAS_AETH)
    {
        packet->AddHeader(AethHeader(frame.syndrome, frame.msn));
    }
    if (traits & ROCE_HAS_RETH)
    {
        packet->AddHeader(
            RethHeader(frame.reth.virtualAddress, frame.reth.rkey, frame.reth.dmaLength));
    }
    BthHeader bth;
    bth.SetOpcode(frame.opcode);
    bth.SetSolicited(frame.solicited);
    bth.SetPadCount(static_cast<uint8_t>(Pad(frame.payloadBytes) - frame.payloadBytes));
    bth.SetBecn(frame.becn);
    bth.SetExtended(frame.extensionBytes != 0);
    bth.SetDestQp(frame.destQp);
    bth.SetAckRequest(frame.ackRequest);
    bth.SetPsn(frame.psn);
    packet->AddHeader(bth);

    const uint32_t datagram = WireSize::UDP + packet->GetSize() + WireSize::ICRC;
    packet->AddHeader(RoceUdpHeader(frame.srcPort, static_cast<uint16_t>(datagram)));
    packet->AddHeader(RoceIpv4Header(frame.srcIp,
                                     frame.dstIp,
                                     ToTrafficClass(frame.priority, frame.ecn),
                                     frame.timeToLive,
                                     static_cast<uint16_t>(WireSize::IPV4 + datagram)));
    packet->AddTrailer(IcrcTrailer(IcrcOf(packet, packet->GetSize())));

    const uint32_t bytes = packet->GetSize();
    const uint32_t extended =
        std::max(bytes + frame.balancerBytes + frame.telemetryBytes, MINIMUM_PAYLOAD);
    if (extended > bytes)
    {
        BalancerTrailer::Scratch fields{};
        std::copy_n(frame.scratch.begin(),
                    std::min<uint32_t>(frame.balancerBytes, WireSize::SCRATCH),
                    fields.begin());
        packet->AddTrailer(BalancerTrailer(extended - bytes, fields));
    }
    return packet;
}

bool
ReadRocePacket(Ptr<Packet> packet, RoceFrame& frame)
{
    RoceIpv4Header ipv4;
    const uint32_t present = packet->GetSize();
    if (present < ipv4.GetSerializedSize() || packet->PeekHeader(ipv4) == 0 || !ipv4.IsValid())
    {
        return false;
    }
    constexpr uint32_t shortest = WireSize::IPV4 + WireSize::UDP + WireSize::BTH + WireSize::ICRC;
    const uint32_t length = ipv4.GetTotalLength();
    if (length < shortest || length > present)
    {
        return false;
    }
    frame.srcIp = ipv4.GetSource();
    frame.dstIp = ipv4.GetDestination();
    frame.priority = PriorityOf(ipv4.GetTrafficClass());
    frame.ecn = EcnOf(ipv4.GetTrafficClass());
    frame.timeToLive = ipv4.GetTimeToLive();

    if (present > MINIMUM_PAYLOAD)
    {
        if (present - length > std::numeric_limits<uint8_t>::max())
        {
            return false;
        }
        frame.balancerBytes = static_cast<uint8_t>(present - length);
        BalancerTrailer trailer(present - length);
        packet->PeekTrailer(trailer);
        frame.scratch = trailer.GetScratch();
    }
    packet->RemoveAtEnd(present - length);

    IcrcTrailer icrc;
    RoceUdpHeader udp;
    const uint32_t expected = IcrcOf(packet, length - WireSize::ICRC);
    packet->RemoveTrailer(icrc);
    packet->RemoveHeader(ipv4);
    packet->RemoveHeader(udp);
    if (icrc.GetIcrc() != expected || udp.GetDestinationPort() != RoceUdpHeader::PORT ||
        udp.GetLength() != length - WireSize::IPV4)
    {
        return false;
    }
    frame.srcPort = udp.GetSourcePort();
    return ReadTransport(packet, frame);
}

} // namespace ns3::rdmacell
