/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef COMPLETION_QUEUE_H
#define COMPLETION_QUEUE_H

#include "work-completion.h"

#include "ns3/callback.h"

#include <boost/circular_buffer.hpp>
#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief A completion queue (ibv_cq).
 *
 * The NIC pushes completions. A program polls; to know when, it asks to be notified once
 * (ibv_req_notify_cq). The notification is called when the NIC has finished with what it was
 * doing, so that the program may post, modify and destroy from within it.
 */
class CompletionQueue
{
  public:
    /// How a program is notified.
    using Notification = Callback<void, CompletionQueue*>;

    /**
     * @brief Make an empty queue.
     * @param entries completions that it holds at most
     */
    explicit CompletionQueue(uint32_t entries);

    /**
     * @brief Take the oldest completion (ibv_poll_cq).
     * @param completion gets it
     * @return false if there is none
     */
    bool Poll(WorkCompletion& completion);

    /**
     * @brief Ask for one call when the next completion arrives (ibv_req_notify_cq).
     * @param notification whom to call
     */
    void RequestNotify(Notification notification);

    /**
     * @brief Count the completions that wait.
     * @return completions
     */
    uint32_t GetSize() const;

    /**
     * @brief Ask whether completions were lost because the queue was full: a program's error.
     * @return true if so
     */
    bool HasOverrun() const;

    /**
     * @brief Add a completion; for the NIC.
     * @param completion the completion
     * @return true if a notification has become due by it: the NIC calls Notify() before it returns
     * to the event
     */
    bool Push(const WorkCompletion& completion);

    /// @brief Call the notification that is due; for the NIC.
    void Notify();

  private:
    boost::circular_buffer<WorkCompletion> m_completions; ///< oldest first; grows as it fills
    uint32_t m_entries;                                   ///< completions that it holds at most
    bool m_overrun{false};                                ///< completions were lost
    bool m_due{false};                                    ///< Notify() is yet to come
    Notification m_notification;                          ///< null unless asked for
};

} // namespace ns3::rdmacell

#endif // COMPLETION_QUEUE_H
