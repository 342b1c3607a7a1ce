/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "hex-bytes.h"

#include "ns3/aeth-header.h"
#include "ns3/balancer-header.h"
#include "ns3/balancer-trailer.h"
#include "ns3/bth-header.h"
#include "ns3/imm-dt-header.h"
#include "ns3/packet.h"
#include "ns3/pfc-header.h"
#include "ns3/reth-header.h"
#include "ns3/roce-frame.h"
#include "ns3/roce-ipv4-header.h"
#include "ns3/roce-udp-header.h"

#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>
#include <numeric>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/**
 * @brief Get the bytes of a header.
 * @param header the header
 * @return hexadecimal digits
 */
std::string
Written(const Header& header)
{
    Ptr<Packet> packet = Create<Packet>(0);
    packet->AddHeader(header);
    return ToHex(packet);
}

/**
 * @brief Read a header from bytes.
 * @param digits the bytes, just as many as the header has
 * @return the header
 */
template <typename T>
T
Read(const std::string& digits)
{
    Ptr<Packet> packet = ToPacketOf(FromHex(digits));
    T header;
    EXPECT_EQ(packet->RemoveHeader(header), digits.size() / 2);
    return header;
}

} // namespace

TEST(RoceHeaders, BthOfACnpIsAsCaptured)
{
    BthHeader bth;
    bth.SetOpcode(RoceOpcode::CNP);
    bth.SetBecn(true);
    bth.SetDestQp(0xd2);
    EXPECT_EQ(Written(bth), "8100ffff400000d200000000");
}

TEST(RoceHeaders, BthKeepsEveryField)
{
    BthHeader bth;
    bth.SetOpcode(RoceOpcode::WRITE_ONLY_WITH_IMM);
    bth.SetSolicited(true);
    bth.SetPadCount(2);
    bth.SetDestQp(0x123456);
    bth.SetAckRequest(true);
    bth.SetPsn(0xabcdef);
    EXPECT_EQ(Written(bth), "0ba0ffff0012345680abcdef");

    const auto read = Read<BthHeader>("0ba0ffff0012345680abcdef");
    EXPECT_EQ(read.GetOpcode(), RoceOpcode::WRITE_ONLY_WITH_IMM);
    EXPECT_TRUE(read.IsSolicited());
    EXPECT_EQ(read.GetPadCount(), 2);
    EXPECT_EQ(read.GetVersion(), 0);
    EXPECT_FALSE(read.IsBecn());
    EXPECT_EQ(read.GetDestQp(), 0x123456U);
    EXPECT_TRUE(read.IsAckRequest());
    EXPECT_EQ(read.GetPsn(), 0xabcdefU);
}

TEST(RoceHeaders, BthIgnoresWhatItDoesNotModel)
{
    // MigReq, another partition key, FECN, and all reserved bits.
    const auto read = Read<BthHeader>("0a4f8001bf0000017f000002");
    EXPECT_EQ(read.GetVersion(), 0xf);
    EXPECT_FALSE(read.IsSolicited());
    EXPECT_EQ(read.GetPadCount(), 0);
    EXPECT_FALSE(read.IsBecn());
    EXPECT_EQ(read.GetDestQp(), 1U);
    EXPECT_FALSE(read.IsAckRequest());
    EXPECT_EQ(read.GetPsn(), 2U);
}

TEST(RoceHeaders, RethIsAddressKeyAndLength)
{
    EXPECT_EQ(Written(RethHeader(0x0123456789abcdef, 0x11223344, 0x80000000)),
              "0123456789abcdef1122334480000000");
    const auto read = Read<RethHeader>("0123456789abcdef1122334480000000");
    EXPECT_EQ(read.GetVirtualAddress(), 0x0123456789abcdefU);
    EXPECT_EQ(read.GetRkey(), 0x11223344U);
    EXPECT_EQ(read.GetDmaLength(), 0x80000000U);
}

TEST(RoceHeaders, AethIsSyndromeAndMsn)
{
    EXPECT_EQ(Written(AethHeader(0x60, 0xfedcba)), "60fedcba");
    const auto read = Read<AethHeader>("60fedcba");
    EXPECT_EQ(read.GetSyndrome(), 0x60);
    EXPECT_EQ(read.GetMsn(), 0xfedcbaU);
}

TEST(RoceHeaders, ImmDtIsFourBytes)
{
    EXPECT_EQ(Written(ImmDtHeader(0xdeadbeef)), "deadbeef");
    EXPECT_EQ(Read<ImmDtHeader>("deadbeef").GetImmediate(), 0xdeadbeefU);
}

TEST(RoceHeaders, PfcHasATimeForEachClass)
{
    const PfcHeader::Quanta quanta{0, 1, 2, 0xffff, 4, 5, 6, 0x1234};
    const std::string bytes = "010100880000000100"
                              "02ffff0004000500061234";
    EXPECT_EQ(Written(PfcHeader(0x88, quanta)), bytes);
    const auto read = Read<PfcHeader>(bytes);
    EXPECT_TRUE(read.IsValid());
    EXPECT_EQ(read.GetClassEnable(), 0x88);
    EXPECT_EQ(read.GetQuanta(), quanta);
}

TEST(RoceHeaders, PfcIsNotAPlainPause)
{
    EXPECT_FALSE(Read<PfcHeader>("0001008800000001000200030004000500060007").IsValid());
    EXPECT_FALSE(Read<PfcHeader>("0101018800000001000200030004000500060007").IsValid());
}

