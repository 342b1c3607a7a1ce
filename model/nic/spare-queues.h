/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SPARE_QUEUES_H
#define SPARE_QUEUES_H

#include <boost/circular_buffer.hpp>
#include <utility>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Empty queues that queue pairs have left, with the memory that they had grown to, for new
 * queue pairs.
 * @tparam T the elements of the queues
 */
template <typename T>
class SpareQueues
{
  public:
    /**
     * @brief Take a queue.
     * @return an empty queue, with memory if there is one that has some
     */
    boost::circular_buffer<T> Take()
    {
        if (m_spare.empty())
        {
            return boost::circular_buffer<T>();
        }
        boost::circular_buffer<T> queue = std::move(m_spare.back());
        m_spare.pop_back();
        return queue;
    }

    /**
     * @brief Give a queue back.
     * @param queue the queue; what is in it is destroyed
     */
    void Give(boost::circular_buffer<T>&& queue)
    {
        if (queue.capacity() > 0)
        {
            queue.clear();
            m_spare.push_back(std::move(queue));
        }
    }

  private:
    std::vector<boost::circular_buffer<T>> m_spare; ///< all are empty and have memory
};

} // namespace ns3::rdmacell

#endif // SPARE_QUEUES_H
