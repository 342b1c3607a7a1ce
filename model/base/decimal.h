/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMACELL_DECIMAL_H
#define RDMACELL_DECIMAL_H

#include <cstdint>
#include <optional>
#include <string_view>

namespace ns3::rdmacell
{

/**
 * @brief Reads a whole number exactly.
 *
 * @param text decimal digits and nothing else
 * @return the number, or nothing if the text is anything else or does not fit into 64 bits
 */
std::optional<uint64_t> ParseWhole(std::string_view text);

/**
 * @brief Reads a decimal number as an integer, never through floating point.
 *
 * With 12 places, "2.000000045" (seconds) is exactly 2000000045000 (picoseconds).
 *
 * @param text digits with at most one point among them; no sign, no exponent
 * @param places the result counts units of 10^-places; digits beyond are rounded, half up
 * @return the number, or nothing if the text is anything else or does not fit into 63 bits
 */
std::optional<int64_t> ParseDecimal(std::string_view text, unsigned places);

/**
 * @brief Reads a decimal number that may have an exponent, as ParseDecimal() does.
 *
 * With 12 places, "1e-3" and "0.001" are exactly 1000000000.
 *
 * @param text as ParseDecimal() takes it, then optionally e or E, a sign and digits
 * @param places the result counts units of 10^-places; digits beyond are rounded, half up
 * @return the number, or nothing if the text is anything else or does not fit into 63 bits
 */
std::optional<int64_t> ParseScientific(std::string_view text, unsigned places);

} // namespace ns3::rdmacell

#endif // RDMACELL_DECIMAL_H
