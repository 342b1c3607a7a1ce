/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TIMING_WHEEL_SCHEDULER_H
#define TIMING_WHEEL_SCHEDULER_H

#include "event-order.h"
#include "far-event-heap.h"
#include "next-events.h"
#include "slot-bitmap.h"
#include "slot-width-tuner.h"

#include "ns3/nstime.h"
#include "ns3/scheduler.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief An event list with constant cost for events of the near future.
 *
 * Chosen by ns-3's global value `SchedulerType`. The future is cut into slots of equal width:
 *
 * - a few events that come next are in a short sorted list;
 * - the other events of the current slot, and those of the slots that follow, are in a wheel, one
 *   sorted list a slot;
 * - the events behind the end of the wheel are in a heap.
 *
 * The short list is in use only while many events are pending (LookAheadFrom), as in a large
 * network. What an event needs has left the processor's caches by then, so the memory of the events
 * in the list is loaded while earlier ones run; a simulator can load more (PeekAhead()).
 * When a slot becomes the current one, which is when its first event leaves the wheel, the events
 * that the end of the wheel has then passed move from the heap into the wheel. So most events are
 * never compared with any but the few of their own slot. The width of a slot is chosen from the use
 * of the scheduler, again and again, unless the attribute SlotWidth fixes it.
 *
 * Events leave in the order of their time and, at equal times, in that of EventOrder: those of uids
 * below 2^31 by uid, as with stock schedulers, the others behind them in the order of their
 * insertion, however their uids count. It needs no further numbers in the events for that: of
 * events of equal time those in the short list come first, the others are in the same part at any
 * time, and each part keeps their order.
 *
 * Insert() and RemoveNext() allocate memory only when more events are pending than ever before.
 * PeekNext() changes nothing. Remove() searches one slot, or for a far event the whole heap.
 */
class TimingWheelScheduler final : public Scheduler
{
  public:
    /**
     * @brief Get the type ID.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    TimingWheelScheduler();
    ~TimingWheelScheduler() override;

    // Inherited from Scheduler
    void Insert(const Event& ev) override;

    bool IsEmpty() const override
    {
        return m_size == 0;
    }

    Event PeekNext() const override;
    Event RemoveNext() override;
    void Remove(const Event& ev) override;

    /// How many of the coming events PeekAhead() knows, if they are close together.
    static constexpr uint32_t AHEAD = NextEvents::AHEAD;

    /**
     * @brief Do what RemoveNext() does while LooksAhead() is false.
     * @return the event
     */
    Event RemoveFirst();

    /**
     * @brief Do what RemoveNext() does while LooksAhead() is true.
     * @return the event
     */
    Event RemoveAhead();

    /**
     * @brief Ask whether PeekAhead() knows anything.
     * @return true if it does
     */
    bool LooksAhead() const
    {
        return m_looksAhead;
    }

    /**
     * @brief Look at an event that comes soon.
     * @param place how many events come before it, below AHEAD
     * @return the event; its uid is 0 if it is not known
     */
    const Event& PeekAhead(uint32_t place) const
    {
        return m_next.Peek(place);
    }

    /**
     * @brief Set the width of a slot; may be called at any time.
     * @param width rounded down to a power of two of time steps; zero leaves it to the scheduler
     */
    void SetSlotWidth(const Time& width);

    /**
     * @brief Get the width of a slot that was asked for.
     * @return the argument of the last SetSlotWidth()
     */
    Time GetSlotWidth() const;

    /**
     * @brief Get the width of a slot that is in use.
     * @return a power of two of time steps
     */
    Time GetSlotWidthInUse() const;

  private:
    static constexpr uint32_t LOG_SLOTS = 14;            ///< binary logarithm of SLOTS
    static constexpr uint32_t SLOTS = 1u << LOG_SLOTS;   ///< slots of the wheel
    static constexpr uint32_t NO_NODE = 0xffffffff;      ///< end of a list of nodes
    static constexpr uint32_t NO_SLOT = SLOTS;           ///< no slot
    static constexpr uint64_t NEAR_SLOTS = 64;           ///< an event further ahead is not next
    static constexpr uint64_t LONGEST_WINDOW = 1u << 14; ///< events removed between two reviews

