/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NANOSECOND_TEXT_H
#define NANOSECOND_TEXT_H

#include <cstdint>
#include <string>

namespace ns3::rdmacell
{

/**
 * @brief Write a time in nanoseconds with as many decimals as it needs.
 * @param steps time steps
 * @return such as "4466.08"
 */
std::string FormatNanoseconds(int64_t steps);

/**
 * @brief Append a time as FormatNanoseconds() writes it.
 * @param text what to append to
 * @param steps time steps
 */
void AppendNanoseconds(std::string& text, int64_t steps);

} // namespace ns3::rdmacell

#endif // NANOSECOND_TEXT_H
