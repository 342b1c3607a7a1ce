/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BYTE_RANGES_H
#define BYTE_RANGES_H

#include <boost/container/small_vector.hpp>
#include <cstddef>
#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Which bytes of a buffer have been written, or which cells of a flow have arrived: tells
 * duplicates from first deliveries.
 *
 * A list of ranges without the gaps between them: bytes that arrive in order are one range.
 */
class ByteRanges
{
  public:
    /**
     * @brief Add a range.
     * @param begin first byte
     * @param length bytes
     * @return how many of them were not there before
     */
    uint64_t Add(uint64_t begin, uint64_t length);

    /**
     * @brief Count the bytes that have been written at least once.
     * @return bytes
     */
    uint64_t GetBytes() const;

    /**
     * @brief Get the end of the last range.
     * @return one more than the last byte that was ever written, 0 if nothing was written
     */
    uint64_t GetEnd() const;

    /**
     * @brief Count the ranges.
     * @return the number of gaps and one, 0 if nothing was written
     */
    std::size_t CountRanges() const;

  private:
    /// Bytes without a gap.
    struct Range
    {
        uint64_t begin; ///< first byte
        uint64_t end;   ///< behind the last byte
    };

    boost::container::small_vector<Range, 2> m_ranges; ///< in order, with gaps between them
    uint64_t m_bytes{0};                               ///< in all ranges
};

} // namespace ns3::rdmacell

#endif // BYTE_RANGES_H
