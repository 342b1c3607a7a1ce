/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_FRAME_H
#define ROCE_FRAME_H

#include "frame-telemetry.h"
#include "roce-opcode.h"

#include <array>
#include <cstdint>
#include <type_traits>

namespace ns3::rdmacell
{

/// The kind of a frame: it decides which part of a node handles the frame.
enum class FrameKind : uint8_t
{
    ROCE,     ///< RoCEv2: Ethernet, IPv4, UDP port 4791, BTH ...
    PFC,      ///< IEEE 802.1Qbb priority flow control; never leaves its link
    BALANCER, ///< a load balancer's own frame between switches (a probe, a notification)
};

/// The ECN field of the IPv4 header (RFC 3168, section 5).
enum class EcnCodePoint : uint8_t
{
    NOT_ECT = 0, ///< not ECN capable: never marked
    ECT1 = 1,    ///< ECN capable, (1)
    ECT0 = 2,    ///< ECN capable, (0): what RoCEv2 requests carry
    CE = 3,      ///< congestion experienced
};

/// Sizes of the parts of a frame, in bytes (IEEE 802.3, RFC 791, RFC 768, IBTA vol. 1 ch. 9).
struct WireSize
{
    static constexpr uint32_t ETHERNET = 14;      ///< destination, source, EtherType
    static constexpr uint32_t FCS = 4;            ///< Ethernet frame check sequence
    static constexpr uint32_t PREAMBLE_GAP = 20;  ///< preamble, start delimiter, interframe gap
    static constexpr uint32_t MINIMUM_FRAME = 64; ///< Ethernet header to FCS, padding included
    static constexpr uint32_t IPV4 = 20;          ///< without options
    static constexpr uint32_t UDP = 8;            ///< UDP header
    static constexpr uint32_t BTH = 12;           ///< base transport header
    static constexpr uint32_t RETH = 16;          ///< RDMA extended transport header
    static constexpr uint32_t AETH = 4;           ///< acknowledge extended transport header
    static constexpr uint32_t IMM = 4;            ///< immediate data
    static constexpr uint32_t CNP_RESERVED = 16;  ///< zero bytes behind the BTH of a CNP
    static constexpr uint32_t ICRC = 4;           ///< invariant CRC
    static constexpr uint32_t SELECTIVE_PSN = 4;  ///< PSN that a NAK acknowledges selectively
    static constexpr uint32_t INLINE_MAX = 16;    ///< payload bytes a frame can carry
    static constexpr uint32_t SCRATCH = 24;       ///< room for a load balancer's fields
};

/**
 * @ingroup rdmacell
 * @brief A frame on a link: the header fields of its packet and the length of its payload.
 *
 * A light object in place of an ns3::Packet (as WifiPpdu is on YansWifiChannel): its bytes are
 * built only on request (RoceFrameCodec). It comes from RoceFramePool, has one owner at any time
 * (RoceFramePtr), and is passed from hop to hop. Payload bytes are counted, not carried, except for
 * INLINE_MAX bytes of application data (an RDMACell token).
 *
 * The fields that each hop uses are in the first 64 bytes.
 */
struct alignas(64) RoceFrame
{
    RoceFrame* next; ///< link in the one list that owns the frame (pool, queue or wire)

    uint32_t srcIp;          ///< IPv4 source address, host byte order
    uint32_t dstIp;          ///< IPv4 destination address, host byte order
    uint16_t srcPort;        ///< UDP source port: the path entropy of a queue pair
    FrameKind kind;          ///< kind of the frame
    uint8_t priority;        ///< traffic class 0..7: 802.1p priority and DSCP class selector
    EcnCodePoint ecn;        ///< ECN code point
    uint8_t timeToLive;      ///< IPv4 TTL; a switch drops at 0
    RoceOpcode opcode;       ///< BTH opcode
    uint8_t ackRequest;      ///< BTH AckReq bit
    uint32_t destQp;         ///< BTH destination queue pair number, 24 bits
    uint32_t psn;            ///< BTH packet sequence number, 24 bits
    uint32_t payloadBytes;   ///< application bytes, before padding
    uint16_t wireBytes;      ///< bytes of link time: preamble, frame, FCS and interframe gap
    uint8_t balancerBytes;   ///< of these, header bytes that a load balancer added
    uint8_t inlineBytes;     ///< payload bytes that are carried in inlineData
    uint16_t ingressPort;    ///< port by which it entered its present switch
    uint16_t telemetryBytes; ///< of wireBytes, those of telemetry; 0: there is none
    uint32_t immediate;      ///< ImmDt; the selective PSN of a NAK that has one
    uint32_t msn;            ///< AETH message sequence number, 24 bits
    uint8_t syndrome;        ///< AETH syndrome
    uint8_t becn;            ///< BTH BECN bit
    uint8_t solicited;       ///< BTH solicited event bit

