/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLOW_SLOTS_H
#define FLOW_SLOTS_H

#include "ns3/flow.h"
#include "ns3/ipv4-address.h"

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <list>

namespace ns3::rdmacell
{

class CellSender;
class CellSendSide;
class MemoryRegion;
class PathSet;

/**
 * @ingroup rdmacell
 * @brief The flows that use a group of queue pairs: one, or, where groups are shared, as many as
 * there are rings for their tokens; others wait.
 *
 * A flow is named in its cells by a slot number. The flows that use a ring one after the other have
 * different numbers, so that a late token of an earlier one is not taken for one of a later one.
 */
class FlowSlots
{
  public:
    /**
     * @brief Construct slots without flows.
     * @param side what the groups of a host share; outlives it
     * @param paths paths of the group; outlive it
     * @param group number of the group
     * @param peer address of the receiver
     */
    FlowSlots(CellSendSide& side, PathSet& paths, uint32_t group, Ipv4Address peer);

    /// @brief Forget all flows. Close() releases what the device and the peer hold.
    ~FlowSlots();
    FlowSlots(const FlowSlots&) = delete;
    FlowSlots& operator=(const FlowSlots&) = delete;

    /**
     * @brief Start a flow, or let it wait for a ring.
     * @param flow the flow
     */
    void AddFlow(const Flow& flow);

    /**
     * @brief A token is in memory.
     * @param address of its slot in a ring
     */
    void ReadToken(uint64_t address);

    /**
     * @brief A path is isolated: its cells are to be retransmitted.
     * @param path the path
     */
    void RollBack(uint16_t path);

    /// @brief Let all flows send what they may.
    void SendCells();

    /// @brief Give the rings of flows that have ended to those that wait.
    void ReleaseFinished();

    /**
     * @brief Ask whether all flows have ended.
     * @return true if so
     */
    bool AreAllDone() const;

    /// @brief Tell the receiver that all flows have ended, and deregister the rings.
    void Close();

  private:
    /// A token ring, which a flow may be using.
    struct Ring
    {
        CellSender* sender{nullptr}; ///< the flow, or nullptr
        uint16_t nextSlot{0};        ///< slot number of the next flow
    };

    /**
     * @brief Find a ring that no flow uses.
     * @return the ring, or nullptr if there is none
     */
    Ring* FindFreeRing();

    /**
     * @brief Start a flow.
     * @param flow the flow
     * @param ring a free ring
     */
    void StartFlow(const Flow& flow, Ring& ring);

    /**
     * @brief Tell the receiver that a flow has ended.
     * @param sender the flow
     */
    void SendFlowEnd(const CellSender& sender) const;

    using RingMemory = boost::container::small_vector<uint8_t, 1024>; ///< one ring of 64 tokens

    CellSendSide& m_side;                            ///< what groups share
    PathSet& m_paths;                                ///< paths of the group
    uint32_t m_group;                                ///< number of the group
    Ipv4Address m_peer;                              ///< the receiver
    boost::container::small_vector<Ring, 1> m_rings; ///< one, or as many as flows share the group
    std::list<Flow> m_waiting;                       ///< flows without a ring
    RingMemory m_memory;                             ///< of all rings
    MemoryRegion& m_region;                          ///< registers it
};

} // namespace ns3::rdmacell

#endif // FLOW_SLOTS_H
