/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "global-cell-id.h"

namespace ns3::rdmacell
{

namespace
{

constexpr uint32_t ATTEMPT_MASK = 0xf; ///< 4 bits in both layouts

/**
 * @brief Get the bits of a sequence number.
 * @param layout use of the bits
 * @return how many
 */
uint32_t
SequenceBits(GlobalCellId::Layout layout)
{
    return layout == GlobalCellId::Layout::OWN ? 24 : 16;
}

/**
 * @brief Get the mask of a sequence number.
 * @param layout use of the bits
 * @return ones
 */
uint32_t
SequenceMask(GlobalCellId::Layout layout)
{
    return (1U << SequenceBits(layout)) - 1;
}

} // namespace

uint32_t
GlobalCellId::Encode(Layout layout) const
{
    const uint32_t number = sequence & SequenceMask(layout);
    const uint32_t tries = attempt & ATTEMPT_MASK;
    if (layout == Layout::OWN)
    {
        return number << 8 | tries << 4 | flags;
    }
    return static_cast<uint32_t>(slot) << 20 | number << 4 | tries;
}

GlobalCellId
GlobalCellId::Decode(uint32_t immData, Layout layout)
{
    GlobalCellId id;
    if (layout == Layout::OWN)
    {
        id.sequence = immData >> 8;
        id.attempt = immData >> 4 & ATTEMPT_MASK;
        id.flags = immData & 0xf;
    }
    else
    {
        id.slot = static_cast<uint16_t>(immData >> 20);
        id.sequence = immData >> 4 & SequenceMask(layout);
        id.attempt = immData & ATTEMPT_MASK;
    }
    return id;
}

uint64_t
GlobalCellId::Extend(uint32_t sequence, uint64_t near, Layout layout)
{
    const uint32_t mask = SequenceMask(layout);
    const uint32_t ahead = (sequence - static_cast<uint32_t>(near)) & mask;
    return ahead <= mask / 2 ? near + ahead : near + ahead - mask - 1;
}

} // namespace ns3::rdmacell
