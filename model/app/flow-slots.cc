/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flow-slots.h"

#include "cell-send-side.h"
#include "path-set.h"
#include "token-ring.h"

#include "ns3/log.h"
#include "ns3/memory-region.h"

#include <algorithm>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("FlowSlots");

FlowSlots::FlowSlots(CellSendSide& side, PathSet& paths, uint32_t group, Ipv4Address peer)
    : m_side(side),
      m_paths(paths),
      m_group(group),
      m_peer(peer),
      m_rings(side.GetSettings().GetSlots()),
      m_memory(TokenRing::GetBytes(side.GetSettings().ringSlots) * m_rings.size(),
               boost::container::default_init),
      m_region(side.RegisterRings(group, m_memory.data(), m_memory.size()))
{
    for (std::size_t i = 0; i < m_rings.size(); ++i)
    {
        m_rings[i].nextSlot = static_cast<uint16_t>(i);
    }
}

FlowSlots::~FlowSlots()
{
    for (const Ring& ring : m_rings)
    {
        if (ring.sender)
        {
            m_side.GetSenders().Erase(ring.sender->GetFlow().id);
        }
    }
}

void
FlowSlots::Close()
{
    for (const Ring& ring : m_rings)
    {
        if (ring.sender)
        {
            SendFlowEnd(*ring.sender);
        }
    }
    m_side.GetEndpoint().GetVerbs().DeregMr(&m_region);
}

FlowSlots::Ring*
FlowSlots::FindFreeRing()
{
    const auto isFree = [](const Ring& ring) { return !ring.sender; };
    const auto free = std::find_if(m_rings.begin(), m_rings.end(), isFree);
    return free == m_rings.end() ? nullptr : &*free;
}

void
FlowSlots::AddFlow(const Flow& flow)
{
    if (Ring* ring = FindFreeRing())
    {
        StartFlow(flow, *ring);
    }
    else
    {
        NS_LOG_LOGIC("group " << m_group << ": flow " << flow.id << " waits for a slot");
        m_waiting.push_back(flow);
    }
}

void
FlowSlots::StartFlow(const Flow& flow, Ring& ring)
{
    const auto index = static_cast<std::size_t>(&ring - m_rings.data());
    const uint16_t slot = ring.nextSlot;
    const uint32_t following = slot + static_cast<uint32_t>(m_rings.size());
    ring.nextSlot = static_cast<uint16_t>(following < GlobalCellId::MAX_SLOTS ? following : index);
    CellSender& sender = m_side.GetSenders().Emplace(flow.id, m_side, m_paths, flow, slot);
    ring.sender = &sender;
    NS_LOG_LOGIC("group " << m_group << ": flow " << flow.id << " has slot " << slot);

    CellFlowRequest request{};
    request.flowId = flow.id;
    request.sizeBytes = flow.sizeBytes;
    request.group = m_group;
    request.slot = slot;
    request.ringKey = m_region.GetKey();
    request.ringAddress =
        m_region.GetAddress() + index * TokenRing::GetBytes(m_side.GetSettings().ringSlots);
    // A flow does not end before it has started, and its group not before the flow.
    m_side.GetEndpoint().Call(
        m_peer,
        PrivateData::Encode(request),
        [&sender](const PrivateData& answer) { sender.Start(answer.Decode<CellFlowReply>()); });
}

void
FlowSlots::SendFlowEnd(const CellSender& sender) const
{
    m_side.GetEndpoint().SendMessage(
        m_peer,
        PrivateData::Encode(CellFlowEnd{sender.GetMemory().flowNumber}));
}

void
FlowSlots::ReadToken(uint64_t address)
{
    const Token token = Token::Decode(m_region.At(address));
    const GlobalCellId id =
        GlobalCellId::Decode(token.cellId, m_side.GetSettings().GetCellIdLayout());
    CellSender* sender = m_rings[id.slot % m_rings.size()].sender;
    ++m_side.GetCounters().tokensReceived;
    if (!sender || sender->GetSlot() != id.slot)
    {
        NS_LOG_LOGIC("group " << m_group << ": token of a flow that has ended");
        return;
    }
    if (const TrackingQueue::Cell* cell = sender->OnToken(token, id))
    {
        const TrackingQueue::Cell copy = *cell; // earlier cells may move NEXT_ACK
        m_paths.CompleteEarlier(*sender, copy);
        if (copy.length <= m_side.GetEndpoint().GetVerbs().GetPathMtu())
        {
            sender->OnComplete(copy.sequence); // the cell is the head alone
        }
    }
    if (!sender->IsDone())
    {
        sender->SendCells();
    }
}

void
FlowSlots::RollBack(uint16_t path)
{
    for (const Ring& ring : m_rings)
    {
        if (ring.sender && !ring.sender->IsDone())
        {
            ring.sender->RollBack(path);
        }
    }
}

void
FlowSlots::SendCells()
{
    for (const Ring& ring : m_rings)
    {
        if (ring.sender && !ring.sender->IsDone())
        {
            ring.sender->SendCells();
        }
    }
}

void
FlowSlots::ReleaseFinished()
{
    const bool healthy = m_paths.AreAllHealthy();
    for (Ring& ring : m_rings)
    {
        CellSender* sender = ring.sender;
        // Packets in flight must not find memory that is deregistered.
        if (sender && sender->IsDone() && sender->CountOutstanding() == 0 &&
            (healthy || !sender->WasRolledBack()))
        {
            SendFlowEnd(*sender);
            m_side.GetSenders().Erase(sender->GetFlow().id);
            ring.sender = nullptr;
        }
    }
    while (!m_waiting.empty() && FindFreeRing())
    {
        const Flow flow = m_waiting.front();
        m_waiting.pop_front();
        AddFlow(flow);
    }
}

bool
FlowSlots::AreAllDone() const
{
    const auto isDone = [](const Ring& ring) { return !ring.sender || ring.sender->IsDone(); };
    return m_waiting.empty() && std::all_of(m_rings.begin(), m_rings.end(), isDone);
}

} // namespace ns3::rdmacell
