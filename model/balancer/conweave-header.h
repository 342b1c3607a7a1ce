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

/// Kind of a ConWeave frame (Song et al., SIGCOMM 2023, 3.4).
enum class ConWeaveOpcode : uint8_t
{
    NORMAL,      ///< data
    RTT_REQUEST, ///< data that the destination ToR switch answers by RTT_REPLY
    RTT_REPLY,   ///< to the source ToR switch: the request of this epoch has arrived
    CLEAR,       ///< to the source ToR switch: the flow is in order again
    NOTIFY,      ///< to the source ToR switch: a packet on this path has an ECN mark
};

/**
 * @ingroup rdmacell
 * @brief The ConWeave header of data and of control frames (Song et al., SIGCOMM 2023, 3.4, figure
 * 10), in front of a SourceRoute.
 *
 * On the wire: one byte with opcode (bits 0 to 2), epoch (3 and 4), REROUTED (5) and TAIL (6), then
 * TX_TSTAMP and TAIL_TX_TSTAMP, 16 bits each, big endian, in microseconds.
 *
 * Where the model differs: the paper has the time stamps in an extra header of 4 bytes, and opcode,
 * epoch, flags and an 8-bit PathID in reserved bits of the BTH. Here opcode, epoch and flags take a
 * byte, and the SourceRoute, which the paper names for more than two tiers, is the PathID. The
 * ConWeave simulator counts no bytes for either.
 */
struct ConWeaveHeader
{
    static constexpr uint32_t BYTES = 5;  ///< at the start of the scratch area
    static constexpr uint32_t EPOCHS = 4; ///< epochs are counted modulo this

    ConWeaveOpcode opcode{ConWeaveOpcode::NORMAL}; ///< kind
    uint8_t epoch{0};                              ///< epoch of the flow, modulo EPOCHS
    bool rerouted{false};                          ///< REROUTED: sent on the flow's new path
    bool tail{false};                              ///< TAIL: the last one on the old path
    uint16_t sent{0};                              ///< TX_TSTAMP: departure from the source ToR
    uint16_t tailSent{0}; ///< TAIL_TX_TSTAMP: departure of the TAIL, if REROUTED

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
     * @brief Convert a time to a time stamp of the header.
     * @param now the time, steps
     * @param microsecond time steps of a microsecond
     * @return microseconds, the lower 16 bits
     */
    static uint16_t Stamp(int64_t now, int64_t microsecond)
    {
        return static_cast<uint16_t>(now / microsecond);
    }

    /**
     * @brief Compute the time between two time stamps, of which either may be the earlier one.
     * @param from one time stamp
     * @param to the other one, less than 32.8 ms away
     * @return microseconds, negative if `to` is the earlier one
     */
    static int64_t Elapsed(uint16_t from, uint16_t to)
    {
        return static_cast<int16_t>(static_cast<uint16_t>(to - from));
    }
};

/**
 * @brief Reverse the key of a flow: addresses as in a control frame to the source ToR switch.
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
