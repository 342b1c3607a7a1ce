/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "cell-receiver.h"

#include "cell-context.h"

#include "ns3/completion-queue.h"
#include "ns3/memory-region.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3::rdmacell
{

CellReceiver::CellReceiver(CellContext& context)
    : m_context(context)
{
}

ConnectionReply
CellReceiver::OpenPath(uint16_t index, const ConnectionRequest& request)
{
    if (m_paths.size() <= index)
    {
        m_paths.resize(index + 1);
    }
    Path& path = m_paths[index];
    if (path.qp)
    {
        QpAttr attr;
        attr.qpState = QpState::RESET;
        path.qp->Modify(attr);
        path.psn = CellContext::GetNextPsn(path.psn, path.tokens);
        path.tokens = 0;
    }
    else
    {
        QpInitAttr init;
        init.sendCq = m_context.sendCq;
        init.recvCq = m_context.recvCq;
        init.maxSendWr = m_context.settings.ringSlots;
        init.maxRecvWr = static_cast<uint32_t>(m_context.receives.size());
        path.qp = m_context.verbs->CreateQp(init);
        m_context.receiving.Make(path.qp->GetQpNum(),
                                 CellContext::Place<CellReceiver>{this, index});
    }
    QpAttr attr;
    attr.destAddress = request.address.Get();
    attr.destQpNum = request.qpNum;
    attr.rqPsn = request.psn;
    attr.sqPsn = path.psn;
    attr.trafficClass = request.trafficClass;
    attr.udpSourcePort = request.udpSourcePort;
    m_context.BringUp(*path.qp, attr);
    path.qp->PostRecv(m_context.receives.front());
    ConnectionReply reply;
    reply.qpNum = path.qp->GetQpNum();
    reply.psn = path.psn;
    return reply;
}

CellFlowReply
CellReceiver::OpenFlow(const CellFlowRequest& request, uint32_t number)
{
    Incoming& flow = m_flows.emplace_back();
    flow.slot = request.slot;
    flow.flowId = request.flowId;
    flow.size = request.sizeBytes;
    flow.memory = m_context.verbs->RegMr(uint64_t{number} << CellContext::FLOW_ADDRESS_BITS,
                                         request.sizeBytes,
                                         nullptr);
    flow.memory->SetWriteCallback(m_context.flowWatch);
    flow.ringKey = request.ringKey;
    flow.ring = TokenRing(request.ringAddress, m_context.settings.ringSlots);
    return {flow.memory->GetAddress(), flow.memory->GetKey(), number};
}

void
CellReceiver::ClosePath(uint16_t path)
{
    m_context.receiving.Erase(m_paths[path].qp->GetQpNum());
    m_context.verbs->DestroyQp(m_paths[path].qp);
    m_paths[path] = Path();
}

void
CellReceiver::CloseFlow(uint16_t slot)
{
    Incoming* flow = FindFlow(slot);
    m_context.verbs->DeregMr(flow->memory);
    m_flows.erase(m_flows.begin() + (flow - m_flows.data()));
}

CellReceiver::Incoming*
CellReceiver::FindFlow(uint16_t slot)
{
    const auto isIt = [slot](const Incoming& flow) { return flow.slot == slot; };
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
CellReceiver::OnPlaced(uint16_t slot, uint64_t address, uint32_t length)
{
    Incoming& flow = *FindFlow(slot);
    const uint64_t added = flow.bytes.Add(address - flow.memory->GetAddress(), length);
    m_context.counters.deliveredBytes += added;
    m_context.counters.duplicateBytes += length - added;
    if (!flow.placed && flow.bytes.GetBytes() == flow.size)
    {
        flow.placed = true;
        m_context.placed(flow.flowId);
    }
}

bool
CellReceiver::NoteHead(Incoming& flow, uint32_t sequence) const
{
    const uint64_t number =
        GlobalCellId::Extend(sequence, flow.heads.GetEnd(), m_context.GetLayout());
    return flow.heads.Add(number, 1) == 0;
}

void
CellReceiver::OnHead(uint16_t path, uint32_t immData, uint32_t qpNum)
{
    ++m_context.counters.receiveCompletions;
    const GlobalCellId id = GlobalCellId::Decode(immData, m_context.GetLayout());
    Incoming* flow = FindFlow(id.slot);
    if (!flow)
    {
        return;
    }
    Token token;
    token.cellId = immData;
    token.pathIndex = path;
    token.status = NoteHead(*flow, id.sequence) ? Token::DUPLICATE : 0;
    token.receivedAt = static_cast<uint64_t>(Simulator::Now().GetTimeStep());
    const Time turnAround = m_context.settings.turnAround;
    if (turnAround.IsZero())
    {
        Answer(path, token);
        return;
    }
    CellContext& context = m_context;
    Simulator::Schedule(turnAround, [&context, qpNum, token]() {
        // The queue pair may be gone by then.
        if (const auto* place = context.receiving.Find(qpNum))
        {
            place->owner->Answer(place->path, token);
        }
    });
}

void
CellReceiver::Answer(uint16_t path, const Token& token)
{
    Path& p = m_paths[path];
    p.qp->PostRecv(RecvWr());
    const GlobalCellId id = GlobalCellId::Decode(token.cellId, m_context.GetLayout());
    const Incoming* flow = FindFlow(id.slot);
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
        ++m_context.counters.tokensRefused;
        return;
    }
    ++p.tokens;
    ++m_context.counters.tokensSent;
}

} // namespace ns3::rdmacell
