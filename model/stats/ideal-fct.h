/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IDEAL_FCT_H
#define IDEAL_FCT_H

#include "ns3/path-profile.h"
#include "ns3/roce-frame.h"

#include <boost/container/small_vector.hpp>
#include <cstdint>

namespace ns3::rdmacell
{

/// A time for each link of a path; paths of up to eight links take no allocation.
using LinkTimes = boost::container::small_vector<int64_t, 8>;

/**
 * @ingroup rdmacell
 * @brief Computes the ideal FCT: the time that a flow takes as one RDMA WRITE on one queue pair,
 * alone in the network.
 *
 * It lasts from the start of the flow to the arrival of the last acknowledgement at the sender.
 * Packets are sent back to back, each node stores a packet before it forwards it, and the last
 * packet is acknowledged at once. Packet i can leave on link j when it has arrived by link j - 1
 * and packet i - 1 has left; so the time is that of the longest path through a grid of packets and
 * links, for any rates and sizes of packets. It is the same for every scheme, and a lower bound for
 * a flow on one path at a time: where hosts are faster than the network between them, a real flow
 * may be marked and paused as well.
 *
 * It is exact to a time step where a byte takes a whole number of steps on each link (every common
 * rate at 1 ps). Otherwise each term of the path is rounded down, so that the result may be some
 * steps too short, but not too long.
 */
class IdealFct
{
  public:
    /**
     * @brief Make a calculator.
     * @param pathMtu payload bytes in a full packet
     * @param longestMessage bytes of the longest WRITE; a longer flow is several
     * @param linkOverhead bytes of link time beside each frame's own (RoceNic::LinkOverhead)
     */
    IdealFct(uint32_t pathMtu,
             uint32_t longestMessage,
             int32_t linkOverhead = WireSize::PREAMBLE_GAP);

    /**
     * @brief Compute the time of a flow.
     * @param forward links from the sender to the receiver, at least one
     * @param backward links of the acknowledgement
     * @param sizeBytes bytes of the flow
     * @return time steps
     */
    int64_t GetFct(const PathProfile& forward,
                   const PathProfile& backward,
                   uint64_t sizeBytes) const;

    /**
     * @brief Compute the time of a flow on the fastest of some paths.
     * @param forward paths from the sender to the receiver, at least one
     * @param backward paths of the acknowledgement, at least one
     * @param sizeBytes bytes of the flow
     * @return time steps
     */
    int64_t GetFastestFct(const PathProfiles& forward,
                          const PathProfiles& backward,
                          uint64_t sizeBytes) const;

    /**
     * @brief Compute the time to the placement of the last byte of a flow.
     * @param forward links from the sender to the receiver, at least one
     * @param sizeBytes bytes of the flow
     * @return time steps from the start of the flow
     */
    int64_t GetPlacement(const PathProfile& forward, uint64_t sizeBytes) const;

  private:
    /**
     * @brief Compute the time of the acknowledgement of the last packet.
     * @param backward its links
     * @return time steps
     */
    int64_t GetReturn(const PathProfile& backward) const;

    /**
     * @brief Compute the link time of a packet.
     * @param opcode its opcode
     * @param payloadBytes its payload
     * @return bytes
     */
    uint32_t WireBytes(RoceOpcode opcode, uint32_t payloadBytes) const;

    /**
     * @brief Append a message to the packets sent so far.
     * @param path the links
     * @param bytes bytes of the message
     * @param longest by link: time until the last packet has left it, without delays, steps
     */
    void AddMessage(const PathProfile& path, uint32_t bytes, LinkTimes& longest) const;

    uint32_t m_pathMtu;        ///< payload bytes in a full packet
    uint32_t m_longestMessage; ///< bytes
    int32_t m_linkOverhead;    ///< bytes
};

} // namespace ns3::rdmacell

#endif // IDEAL_FCT_H
