/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_FRAME_CODEC_H
#define ROCE_FRAME_CODEC_H

#include "roce-frame-pool.h"
#include "roce-frame.h"

#include "ns3/mac48-address.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Turns frames into the bytes that would be on the wire, and back.
 *
 * For pcap files, for frames that leave the process, and to prove that RoceFrame::wireBytes is
 * right. The bytes run from the Ethernet header to the last one before the FCS, which pcap files of
 * Ethernet leave out; so their number plus WireSize::FCS and WireSize::PREAMBLE_GAP is wireBytes.
 *
 * - FrameKind::ROCE: Ethernet, IPv4 without options (DSCP is the class selector of the priority),
 *   UDP port 4791, BTH, extension headers, payload, padding to four bytes, ICRC. A CNP has 16
 *   reserved zero bytes in place of a payload. Behind the IPv4 packet, outside of its length, come
 *   the load balancer's bytes (the first ones are RoceFrame::scratch) and then Ethernet's padding
 *   to 60 bytes: see BalancerTrailer.
 * - FrameKind::PFC: MAC control frame, see PfcHeader.
 * - FrameKind::BALANCER: EtherType 0x88b5 (IEEE 802 local experimental 1) and BalancerHeader, then
 *   zeros up to wireBytes.
 *
 * What a frame does not carry is zero in the bytes: a payload that is not inline. Such a payload
 * takes no memory in the packet (it is ns-3's virtual payload).
 */
class RoceFrameCodec
{
  public:
    /**
     * @brief Write a frame.
     * @param frame the frame; its wireBytes must be right, and inlineBytes 0 or payloadBytes
     * @param port MAC address of the port that sends the frame: source of a PFC frame; other
     * frames have the addresses of GetMac(), the same on every link
     * @return the bytes, without FCS
     */
    static Ptr<Packet> ToPacket(const RoceFrame& frame, const Mac48Address& port = Mac48Address());

    /**
     * @brief Read a frame.
     *
     * Fields that belong to a switch or a wire (next, ingressPort, nextArrival) are zero.
     * A payload of up to WireSize::INLINE_MAX bytes comes back as inline data, a longer one as its
     * length. Bytes behind the IPv4 packet that only fill a frame up to 60 bytes are padding, so
     * one or two load balancer bytes behind a packet without payload are not told from it.
     *
     * @param packet bytes as from ToPacket()
     * @return the frame, or null if the bytes are not a frame of this module: too short, an unknown
     * type, version, port or opcode, lengths that contradict each other, a wrong IPv4 checksum or
     * ICRC
     */
    static RoceFramePtr FromPacket(Ptr<const Packet> packet);

    /**
     * @brief Get the MAC address that stands for an IPv4 address.
     * @param ip IPv4 address, host byte order
     * @return 02:00 and the IPv4 address: unicast, locally administered
     */
    static Mac48Address GetMac(uint32_t ip);
};

} // namespace ns3::rdmacell

#endif // ROCE_FRAME_CODEC_H
