/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flow.h"

#include <algorithm>

namespace ns3::rdmacell
{

void
SortFlows(std::vector<Flow>& flows)
{
    std::stable_sort(flows.begin(), flows.end(), [](const Flow& a, const Flow& b) {
        return a.start < b.start;
    });
    for (std::size_t i = 0; i < flows.size(); ++i)
    {
        flows[i].id = i;
    }
}

std::vector<Flow>
MergeFlows(const std::vector<std::vector<Flow>>& lists)
{
    std::vector<Flow> merged;
    for (const auto& list : lists)
    {
        merged.insert(merged.end(), list.begin(), list.end());
    }
    SortFlows(merged);
    return merged;
}

} // namespace ns3::rdmacell