TEST(RoceHeaders, UdpGoesToTheRocePortWithoutChecksum)
{
    EXPECT_EQ(Written(RoceUdpHeader(0xc132, 40)), "c13212b700280000");
    const auto read = Read<RoceUdpHeader>("c13212b7002caca2");
    EXPECT_EQ(read.GetSourcePort(), 0xc132);
    EXPECT_EQ(read.GetDestinationPort(), 4791);
    EXPECT_EQ(read.GetLength(), 44);
}

TEST(RoceHeaders, Ipv4HasARightChecksum)
{
    const std::string digits = Written(RoceIpv4Header(0x0a000001, 0xffff0102, 0xc2, 64, 0x1234));
    EXPECT_EQ(digits.substr(0, 20),
              "45c212340000400040"
              "11");
    EXPECT_EQ(digits.substr(24), "0a000001ffff0102");
    // RFC 1071: the sum of all words, carries added in, is all ones.
    const std::vector<uint8_t> bytes = FromHex(digits);
    uint32_t sum = 0;
    for (std::size_t i = 0; i < bytes.size(); i += 2)
    {
        sum += bytes[i] << 8 | bytes[i + 1];
    }
    EXPECT_EQ((sum & 0xffff) + (sum >> 16), 0xffffU);
}

TEST(RoceHeaders, Ipv4ReadsAPacketFromHardware)
{
    const auto read = Read<RoceIpv4Header>("45c2003c718c4000401191610a0011010a001201");
    EXPECT_TRUE(read.IsValid());
    EXPECT_EQ(read.GetSource(), 0x0a001101U);
    EXPECT_EQ(read.GetDestination(), 0x0a001201U);
    EXPECT_EQ(read.GetTrafficClass(), 0xc2);
    EXPECT_EQ(read.GetTimeToLive(), 64);
    EXPECT_EQ(read.GetTotalLength(), 60);
}

TEST(RoceHeaders, Ipv4IsRefusedWithAnyBitWrong)
{
    const std::vector<uint8_t> good = FromHex("45c2003c718c4000401191610a0011010a001201");
    for (std::size_t bit = 0; bit < 8 * good.size(); ++bit)
    {
        std::vector<uint8_t> bad = good;
        bad[bit / 8] ^= 1 << bit % 8;
        RoceIpv4Header header;
        ToPacketOf(bad)->PeekHeader(header);
        EXPECT_FALSE(header.IsValid()) << "bit " << bit;
    }
}

TEST(RoceHeaders, Ipv4IsRefusedWhereItCannotBeRoce)
{
    // Each with its right checksum: six words, a fragment, TCP.
    EXPECT_FALSE(Read<RoceIpv4Header>("46c2003c718c4000401190610a0011010a001201").IsValid());
    EXPECT_FALSE(Read<RoceIpv4Header>("45c2003c718c20004011b1610a0011010a001201").IsValid());
    EXPECT_FALSE(Read<RoceIpv4Header>("45c2003c718c40004006916c0a0011010a001201").IsValid());
}

TEST(RoceHeaders, BalancerFrameKeepsItsFields)
{
    RoceFrame frame{};
    frame.srcIp = 0x0a000001;
    frame.dstIp = 0x0a000102;
    frame.srcPort = 0xc001;
    frame.priority = 6;
    frame.ecn = EcnCodePoint::CE;
    frame.timeToLive = 17;
    frame.opcode = RoceOpcode::WRITE_MIDDLE;
    frame.balancerBytes = 9;
    frame.destQp = 0x123456;
    frame.psn = 0x654321;
    std::iota(frame.scratch.begin(), frame.scratch.end(), uint8_t{1});
    const std::string bytes = Written(BalancerHeader(frame));
    EXPECT_EQ(bytes,
              "0a0000010a000102c001c311070900123456006543210102030405060708090a0b0c"
              "0d0e0f101112131415161718");

    RoceFrame copy{};
    Read<BalancerHeader>(bytes).CopyTo(copy);
    EXPECT_EQ(copy.srcIp, frame.srcIp);
    EXPECT_EQ(copy.dstIp, frame.dstIp);
    EXPECT_EQ(copy.srcPort, frame.srcPort);
    EXPECT_EQ(copy.priority, frame.priority);
    EXPECT_EQ(copy.ecn, frame.ecn);
    EXPECT_EQ(copy.timeToLive, frame.timeToLive);
    EXPECT_EQ(copy.opcode, frame.opcode);
    EXPECT_EQ(copy.balancerBytes, frame.balancerBytes);
    EXPECT_EQ(copy.destQp, frame.destQp);
    EXPECT_EQ(copy.psn, frame.psn);
    EXPECT_EQ(copy.scratch, frame.scratch);
}

TEST(RoceHeaders, BalancerTrailerIsFieldsThenZeros)
{
    BalancerTrailer::Scratch scratch;
    std::iota(scratch.begin(), scratch.end(), uint8_t{1});
    Ptr<Packet> small = Create<Packet>(0);
    small->AddTrailer(BalancerTrailer(3, scratch));
    EXPECT_EQ(ToHex(small), "010203");

    Ptr<Packet> large = Create<Packet>(0);
    large->AddTrailer(BalancerTrailer(26, scratch));
    EXPECT_EQ(ToHex(large), "0102030405060708090a0b0c0d0e0f1011121314151617180000");
    BalancerTrailer read(26);
    large->RemoveTrailer(read);
    EXPECT_EQ(large->GetSize(), 0U);
    EXPECT_EQ(read.GetScratch(), scratch);
}
