/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_PACKET_H
#define ROCE_PACKET_H

#include "roce-frame.h"

#include "ns3/packet.h"
#include "ns3/ptr.h"

namespace ns3::rdmacell
{

/**
 * @brief Write the bytes of a RoCEv2 frame between its Ethernet header and its FCS.
 * @param frame a frame of kind ROCE
 * @return IPv4 packet, load balancer's bytes and padding, as RoceFrameCodec describes
 */
Ptr<Packet> WriteRocePacket(const RoceFrame& frame);

/**
 * @brief Read the bytes of a RoCEv2 frame between its Ethernet header and its FCS.
 * @param packet the bytes; they are taken off
 * @param frame gets the fields, but for kind and wireBytes; of no use if the packet is malformed
 * @return false if the packet is malformed, see RoceFrameCodec::FromPacket()
 */
bool ReadRocePacket(Ptr<Packet> packet, RoceFrame& frame);

} // namespace ns3::rdmacell

#endif // ROCE_PACKET_H
