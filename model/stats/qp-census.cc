/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "qp-census.h"

#include "ns3/frame-net-device.h"
#include "ns3/node.h"
#include "ns3/queue-pair.h"

#include <algorithm>

namespace ns3::rdmacell
{

QpCensus::QpCensus(const std::vector<Ptr<RoceNic>>& nics)
{
    for (const auto& nic : nics)
    {
        for (const QueuePair* qp : nic->GetQps())
        {
            const QpWait wait = qp->GetWait();
            ++m_counts[{qp->GetState(), wait}];
            m_lastExpiry = std::max(m_lastExpiry, qp->GetLastExpiry());
            if (wait != QpWait::NOTHING)
            {
                const QpAttr& attr = qp->GetAttr();
                m_waiting.push_back({nic->GetDevice()->GetNode()->GetId(),
                                     qp->GetQpNum(),
                                     attr.destAddress,
                                     attr.destQpNum,
                                     qp->GetState(),
                                     wait,
                                     attr.trafficClass,
                                     qp->GetLastExpiry()});
            }
        }
    }
}

const QpCensus::Counts&
QpCensus::GetCounts() const
{
    return m_counts;
}

uint64_t
QpCensus::Count(QpWait wait) const
{
    uint64_t count = 0;
    for (const auto& [key, number] : m_counts)
    {
        count += key.second == wait ? number : 0;
    }
    return count;
}

const std::vector<QpCensus::Waiting>&
QpCensus::GetWaiting() const
{
    return m_waiting;
}

int64_t
QpCensus::GetLastExpiry() const
{
    return m_lastExpiry;
}

} // namespace ns3::rdmacell
