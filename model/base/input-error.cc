/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "input-error.h"

namespace ns3::rdmacell
{

namespace
{

/**
 * @brief Keep a text on one line: it may quote what a user gave.
 * @param text the text
 * @return the text with its control characters as \\x0a and the like
 */
std::string
ToOneLine(const std::string& text)
{
    static const char digits[] = "0123456789abcdef";
    std::string line;
    for (const char c : text)
    {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte != 0x7f)
        {
            line += c;
            continue;
        }
        line += "\\x";
        line += digits[byte >> 4];
        line += digits[byte & 0xf];
    }
    return line;
}

} // namespace

InputError::InputError(const std::string& message)
    : std::runtime_error(ToOneLine(message))
{
}

InputError::InputError(const std::string& file, uint64_t line, const std::string& message)
    : InputError(file + ":" + std::to_string(line) + ": " + message)
{
}

} // namespace ns3::rdmacell
