/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FREE_LIST_H
#define FREE_LIST_H

#include <cstddef>
#include <memory>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Objects that are taken and returned all the time, linked by their member `next` while they
 * are free. They are made a slab at a time, and none is destroyed before the list is.
 *
 * @tparam T what; it has a member `T* next`
 * @tparam SLAB how many are made at a time
 */
template <typename T, std::size_t SLAB>
class FreeList
{
  public:
    /**
     * @brief Take an object.
     * @return the object, as it was returned
     */
    T* Take()
    {
        if (!m_free)
        {
            Grow();
        }
        T* taken = m_free;
        m_free = taken->next;
        ++m_live;
        return taken;
    }

    /**
     * @brief Return an object.
     * @param object one that was taken
     */
    void Return(T* object)
    {
        object->next = m_free;
        m_free = object;
        --m_live;
    }

    /**
     * @brief Count the objects that have an owner.
     * @return objects taken and not returned
     */
    std::size_t GetLive() const
    {
        return m_live;
    }

    /**
     * @brief Count the objects ever made: the peak of GetLive(), rounded up to a slab.
     * @return objects in memory
     */
    std::size_t GetCapacity() const
    {
        return m_slabs.size() * SLAB;
    }

  private:
    /// @brief Make another slab.
    [[gnu::cold, gnu::noinline]] void Grow()
    {
        m_slabs.push_back(std::make_unique<T[]>(SLAB));
        T* slab = m_slabs.back().get();
        for (std::size_t i = SLAB; i-- > 0;)
        {
            slab[i].next = m_free;
            m_free = &slab[i];
        }
    }

    T* m_free{nullptr};                        ///< list of free objects
    std::size_t m_live{0};                     ///< objects that have an owner
    std::vector<std::unique_ptr<T[]>> m_slabs; ///< all objects
};

} // namespace ns3::rdmacell

#endif // FREE_LIST_H
