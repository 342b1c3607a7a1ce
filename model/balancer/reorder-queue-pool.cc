/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "reorder-queue-pool.h"

#include "ns3/log.h"

#include <algorithm>
#include <numeric>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("ReorderQueuePool");

void
ReorderQueuePool::Start(SwitchView& view, uint32_t trafficClass, uint32_t count)
{
    NS_LOG_FUNCTION(this << trafficClass << count);
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
ReorderQueuePool::Allocate(uint32_t port, int64_t now)
{
    const uint32_t first = port * m_count;
    for (uint32_t slot = first; slot < first + m_count; ++slot)
    {
        if (m_states[slot] == State::FREE)
        {
            m_states[slot] = State::BLOCKED;
            m_peak = std::max(m_peak, ++m_inUse[port]);
            m_view->SetBlocked(port, GetQueue(slot), true, now);
            NS_LOG_INFO("port " << port << " queue " << GetQueue(slot) << " is blocked, "
                                << m_inUse[port] << " in use");
            return slot;
        }
    }
    NS_LOG_INFO("port " << port << " has no free reorder queue");
    return NO_SLOT;
}

void
ReorderQueuePool::Resume(uint32_t slot, int64_t now)
{
    const uint32_t port = GetPort(slot);
    const uint32_t queue = GetQueue(slot);
    m_states[slot] = State::DRAINING;
    NS_LOG_INFO("port " << port << " queue " << queue << " is resumed");
    m_view->SetBlocked(port, queue, false, now);
    OnDequeue(port, queue); // it is free at once if none of its frames was admitted
}

void
ReorderQueuePool::OnDequeue(uint32_t port, uint32_t queue)
{
    State& state = m_states[port * m_count + queue - m_first[port]];
    if (state == State::DRAINING && m_view->GetQueueBytes(port, queue) == 0)
    {
        state = State::FREE;
        --m_inUse[port];
        NS_LOG_LOGIC("port " << port << " queue " << queue << " is free");
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
