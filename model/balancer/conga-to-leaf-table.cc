/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "conga-to-leaf-table.h"

namespace ns3::rdmacell
{

CongaToLeafTable::CongaToLeafTable(uint32_t tors, int64_t aging)
    : m_aging(aging),
      m_metrics(tors)
{
}

void
CongaToLeafTable::Store(uint32_t tor, const CongaReport& report, int64_t now)
{
    std::vector<CongaMetric>& paths = m_metrics[tor];
    if (report.tag >= paths.size())
    {
        paths.resize(report.tag + 1);
    }
    paths[report.tag] = {now, report.metric};
}

uint32_t
CongaToLeafTable::GetMetric(uint32_t tor, uint32_t tag, int64_t now) const
{
    const std::vector<CongaMetric>& paths = m_metrics[tor];
    return tag < paths.size() ? paths[tag].At(now, m_aging) : 0;
}

} // namespace ns3::rdmacell
