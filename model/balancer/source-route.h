/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SOURCE_ROUTE_H
#define SOURCE_ROUTE_H

#include "ns3/roce-frame.h"
#include "ns3/switch-view.h"

#include <cstdint>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief A path that a frame carries in its scratch area: the egress port at each switch.
 *
 * CONGA and ConWeave pin packets to paths of more than two tiers by it, as the ConWeave simulator
 * does; the ConWeave paper names source routing for more than two tiers.
 *
 * On the wire: one byte with the index of the next hop (bits 0 to 2), the number of hops (bits 3 to
 * 5) and the width of a port (bit 6), then the ports, a byte each, or two each (big endian) if one
 * of them is above 255. Four hops, between pods of a fat tree, take 5 bytes.
 *
 * The object is a view of a frame, made where it is needed.
 */
class SourceRoute
{
  public:
    static constexpr uint32_t NO_PORT = UINT32_MAX; ///< no hop is left
    static constexpr uint32_t NO_PATH = UINT32_MAX; ///< there is no reverse path
    static constexpr uint32_t MAX_BYTES =
        1 + 2 * FabricPath::MAX_HOPS; ///< bytes of the longest path

    /**
     * @brief Make a view of the path of a frame.
     * @param frame the frame
     * @param offset start of the path in the scratch area; MAX_BYTES must fit behind it
     */
    SourceRoute(RoceFrame& frame, uint32_t offset)
        : m_bytes(&frame.scratch[offset])
    {
    }

    /**
     * @brief Write a path, to be followed from its first hop on.
     * @param path the path
     * @return its bytes, for SetBalancerBytes()
     */
    uint32_t Write(const FabricPath& path);

    /**
     * @brief Get the egress port at the current switch.
     * @return the port, or NO_PORT behind the last hop
     */
    uint32_t GetPort() const;

    /**
     * @brief Find the reverse path: over the links of this one, in the opposite direction.
     * @param paths paths from the last switch of this one to the first
     * @return index of the path, or NO_PATH
     */
    uint32_t FindReverse(const std::vector<FabricPath>& paths) const;

    /// @brief Go to the next hop, as the frame leaves the switch.
    void Advance();

  private:
    static constexpr uint8_t HOP_MASK = 0x07; ///< next hop
    static constexpr uint8_t COUNT_SHIFT = 3; ///< number of hops
    static constexpr uint8_t WIDE = 0x40;     ///< two bytes a port

    static_assert(FabricPath::MAX_HOPS <= HOP_MASK, "a hop has three bits");

    /**
     * @brief Get the number of hops, those that the frame has passed included.
     * @return hops
     */
    uint32_t GetHops() const
    {
        return *m_bytes >> COUNT_SHIFT & HOP_MASK;
    }

    /**
     * @brief Get the egress port of a hop.
     * @param hop below GetHops()
     * @return the port
     */
    uint32_t GetPortOf(uint32_t hop) const;

    uint8_t* m_bytes; ///< the path, in the frame
};

} // namespace ns3::rdmacell

#endif // SOURCE_ROUTE_H
