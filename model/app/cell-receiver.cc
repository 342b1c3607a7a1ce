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
CellReceiver::OpenPath(const ConnectionRequest& request)
{
    if (m_paths.size() <= request.pathIndex)
    {
        m_paths.resize(request.pathIndex + 1);
    }
    Path& path = m_paths[request.pathIndex];
    const uint32_t depth = m_context.settings.receiveDepth;
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
        init.maxRecvWr = depth;
        path.qp = m_context.verbs->CreateQp(init);
        m_context.receiving[path.qp->GetQpNum()] = {this, request.pathIndex};
    }
    QpAttr attr;
    attr.destAddress = request.address;
    attr.destQpNum = request.qpNum;
    attr.rqPsn = request.psn;
    attr.sqPsn = path.psn;
    attr.trafficClass = request.trafficClass;
    attr.udpSourcePort = request.udpSourcePort;
    m_context.BringUp(*path.qp, attr);
    for (uint32_t i = 0; i < depth; ++i)
    {
        path.qp->PostRecv(RecvWr());
    }
    ConnectionReply reply;
    reply.qpNum = path.qp->GetQpNum();
    reply.psn = path.psn;
    return reply;
}

ConnectionReply
CellReceiver::OpenFlow(const ConnectionRequest& request)
{
    Incoming& flow = m_flows[request.slot];
    flow.flowId = request.flowId;
    flow.size = request.sizeBytes;
    flow.memory = m_context.verbs->RegMr(0, request.sizeBytes, nullptr);
    flow.memory->SetWatch(
        MemoryRegion::Watch([this, slot = request.slot](uint64_t address, uint32_t length) {
            OnPlaced(slot, address, length);
        }));
    flow.ringKey = request.rkey;
    flow.ring = TokenRing(request.virtualAddress, m_context.settings.ringSlots);
    ConnectionReply reply;
    reply.rkey = flow.memory->GetKey();
    reply.virtualAddress = flow.memory->GetAddress();
    return reply;
}

void
CellReceiver::ClosePath(uint16_t path)
{
    m_context.receiving.erase(m_paths[path].qp->GetQpNum());
    m_context.verbs->DestroyQp(m_paths[path].qp);
    m_paths[path] = Path();
}

void
CellReceiver::CloseFlow(uint16_t slot)
{
    const auto it = m_flows.find(slot);
    m_context.verbs->DeregMr(it->second.memory);
    m_flows.erase(it);
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
    Incoming& flow = m_flows.at(slot);
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
        GlobalCellId::Extend(sequence, flow.heads.size(), m_context.GetLayout());
    if (number >= flow.heads.size())
    {
        flow.heads.resize(number + 1);
    }
    const bool before = flow.heads[number];
    flow.heads[number] = true;
    return before;
}

void
CellReceiver::OnHead(uint16_t path, uint32_t immData, uint32_t qpNum)
{
    ++m_context.counters.receiveCompletions;
    const GlobalCellId id = GlobalCellId::Decode(immData, m_context.GetLayout());
    const auto it = m_flows.find(id.slot);
    if (it == m_flows.end())
    {
        return;
    }
    Token token;
    token.cellId = immData;
    token.pathIndex = path;
    token.status = NoteHead(it->second, id.sequence) ? Token::DUPLICATE : 0;
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
        if (const auto place = context.receiving.find(qpNum); place != context.receiving.end())
        {
            place->second.owner->Answer(place->second.path, token);
        }
    });
}

void
CellReceiver::Answer(uint16_t path, const Token& token)
{
    Path& p = m_paths[path];
    p.qp->PostRecv(RecvWr());
    const GlobalCellId id = GlobalCellId::Decode(token.cellId, m_context.GetLayout());
    const auto it = m_flows.find(id.slot);
    if (it == m_flows.end())
    {
        return;
    }
    SendWr wr;
    wr.opcode = WrOpcode::RDMA_WRITE;
    wr.sendFlags = SEND_SIGNALED | SEND_INLINE;
    wr.length = Token::BYTES;
    wr.inlineData = token.Encode();
    wr.remoteAddress = it->second.ring.GetSlotAddress(id.sequence);
    wr.rkey = it->second.ringKey;
    if (p.qp->PostSend(wr))
    {
        ++m_context.counters.tokensRefused;
        return;
    }
    ++p.tokens;
    ++m_context.counters.tokensSent;
}

} // namespace ns3::rdmacell
