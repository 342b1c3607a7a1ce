/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DEFERRED_CALLBACKS_H
#define DEFERRED_CALLBACKS_H

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
 * @brief Callbacks to the application, made when the NIC is done with the current frame.
 *
 * No method of a queue pair is on the stack then, so the application may post, modify and destroy
 * from within a callback. Those that become due while a frame is handled are made right after it,
 * without an event. Those that become due while the application calls the NIC (a flush after
 * Modify()), or on a timeout, are made by an event at the same simulated time.
 */
class DeferredCallbacks
{
  public:
    DeferredCallbacks();
    ~DeferredCallbacks();
    DeferredCallbacks(const DeferredCallbacks&) = delete;
    DeferredCallbacks& operator=(const DeferredCallbacks&) = delete;

    /**
     * @brief Set the context in which callbacks are made.
     * @param context node id
     */
    void SetContext(uint32_t context);

    /// @brief The NIC starts to handle a frame.
    void BeginFrame()
    {
        m_frameEndFollows = true;
    }

    /// @brief The NIC is done with the frame: make the callbacks that are due.
    void EndFrame()
    {
        m_frameEndFollows = m_running;
        if (!m_running && !m_due.empty())
        {
            Run();
        }
    }

    /**
     * @brief Add the notification of a completion queue.
     * @param cq the queue
     */
    void Add(CompletionQueue* cq);

    /**
     * @brief Add the callback of a memory region.
     * @param mr the region
     * @param address first address written
     * @param length bytes written
     */
    void Add(MemoryRegion* mr, uint64_t address, uint32_t length);

    /**
     * @brief Discard the callbacks of a completion queue or memory region that is destroyed.
     * @param object the queue or region
     */
    void Discard(const void* object);

    /// @brief Discard all callbacks and make no more.
    void Dispose();

  private:
    /// A callback that is due: of a completion queue or of a memory region.
    struct Due
    {
        CompletionQueue* cq{nullptr}; ///< or nullptr
        MemoryRegion* mr{nullptr};    ///< or nullptr
        uint64_t address{0};          ///< first address written
        uint32_t length{0};           ///< bytes written
    };

    /**
     * @brief Append a callback, and schedule the event unless the end of a frame follows.
     * @param due the callback
     */
    void Push(const Due& due);

    /// @brief Make all callbacks, those that become due meanwhile included.
    void Run();

    /**
     * @brief The event fired: make the callbacks.
     * @param now the current time
     */
    void OnEvent(int64_t now);

    using Event = PersistentEvent<DeferredCallbacks, &DeferredCallbacks::OnEvent>; ///< event type

    std::vector<Due> m_due;        ///< callbacks, oldest first
    bool m_frameEndFollows{false}; ///< no event is needed: EndFrame() or Run() makes the callbacks
    bool m_running{false};         ///< Run() is on the stack
    Ptr<Event> m_event;            ///< makes the callbacks that are due outside of a frame
};

} // namespace ns3::rdmacell

#endif // DEFERRED_CALLBACKS_H
