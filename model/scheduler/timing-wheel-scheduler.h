/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TIMING_WHEEL_SCHEDULER_H
#define TIMING_WHEEL_SCHEDULER_H

#include "due-event-queue.h"
#include "far-event-heap.h"
#include "slot-bitmap.h"
#include "slot-width-tuner.h"

#include "ns3/nstime.h"
#include "ns3/scheduler.h"

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
 * - the events of the current slot, and whatever lies before it, are a sorted array;
 * - the events of the slots that follow it are in a wheel, one unsorted list a slot;
 * - the events behind the end of the wheel are in a heap.
 *
 * A slot is sorted when it becomes the current one, which is when its first event is removed, and
 * the events that the end of the wheel has then passed move from the heap into the wheel. So most
 * events are never compared with any but the few of their own slot. The width of a slot is chosen
 * from the use of the scheduler, again and again, unless the attribute SlotWidth says it.
 *
 * Events leave in the order of their time and, at equal times, of their insertion. Stock
 * schedulers take the event's uid for the latter, which is the same for as long as the simulator
 * counts up; it does so in 32 bits. This scheduler looks at no uid (but for Remove()), and so stays
 * right when the uids wrap around. It needs no numbers in the events for that: events of equal
 * time are in the same part at any time, and each part keeps their order.
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
    bool IsEmpty() const override;
    Event PeekNext() const override;
    Event RemoveNext() override;
    void Remove(const Event& ev) override;

    /**
     * @brief Set the width of a slot; may be called at any time.
     * @param width rounded down to a power of two of time steps; zero leaves it to the scheduler
     */
    void SetSlotWidth(const Time& width);

    /**
     * @brief Get the width of a slot that was asked for.
     * @return what SetSlotWidth() was given
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
    static constexpr uint64_t LONGEST_WINDOW = 1u << 14; ///< events removed between two reviews

    /// A pending event, or a free place for one.
    struct Node
    {
        Event event;   ///< the event
        uint32_t next; ///< next node of the slot or of the free list
    };

    /**
     * @brief Get a free node.
     * @return its index
     */
    uint32_t TakeNode();

    /// @brief Double the nodes.
    [[gnu::noinline]] void AddNodes();

    /**
     * @brief Give a node back.
     * @param node its index
     */
    void FreeNode(uint32_t node);

    /**
     * @brief Compare the node of an event with a given event.
     * @param node index of the node
     * @param ev the event
     * @return true if it is the same
     */
    bool IsSame(uint32_t node, const Event& ev) const;

    /**
     * @brief Put a node into the part where it belongs, behind all others of the same time.
     * @param time time of its event
     * @param node index of the node
     */
    void Place(uint64_t time, uint32_t node);

    /**
     * @brief Put a node into the sorted array of the current slot.
     * @param time time of its event
     * @param node index of the node
     */
    void PlaceDue(uint64_t time, uint32_t node);

    /**
     * @brief Put a node into its slot of the wheel.
     * @param time time of its event
     * @param node index of the node
     */
    void PlaceNear(uint64_t time, uint32_t node);

    /**
     * @brief Put a node into the heap.
     * @param time time of its event
     * @param node index of the node
     */
    [[gnu::noinline]] void PlaceFar(uint64_t time, uint32_t node);

    /**
     * @brief Make the next slot in use the current one, and take its first event.
     * @return its node
     */
    uint32_t Advance();

    /**
     * @brief Fill the sorted array, which is empty, from a slot.
     * @param slot index of the slot, which is in use
     */
    void LoadSlot(uint32_t slot);

    /**
     * @brief Ask whether the end of the wheel has passed the first event of the heap.
     * @return true if it belongs into the wheel
     */
    bool IsFarEventNear() const;

    /// @brief Move the events that are no longer behind the end of the wheel into it.
    void FetchFarEvents();

    /**
     * @brief Remove an event of the wheel.
     * @param ev the event
     * @return its node, or NO_NODE if it is not there
     */
    uint32_t RemoveNear(const Event& ev);

    /// @brief Ask the tuner whether the width of a slot is still the best one.
    void Review();

    /**
     * @brief Change the width of a slot.
     * @param logWidth binary logarithm of the new width
     */
    void Resize(uint32_t logWidth);

    uint32_t m_logWidth{0};       ///< binary logarithm of the width of a slot, in time steps
    uint32_t m_freeNode{NO_NODE}; ///< first node of the free list
    uint64_t m_size{0};           ///< pending events
    uint64_t m_now{0};            ///< time of the event that was removed last
    uint64_t m_currentLast{0};    ///< last time step of the current slot
    uint64_t m_currentNumber{0};  ///< m_currentLast in slots since time 0
    uint64_t m_farOrder{0};       ///< insertions into the heap
    uint64_t m_removed{0};        ///< events removed since the last review
    uint64_t m_reviewAfter{0};    ///< events to remove before the next review
    uint64_t m_window{0};         ///< the same, as long as the current slot is short

    DueEventQueue m_due;                   ///< events up to m_currentLast
    std::vector<Node> m_nodes;             ///< all pending events
    FarEventHeap m_far;                    ///< events behind the end of the wheel
    SlotWidthTuner m_tuner;                ///< chooses the width
    Time m_slotWidth;                      ///< width asked for
    SlotBitmap<SLOTS> m_used;              ///< slots in use
    std::array<uint32_t, SLOTS> m_slots{}; ///< latest node of each slot
};

} // namespace ns3::rdmacell

#endif // TIMING_WHEEL_SCHEDULER_H
