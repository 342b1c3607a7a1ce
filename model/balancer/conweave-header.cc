/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "conweave-header.h"

namespace ns3::rdmacell
{

namespace
{

constexpr uint8_t OPCODE_MASK = 0x07; ///< opcode
constexpr uint8_t EPOCH_SHIFT = 3;    ///< epoch
constexpr uint8_t REROUTED = 0x20;    ///< rerouted
constexpr uint8_t TAIL = 0x40;        ///< tail

/**
 * @brief Read 16 bits.
 * @param bytes where they are
 * @return the number
 */
uint16_t
Load(const uint8_t* bytes)
{
    return static_cast<uint16_t>(bytes[0] << 8 | bytes[1]);
}

/**
 * @brief Write 16 bits.
 * @param bytes where they go
 * @param value the number
 */
void
Store(uint8_t* bytes, uint16_t value)
{
    bytes[0] = static_cast<uint8_t>(value >> 8);
    bytes[1] = static_cast<uint8_t>(value);
}

} // namespace

ConWeaveHeader
ConWeaveHeader::Read(const RoceFrame& frame)
{
    const uint8_t* bytes = frame.scratch.data();
    ConWeaveHeader header;
    header.opcode = static_cast<ConWeaveOpcode>(bytes[0] & OPCODE_MASK);
    header.epoch = bytes[0] >> EPOCH_SHIFT & (EPOCHS - 1);
    header.rerouted = bytes[0] & REROUTED;
    header.tail = bytes[0] & TAIL;
    header.sent = Load(bytes + 1);
    header.tailSent = Load(bytes + 3);
    return header;
}

void
ConWeaveHeader::Write(RoceFrame& frame) const
{
    uint8_t* bytes = frame.scratch.data();
    bytes[0] = static_cast<uint8_t>(static_cast<uint8_t>(opcode) | epoch << EPOCH_SHIFT |
                                    (rerouted ? REROUTED : 0) | (tail ? TAIL : 0));
    Store(bytes + 1, sent);
    Store(bytes + 3, tailSent);
}

} // namespace ns3::rdmacell
