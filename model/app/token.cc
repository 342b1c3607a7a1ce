/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "token.h"

#include <cstddef>

namespace ns3::rdmacell
{

namespace
{

/**
 * @brief Write an integer, little endian.
 * @tparam T its type
 * @param value the integer
 * @param out where to write; is advanced
 */
template <typename T>
void
Put(T value, uint8_t*& out)
{
    for (std::size_t i = 0; i < sizeof(T); ++i)
    {
        *out++ = static_cast<uint8_t>(static_cast<uint64_t>(value) >> (8 * i));
    }
}

/**
 * @brief Read an integer, little endian.
 * @tparam T its type
 * @param value gets it
 * @param in where to read; is advanced
 */
template <typename T>
void
Take(T& value, const uint8_t*& in)
{
    uint64_t bits = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i)
    {
        bits |= static_cast<uint64_t>(*in++) << (8 * i);
    }
    value = static_cast<T>(bits);
}

} // namespace

std::array<uint8_t, Token::BYTES>
Token::Encode() const
{
    std::array<uint8_t, BYTES> bytes{};
    uint8_t* out = bytes.data();
    Put(cellId, out);
    Put(pathIndex, out);
    Put(status, out);
    Put(receivedAt, out);
    return bytes;
}

Token
Token::Decode(const uint8_t* bytes)
{
    Token token;
    Take(token.cellId, bytes);
    Take(token.pathIndex, bytes);
    Take(token.status, bytes);
    Take(token.receivedAt, bytes);
    return token;
}

} // namespace ns3::rdmacell
