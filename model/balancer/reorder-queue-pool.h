/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef REORDER_QUEUE_POOL_H
#define REORDER_QUEUE_POOL_H

#include "ns3/switch-view.h"

#include <cstdint>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief The reorder queues of a switch's ports to hosts (Song et al., SIGCOMM 2023, 3.3.1).
 *
 * A queue is free, then blocked while it collects the packets of a flow, then draining, and free
 * again when it is empty. The egress port serves reorder queues before the class queue, so that a
 * queue that is resumed drains first.
 *
 * Where the model differs: any free queue of the port is allocated; the prototype of the paper
 * looks at four, chosen by a hash.
 */
class ReorderQueuePool
{
  public:
    static constexpr uint32_t NO_SLOT = UINT32_MAX; ///< no queue

    /**
     * @brief Add queues to all ports that face hosts.
     * @param view the switch
     * @param trafficClass class that they belong to
     * @param count how many for each port
     */
    void Start(SwitchView& view, uint32_t trafficClass, uint32_t count);

    /**
     * @brief Allocate a queue, and block it.
     * @param port port that faces a host
     * @param now the current time, steps
     * @return its slot, or NO_SLOT if all are in use
     */
    uint32_t Allocate(uint32_t port, int64_t now);

    /**
     * @brief Resume a queue: unblock it, so that it drains.
     * @param slot its slot
     * @param now the current time, steps
     */
    void Resume(uint32_t slot, int64_t now);

    /**
     * @brief A frame has left a reorder queue; if it was the last one, the queue is free.
     * @param port the port
     * @param queue the queue
     */
    void OnDequeue(uint32_t port, uint32_t queue);

    /**
     * @brief Ask whether a queue of a port is a reorder queue.
     * @param port port that faces a host
     * @param queue any of its queues
     * @return true if it is
     */
    bool IsReorderQueue(uint32_t port, uint32_t queue) const
    {
        return queue - m_first[port] < m_count;
    }

    /**
     * @brief Get the port of a slot.
     * @param slot the slot
     * @return its port
     */
    uint32_t GetPort(uint32_t slot) const
    {
        return slot / m_count;
    }

    /**
     * @brief Get the queue of a slot.
     * @param slot the slot
     * @return number of the queue in its port
     */
    uint32_t GetQueue(uint32_t slot) const
    {
        return m_first[slot / m_count] + slot % m_count;
    }

    /**
     * @brief Get the number of slots, those of ports to other switches included.
     * @return slots
     */
    uint32_t GetSlots() const;

    /**
     * @brief Get the number of queues that are not free, at all ports.
     * @return queues
     */
    uint32_t GetInUse() const;

    /**
     * @brief Get the largest number of queues that were not free at one port at a time.
     * @return queues
     */
    uint32_t GetPeak() const;

  private:
    /// State of a queue.
    enum class State : uint8_t
    {
        FREE,     ///< empty, belongs to no flow
        BLOCKED,  ///< collects the packets of a flow
        DRAINING, ///< transmits them
    };

    SwitchView* m_view{nullptr};   ///< the switch
    uint32_t m_count{1};           ///< queues of a port
    std::vector<uint32_t> m_first; ///< by port: number of the first one
    std::vector<State> m_states;   ///< by slot
    std::vector<uint32_t> m_inUse; ///< by port: queues that are not free
    uint32_t m_peak{0};            ///< largest of these so far
};

} // namespace ns3::rdmacell

#endif // REORDER_QUEUE_POOL_H
