/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "cell-path.h"

#include "cell-context.h"
#include "cell-sender.h"

#include "ns3/abort.h"
#include "ns3/memory-region.h"

#include <algorithm>
#include <numeric>

namespace ns3::rdmacell
{

namespace
{

constexpr uint16_t FIRST_PORT = 0xc000; ///< first of the UDP ports that Linux uses for RoCEv2
constexpr uint16_t PORT_MASK = 0x3fff;  ///< and how far they go

} // namespace

bool
CellPath::IsMade() const
{
    return m_qp != nullptr;
}

void
CellPath::Make(CellContext& context, QpGroup& group, uint16_t index, uint32_t maxSendWr)
{
    QpInitAttr init;
    init.sendCq = context.sendCq;
    init.recvCq = context.recvCq;
    init.maxSendWr = maxSendWr;
    init.maxRecvWr = 0;
    m_qp = context.verbs->CreateQp(init);
    context.sending.Make(m_qp->GetQpNum(), CellContext::Place<QpGroup>{&group, index});
}

void
CellPath::Destroy(CellContext& context, Ipv4Address address)
{
    if (m_qp)
    {
        context.sending.Erase(m_qp->GetQpNum());
        context.verbs->DestroyQp(m_qp);
        context.manager->Disconnect(address, m_remoteQpNum);
    }
}

void
CellPath::FillRequest(ConnectionRequest& request) const
{
    request.qpNum = m_qp->GetQpNum();
    request.psn = m_psn;
    request.udpSourcePort = m_port;
}

void
CellPath::BringUp(const CellContext& context, Ipv4Address address, const ConnectionReply& reply)
{
    QpAttr attr;
    attr.destAddress = address.Get();
    attr.destQpNum = reply.qpNum;
    attr.rqPsn = reply.psn;
    attr.sqPsn = m_psn;
    attr.trafficClass = context.settings.trafficClass;
    attr.udpSourcePort = m_port;
    m_remoteQpNum = reply.qpNum;
    context.BringUp(*m_qp, attr);
}

void
CellPath::Post(CellContext& context,
               CellSender& sender,
               const TrackingQueue::Cell& cell,
               uint64_t wrId)
{
    const uint32_t mtu = context.verbs->GetPathMtu();
    SendWr head;
    head.wrId = wrId;
    head.opcode = WrOpcode::RDMA_WRITE_WITH_IMM;
    head.immData = sender.GetCellId(cell).Encode(context.GetLayout());
    head.length = std::min(cell.length, mtu);
    head.localAddress = cell.offset;
    head.lkey = context.source->GetKey();
    head.remoteAddress = sender.GetMemory().address + cell.offset;
    head.rkey = sender.GetMemory().rkey;

    SendWr rest = head;
    rest.opcode = WrOpcode::RDMA_WRITE;
    rest.sendFlags = SEND_SIGNALED;
    rest.length = cell.length - head.length;
    rest.localAddress += head.length;
    rest.remoteAddress += head.length;
    if (rest.length > 0)
    {
        head.next = &rest;
        ++context.counters.payloadWrites;
    }
    else
    {
        head.sendFlags = SEND_SIGNALED;
    }
    m_packets += cell.length == 0 ? 1 : (cell.length - 1) / mtu + 1;
    m_posted.push_back({wrId, &sender, cell.sequence, cell.length});
    const SendWr* refused = m_qp->PostSend(head);
    NS_ABORT_MSG_IF(refused, "a cell of flow " << sender.GetFlow().id << " was not taken");
}

void
CellPath::Fail()
{
    m_posted.clear();
    QpAttr attr;
    attr.qpState = QpState::ERR;
    m_qp->Modify(attr);
}

void
CellPath::Reset(bool newPort)
{
    QpAttr attr;
    attr.qpState = QpState::RESET;
    m_qp->Modify(attr);
    m_psn = CellContext::GetNextPsn(m_psn, m_packets);
    m_packets = 0;
    ++m_resets;
    if (newPort)
    {
        const uint32_t mixed = m_qp->GetQpNum() * 8191 + m_resets * 4099; // primes near 2^13, 2^12
        m_port = static_cast<uint16_t>(FIRST_PORT | (mixed & PORT_MASK));
    }
}

CellPath::PostingList&
CellPath::GetPosted()
{
    return m_posted;
}

uint64_t
CellPath::GetPostedBytes() const
{
    const auto add = [](uint64_t sum, const Posting& posting) { return sum + posting.length; };
    return std::accumulate(m_posted.begin(), m_posted.end(), uint64_t{0}, add);
}

} // namespace ns3::rdmacell
