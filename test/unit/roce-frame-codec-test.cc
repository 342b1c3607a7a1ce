/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "hex-bytes.h"
#include "test-frames.h"

#include "ns3/mac48-address.h"
#include "ns3/packet.h"
#include "ns3/roce-frame-codec.h"
#include "ns3/roce-frame-pool.h"
#include "ns3/roce-frame.h"
#include "ns3/roce-opcode.h"

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
 * @brief Compare what travels of two frames.
 * @param actual what came back
 * @param expected what was sent
 */
void
ExpectEqual(const RoceFrame& actual, const RoceFrame& expected)
{
    EXPECT_EQ(actual.kind, expected.kind);
    EXPECT_EQ(actual.srcIp, expected.srcIp);
    EXPECT_EQ(actual.dstIp, expected.dstIp);
    EXPECT_EQ(actual.srcPort, expected.srcPort);
    EXPECT_EQ(actual.priority, expected.priority);
    EXPECT_EQ(actual.ecn, expected.ecn);
    EXPECT_EQ(actual.timeToLive, expected.timeToLive);
    EXPECT_EQ(actual.opcode, expected.opcode);
    EXPECT_EQ(actual.ackRequest, expected.ackRequest);
    EXPECT_EQ(actual.solicited, expected.solicited);
    EXPECT_EQ(actual.becn, expected.becn);
    EXPECT_EQ(actual.destQp, expected.destQp);
    EXPECT_EQ(actual.psn, expected.psn);
    EXPECT_EQ(actual.payloadBytes, expected.payloadBytes);
    EXPECT_EQ(actual.wireBytes, expected.wireBytes);
    EXPECT_EQ(actual.balancerBytes, expected.balancerBytes);
    EXPECT_EQ(actual.extensionBytes, expected.extensionBytes);
    EXPECT_EQ(actual.inlineBytes, expected.inlineBytes);
    EXPECT_EQ(actual.inlineData, expected.inlineData);
    EXPECT_EQ(actual.immediate, expected.immediate);
    EXPECT_EQ(actual.syndrome, expected.syndrome);
    EXPECT_EQ(actual.msn, expected.msn);
    EXPECT_EQ(actual.scratch, expected.scratch);
    EXPECT_EQ(actual.pfcClassEnable, expected.pfcClassEnable);
    if (expected.kind == FrameKind::PFC)
    {
        EXPECT_EQ(actual.pfc.quanta, expected.pfc.quanta);
    }
    else
    {
        EXPECT_EQ(actual.reth.virtualAddress, expected.reth.virtualAddress);
        EXPECT_EQ(actual.reth.rkey, expected.reth.rkey);
        EXPECT_EQ(actual.reth.dmaLength, expected.reth.dmaLength);
    }
}

} // namespace

/// Checks that no frame leaks, malformed input included.
class RoceFrameCodecTest : public testing::Test
{
  protected:
    void TearDown() override
    {
        EXPECT_EQ(RoceFramePool::GetLive(), 0U);
    }
};

TEST_F(RoceFrameCodecTest, LengthIsWireBytesAndTheFrameComesBack)
{
    const std::vector<RoceOpcode> opcodes = AllOpcodes();
    EXPECT_EQ(opcodes.size(), 19U);
    for (const RoceOpcode opcode : opcodes)
    {
        for (const uint32_t payload : {0, 1, 2, 3, 4, 5, 16, 17, 999, 1000, 1001, 1024, 4096})
        {
            if (payload > 0 && !MayHavePayload(opcode))
            {
                continue;
            }
            SCOPED_TRACE("opcode " + std::to_string(static_cast<int>(opcode)) + ", payload " +
                         std::to_string(payload));
            const RoceFrame frame = MakeTestFrame(opcode, payload);
            const Ptr<Packet> packet = RoceFrameCodec::ToPacket(frame);
            EXPECT_EQ(packet->GetSize() + WireSize::FCS + WireSize::PREAMBLE_GAP,
                      RoceWireBytes(opcode, payload));
            const RoceFramePtr back = RoceFrameCodec::FromPacket(packet);
            ASSERT_NE(back, nullptr);
            ExpectEqual(*back, frame);
        }
    }
}

TEST_F(RoceFrameCodecTest, OverheadsAreThoseOfRoce)
{
    // Ethernet frame with FCS, of 1000 bytes of payload: 62, 78, 82 and 66 bytes more.
    const auto frameBytes = [](RoceOpcode opcode, uint32_t payload) {
        return RoceFrameCodec::ToPacket(MakeTestFrame(opcode, payload))->GetSize() + WireSize::FCS;
    };
    EXPECT_EQ(frameBytes(RoceOpcode::WRITE_MIDDLE, 1000), 1062U);
    EXPECT_EQ(frameBytes(RoceOpcode::WRITE_FIRST, 1000), 1078U);
    EXPECT_EQ(frameBytes(RoceOpcode::WRITE_ONLY_WITH_IMM, 1000), 1082U);
    EXPECT_EQ(frameBytes(RoceOpcode::WRITE_LAST_WITH_IMM, 1000), 1066U);
    EXPECT_EQ(frameBytes(RoceOpcode::ACKNOWLEDGE, 0), 66U);
    EXPECT_EQ(frameBytes(RoceOpcode::CNP, 0), 78U);
    EXPECT_EQ(frameBytes(RoceOpcode::WRITE_LAST, 0), 64U);
}

