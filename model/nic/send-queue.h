/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SEND_QUEUE_H
#define SEND_QUEUE_H

#include "send-wqe.h"

#include "ns3/work-completion.h"
#include "ns3/work-request.h"

#include <boost/circular_buffer.hpp>
#include <cstddef>
#include <cstdint>

namespace ns3::rdmacell
{

class QueuePair;

/**
 * @ingroup rdmacell
 * @brief The send queue of a queue pair: requests from post to completion.
 *
 * A slot of the queue is free again when its request, or a later signaled one, completes: only a
 * completion lets the application know (IBTA vol. 1, 10.8).
 */
class SendQueue
{
  public:
    /**
     * @brief Make an empty queue.
     * @param qp the queue pair
     */
    explicit SendQueue(QueuePair& qp);
    ~SendQueue();
    SendQueue(const SendQueue&) = delete;
    SendQueue& operator=(const SendQueue&) = delete;

    /**
     * @brief Set the PSN of the first request's first packet; the queue is empty.
     * @param psn the PSN
     */
    void Start(int64_t psn);

    /**
     * @brief Append a request.
     * @param wr the request
     * @return false if the queue is full or the request is malformed (IBTA: immediate error)
     */
    bool Post(const SendWr& wr);

    /**
     * @brief Count the free slots.
     * @return requests that Post() accepts
     */
    uint32_t GetFreeSlots() const;

    /**
     * @brief Count the requests in the queue.
     * @return requests that are not completed
     */
    std::size_t GetSize() const
    {
        return m_wqes.size();
    }

    /**
     * @brief Get a request.
     * @param index 0 for the oldest, below GetSize()
     * @return the request
     */
    const SendWqe& At(std::size_t index) const
    {
        return m_wqes[index];
    }

    /// @brief Remove the oldest request, which has succeeded; add a completion if it is signaled.
    void CompleteFirst();

    /**
     * @brief Remove the oldest request, which has failed, and add a completion.
     * @param status why
     */
    void FailFirst(WcStatus status);

    /// @brief Remove all requests, each with a completion of status WR_FLUSH_ERR.
    void Flush();

    /// @brief Remove all requests without completions.
    void Clear();

  private:
    /**
     * @brief Check a request.
     * @param wr the request
     * @return true if it can be executed
     */
    bool IsValid(const SendWr& wr) const;

    /**
     * @brief Compute how many PSNs a message takes.
     * @param length bytes
     * @return packets, at least 1
     */
    uint32_t CountPackets(uint32_t length) const;

    /**
     * @brief Add a completion of the oldest request.
     * @param status how it ended
     */
    void Complete(WcStatus status);

    boost::circular_buffer<SendWqe> m_wqes; ///< requests that are not completed, oldest first
    QueuePair& m_qp;                        ///< owner
    int64_t m_endPsn{0};                    ///< end of the PSNs of all requests
    uint32_t m_unreclaimed{0};              ///< completed unsignaled requests whose slots are taken
};

} // namespace ns3::rdmacell

#endif // SEND_QUEUE_H
