/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rank-link.h"

#include "ns3/node-list.h"
#include "ns3/node.h"
#include "ns3/simulator-impl.h"
#include "ns3/simulator.h"

namespace ns3::rdmacell
{

RankLink*
RankLink::Get()
{
    return dynamic_cast<RankLink*>(PeekPointer(Simulator::GetImplementation()));
}

bool
RankLink::IsOwn(uint32_t node)
{
    return node >= NodeList::GetNNodes() || GetRankOf(node) == Simulator::GetSystemId();
}

uint32_t
RankLink::GetRankOf(uint32_t node)
{
    return NodeList::GetNode(node)->GetSystemId();
}

} // namespace ns3::rdmacell
