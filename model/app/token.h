/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOKEN_H
#define TOKEN_H

#include <array>
#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief A token: what the receiver of a cell writes into the sender's memory.
 */
struct Token
{
    static constexpr uint32_t BYTES = 16; ///< in memory and on the wire, little endian

    /// Bits of status.
    enum Status : uint16_t
    {
        DUPLICATE = 1 << 0, ///< the head of the cell had been placed before
    };

    uint32_t cellId{0};     ///< immediate data of the head
    uint16_t pathIndex{0};  ///< path of the group that the head has taken
    uint16_t status{0};     ///< Status bits
    uint64_t receivedAt{0}; ///< receiver's clock when the head was placed, steps

    /**
     * @brief Make the bytes.
     * @return the bytes
     */
    std::array<uint8_t, BYTES> Encode() const;

    /**
     * @brief Read the bytes.
     * @param bytes first of BYTES bytes
     * @return the token
     */
    static Token Decode(const uint8_t* bytes);
};

} // namespace ns3::rdmacell

#endif // TOKEN_H
