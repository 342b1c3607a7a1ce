/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TEST_FRAMES_H
#define TEST_FRAMES_H

#include "ns3/roce-frame.h"
#include "ns3/roce-opcode.h"

#include <cstdint>
#include <numeric>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @brief List every opcode that there is a packet of.
 * @return the opcodes, ascending
 */
inline std::vector<RoceOpcode>
AllOpcodes()
{
    std::vector<RoceOpcode> opcodes;
    for (int value = 0; value < 256; ++value)
    {
        if (RoceOpcodeTraits(static_cast<RoceOpcode>(value)) & ROCE_KNOWN)
        {
            opcodes.push_back(static_cast<RoceOpcode>(value));
        }
    }
    return opcodes;
}

/**
 * @brief Ask whether packets of an opcode may have a payload.
 * @param opcode the opcode
 * @return false for those that are headers only
 */
inline bool
MayHavePayload(RoceOpcode opcode)
{
    return opcode != RoceOpcode::READ_REQUEST && opcode != RoceOpcode::ACKNOWLEDGE &&
           opcode != RoceOpcode::CNP;
}

/**
 * @brief Make a frame in which every field that its opcode has is set.
 * @param opcode the opcode
 * @param payloadBytes application bytes; up to 16 are inline
 * @param balancerBytes bytes of a load balancer
 * @return the frame
 */
inline RoceFrame
MakeTestFrame(RoceOpcode opcode, uint32_t payloadBytes, uint8_t balancerBytes = 0)
{
    const uint16_t traits = RoceOpcodeTraits(opcode);
    const bool request = (traits & ROCE_REQUEST) != 0;
    RoceFrame frame{};
    frame.srcIp = 0x0a000001;
    frame.dstIp = 0x0a000102;
    frame.srcPort = 0xc132;
    frame.priority = request ? 3 : 6;
    frame.ecn = request ? EcnCodePoint::ECT0 : EcnCodePoint::NOT_ECT;
    frame.timeToLive = 64;
    frame.opcode = opcode;
    frame.ackRequest = request;
    frame.solicited = (traits & ROCE_ENDS) != 0;
    frame.becn = opcode == RoceOpcode::CNP;
    frame.destQp = 0x123456;
    frame.psn = opcode == RoceOpcode::CNP ? 0 : 0xfffffe;
    frame.payloadBytes = payloadBytes;
    frame.balancerBytes = balancerBytes;
    frame.wireBytes = static_cast<uint16_t>(RoceWireBytes(opcode, payloadBytes, balancerBytes));
    if (traits & ROCE_HAS_RETH)
    {
        frame.reth = {0x7f0000001000, 0xabcd, 1000000};
    }
    if (traits & ROCE_HAS_AETH)
    {
        frame.syndrome = 0x1f;
        frame.msn = 0x800001;
    }
    if (traits & ROCE_HAS_IMM)
    {
        frame.immediate = 0xcafef00d;
    }
    if (payloadBytes <= WireSize::INLINE_MAX)
    {
        frame.inlineBytes = static_cast<uint8_t>(payloadBytes);
        std::iota(frame.inlineData.begin(), frame.inlineData.begin() + payloadBytes, uint8_t{0xa0});
    }
    for (uint32_t i = 0; i < balancerBytes && i < WireSize::SCRATCH; ++i)
    {
        frame.scratch[i] = static_cast<uint8_t>(i + 1);
    }
    return frame;
}

} // namespace ns3::rdmacell

#endif // TEST_FRAMES_H
