/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nanosecond-text.h"

#include "ns3/nstime.h"

#include <array>
#include <charconv>

namespace ns3::rdmacell
{

std::string
FormatNanoseconds(int64_t steps)
{
    std::string text;
    AppendNanoseconds(text, steps);
    return text;
}

void
AppendNanoseconds(std::string& text, int64_t steps)
{
    const int64_t perNanosecond = NanoSeconds(1).GetTimeStep();
    std::array<char, 40> digits; // at most 20, and as many behind the point
    char* end =
        std::to_chars(digits.data(), digits.data() + digits.size(), steps / perNanosecond).ptr;
    int64_t rest = steps % perNanosecond;
    if (rest > 0)
    {
        *end++ = '.';
    }
    for (int64_t unit = perNanosecond / 10; unit > 0 && rest > 0; unit /= 10)
    {
        *end++ = static_cast<char>('0' + rest / unit);
        rest %= unit;
    }
    text.append(digits.data(), end);
}

} // namespace ns3::rdmacell
