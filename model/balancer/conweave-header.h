/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CONWEAVE_HEADER_H
#define CONWEAVE_HEADER_H

#include "ns3/flow-hash.h"
#include "ns3/roce-frame.h"

#include <cstdint>

namespace ns3::rdmacell
{

/// What a ConWeave frame is (Song et al., SIGCOMM 2023, 3.4).
enum class ConWeaveOpcode : uint8_t
{
    NORMAL,      ///< data
    RTT_REQUEST, ///< data; to be answered by RTT_REPLY
    RTT_REPLY,   ///< to the source ToR switch: a request has arrived
    CLEAR,       ///< to the source ToR switch: the flow is in order again
    NOTIFY,      ///< to the source ToR switch: data was marked on this path
};

/**
 * @ingroup rdmacell
 * @brief What ConWeave carries in front of a SourceRoute, in data and in frames of its own.
 *
 * On the wire: one byte with opcode (bits 0 to 2), epoch (3 and 4), REROUTED (5) and TAIL (6), then
 * two times of 16 bits, big endian. The paper has the times in 4 bytes of their own and the rest,
 * with an 8-bit number of the path, in reserved bits of the BTH; here the rest takes a byte, and
 * the SourceRoute, which the paper names for more than two tiers, is the path's number.
 */
struct ConWeaveHeader
{
    static constexpr uint32_t BYTES = 5;  ///< at the start of the scratch area
    static constexpr uint32_t EPOCHS = 4; ///< epochs are counted modulo this

    ConWeaveOpcode opcode{ConWeaveOpcode::NORMAL}; ///< what it is
    uint8_t epoch{0};                              ///< of the flow, modulo EPOCHS
    bool rerouted{false};                          ///< sent on the flow's new path
    bool tail{false};                              ///< last one on the flow's old path
    uint16_t sent{0};                              ///< TX_TSTAMP: when it was sent
    uint16_t tailSent{0}; ///< TAIL_TX_TSTAMP: when the tail was, in a rerouted one

    /**
     * @brief Read the header of a frame.
     * @param frame the frame
     * @return the header
     */
    static ConWeaveHeader Read(const RoceFrame& frame);

    /**
     * @brief Write the header.
     * @param frame the frame
     */
    void Write(RoceFrame& frame) const;

    /**
     * @brief Turn a time into what the header has room for.
     * @param now the time, steps
     * @param microsecond time steps of a microsecond
     * @return microseconds, the lower 16 bits
     */
    static uint16_t Stamp(int64_t now, int64_t microsecond)
    {
        return static_cast<uint16_t>(now / microsecond);
    }

    /**
     * @brief Compute the time between two stamps, either of which may be the earlier one.
     * @param from one
     * @param to the other, less than 32.8 ms away
     * @return microseconds, negative if `to` is the earlier one
     */
    static int64_t Elapsed(uint16_t from, uint16_t to)
    {
        return static_cast<int16_t>(static_cast<uint16_t>(to - from));
    }
};

/**
 * @brief Turn the key of a flow around: what a frame about the flow carries on its way back.
 * @param key source, destination, ports
 * @return destination, source, the same ports
 */
constexpr FlowKey
Reversed(const FlowKey& key)
{
    return {{key.words[1], key.words[0], key.words[2]}};
}

} // namespace ns3::rdmacell

#endif // CONWEAVE_HEADER_H
