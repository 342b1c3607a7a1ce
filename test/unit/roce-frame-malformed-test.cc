/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "hex-bytes.h"
#include "test-frames.h"

#include "ns3/icrc.h"
#include "ns3/packet.h"
#include "ns3/roce-frame-codec.h"
#include "ns3/roce-frame-pool.h"
#include "ns3/roce-frame.h"
#include "ns3/roce-opcode.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>
#include <set>
#include <vector>

using namespace ns3;
using namespace ns3::rdmacell;

namespace
{

/**
 * @brief Give changed bytes a right IPv4 checksum and ICRC again.
 * @param bytes a RoCEv2 frame without anything behind its ICRC
 */
void
Reseal(std::vector<uint8_t>& bytes)
{
    uint8_t* ipv4 = bytes.data() + WireSize::ETHERNET;
    ipv4[10] = ipv4[11] = 0;
    uint32_t sum = 0;
    for (uint32_t i = 0; i < WireSize::IPV4; i += 2)
    {
        sum += ipv4[i] << 8 | ipv4[i + 1];
    }
    sum = (sum & 0xffff) + (sum >> 16);
    ipv4[10] = static_cast<uint8_t>(~sum >> 8);
    ipv4[11] = static_cast<uint8_t>(~sum);
    const std::size_t length = bytes.size() - WireSize::ETHERNET - WireSize::ICRC;
    const uint32_t icrc = ComputeIcrc(ipv4, length);
    for (uint32_t i = 0; i < WireSize::ICRC; ++i)
    {
        ipv4[length + i] = static_cast<uint8_t>(icrc >> 8 * i);
    }
}

/**
 * @brief Ask whether bytes are taken as a frame.
 * @param bytes the bytes
 * @return false if they are malformed
 */
bool
IsTaken(const std::vector<uint8_t>& bytes)
{
    return RoceFrameCodec::FromPacket(ToPacketOf(bytes)) != nullptr;
}

// Offsets from the Ethernet header.
constexpr std::size_t IPV4 = WireSize::ETHERNET;
constexpr std::size_t UDP = IPV4 + WireSize::IPV4;
constexpr std::size_t BTH = UDP + WireSize::UDP;

} // namespace

/// Checks that no frame leaks, malformed input included.
class RoceFrameMalformedTest : public testing::Test
{
  protected:
    void TearDown() override
    {
        EXPECT_EQ(RoceFramePool::GetLive(), 0U);
    }
};

TEST_F(RoceFrameMalformedTest, EveryTruncationIsRefused)
{
    std::vector<uint8_t> bytes =
        ToBytes(RoceFrameCodec::ToPacket(MakeTestFrame(RoceOpcode::WRITE_ONLY_WITH_IMM, 21)));
    ASSERT_TRUE(IsTaken(bytes));
    while (!bytes.empty())
    {
        bytes.pop_back();
        EXPECT_FALSE(IsTaken(bytes)) << bytes.size() << " bytes";
    }
}

TEST_F(RoceFrameMalformedTest, EveryWrongBitThatIsProtectedIsRefused)
{
    const std::vector<uint8_t> good =
        ToBytes(RoceFrameCodec::ToPacket(MakeTestFrame(RoceOpcode::WRITE_ONLY_WITH_IMM, 21)));
    std::set<std::size_t> unprotected;
    for (std::size_t bit = 8 * IPV4; bit < 8 * good.size(); ++bit)
    {
        std::vector<uint8_t> bad = good;
        bad[bit / 8] ^= 1 << bit % 8;
        if (IsTaken(bad))
        {
            unprotected.insert(bit / 8);
        }
    }
    // Neither the IPv4 checksum nor the ICRC covers the UDP checksum and BTH's congestion bits.
    EXPECT_EQ(unprotected, (std::set<std::size_t>{UDP + 6, UDP + 7, BTH + 4}));
}

TEST_F(RoceFrameMalformedTest, WellSealedNonsenseIsRefused)
{
    struct Case
    {
        const char* name;
        RoceOpcode opcode;
        uint32_t payload;
        std::size_t offset;
        uint8_t value;
    };

    const std::array<Case, 11> cases{{
        {"other EtherType", RoceOpcode::WRITE_LAST, 20, 13, 0x06},
        {"IPv4 options", RoceOpcode::WRITE_LAST, 20, IPV4, 0x46},
        {"longer than the frame", RoceOpcode::WRITE_LAST, 20, IPV4 + 2, 1},
        {"too short for its headers", RoceOpcode::WRITE_LAST, 20, IPV4 + 3, 43},
        {"other UDP port", RoceOpcode::WRITE_LAST, 20, UDP + 3, 0xb6},
        {"UDP length is not IPv4's", RoceOpcode::WRITE_LAST, 20, UDP + 5, 45},
        {"ATOMIC acknowledge", RoceOpcode::WRITE_LAST, 20, BTH, 0x12},
        {"header version 1", RoceOpcode::WRITE_LAST, 20, BTH + 1, 0x01},
        {"acknowledge with payload", RoceOpcode::WRITE_LAST, 20, BTH, 0x11},
        {"CNP of another length", RoceOpcode::WRITE_LAST, 20, BTH, 0x81},
        {"more padding than payload", RoceOpcode::SEND_ONLY_WITH_IMM, 0, BTH + 1, 0x30},
    }};
    for (const Case& c : cases)
    {
        std::vector<uint8_t> bytes =
            ToBytes(RoceFrameCodec::ToPacket(MakeTestFrame(c.opcode, c.payload)));
        Reseal(bytes);
        ASSERT_TRUE(IsTaken(bytes)) << c.name;
        ASSERT_NE(bytes[c.offset], c.value) << c.name;
        bytes[c.offset] = c.value;
        Reseal(bytes);
        EXPECT_FALSE(IsTaken(bytes)) << c.name;
    }
}

TEST_F(RoceFrameMalformedTest, OtherControlFramesAreRefused)
{
    RoceFrame frame{};
    frame.kind = FrameKind::PFC;
    frame.wireBytes = WireSize::MINIMUM_FRAME + WireSize::PREAMBLE_GAP;
    frame.pfcClassEnable = 0x08;
    const std::vector<uint8_t> good = ToBytes(RoceFrameCodec::ToPacket(frame));
    ASSERT_TRUE(IsTaken(good));
    std::vector<uint8_t> pause = good;
    pause[IPV4] = 0x00;
    EXPECT_FALSE(IsTaken(pause));
    std::vector<uint8_t> unicast = good;
    unicast[0] = 0x02;
    EXPECT_FALSE(IsTaken(unicast));
    std::vector<uint8_t> longer = good;
    longer.push_back(0);
    EXPECT_FALSE(IsTaken(longer));
}
