/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "reorder-queue-pool.h"

#include <algorithm>
#include <numeric>

namespace ns3::rdmacell
{

void
ReorderQueuePool::Start(SwitchView& view, uint32_t trafficClass, uint32_t count)
{
    m_view = &view;
    m_count = count;
    for (uint32_t port = 0; port < view.GetPortCount(); ++port)
    {
        m_first.push_back(view.GetPortRole(port) == PortRole::HOST
                              ? view.AddReorderQueues(port, trafficClass, count)
                              : 0);
    }
    m_inUse.resize(m_first.size(), 0);
    m_states.resize(m_first.size() * count, State::FREE);
}

uint32_t
ReorderQueuePool::Take(uint32_t port, int64_t now)
{
    const uint32_t first = port * m_count;
    for (uint32_t slot = first; slot < first + m_count; ++slot)
    {
        if (m_states[slot] == State::FREE)
        {
            m_states[slot] = State::HELD;
            m_peak = std::max(m_peak, ++m_inUse[port]);
            m_view->SetBlocked(port, GetQueue(slot), true, now);
            return slot;
        }
    }
    return NO_SLOT;
}

void
ReorderQueuePool::Release(uint32_t slot, int64_t now)
{
    const uint32_t port = GetPort(slot);
    const uint32_t queue = GetQueue(slot);
    m_states[slot] = State::DRAINING;
    m_view->SetBlocked(port, queue, false, now);
    OnDequeue(port, queue); // nothing may have been admitted to it
}

void
ReorderQueuePool::OnDequeue(uint32_t port, uint32_t queue)
{
    State& state = m_states[port * m_count + queue - m_first[port]];
    if (state == State::DRAINING && m_view->GetQueueBytes(port, queue) == 0)
    {
        state = State::FREE;
        --m_inUse[port];
    }
}

uint32_t
ReorderQueuePool::GetSlots() const
{
    return static_cast<uint32_t>(m_states.size());
}

uint32_t
ReorderQueuePool::GetInUse() const
{
    return std::accumulate(m_inUse.begin(), m_inUse.end(), 0U);
}

uint32_t
ReorderQueuePool::GetPeak() const
{
    return m_peak;
}

} // namespace ns3::rdmacell
