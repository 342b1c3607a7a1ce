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
 * @brief Owns objects and finds them by number with one array access.
 *
 * Numbers count up through 24 bits, as queue pair numbers of RNICs do. So a late frame with the
 * number of a destroyed queue pair finds nothing, and the UDP source ports that are computed from
 * the numbers differ from flow to flow. The low bits of a number are the index of its slot; a
 * number whose slot is taken is skipped. The table doubles when half full, so that few are.
 *
 * Objects are pooled: one is constructed in memory that an earlier one has released. They never
 * move.
 *
 * Numbers 0 and 1 are never used (queue pairs 0 and 1 are special, key 0 means none).
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
     * @param args arguments of its constructor
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

    /**
     * @brief Visit all objects, for reports.
     * @param visit called with each object, in no particular order
     */
    template <typename Visit>
    void ForEach(Visit visit) const
    {
        for (const Slot& slot : m_slots)
        {
            if (slot.object)
            {
                visit(*slot.object);
            }
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
     * @brief Count the slots: a power of two, up to four times the largest number of objects.
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
    static constexpr std::size_t FIRST_OBJECTS = 4;    ///< in the first block of memory

    static_assert(alignof(T) <= alignof(void*), "the memory is aligned for pointers");

    /// Where an object is found.
    struct Slot
    {
        T* object{nullptr}; ///< null if free
        uint32_t number{0}; ///< of the object, or of the last one in this slot
    };

    /**
     * @brief Destroy an object.
     * @param slot its slot
     */
    void Destroy(Slot& slot)
    {
        slot.object->~T();
        m_memory.free(slot.object);
        slot.object = nullptr;
    }

    /**
     * @brief Compute the slot of a number.
     * @param number the number
     * @return index into m_slots
     */
    std::size_t IndexOf(uint32_t number) const
    {
        return number & (m_slots.size() - 1);
    }

    /// @brief Double the table. Numbers in different slots stay in different slots.
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

    boost::pool<> m_memory{sizeof(T), FIRST_OBJECTS};             ///< memory of the objects
    std::vector<Slot> m_slots = std::vector<Slot>(INITIAL_SLOTS); ///< by low bits of the number
    uint32_t m_next;                                              ///< number to try next
    uint32_t m_live{0};                                           ///< objects in the table
};

} // namespace ns3::rdmacell

#endif // SLOT_TABLE_H
