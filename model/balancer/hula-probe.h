/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef HULA_PROBE_H
#define HULA_PROBE_H

#include "ns3/roce-frame.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief The fields of a HULA probe (Katta et al., SOSR 2016): 24 bits of origin, 8 of
 * utilization, in a frame of the smallest size.
 */
struct HulaProbe
{
    /// Wire bytes of a probe: the smallest Ethernet frame.
    static constexpr uint32_t WIRE_BYTES = WireSize::MINIMUM_FRAME + WireSize::PREAMBLE_GAP;

    uint32_t tor;         ///< origin: number of a ToR switch
    uint32_t utilization; ///< of the busiest link on the path to that switch, 0..255

    /**
     * @brief Read a probe.
     * @param frame a frame of kind BALANCER
     * @return its fields
     */
    static HulaProbe Read(const RoceFrame& frame)
    {
        const auto& bytes = frame.scratch;
        return {uint32_t{bytes[0]} << 16 | uint32_t{bytes[1]} << 8 | bytes[2], bytes[3]};
    }

    /**
     * @brief Write the probe.
     * @param frame a frame of kind BALANCER
     */
    void Write(RoceFrame& frame) const
    {
        frame.scratch[0] = static_cast<uint8_t>(tor >> 16);
        frame.scratch[1] = static_cast<uint8_t>(tor >> 8);
        frame.scratch[2] = static_cast<uint8_t>(tor);
        frame.scratch[3] = static_cast<uint8_t>(utilization);
    }
};

} // namespace ns3::rdmacell

#endif // HULA_PROBE_H
