/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SLOT_TABLE_H
#define SLOT_TABLE_H

#include "ns3/abort.h"

#include <boost/pool/pool.hpp>
#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Owns objects and finds them by number, at the cost of one array access.
 *
 * Numbers count up, as queue pair numbers of RNICs do, and come back after 2^24: the number of an
 * object that is gone finds nothing for very long, and the UDP source ports that are computed from
 * queue pair numbers differ from flow to flow. The table is addressed by a number's low bits; a
 * number whose place is taken is skipped. It doubles when half full, so that there are few skips.
 *
 * An object is made in memory that one which is gone has left, if there is any. Only memory is used
 * again: objects are constructed and destroyed, and stay where they are in between.
 *
 * The first two numbers are never used (queue pairs 0 and 1 are special, key 0 means none).
 *
 * @tparam T the objects
 */
template <typename T>
class SlotTable
{
    static constexpr uint32_t RESERVED = 2; ///< numbers never used

  public:
    /**
     * @brief Make an empty table.
     * @param first the first number to use, 24 bits
     */
    explicit SlotTable(uint32_t first = RESERVED)
        : m_next(first)
    {
    }

    ~SlotTable()
    {
        Clear();
    }

    SlotTable(const SlotTable&) = delete;
    SlotTable& operator=(const SlotTable&) = delete;

    /**
     * @brief Reserve the number of the next object.
     * @return the number; Make() must follow
     */
    uint32_t GetNext()
    {
        if (2 * (m_live + 1) > m_slots.size())
        {
            Grow();
        }
        while (m_next < RESERVED || m_slots[IndexOf(m_next)].object)
        {
            m_next = (m_next + 1) & NUMBER_MASK;
        }
        return m_next;
    }

    /**
     * @brief Make an object of the number that GetNext() gave.
     * @param args what it is made of
     * @return the object
     */
    template <typename... Args>
    T* Make(Args&&... args)
    {
        void* memory = m_memory.malloc();
        NS_ABORT_MSG_UNLESS(memory, "out of memory");
        T* object = new (memory) T(std::forward<Args>(args)...);
        m_slots[IndexOf(m_next)] = {object, m_next};
        m_next = (m_next + 1) & NUMBER_MASK;
        ++m_live;
        return object;
    }

    /**
     * @brief Find an object.
     * @param number its number
     * @return the object, or nullptr if there is none of this number
     */
    T* Find(uint32_t number) const
    {
        const Slot& slot = m_slots[IndexOf(number)];
        return slot.number == number ? slot.object : nullptr;
    }

    /**
     * @brief Destroy an object and free its number.
     * @param number its number; nothing happens if there is none
     */
    void Erase(uint32_t number)
    {
        if (Find(number))
        {
            Destroy(m_slots[IndexOf(number)]);
            --m_live;
        }
    }

    /// @brief Destroy all objects.
    void Clear()
    {
        for (Slot& slot : m_slots)
        {
            if (slot.object)
            {
                Destroy(slot);
            }
        }
        m_slots = std::vector<Slot>(INITIAL_SLOTS);
        m_live = 0;
    }

    /**
     * @brief Ask whether there is no object.
     * @return true if empty
     */
    bool IsEmpty() const
    {
        return m_live == 0;
    }

    /**
     * @brief Count the slots: a power of two, up to four times the most objects at a time.
     * @return slots
     */
    uint32_t GetSlots() const
    {
        return static_cast<uint32_t>(m_slots.size());
    }

  private:
    static constexpr uint32_t NUMBER_MASK = 0xffffff;  ///< numbers have 24 bits
    static constexpr std::size_t INITIAL_SLOTS = 16;   ///< a power of two
    static constexpr std::size_t MAX_SLOTS = 1U << 24; ///< one for each number
    static constexpr std::size_t FIRST_OBJECTS = 4;    ///< to have memory for; then twice as many

    static_assert(alignof(T) <= alignof(void*), "the memory is aligned for pointers");

    /// An object's place.
    struct Slot
    {
        T* object{nullptr}; ///< null if free
        uint32_t number{0}; ///< of the object, or of the last one that was here
    };

    /**
     * @brief Destroy an object.
     * @param slot its place
     */
    void Destroy(Slot& slot)
    {
        slot.object->~T();
        m_memory.free(slot.object);
        slot.object = nullptr;
    }

    /**
     * @brief Find the place of a number.
     * @param number the number
     * @return index into m_slots
     */
    std::size_t IndexOf(uint32_t number) const
    {
        return number & (m_slots.size() - 1);
    }

    /// @brief Double the table. Numbers that were apart stay apart.
    void Grow()
    {
        NS_ABORT_MSG_IF(m_slots.size() == MAX_SLOTS, "more than 2^23 objects at a time");
        std::vector<Slot> old(2 * m_slots.size());
        old.swap(m_slots);
        for (const Slot& slot : old)
        {
            if (slot.object)
            {
                m_slots[IndexOf(slot.number)] = slot;
            }
        }
    }

    boost::pool<> m_memory{sizeof(T), FIRST_OBJECTS};             ///< what objects are made in
    std::vector<Slot> m_slots = std::vector<Slot>(INITIAL_SLOTS); ///< by low bits of the number
    uint32_t m_next;                                              ///< to try next
    uint32_t m_live{0};                                           ///< objects
};

} // namespace ns3::rdmacell

#endif // SLOT_TABLE_H
