/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRAJECTORY_HASH_H
#define TRAJECTORY_HASH_H

#include "ns3/roce-frame.h"
#include "ns3/simulator.h"

#include <cstdint>

namespace ns3::rdmacell
{

/// Collects a hash over what happens in a run.
class TrajectoryHash
{
  public:
    /**
     * @brief Add a number.
     * @param value the number
     */
    void Add(uint64_t value)
    {
        m_hash = (m_hash ^ value) * 0x100000001b3;
        m_hash ^= m_hash >> 29;
    }

    /**
     * @brief Add a frame that a device starts to send.
     * @param node its node
     * @param port its number in the node
     * @param frame the frame
     */
    void AddFrame(uint32_t node, uint32_t port, const RoceFrame& frame)
    {
        Add(static_cast<uint64_t>(Simulator::Now().GetTimeStep()));
        Add(uint64_t{node} << 32 | port);
        Add(static_cast<uint64_t>(frame.kind) << 32 | static_cast<uint64_t>(frame.opcode) << 24 |
            static_cast<uint64_t>(frame.ecn) << 16 | frame.wireBytes);
        Add(uint64_t{frame.destQp} << 32 | frame.psn);
    }

    /**
     * @brief Get the hash.
     * @return the hash
     */
    uint64_t Get() const
    {
        return m_hash;
    }

  private:
    uint64_t m_hash{0xcbf29ce484222325}; ///< so far
};

} // namespace ns3::rdmacell

#endif // TRAJECTORY_HASH_H