    /// A pending event, or a free place for one.
    struct alignas(32) Node
    {
        Event event;   ///< the event
        uint32_t next; ///< next node of the free list, or of the slot, whose last has its first
    };

    /// @brief Double the nodes, none of which is free.
    void AddNodes();

    /**
     * @brief Double the nodes, none of which is free, and insert an event.
     * @param ev the event
     */
    [[gnu::noinline]] void AddNodesAndInsert(Event ev);

    /**
     * @brief Give a node back.
     * @param node its index
     */
    void FreeNode(uint32_t node)
    {
        m_nodes[node].next = m_freeNode;
        m_freeNode = node;
    }

    /**
     * @brief Compare two events.
     * @param a one
     * @param b the other
     * @return true if they are the same
     */
    static bool IsSame(const Event& a, const Event& b);

    /**
     * @brief Put a node into the part where it belongs, behind those of the same time that it
     * follows.
     * @param time time of its event
     * @param node index of the node
     */
    void Place(uint64_t time, uint32_t node)
    {
        const uint64_t number = time >> m_logWidth;
        if (number - m_currentNumber < SLOTS)
        {
            PlaceNear(number % SLOTS, time, node);
        }
        else
        {
            PlaceElsewhere(time, node);
        }
    }

    /**
     * @brief Compute which events of the same time the event of a node goes behind.
     * @param node index of the node
     * @return as EventOrder::GetLast()
     */
    uint32_t GetLast(uint32_t node) const
    {
        return EventOrder::GetLast(m_nodes[node].event.key.m_uid);
    }

    /**
     * @brief Ask whether a new event belongs among the next ones.
     * @param key key of the event
     * @return true if it comes before the last of them
     */
    bool IsAhead(const EventKey& key) const
    {
        return key.m_ts <= m_nextEnd && !m_next.IsEmpty() &&
               (key.m_ts < m_nextEnd || !EventOrder::IsBehind(m_next.PeekLast().key,
                                                              key.m_ts,
                                                              EventOrder::GetLast(key.m_uid)));
    }

    /**
     * @brief Number the slot that an event belongs to.
     * @param time time of the event
     * @return slots since time 0, not before the current one: a slot is sorted by the whole time
     */
    uint64_t GetNumber(uint64_t time) const
    {
        return std::max(time >> m_logWidth, m_currentNumber);
    }

    /**
     * @brief Ask whether an event belongs into the wheel.
     * @param time time of the event
     * @return false if it belongs into the heap
     */
    bool IsNear(uint64_t time) const
    {
        return GetNumber(time) - m_currentNumber < SLOTS;
    }

    /**
     * @brief Put a node into its slot of the wheel.
     * @param slot index of the slot
     * @param time time of its event
     * @param node index of the node
     */
    void PlaceNear(uint32_t slot, uint64_t time, uint32_t node)
    {
        const uint32_t last = m_slots[slot];
        if (last == NO_NODE)
        {
            m_nodes[node].next = node;
            m_slots[slot] = node;
            m_used.Set(slot);
        }
        else if (EventOrder::IsBehind(m_nodes[last].event.key, time, GetLast(node)))
        {
            m_nodes[node].next = m_nodes[last].next;
            m_nodes[last].next = node;
            m_slots[slot] = node;
        }
        else
        {
            PlaceWithin(time, node, last);
        }
    }

    /**
     * @brief Put a node into a slot, before at least one other.
     * @param time time of its event
     * @param node index of the node
     * @param last last node of the slot, whose event is later
     */
    [[gnu::noinline]] void PlaceWithin(uint64_t time, uint32_t node, uint32_t last);

    /**
     * @brief Put a node of a time that is not in the wheel into the heap, or into the current slot
     * if it is in the past.
     * @param time time of its event
     * @param node index of the node
     */
    [[gnu::noinline]] void PlaceElsewhere(uint64_t time, uint32_t node);

