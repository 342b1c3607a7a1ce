/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef APPEND_GROWING_H
#define APPEND_GROWING_H

#include <algorithm>
#include <boost/circular_buffer.hpp>
#include <cstddef>

namespace ns3::rdmacell
{

/**
 * @brief Append to a queue, which doubles its capacity when it is full.
 * @tparam T the elements
 * @param queue the queue
 * @param element the element
 */
template <typename T>
void
AppendGrowing(boost::circular_buffer<T>& queue, const T& element)
{
    constexpr std::size_t FIRST_CAPACITY = 4;
    if (queue.full())
    {
        queue.set_capacity(std::max(FIRST_CAPACITY, 2 * queue.size()));
    }
    queue.push_back(element);
}

} // namespace ns3::rdmacell

#endif // APPEND_GROWING_H
