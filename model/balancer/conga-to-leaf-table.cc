/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "conga-to-leaf-table.h"

#include "ns3/log.h"

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("CongaToLeafTable");

CongaToLeafTable::CongaToLeafTable(uint32_t tors, int64_t aging)
    : m_aging(aging),
      m_metrics(tors)
{
    NS_LOG_FUNCTION(this << tors << aging);
}

void
CongaToLeafTable::Store(uint32_t tor, const CongaPathMetric& feedback, int64_t now)
{
    NS_LOG_LOGIC("path " << feedback.tag << " to ToR switch " << tor << " has metric "
                         << feedback.metric);
    std::vector<CongaMetric>& paths = m_metrics[tor];
    if (feedback.tag >= paths.size())
    {
        paths.resize(feedback.tag + 1);
    }
    paths[feedback.tag] = {now, feedback.metric};
}

uint32_t
CongaToLeafTable::GetMetric(uint32_t tor, uint32_t tag, int64_t now) const
{
    const std::vector<CongaMetric>& paths = m_metrics[tor];
    return tag < paths.size() ? paths[tag].At(now, m_aging) : 0;
}

} // namespace ns3::rdmacell
