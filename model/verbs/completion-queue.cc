/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "completion-queue.h"

#include "ns3/append-growing.h"
#include "ns3/log.h"

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("CompletionQueue");

CompletionQueue::CompletionQueue(uint32_t entries)
    : m_entries(entries)
{
}

bool
CompletionQueue::Poll(WorkCompletion& completion)
{
    if (m_completions.empty())
    {
        return false;
    }
    completion = m_completions.front();
    m_completions.pop_front();
    return true;
}

void
CompletionQueue::RequestNotify(Notification notification)
{
    m_notification = notification;
}

uint32_t
CompletionQueue::GetSize() const
{
    return static_cast<uint32_t>(m_completions.size());
}

bool
CompletionQueue::HasOverrun() const
{
    return m_overrun;
}

bool
CompletionQueue::Push(const WorkCompletion& completion)
{
    NS_LOG_FUNCTION(this << completion.qpNum << completion.wrId << completion.status);
    if (m_completions.size() >= m_entries)
    {
        NS_LOG_LOGIC("overrun: " << m_entries << " completions wait, this one is lost");
        m_overrun = true;
        return false;
    }
    AppendGrowing(m_completions, completion);
    if (m_due || m_notification.IsNull())
    {
        return false;
    }
    m_due = true;
    return true;
}

void
CompletionQueue::Notify()
{
    NS_LOG_FUNCTION(this << m_completions.size());
    m_due = false;
    if (!m_notification.IsNull())
    {
        const Notification notification = m_notification;
        m_notification = Notification();
        notification(this);
    }
}

} // namespace ns3::rdmacell
