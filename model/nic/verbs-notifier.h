/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef VERBS_NOTIFIER_H
#define VERBS_NOTIFIER_H

#include "ns3/persistent-event.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <vector>

namespace ns3::rdmacell
{

class CompletionQueue;
class MemoryRegion;

/**
 * @ingroup rdmacell
 * @brief Keeps what programs are to be told of until the NIC has finished with what it is doing.
 *
 * So a program may post, modify and destroy from within a notification: no code of a queue pair is
 * below it on the stack.
 */
class VerbsNotifier
{
  public:
    VerbsNotifier();
    ~VerbsNotifier();
    VerbsNotifier(const VerbsNotifier&) = delete;
    VerbsNotifier& operator=(const VerbsNotifier&) = delete;

    /**
     * @brief Set the context in which programs are notified.
     * @param context node id
     */
    void SetContext(uint32_t context);

    /// @brief The NIC starts to handle a frame.
    void Begin()
    {
        m_deferred = true;
    }

    /// @brief The NIC has handled the frame: notify.
    void End()
    {
        m_deferred = m_delivering;
        if (!m_delivering && !m_due.empty())
        {
            Deliver();
        }
    }

    /**
     * @brief A completion queue's notification is due.
     * @param cq the queue
     */
    void Add(CompletionQueue* cq);

    /**
     * @brief A memory region's watch is due.
     * @param mr the region
     * @param address first address written
     * @param length bytes written
     */
    void Add(MemoryRegion* mr, uint64_t address, uint32_t length);

    /**
     * @brief Drop what is due of a completion queue or memory region that goes.
     * @param object the queue or region
     */
    void Forget(const void* object);

    /// @brief Never notify again.
    void Dispose();

  private:
    /// A notification that is due: of a completion queue, or of a memory region.
    struct Due
    {
        CompletionQueue* cq{nullptr}; ///< or nullptr
        MemoryRegion* mr{nullptr};    ///< or nullptr
        uint64_t address{0};          ///< first address written
        uint32_t length{0};           ///< bytes written
    };

    /**
     * @brief Queue a notification, and make sure that it is delivered.
     * @param due the notification
     */
    void Push(const Due& due);

    /// @brief Notify, and go on with what becomes due by that.
    void Deliver();

    /**
     * @brief Notify of what became due while a program called the NIC.
     * @param now the current time
     */
    void DeliverLater(int64_t now);

    using Event = PersistentEvent<VerbsNotifier, &VerbsNotifier::DeliverLater>; ///< event type

    std::vector<Due> m_due;   ///< in order
    bool m_deferred{false};   ///< what becomes due is delivered without an event
    bool m_delivering{false}; ///< Deliver() runs
    Ptr<Event> m_event;       ///< for what becomes due otherwise
};

} // namespace ns3::rdmacell

#endif // VERBS_NOTIFIER_H
