/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "conga-from-leaf-table.h"

#include "ns3/log.h"

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("CongaFromLeafTable");

CongaFromLeafTable::CongaFromLeafTable(uint32_t tors, int64_t aging)
    : m_aging(aging),
      m_leaves(tors)
{
    NS_LOG_FUNCTION(this << tors << aging);
}

void
CongaFromLeafTable::Store(uint32_t tor, const CongaPathMetric& path, int64_t now)
{
    Leaf& leaf = m_leaves[tor];
    if (path.tag >= leaf.entries.size())
    {
        leaf.entries.resize(path.tag + 1);
    }
    Entry& entry = leaf.entries[path.tag];
    if (!entry.changed && (!entry.known || entry.metric.value != path.metric))
    {
        entry.changed = true;
        ++leaf.changed;
    }
    NS_LOG_LOGIC("path " << path.tag << " from ToR switch " << tor << " has metric "
                         << path.metric);
    entry.known = true;
    entry.metric = {now, path.metric};
}

CongaPathMetric
CongaFromLeafTable::TakeFeedback(uint32_t tor, int64_t now)
{
    Leaf& leaf = m_leaves[tor];
    uint32_t tag = CongaPathMetric::NO_TAG;
    if (leaf.changed > 0)
    {
        tag = Find(leaf, true, now);
    }
    if (tag == CongaPathMetric::NO_TAG)
    {
        tag = Find(leaf, false, now);
    }
    if (tag == CongaPathMetric::NO_TAG)
    {
        return {};
    }
    Entry& entry = leaf.entries[tag];
    leaf.changed -= entry.changed ? 1 : 0;
    entry.changed = false;
    leaf.next = tag + 1;
    NS_LOG_LOGIC("feedback to ToR switch " << tor << " about path " << tag);
    return {tag, entry.metric.At(now, m_aging)};
}

uint32_t
CongaFromLeafTable::Find(Leaf& leaf, bool changed, int64_t now) const
{
    const auto size = static_cast<uint32_t>(leaf.entries.size());
    for (uint32_t i = 0; i < size; ++i)
    {
        const uint32_t tag = (leaf.next + i) % size;
        Entry& entry = leaf.entries[tag];
        if (!entry.known || (changed && !entry.changed))
        {
            continue;
        }
        if (now - entry.metric.updated < m_aging)
        {
            return tag;
        }
        // Fed back again and again, it would keep the source from trying the path anew.
        entry.known = false;
        leaf.changed -= entry.changed ? 1 : 0;
        entry.changed = false;
    }
    return CongaPathMetric::NO_TAG;
}

} // namespace ns3::rdmacell
