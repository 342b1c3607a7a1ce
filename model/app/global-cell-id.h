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
 * @brief Global_Cell_ID: the 32 bits of immediate data that identify a cell.
 *
 * The flow of a cell follows from the queue pair that it arrives on; where all flows between two
 * hosts share a pool of queue pairs, from the flow's slot.
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

    /// Flags, to be or-ed; in layout OWN only.
    enum Flags : uint8_t
    {
        FIRST = 1 << 0,         ///< first cell of the flow
        LAST = 1 << 1,          ///< last cell of the flow
        TOKEN_ONLY = 1 << 2,    ///< the cell has no payload WRITE
        RETRANSMITTED = 1 << 3, ///< the cell was sent before
    };

    static constexpr uint32_t MAX_SLOTS = 1U << 12; ///< slot numbers of layout POOL

    uint32_t sequence{0}; ///< number of the cell in its flow, truncated to the bits of the layout
    uint16_t slot{0};     ///< names the flow
    uint8_t attempt{0};   ///< how often it was sent before, modulo 16
    uint8_t flags{0};     ///< Flags

    /**
     * @brief Make the immediate data.
     * @param layout use of the bits; sequence and attempt are truncated to it
     * @return 32 bits
     */
    uint32_t Encode(Layout layout) const;

    /**
     * @brief Read immediate data.
     * @param immData 32 bits
     * @param layout use of the bits
     * @return the fields
     */
    static GlobalCellId Decode(uint32_t immData, Layout layout);

    /**
     * @brief Find the full sequence number: serial number arithmetic (RFC 1982).
     * @param sequence the truncated number
     * @param near a full number less than half of the range away
     * @param layout use of the bits
     * @return full sequence number; one below 0 wraps
     */
    static uint64_t Extend(uint32_t sequence, uint64_t near, Layout layout);
};

} // namespace ns3::rdmacell

#endif // GLOBAL_CELL_ID_H
