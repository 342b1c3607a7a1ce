/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_OPCODE_H
#define ROCE_OPCODE_H

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief BTH opcodes of the RC transport, and the RoCEv2 CNP.
 *
 * Values as in the InfiniBand Architecture Specification volume 1, table 38; the CNP's is RoCEv2
 * annex A17.9.3 (0x81; 0x80 is the InfiniBand congestion control packet, another thing).
 */
enum class RoceOpcode : uint8_t
{
    SEND_FIRST = 0x00,
    SEND_MIDDLE = 0x01,
    SEND_LAST = 0x02,
    SEND_LAST_WITH_IMM = 0x03,
    SEND_ONLY = 0x04,
    SEND_ONLY_WITH_IMM = 0x05,
    WRITE_FIRST = 0x06,
    WRITE_MIDDLE = 0x07,
    WRITE_LAST = 0x08,
    WRITE_LAST_WITH_IMM = 0x09,
    WRITE_ONLY = 0x0a,
    WRITE_ONLY_WITH_IMM = 0x0b,
    READ_REQUEST = 0x0c,
    READ_RESPONSE_FIRST = 0x0d,
    READ_RESPONSE_MIDDLE = 0x0e,
    READ_RESPONSE_LAST = 0x0f,
    READ_RESPONSE_ONLY = 0x10,
    ACKNOWLEDGE = 0x11,
    CNP = 0x81,
};

/// What an opcode implies: which extension headers follow the BTH, and its place in a message.
enum RoceOpcodeTrait : uint16_t
{
    ROCE_HAS_RETH = 1 << 0, ///< an RDMA extended header (address, key, length)
    ROCE_HAS_AETH = 1 << 1, ///< an acknowledge header (syndrome, MSN)
    ROCE_HAS_IMM = 1 << 2,  ///< four bytes of immediate data
    ROCE_STARTS = 1 << 3,   ///< first packet of its message (FIRST or ONLY)
    ROCE_ENDS = 1 << 4,     ///< last packet of its message (LAST or ONLY)
    ROCE_REQUEST = 1 << 5,  ///< travels from requester to responder
    ROCE_RESPONSE = 1 << 6, ///< travels from responder to requester
    ROCE_SEND = 1 << 7,     ///< of a SEND
    ROCE_WRITE = 1 << 8,    ///< of an RDMA WRITE
    ROCE_READ = 1 << 9,     ///< of an RDMA READ
    ROCE_KNOWN = 1 << 10,   ///< an opcode this module models
};

/**
 * @brief Get the properties of an opcode.
 * @param opcode the opcode
 * @return the union of its RoceOpcodeTrait bits, 0 for an opcode that is not modelled
 */
constexpr uint16_t
RoceOpcodeTraits(RoceOpcode opcode)
{
    switch (opcode)
    {
    case RoceOpcode::SEND_FIRST:
        return ROCE_KNOWN | ROCE_REQUEST | ROCE_SEND | ROCE_STARTS;
    case RoceOpcode::SEND_MIDDLE:
        return ROCE_KNOWN | ROCE_REQUEST | ROCE_SEND;
    case RoceOpcode::SEND_LAST:
        return ROCE_KNOWN | ROCE_REQUEST | ROCE_SEND | ROCE_ENDS;
    case RoceOpcode::SEND_LAST_WITH_IMM:
        return ROCE_KNOWN | ROCE_REQUEST | ROCE_SEND | ROCE_ENDS | ROCE_HAS_IMM;
    case RoceOpcode::SEND_ONLY:
        return ROCE_KNOWN | ROCE_REQUEST | ROCE_SEND | ROCE_STARTS | ROCE_ENDS;
    case RoceOpcode::SEND_ONLY_WITH_IMM:
        return ROCE_KNOWN | ROCE_REQUEST | ROCE_SEND | ROCE_STARTS | ROCE_ENDS | ROCE_HAS_IMM;
    case RoceOpcode::WRITE_FIRST:
        return ROCE_KNOWN | ROCE_REQUEST | ROCE_WRITE | ROCE_STARTS | ROCE_HAS_RETH;
    case RoceOpcode::WRITE_MIDDLE:
        return ROCE_KNOWN | ROCE_REQUEST | ROCE_WRITE;
    case RoceOpcode::WRITE_LAST:
        return ROCE_KNOWN | ROCE_REQUEST | ROCE_WRITE | ROCE_ENDS;
    case RoceOpcode::WRITE_LAST_WITH_IMM:
        return ROCE_KNOWN | ROCE_REQUEST | ROCE_WRITE | ROCE_ENDS | ROCE_HAS_IMM;
    case RoceOpcode::WRITE_ONLY:
        return ROCE_KNOWN | ROCE_REQUEST | ROCE_WRITE | ROCE_STARTS | ROCE_ENDS | ROCE_HAS_RETH;
    case RoceOpcode::WRITE_ONLY_WITH_IMM:
        return ROCE_KNOWN | ROCE_REQUEST | ROCE_WRITE | ROCE_STARTS | ROCE_ENDS | ROCE_HAS_RETH |
               ROCE_HAS_IMM;
    case RoceOpcode::READ_REQUEST:
        return ROCE_KNOWN | ROCE_REQUEST | ROCE_READ | ROCE_STARTS | ROCE_ENDS | ROCE_HAS_RETH;
    case RoceOpcode::READ_RESPONSE_FIRST:
        return ROCE_KNOWN | ROCE_RESPONSE | ROCE_READ | ROCE_STARTS | ROCE_HAS_AETH;
    case RoceOpcode::READ_RESPONSE_MIDDLE:
        return ROCE_KNOWN | ROCE_RESPONSE | ROCE_READ;
    case RoceOpcode::READ_RESPONSE_LAST:
        return ROCE_KNOWN | ROCE_RESPONSE | ROCE_READ | ROCE_ENDS | ROCE_HAS_AETH;
    case RoceOpcode::READ_RESPONSE_ONLY:
        return ROCE_KNOWN | ROCE_RESPONSE | ROCE_READ | ROCE_STARTS | ROCE_ENDS | ROCE_HAS_AETH;
    case RoceOpcode::ACKNOWLEDGE:
        return ROCE_KNOWN | ROCE_RESPONSE | ROCE_HAS_AETH;
    case RoceOpcode::CNP:
        return ROCE_KNOWN;
    }
    return 0;
}

} // namespace ns3::rdmacell

#endif // ROCE_OPCODE_H
