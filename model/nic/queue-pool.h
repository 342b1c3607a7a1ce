/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef QUEUE_POOL_H
#define QUEUE_POOL_H

#include <boost/circular_buffer.hpp>
#include <utility>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Pool of empty queues: a new queue pair gets the memory of a destroyed one's.
 *
 * A queue keeps the capacity that it has grown to, so queue pairs that come and go with their flows
 * allocate nothing in the long run.
 *
 * @tparam T the elements of the queues
 */
template <typename T>
class QueuePool
{
  public:
    /**
     * @brief Take a queue out of the pool.
     * @return an empty queue; without memory if the pool has none
     */
    boost::circular_buffer<T> Acquire()
    {
        if (m_queues.empty())
        {
            return boost::circular_buffer<T>();
        }
        boost::circular_buffer<T> queue = std::move(m_queues.back());
        m_queues.pop_back();
        return queue;
    }

    /**
     * @brief Return a queue to the pool.
     * @param queue the queue; its elements are destroyed
     */
    void Release(boost::circular_buffer<T>&& queue)
    {
        if (queue.capacity() > 0)
        {
            queue.clear();
            m_queues.push_back(std::move(queue));
        }
    }

  private:
    std::vector<boost::circular_buffer<T>> m_queues; ///< empty, each with memory
};

} // namespace ns3::rdmacell

#endif // QUEUE_POOL_H
