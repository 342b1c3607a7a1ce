/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef GLOBAL_CELL_ID_H
#define GLOBAL_CELL_ID_H

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Global_Cell_ID: what the 32 bits of immediate data say of a cell.
 *
 * Which flow a cell is of follows from the queue pair that it comes over; where a pool of queue
 * pairs is shared by all flows between two hosts, from the flow's slot.
 *
 *     own queue pairs:  sequence 24 | attempt 4 | flags 4
 *     pool:             slot 12 | sequence 16 | attempt 4
 */
struct GlobalCellId
{
    /// How the bits are used.
    enum class Layout : uint8_t
    {
        OWN,  ///< each flow has queue pairs of its own
        POOL, ///< flows share queue pairs
    };

    /// Flags, to be or-ed; they travel in layout OWN only.
    enum Flags : uint8_t
    {
        FIRST = 1 << 0,      ///< first cell of the flow
        LAST = 1 << 1,       ///< last cell of the flow
        TOKEN_ONLY = 1 << 2, ///< the cell has no second WRITE
        RESEND = 1 << 3,     ///< the cell was sent before
    };

    static constexpr uint32_t MAX_SLOTS = 1U << 12; ///< slots that layout POOL can name

    uint32_t sequence{0}; ///< number of the cell in its flow, cut to the bits of the layout
    uint16_t slot{0};     ///< of the flow
    uint8_t attempt{0};   ///< how often it was sent before, modulo 16
    uint8_t flags{0};     ///< Flags

    /**
     * @brief Make the immediate data.
     * @param layout use of the bits; sequence and attempt are cut to it
     * @return 32 bits
     */
    uint32_t Encode(Layout layout) const;

    /**
     * @brief Read immediate data.
     * @param immData 32 bits
     * @param layout use of the bits
     * @return what they say
     */
    static GlobalCellId Decode(uint32_t immData, Layout layout);

    /**
     * @brief Find the full sequence number that is meant: serial number arithmetic (RFC 1982).
     * @param sequence the bits that came
     * @param near a sequence number less than half of the numbers away
     * @param layout use of the bits
     * @return full sequence number; one below 0 wraps
     */
    static uint64_t Extend(uint32_t sequence, uint64_t near, Layout layout);
};

} // namespace ns3::rdmacell

#endif // GLOBAL_CELL_ID_H
