/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "cell-receiver.h"

#include "cell-receive-side.h"

#include "ns3/log.h"
#include "ns3/memory-region.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("CellReceiver");

CellReceiver::CellReceiver(CellReceiveSide& side)
    : m_side(side)
{
}

ConnectionReply
CellReceiver::OpenPath(uint16_t index, const ConnectionRequest& request)
{
    NS_LOG_FUNCTION(this << index << request.address << request.qpNum);
    if (m_paths.size() <= index)
    {
        m_paths.resize(index + 1);
    }
    Path& path = m_paths[index];
    const std::vector<RecvWr>& receives = m_side.GetReceiveRequests();
    if (path.qp)
    {
        QpAttr attr;
        attr.qpState = QpState::RESET;
        path.qp->Modify(attr);
        path.psns.Restart();
    }
    else
    {
        path.qp = &m_side.GetEndpoint().CreateQp(m_side.GetSettings().ringSlots,
                                                 static_cast<uint32_t>(receives.size()));
        m_side.GetQps().Add(path.qp->GetQpNum(), *this, index);
    }
    m_side.GetEndpoint().BringUp(*path.qp, request, path.psns.GetFirst());
    path.qp->PostRecv(receives.front());
    ConnectionReply reply;
    reply.qpNum = path.qp->GetQpNum();
    reply.psn = path.psns.GetFirst();
    return reply;
}

CellFlowReply
CellReceiver::OpenFlow(const CellFlowRequest& request, uint32_t number)
{
    IncomingFlow& flow = m_flows.emplace_back();
    flow.slot = request.slot;
    flow.flowId = request.flowId;
    flow.size = request.sizeBytes;
    flow.memory = &m_side.GetEndpoint().RegisterFlow(number, request.sizeBytes);
    flow.ringKey = request.ringKey;
    flow.ring = TokenRing(request.ringAddress, m_side.GetSettings().ringSlots);
    return {flow.memory->GetAddress(), flow.memory->GetKey(), number};
}

void
CellReceiver::ClosePath(uint16_t path)
{
    NS_LOG_FUNCTION(this << path);
    m_side.GetQps().Remove(m_paths[path].qp->GetQpNum());
    m_side.GetEndpoint().GetVerbs().DestroyQp(m_paths[path].qp);
    m_paths[path] = Path();
}

void
CellReceiver::CloseFlow(uint16_t slot)
{
    NS_LOG_FUNCTION(this << slot);
    IncomingFlow* flow = FindFlow(slot);
    m_side.GetEndpoint().GetVerbs().DeregMr(flow->memory);
    m_flows.erase(m_flows.begin() + (flow - m_flows.data()));
}

CellReceiver::IncomingFlow*
CellReceiver::FindFlow(uint16_t slot)
{
    const auto isIt = [slot](const IncomingFlow& flow) { return flow.slot == slot; };
    const auto it = std::find_if(m_flows.begin(), m_flows.end(), isIt);
    return it == m_flows.end() ? nullptr : &*it;
}

bool
CellReceiver::IsEmpty() const
{
    const auto isClosed = [](const Path& path) { return !path.qp; };
    return m_flows.empty() && std::all_of(m_paths.begin(), m_paths.end(), isClosed);
}

void
CellReceiver::OnBytesPlaced(uint16_t slot, uint64_t offset, uint32_t length)
{
    IncomingFlow& flow = *FindFlow(slot);
    const uint64_t added = flow.bytes.Add(offset, length);
    CellCounters& counters = m_side.GetCounters();
    counters.deliveredBytes += added;
    counters.duplicateBytes += length - added;
    if (!flow.placed && flow.bytes.GetBytes() == flow.size)
    {
        flow.placed = true;
        m_side.ReportPlaced(flow.flowId);
    }
}

bool
CellReceiver::NoteHead(IncomingFlow& flow, uint32_t sequence) const
{
    const uint64_t number =
        GlobalCellId::Extend(sequence, flow.heads.GetEnd(), m_side.GetSettings().GetCellIdLayout());
    return flow.heads.Add(number, 1) == 0;
}

void
CellReceiver::OnHead(uint16_t path, uint32_t immData, uint32_t qpNum)
{
    ++m_side.GetCounters().receiveCompletions;
    const GlobalCellId id = GlobalCellId::Decode(immData, m_side.GetSettings().GetCellIdLayout());
    IncomingFlow* flow = FindFlow(id.slot);
    if (!flow)
    {
        NS_LOG_LOGIC("head of a flow that has ended, slot " << id.slot);
        return;
    }
    Token token;
    token.cellId = immData;
    token.pathIndex = path;
    token.status = NoteHead(*flow, id.sequence) ? Token::DUPLICATE : 0;
    token.receivedAt = static_cast<uint64_t>(Simulator::Now().GetTimeStep());
    const Time turnAround = m_side.GetSettings().turnAround;
    if (turnAround.IsZero())
    {
        SendToken(path, token);
        return;
    }
    CellReceiveSide& side = m_side;
    Simulator::Schedule(turnAround, [&side, qpNum, token]() {
        // The queue pair may have been closed.
        if (const auto* qp = side.GetQps().Find(qpNum))
        {
            qp->owner->SendToken(qp->path, token);
        }
    });
}

void
CellReceiver::SendToken(uint16_t path, const Token& token)
{
    Path& p = m_paths[path];
    p.qp->PostRecv(RecvWr());
    const GlobalCellId::Layout layout = m_side.GetSettings().GetCellIdLayout();
    const GlobalCellId id = GlobalCellId::Decode(token.cellId, layout);
    const IncomingFlow* flow = FindFlow(id.slot);
    if (!flow)
    {
        return;
    }
    SendWr wr;
    wr.opcode = WrOpcode::RDMA_WRITE;
    wr.sendFlags = SEND_SIGNALED | SEND_INLINE;
    wr.length = Token::BYTES;
    wr.inlineData = token.Encode();
    wr.remoteAddress = flow->ring.GetSlotAddress(id.sequence);
    wr.rkey = flow->ringKey;
    if (p.qp->PostSend(wr))
    {
        NS_LOG_WARN("token of flow " << flow->flowId << " refused by QP " << p.qp->GetQpNum());
        ++m_side.GetCounters().tokensRefused;
        return;
    }
    p.psns.Use(1);
    ++m_side.GetCounters().tokensSent;
    if (!m_side.GetTraces().tokenSent.IsEmpty())
    {
        const uint64_t cell = GlobalCellId::Extend(id.sequence, flow->heads.GetEnd(), layout);
        m_side.GetTraces().tokenSent(flow->flowId, cell, path);
    }
}

} // namespace ns3::rdmacell
