/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FAR_EVENT_HEAP_H
#define FAR_EVENT_HEAP_H

#include "event-order.h"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief The events behind the end of a timing wheel: a binary heap.
 *
 * An event is a number of the caller's, its node. Events of equal time leave in the order of
 * EventOrder; those in the order of insertion are counted in 64 bits for that.
 */
class FarEventHeap
{
  public:
    /// What Remove() returns if there is no such event.
    static constexpr uint32_t NONE = 0xffffffff;

    /**
     * @brief Ask whether there are events.
     * @return true if not
     */
    bool IsEmpty() const
    {
        return m_events.empty();
    }

    /**
     * @brief Get the time of the first event; there must be one.
     * @return time steps
     */
    uint64_t GetFirstTime() const
    {
        return m_events.front().time;
    }

    /**
     * @brief Get the first event; there must be one.
     * @return its node
     */
    uint32_t GetFirst() const
    {
        return m_events.front().node;
    }

    /// @brief Take the first event out; there must be one.
    void Pop()
    {
        std::pop_heap(m_events.begin(), m_events.end(), IsLater);
        m_events.pop_back();
    }

    /**
     * @brief Put an event in.
     * @param time time of the event
     * @param uid number of the event
     * @param node its node
     */
    void Insert(uint64_t time, uint32_t uid, uint32_t node)
    {
        m_events.push_back({time, EventOrder::IsUnplaced(uid) ? m_inserted++ : uid, node});
        std::push_heap(m_events.begin(), m_events.end(), IsLater);
    }

    /**
     * @brief Take an event out, at a cost in proportion to the events.
     * @tparam Match function of a node
     * @param time time of the event
     * @param match true for the node
     * @return the node, or NONE
     */
    template <typename Match>
    uint32_t Remove(uint64_t time, Match match)
    {
        const auto found = std::find_if(m_events.begin(), m_events.end(), [&](const Event& event) {
            return event.time == time && match(event.node);
        });
        if (found == m_events.end())
        {
            return NONE;
        }
        const uint32_t node = found->node;
        *found = m_events.back();
        m_events.pop_back();
        std::make_heap(m_events.begin(), m_events.end(), IsLater);
        return node;
    }

  private:
    /// An event.
    struct Event
    {
        uint64_t time;  ///< its time
        uint64_t order; ///< its number if it has a place; otherwise counted up by insertion
        uint32_t node;  ///< its node
    };

    /**
     * @brief Compare two events.
     * @param a the one
     * @param b the other
     * @return true if a leaves after b
     */
    static bool IsLater(const Event& a, const Event& b)
    {
        return std::tie(a.time, a.order) > std::tie(b.time, b.order);
    }

    std::vector<Event> m_events; ///< the events, a heap
    /// The next event's `order`, if it has no place.
    uint64_t m_inserted{uint64_t{UINT32_MAX} + 1};
};

} // namespace ns3::rdmacell

#endif // FAR_EVENT_HEAP_H
