/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "receiver-admission.h"

namespace ns3::rdmacell
{

ReceiverAdmission::ReceiverAdmission(uint32_t ranks, uint32_t limit)
    : m_limit(limit),
      m_admitted(ranks),
      m_waiting(ranks)
{
}

bool
ReceiverAdmission::Request(uint32_t rank, uint64_t step)
{
    if (m_admitted.at(rank) == m_limit)
    {
        m_waiting[rank].push_back(step);
        return false;
    }
    ++m_admitted[rank];
    m_steps.insert(step);
    return true;
}

std::optional<uint64_t>
ReceiverAdmission::Release(uint32_t rank, uint64_t step)
{
    if (m_steps.erase(step) == 0)
    {
        return std::nullopt;
    }
    if (m_waiting.at(rank).empty())
    {
        --m_admitted[rank];
        return std::nullopt;
    }
    const uint64_t next = m_waiting[rank].front();
    m_waiting[rank].pop_front();
    m_steps.insert(next);
    return next;
}

} // namespace ns3::rdmacell
