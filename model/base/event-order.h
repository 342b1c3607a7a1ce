/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EVENT_ORDER_H
#define EVENT_ORDER_H

#include "ns3/scheduler.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief The order of events of equal time.
 *
 * Nodes act on each other only by frames and by messages of the connection manager. Events that
 * these cause, and starts of flows, have places: numbers that depend on the network alone, not on
 * who inserted the event, nor when. They come before all other events of the same time, in the
 * order of their places. Other events are those that a node schedules for itself; they keep the
 * order of their insertion. So what happens at a node does not depend on the order in which events
 * of other nodes run, which differs if the nodes are spread over processes.
 *
 * In an event's number (Scheduler::EventKey::m_uid), the highest bit tells the two kinds apart.
 * Stock schedulers compare numbers, so they have this order, too. ns3::DefaultSimulatorImpl knows
 * of no places: with it, all events of equal time are in the order of their insertion.
 */
struct EventOrder
{
    static constexpr uint32_t NO_PLACE = 0xffffffff; ///< of events in the order of insertion

    static constexpr uint32_t FIRST = 0;              ///< before all others
    static constexpr uint32_t ARRIVALS = 1;           ///< arrivals of frames, by wire
    static constexpr uint32_t MESSAGES = 1U << 21;    ///< arrivals of messages, by node
    static constexpr uint32_t FLOW_STARTS = 3U << 20; ///< starts of flows, by node
    static constexpr uint32_t END = 1U << 22;         ///< behind the last place

    /// Bit of an event's number that tells that it has no place.
    static constexpr uint32_t UNPLACED_BIT = 1U << 31;

    static constexpr uint32_t PLACE_SHIFT = 9; ///< where in a number the place begins

    /**
     * @brief Ask whether the order of insertion decides about an event.
     * @param uid number of the event
     * @return false if it has a place
     */
    static constexpr bool IsUnplaced(uint32_t uid)
    {
        return (uid & UNPLACED_BIT) != 0;
    }

    /**
     * @brief Compute which events of the same time a new one goes behind.
     * @param uid number of the new event
     * @return the largest number of those events
     */
    static constexpr uint32_t GetLast(uint32_t uid)
    {
        return IsUnplaced(uid) ? UINT32_MAX : uid;
    }

    /**
     * @brief Compare a pending event with a new one.
     * @param pending key of the pending event
     * @param time time of the new event
     * @param last GetLast() of the new event
     * @return true if the new one comes later
     */
    static bool IsBehind(const Scheduler::EventKey& pending, uint64_t time, uint32_t last)
    {
        return pending.m_ts < time || (pending.m_ts == time && pending.m_uid <= last);
    }
};

} // namespace ns3::rdmacell

#endif // EVENT_ORDER_H
