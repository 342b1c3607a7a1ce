/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RECEIVE_QUEUE_H
#define RECEIVE_QUEUE_H

#include "ns3/work-completion.h"
#include "ns3/work-request.h"

#include <boost/circular_buffer.hpp>
#include <cstdint>

namespace ns3::rdmacell
{

class QueuePair;

/**
 * @ingroup rdmacell
 * @brief The receive queue of a queue pair: receive requests from post to completion.
 */
class ReceiveQueue
{
  public:
    /**
     * @brief Make an empty queue.
     * @param qp the queue pair
     */
    explicit ReceiveQueue(QueuePair& qp);
    ~ReceiveQueue();
    ReceiveQueue(const ReceiveQueue&) = delete;
    ReceiveQueue& operator=(const ReceiveQueue&) = delete;

    /**
     * @brief Append a receive request.
     * @param wr the request
     * @return false if the queue is full
     */
    bool Post(const RecvWr& wr);

    /**
     * @brief Ask whether there is no receive request.
     * @return true if empty
     */
    bool IsEmpty() const
    {
        return m_requests.empty();
    }

    /**
     * @brief Get the oldest receive request.
     * @return the request; the queue is not empty
     */
    const RecvWr& First() const
    {
        return m_requests.front();
    }

    /**
     * @brief Remove the oldest receive request and add its completion.
     * @param completion the completion, but for wrId and qpNum
     */
    void CompleteFirst(WorkCompletion completion);

    /// @brief Remove all receive requests, each with a completion of status WR_FLUSH_ERR.
    void Flush();

    /// @brief Remove all receive requests without completions.
    void Clear();

  private:
    boost::circular_buffer<RecvWr> m_requests; ///< receive requests, oldest first
    QueuePair& m_qp;                           ///< owner
};

} // namespace ns3::rdmacell

#endif // RECEIVE_QUEUE_H