    union {
        uint8_t pfcClassEnable; ///< for FrameKind::PFC: class-enable vector, bit = class
        /// For FrameKind::ROCE: bytes of the header that loss recovery adds before the payload, an
        /// RETH in a WRITE, a PSN in a NAK (in the field `immediate`); 0: there is none.
        uint8_t extensionBytes;
    };

    int64_t nextArrival; ///< on a wire: when `next` reaches the far end, steps

    /// RETH of a request.
    struct Reth
    {
        uint64_t virtualAddress; ///< where at the responder
        uint32_t rkey;           ///< remote key of the memory region
        uint32_t dmaLength;      ///< bytes of the whole message
    };

    /// PFC payload.
    struct Pfc
    {
        std::array<uint16_t, 8> quanta; ///< pause time of each class in units of 512 bit times
    };

    union {
        Reth reth; ///< valid where the opcode has an RETH
        Pfc pfc;   ///< valid for FrameKind::PFC
    };

    FrameTelemetry* telemetry; ///< if telemetryBytes is not 0: what it carries, its own
    std::array<uint8_t, WireSize::INLINE_MAX> inlineData; ///< payload bytes carried
    std::array<uint8_t, WireSize::SCRATCH> scratch;       ///< a load balancer's fields
};

static_assert(sizeof(RoceFrame) == 128, "a frame is two cache lines");
static_assert(std::is_trivially_copyable_v<RoceFrame>, "frames are copied and cleared as bytes");

/**
 * @brief Compute the link time that a RoCEv2 packet takes.
 * @param opcode BTH opcode: fixes the extension headers
 * @param payloadBytes application bytes; padded to a multiple of four on the wire
 * @param balancerBytes header bytes that a load balancer adds
 * @return bytes, preamble, FCS, minimum frame size and interframe gap included
 */
constexpr uint32_t
RoceWireBytes(RoceOpcode opcode, uint32_t payloadBytes, uint32_t balancerBytes = 0)
{
    const uint16_t traits = RoceOpcodeTraits(opcode);
    uint32_t frame = WireSize::ETHERNET + WireSize::IPV4 + WireSize::UDP + WireSize::BTH +
                     WireSize::ICRC + WireSize::FCS + balancerBytes + ((payloadBytes + 3) & ~3U);
    frame += (traits & ROCE_HAS_RETH) ? WireSize::RETH : 0;
    frame += (traits & ROCE_HAS_AETH) ? WireSize::AETH : 0;
    frame += (traits & ROCE_HAS_IMM) ? WireSize::IMM : 0;
    frame += (opcode == RoceOpcode::CNP) ? WireSize::CNP_RESERVED : 0;
    return (frame < WireSize::MINIMUM_FRAME ? WireSize::MINIMUM_FRAME : frame) +
           WireSize::PREAMBLE_GAP;
}

/**
 * @brief Add the header of loss recovery to a frame.
 * @param frame a RoCEv2 frame without it; the header's fields are set by the caller
 * @param bytes WireSize::RETH or WireSize::SELECTIVE_PSN
 */
inline void
ExtendRoceFrame(RoceFrame& frame, uint32_t bytes)
{
    // Frames that get one are at least as long as the smallest one, which padding would hide.
    frame.extensionBytes = static_cast<uint8_t>(bytes);
    frame.wireBytes = static_cast<uint16_t>(frame.wireBytes + bytes);
}

} // namespace ns3::rdmacell

#endif // ROCE_FRAME_H
