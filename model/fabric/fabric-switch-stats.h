/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_SWITCH_STATS_H
#define FABRIC_SWITCH_STATS_H

#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3::rdmacell
{

/// Why a switch dropped a frame.
enum class SwitchDrop : uint8_t
{
    NO_ROUTE, ///< no usable port leads to the destination
    TTL,      ///< time to live has run out
    CONTROL,  ///< a load balancer's frame that the switch's scheme does not handle
    LOSSY,    ///< the buffer had no room, in a class that may lose frames
    LOSSLESS, ///< the buffer had no room, in a class that PFC protects: headroom too small
};

/// Counters of a switch.
struct FabricSwitchStats
{
    static constexpr std::size_t DROP_REASONS = 5; ///< values of SwitchDrop

    uint64_t admitted{0};                       ///< frames admitted to the buffer
    std::array<uint64_t, DROP_REASONS> drops{}; ///< frames dropped, by SwitchDrop
    uint64_t ecnMarks{0};                       ///< frames marked
    uint64_t pfcPauses{0};                      ///< pauses sent: one for each group paused
    uint64_t pfcResumes{0};                     ///< resumes sent: one for each group resumed
    uint64_t pfcRefreshes{0};                   ///< frames sent that refreshed pauses
    uint64_t maxOccupiedBytes{0};               ///< largest number of bytes ever in the buffer
    uint64_t maxHeadroomBytes{0}; ///< largest number of bytes a group ever had in its headroom

    /**
     * @brief Count the frames dropped for one reason.
     * @param reason the reason
     * @return frames
     */
    uint64_t GetDrops(SwitchDrop reason) const
    {
        return drops[static_cast<std::size_t>(reason)];
    }

    /**
     * @brief Count the frames dropped for any reason.
     * @return frames
     */
    uint64_t GetDrops() const
    {
        uint64_t sum = 0;
        for (uint64_t count : drops)
        {
            sum += count;
        }
        return sum;
    }
};

} // namespace ns3::rdmacell

#endif // FABRIC_SWITCH_STATS_H