TEST_F(RoceFrameCodecTest, BytesOfATokenAreInOrder)
{
    const std::string digits =
        ToHex(RoceFrameCodec::ToPacket(MakeTestFrame(RoceOpcode::WRITE_ONLY_WITH_IMM, 5)));
    const std::string headers = "02000a00010202000a0000010800"
                                "456200480000400040112541"
                                "0a0000010a000102"
                                "c13212b700340000"
                                "0bb0ffff0012345680fffffe"
                                "00007f00000010000000abcd000f4240"
                                "cafef00d"
                                "a0a1a2a3a4000000";
    EXPECT_EQ(digits.substr(0, headers.size()), headers);
    EXPECT_EQ(digits.size(), headers.size() + 2 * WireSize::ICRC);
}

TEST_F(RoceFrameCodecTest, HeaderOfLossRecoveryFollowsThoseOfInfiniBand)
{
    for (const RoceOpcode opcode : {RoceOpcode::WRITE_MIDDLE,
                                    RoceOpcode::WRITE_LAST,
                                    RoceOpcode::WRITE_LAST_WITH_IMM,
                                    RoceOpcode::ACKNOWLEDGE})
    {
        const bool isAck = opcode == RoceOpcode::ACKNOWLEDGE;
        for (const uint32_t payload :
             isAck ? std::vector<uint32_t>{0} : std::vector<uint32_t>{1, 16, 17, 1000, 4096})
        {
            SCOPED_TRACE("opcode " + std::to_string(static_cast<int>(opcode)) + ", payload " +
                         std::to_string(payload));
            RoceFrame frame = MakeTestFrame(opcode, payload);
            if (isAck)
            {
                frame.immediate = 0xabcdef;
            }
            else
            {
                frame.reth = {0x7f0000002000, 0x1234, payload};
            }
            ExtendRoceFrame(frame, isAck ? WireSize::SELECTIVE_PSN : WireSize::RETH);
            EXPECT_EQ(frame.wireBytes, RoceWireBytes(opcode, payload) + (isAck ? 4 : 16));
            const Ptr<Packet> packet = RoceFrameCodec::ToPacket(frame);
            EXPECT_EQ(packet->GetSize() + WireSize::FCS + WireSize::PREAMBLE_GAP, frame.wireBytes);
            const RoceFramePtr back = RoceFrameCodec::FromPacket(packet);
            ASSERT_NE(back, nullptr);
            ExpectEqual(*back, frame);
        }
    }
}

TEST_F(RoceFrameCodecTest, SelectivePsnIsBehindTheAeth)
{
    RoceFrame frame = MakeTestFrame(RoceOpcode::ACKNOWLEDGE, 0);
    frame.immediate = 0xabcdef;
    ExtendRoceFrame(frame, WireSize::SELECTIVE_PSN);
    EXPECT_EQ(ToHex(RoceFrameCodec::ToPacket(frame)).substr(2 * 42, 40),
              "1100ffff01123456"
              "00fffffe"
              "1f800001"
              "00abcdef");
}

TEST_F(RoceFrameCodecTest, OnlyWritesAndAcksHaveAHeaderOfLossRecovery)
{
    for (const RoceOpcode opcode :
         {RoceOpcode::SEND_ONLY, RoceOpcode::WRITE_ONLY, RoceOpcode::READ_RESPONSE_MIDDLE})
    {
        RoceFrame frame = MakeTestFrame(opcode, 1000);
        ExtendRoceFrame(frame, WireSize::SELECTIVE_PSN);
        EXPECT_EQ(RoceFrameCodec::FromPacket(RoceFrameCodec::ToPacket(frame)), nullptr);
    }
}

TEST_F(RoceFrameCodecTest, CnpIsAsCaptured)
{
    const std::string digits = ToHex(RoceFrameCodec::ToPacket(MakeTestFrame(RoceOpcode::CNP, 0)));
    EXPECT_EQ(digits.substr(2 * 42, 56),
              "8100ffff40123456"
              "00000000"
              "00000000000000000000000000000000");
}

TEST_F(RoceFrameCodecTest, ReadsAPacketFromHardware)
{
    // A CNP of a ConnectX-4 Lx, with its identification, MACs and ICRC (see the test of the ICRC).
    const RoceFramePtr frame =
        RoceFrameCodec::FromPacket(ToPacketOf(FromHex("e41d2dab2bc27cfe90643b320800"
                                                      "45c2003c718c4000401191610a0011010a001201"
                                                      "000012b700280000"
                                                      "8100ffff4000011800000000"
                                                      "00000000000000000000000000000000"
                                                      "82fd002a")));
    ASSERT_NE(frame, nullptr);
    EXPECT_EQ(frame->opcode, RoceOpcode::CNP);
    EXPECT_EQ(frame->srcIp, 0x0a001101U);
    EXPECT_EQ(frame->dstIp, 0x0a001201U);
    EXPECT_EQ(frame->srcPort, 0);
    EXPECT_EQ(frame->priority, 6);
    EXPECT_EQ(frame->ecn, EcnCodePoint::ECT0);
    EXPECT_EQ(frame->becn, 1);
    EXPECT_EQ(frame->destQp, 0x118U);
    EXPECT_EQ(frame->payloadBytes, 0U);
    EXPECT_EQ(frame->wireBytes, RoceWireBytes(RoceOpcode::CNP, 0));
}

