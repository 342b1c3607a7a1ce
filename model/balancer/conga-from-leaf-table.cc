/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "conga-from-leaf-table.h"

namespace ns3::rdmacell
{

CongaFromLeafTable::CongaFromLeafTable(uint32_t tors, int64_t aging)
    : m_aging(aging),
      m_leaves(tors)
{
}

void
CongaFromLeafTable::Store(uint32_t tor, const CongaReport& found, int64_t now)
{
    Leaf& leaf = m_leaves[tor];
    if (found.tag >= leaf.entries.size())
    {
        leaf.entries.resize(found.tag + 1);
    }
    Entry& entry = leaf.entries[found.tag];
    if (!entry.changed && (!entry.known || entry.metric.value != found.metric))
    {
        entry.changed = true;
        ++leaf.changed;
    }
    entry.known = true;
    entry.metric = {now, found.metric};
}

CongaReport
CongaFromLeafTable::TakeNext(uint32_t tor, int64_t now)
{
    Leaf& leaf = m_leaves[tor];
    uint32_t tag = CongaReport::NO_TAG;
    if (leaf.changed > 0)
    {
        tag = Find(leaf, true, now);
    }
    if (tag == CongaReport::NO_TAG)
    {
        tag = Find(leaf, false, now);
    }
    if (tag == CongaReport::NO_TAG)
    {
        return {};
    }
    Entry& entry = leaf.entries[tag];
    leaf.changed -= entry.changed ? 1 : 0;
    entry.changed = false;
    leaf.next = tag + 1;
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
        // Reported for ever, it would keep the sender from trying the path again.
        entry.known = false;
        leaf.changed -= entry.changed ? 1 : 0;
        entry.changed = false;
    }
    return CongaReport::NO_TAG;
}

} // namespace ns3::rdmacell