    /**
     * @brief Put an event among the next ones, all of which are known to come before the wheel's.
     * @param ev the event, which comes before the last of them
     */
    [[gnu::noinline]] void InsertAhead(const Event& ev);

    /// @brief Give the next events back to the wheel.
    void GiveAllBack();

    /// @brief Give the last of the next events back to the wheel, before all others there.
    void GiveBack();

    /**
     * @brief Append the first event of the wheel to the next ones.
     * @param needed append it however late it comes: there is no next event
     * @return false if none was appended; LooksAhead() may have become false
     */
    bool TakeAhead(bool needed)
    {
        uint32_t slot = m_currentNumber % SLOTS;
        if (m_slots[slot] == NO_NODE)
        {
            slot = Advance(needed);
            if (slot == NO_SLOT || !m_looksAhead)
            {
                return false;
            }
        }
        const uint32_t node = TakeFirst(slot);
        m_next.Append(m_nodes[node].event);
        m_nextEnd = m_nodes[node].event.key.m_ts;
        FreeNode(node);
        return true;
    }

    /**
     * @brief Make the next slot in use the current one.
     * @param needed do so however far it is
     * @return its index, or NO_SLOT
     */
    [[gnu::noinline]] uint32_t Advance(bool needed);

    /**
     * @brief Take the first node out of a slot.
     * @param slot index of the slot, which is in use
     * @return the node
     */
    uint32_t TakeFirst(uint32_t slot)
    {
        const uint32_t last = m_slots[slot];
        const uint32_t first = m_nodes[last].next;
        if (first == last)
        {
            m_slots[slot] = NO_NODE;
            m_used.Clear(slot);
        }
        else
        {
            m_nodes[last].next = m_nodes[first].next;
        }
        return first;
    }

    /**
     * @brief Ask whether the end of the wheel has passed the first event of the heap.
     * @return true if it belongs into the wheel
     */
    bool IsFarEventNear() const;

    /// @brief Move the events that are no longer behind the end of the wheel into it.
    [[gnu::noinline]] void FetchFarEvents();

    /**
     * @brief Remove an event of the wheel.
     * @param ev the event
     * @return its node, or NO_NODE if it is not there
     */
    uint32_t RemoveNear(const Event& ev);

    /// @brief Review the width of a slot if it is time to.
    void ReviewIfDue();

    /// @brief Ask the tuner whether the width of a slot is still the best one.
    [[gnu::noinline]] void Review();

    /**
     * @brief Change the width of a slot.
     * @param logWidth binary logarithm of the new width
     */
    void Resize(uint32_t logWidth);

    uint32_t m_logWidth{0};       ///< binary logarithm of the width of a slot, in time steps
    uint32_t m_freeNode{NO_NODE}; ///< first node of the free list
    uint64_t m_size{0};           ///< pending events
    bool m_looksAhead{false};     ///< the list of next events is in use
    uint32_t m_lookAheadFrom{0};  ///< pending events from which on it is
    uint64_t m_nextEnd{0};        ///< if there are next events: no other comes before this
    uint64_t m_now{0};            ///< time of the event that was removed last
    uint64_t m_currentNumber{0};  ///< the current slot, in slots since time 0
    uint64_t m_removed{0};        ///< events removed since the last review
    uint64_t m_reviewAfter{0};    ///< events to remove before the next review
    uint64_t m_window{0};         ///< the same, as long as slots are short
    uint64_t m_steps{0};          ///< events passed in slots since the last review

    NextEvents m_next;                     ///< the next events, if any are known
    std::vector<Node> m_nodes;             ///< events in wheel and heap
    FarEventHeap m_far;                    ///< events behind the end of the wheel
    SlotWidthTuner m_tuner;                ///< chooses the width
    Time m_slotWidth;                      ///< width asked for
    SlotBitmap<SLOTS> m_used;              ///< slots in use
    std::array<uint32_t, SLOTS> m_slots{}; ///< last node of each slot, or NO_NODE
};

} // namespace ns3::rdmacell

#endif // TIMING_WHEEL_SCHEDULER_H