TEST_F(RoceFrameCodecTest, PfcIsAMacControlFrame)
{
    RoceFrame frame{};
    frame.kind = FrameKind::PFC;
    frame.wireBytes = WireSize::MINIMUM_FRAME + WireSize::PREAMBLE_GAP;
    frame.pfcClassEnable = 0x09;
    frame.pfc.quanta = {0, 0, 0, 0xffff, 0, 0, 0, 0};
    const Ptr<Packet> packet = RoceFrameCodec::ToPacket(frame, Mac48Address("00:00:00:00:00:07"));
    EXPECT_EQ(ToHex(packet),
              "0180c2000001"
              "000000000007"
              "8808"
              "01010009"
              "000000000000ffff0000000000000000" +
                  std::string(52, '0'));
    const RoceFramePtr back = RoceFrameCodec::FromPacket(packet);
    ASSERT_NE(back, nullptr);
    ExpectEqual(*back, frame);
}

TEST_F(RoceFrameCodecTest, BalancerFrameComesBackAtAnyLength)
{
    for (const uint32_t wireBytes : {84, 85, 124, 1502})
    {
        RoceFrame frame{};
        frame.kind = FrameKind::BALANCER;
        frame.srcIp = 0x0a000001;
        frame.dstIp = 0x0a000102;
        frame.priority = 7;
        frame.timeToLive = 1;
        frame.destQp = 5;
        frame.psn = 6;
        frame.wireBytes = static_cast<uint16_t>(wireBytes);
        std::iota(frame.scratch.begin(), frame.scratch.end(), uint8_t{1});
        const Ptr<Packet> packet = RoceFrameCodec::ToPacket(frame);
        EXPECT_EQ(packet->GetSize() + WireSize::FCS + WireSize::PREAMBLE_GAP, wireBytes);
        EXPECT_EQ(ToHex(packet).substr(0, 28), "02000a00010202000a00000188b5");
        const RoceFramePtr back = RoceFrameCodec::FromPacket(packet);
        ASSERT_NE(back, nullptr);
        ExpectEqual(*back, frame);
    }
}

TEST_F(RoceFrameCodecTest, BalancerBytesFollowThePacket)
{
    for (const uint32_t balancerBytes : {3, 4, 8, 24, 30, 255})
    {
        for (const uint32_t payload : {0, 20, 1000})
        {
            SCOPED_TRACE(std::to_string(balancerBytes) + " behind " + std::to_string(payload));
            const RoceFrame plain = MakeTestFrame(RoceOpcode::WRITE_LAST, payload);
            const RoceFrame frame =
                MakeTestFrame(RoceOpcode::WRITE_LAST, payload, static_cast<uint8_t>(balancerBytes));
            const Ptr<Packet> packet = RoceFrameCodec::ToPacket(frame);
            EXPECT_EQ(packet->GetSize() + WireSize::FCS + WireSize::PREAMBLE_GAP,
                      RoceWireBytes(frame.opcode, payload, balancerBytes));
            // The packet itself, its lengths and its ICRC are as without.
            const std::size_t ends = 2 * (WireSize::ETHERNET + 44 + payload);
            EXPECT_EQ(ToHex(packet).substr(0, ends),
                      ToHex(RoceFrameCodec::ToPacket(plain)).substr(0, ends));
            const RoceFramePtr back = RoceFrameCodec::FromPacket(packet);
            ASSERT_NE(back, nullptr);
            ExpectEqual(*back, frame);
        }
    }
}

TEST_F(RoceFrameCodecTest, PaddingIsNotTakenForBalancerBytes)
{
    const RoceFramePtr back = RoceFrameCodec::FromPacket(
        RoceFrameCodec::ToPacket(MakeTestFrame(RoceOpcode::SEND_ONLY, 0, 2)));
    ASSERT_NE(back, nullptr);
    EXPECT_EQ(back->balancerBytes, 0);
    EXPECT_EQ(back->scratch, decltype(back->scratch){});
    EXPECT_EQ(back->wireBytes, 84);
}

TEST_F(RoceFrameCodecTest, PayloadThatIsNotCarriedTakesNoMemory)
{
    for (const uint8_t balancerBytes : {0, 8})
    {
        const Ptr<Packet> packet = RoceFrameCodec::ToPacket(
            MakeTestFrame(RoceOpcode::WRITE_ONLY_WITH_IMM, 4095, balancerBytes));
        EXPECT_EQ(packet->GetSize(), 4096 + 78U + balancerBytes);
        EXPECT_LT(packet->GetSerializedSize(), 300U);
    }
}
