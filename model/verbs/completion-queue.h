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
 * The NIC adds completions and the application polls them. To know when to poll, it requests one
 * notification at a time (ibv_req_notify_cq). The notification is a deferred callback: it is called
 * when the NIC is done with the current frame, so the application may post, modify and destroy in
 * it.
 */
class CompletionQueue
{
  public:
    /// Callback that notifies the application; its argument is the queue.
    using Notification = Callback<void, CompletionQueue*>;

    /**
     * @brief Make an empty queue.
     * @param entries capacity, completions
     */
    explicit CompletionQueue(uint32_t entries);

    /**
     * @brief Remove the oldest completion (ibv_poll_cq).
     * @param completion receives the completion
     * @return false if there is none
     */
    bool Poll(WorkCompletion& completion);

    /**
     * @brief Request one notification, when the next completion is added (ibv_req_notify_cq).
     * @param notification the callback
     */
    void RequestNotify(Notification notification);

    /**
     * @brief Count the completions in the queue.
     * @return completions not polled yet
     */
    uint32_t GetSize() const;

    /**
     * @brief Ask whether completions were lost because the application let the queue fill up.
     * @return true if so
     */
    bool HasOverrun() const;

    /**
     * @brief Add a completion; for the NIC.
     * @param completion the completion
     * @return true if the NIC must call Notify() when it is done with the current frame
     */
    bool Push(const WorkCompletion& completion);

    /// @brief Call the notification, if one is still requested; for the NIC.
    void Notify();

  private:
    boost::circular_buffer<WorkCompletion> m_completions; ///< oldest first; grows as it fills
    uint32_t m_entries;                                   ///< capacity
    bool m_overrun{false};                                ///< completions were lost
    bool m_due{false};                                    ///< the NIC will call Notify()
    Notification m_notification;                          ///< null unless requested
};

} // namespace ns3::rdmacell

#endif // COMPLETION_QUEUE_H
