/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NEXT_EVENTS_H
#define NEXT_EVENTS_H

#include "ns3/scheduler.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief The few events that come next, in their order, for a timing wheel that looks ahead.
 *
 * They lie one behind the other, so that the event at any place is found at once.
 */
class NextEvents
{
  public:
    static constexpr uint32_t AHEAD = 8;            ///< events that are looked ahead to
    static constexpr uint32_t CAPACITY = 2 * AHEAD; ///< events that there is room for

    NextEvents();
    NextEvents(const NextEvents&) = delete;
    NextEvents& operator=(const NextEvents&) = delete;

    /**
     * @brief Ask whether there is no event.
     * @return true if empty
     */
    bool IsEmpty() const
    {
        return m_first == m_end;
    }

    /**
     * @brief Ask whether there is no room for another event.
     * @return true if full
     */
    bool IsFull() const
    {
        return m_end - m_first == CAPACITY;
    }

    /**
     * @brief Ask whether there are as many events as are looked ahead to.
     * @return true if there are
     */
    bool IsEnough() const
    {
        return m_end - m_first >= AHEAD;
    }

    /**
     * @brief Look at an event.
     * @param place how many events come before it, below AHEAD
     * @return the event; its uid is 0 if there are not so many
     */
    const Scheduler::Event& Peek(uint32_t place) const
    {
        return m_first[place];
    }

    /**
     * @brief Look at the last event; there must be one.
     * @return the event
     */
    const Scheduler::Event& PeekLast() const
    {
        return m_end[-1];
    }

    /**
     * @brief Append an event and prefetch its memory.
     * @param event the event; not before any other
     */
    void Append(const Scheduler::Event& event)
    {
        __builtin_prefetch(event.impl, 1);
        if (m_end == m_events.data() + ROOM)
        {
            Slide();
        }
        // One by one: a copy of the whole would wait for fields that were written just now.
        m_end->impl = event.impl;
        m_end->key.m_ts = event.key.m_ts;
        m_end->key.m_uid = event.key.m_uid;
        m_end->key.m_context = event.key.m_context;
        ++m_end;
    }

    /**
     * @brief Remove the first event; there must be one.
     * @return the event
     */
    Scheduler::Event PopFirst()
    {
        return *m_first++;
    }

    /**
     * @brief Remove the last event; there must be one.
     * @return the event
     */
    Scheduler::Event PopLast();

    /**
     * @brief Insert an event where it belongs (EventOrder); there must be room.
     * @param event the event
     */
    void Insert(const Scheduler::Event& event);

    /**
     * @brief Remove an event.
     * @tparam Predicate a function of an event
     * @param isIt true for the event
     * @return false if it is not there
     */
    template <typename Predicate>
    bool Remove(Predicate isIt)
    {
        for (Scheduler::Event* event = m_first; event != m_end; ++event)
        {
            if (isIt(*event))
            {
                Erase(event);
                return true;
            }
        }
        return false;
    }

  private:
    static constexpr std::size_t ROOM = 8 * AHEAD; ///< for the events, and for those before them

    /// @brief Move the events to the beginning.
    [[gnu::noinline]] void Slide();

    /**
     * @brief Remove an event.
     * @param event the event
     */
    void Erase(Scheduler::Event* event);

    Scheduler::Event* m_first;                           ///< first event
    Scheduler::Event* m_end;                             ///< behind the last event
    std::array<Scheduler::Event, ROOM + AHEAD> m_events; ///< from m_end on, uids are 0
};

} // namespace ns3::rdmacell

#endif // NEXT_EVENTS_H
