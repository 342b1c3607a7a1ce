/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "hex-bytes.h"

#include "ns3/icrc-trailer.h"
#include "ns3/icrc.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>
#include <set>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/// A CNP as a ConnectX-4 Lx sent it, from its IPv4 header to before its ICRC, which is 82fd002a.
/// Published with the RoCE tests of scapy (test/contrib/roce.uts).
const std::vector<uint8_t> CONNECTX_CNP = FromHex("45c2003c718c4000401191610a0011010a001201"
                                                  "000012b700280000"
                                                  "8100ffff4000011800000000"
                                                  "00000000000000000000000000000000");

/// A UC SEND with two bytes of padding and a UDP checksum, from the same place; ICRC 78f353f3.
const std::vector<uint8_t> UC_SEND = FromHex("45010040047840004011b4d5c0a80007c0a80007"
                                             "c00012b7002caca2"
                                             "2460ffff000000d300cf1710"
                                             "4630818be28935d90e9a95505401be885e500000");

/**
 * @brief Get the ICRC as it is on the wire.
 * @param packet from its IPv4 header to before its ICRC
 * @return hexadecimal digits
 */
std::string
WireIcrc(const std::vector<uint8_t>& packet)
{
    Ptr<Packet> bytes = Create<Packet>(0);
    bytes->AddTrailer(IcrcTrailer(ComputeIcrc(packet.data(), packet.size())));
    return ToHex(bytes);
}

} // namespace

TEST(Icrc, AgreesWithAPacketFromHardware)
{
    EXPECT_EQ(WireIcrc(CONNECTX_CNP), "82fd002a");
}

TEST(Icrc, AgreesWithAPacketThatHasPayloadAndUdpChecksum)
{
    EXPECT_EQ(WireIcrc(UC_SEND), "78f353f3");
}

TEST(Icrc, CoversAllButWhatRoutersMayChange)
{
    const uint32_t original = ComputeIcrc(UC_SEND.data(), UC_SEND.size());
    std::set<std::size_t> ignored;
    for (std::size_t i = 0; i < UC_SEND.size(); ++i)
    {
        std::vector<uint8_t> changed = UC_SEND;
        changed[i] ^= 0x01;
        if (ComputeIcrc(changed.data(), changed.size()) == original)
        {
            ignored.insert(i);
        }
    }
    // DSCP and ECN, TTL, IPv4 checksum, UDP checksum, BTH's FECN, BECN and reserved bits.
    EXPECT_EQ(ignored, (std::set<std::size_t>{1, 8, 10, 11, 26, 27, 32}));
}

TEST(Icrc, TrailerReadsWhatItWrote)
{
    Ptr<Packet> packet = Create<Packet>(10);
    packet->AddTrailer(IcrcTrailer(0x12345678));
    EXPECT_EQ(packet->GetSize(), 14U);
    IcrcTrailer read;
    packet->RemoveTrailer(read);
    EXPECT_EQ(read.GetIcrc(), 0x12345678U);
    EXPECT_EQ(packet->GetSize(), 10U);
}
