/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMACELL_UTF8_H
#define RDMACELL_UTF8_H

#include <cstddef>
#include <string>

namespace ns3::rdmacell
{

/**
 * @brief Measure the UTF-8 character at a place.
 * @param text any bytes
 * @param at index of its first byte
 * @return its bytes, or 0 if there is no valid character
 */
inline std::size_t
GetUtf8Length(const std::string& text, std::size_t at)
{
    const auto byte = [&text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned first = byte(at);
    if (first < 0x80)
    {
        return 1;
    }
    const std::size_t bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || at + bytes > text.size())
    {
        return 0;
    }
    for (std::size_t i = at + 1; i < at + bytes; ++i)
    {
        if ((byte(i) & 0xc0) != 0x80)
        {
            return 0;
        }
    }
    // Longer than needed, a surrogate, or beyond the last character.
    const unsigned second = byte(at + 1);
    const bool refused = (first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
                         (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f);
    return refused ? 0 : bytes;
}

} // namespace ns3::rdmacell

#endif // RDMACELL_UTF8_H
