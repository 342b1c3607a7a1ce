/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "cell-path.h"

#include "cell-send-side.h"

#include "ns3/abort.h"
#include "ns3/log.h"

#include <algorithm>
#include <numeric>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("CellPath");

namespace
{

constexpr uint16_t FIRST_PORT = 0xc000; ///< first of the UDP ports that Linux uses for RoCEv2
constexpr uint16_t PORT_MASK = 0x3fff;  ///< bits in which they differ

} // namespace

bool
CellPath::IsCreated() const
{
    return m_qp != nullptr;
}

void
CellPath::Create(CellSendSide& side, QpGroup& group, uint16_t index, uint32_t maxSendWr)
{
    m_qp = &side.GetEndpoint().CreateQp(maxSendWr, 0);
    NS_LOG_LOGIC("path " << index << " of group " << group.GetId() << " is QP "
                         << m_qp->GetQpNum());
    side.GetQps().Add(m_qp->GetQpNum(), group, index);
}

void
CellPath::SetPort(uint16_t port)
{
    m_port = port;
}

void
CellPath::Destroy(CellSendSide& side, Ipv4Address peer)
{
    if (m_qp)
    {
        side.GetQps().Remove(m_qp->GetQpNum());
        side.GetEndpoint().GetVerbs().DestroyQp(m_qp);
        side.GetEndpoint().Disconnect(peer, m_remoteQpNum);
    }
}

ConnectionRequest
CellPath::MakeRequest(const CellSendSide& side, const QpGroup& group, uint16_t index) const
{
    ConnectionRequest request = side.GetEndpoint().MakeRequest(m_qp->GetQpNum(), m_psns.GetFirst());
    request.udpSourcePort = m_port;
    request.privateData = PrivateData::Encode(CellPathRequest{group.GetId(), index});
    return request;
}

void
CellPath::BringUp(const CellSendSide& side, Ipv4Address peer, const ConnectionReply& reply)
{
    const RdmaEndpoint& endpoint = side.GetEndpoint();
    ConnectionRequest request = endpoint.MakeRequest(m_qp->GetQpNum(), m_psns.GetFirst());
    request.udpSourcePort = m_port;
    m_remoteQpNum = reply.qpNum;
    endpoint.BringUp(*m_qp, peer, request, reply);
}

void
CellPath::Post(CellSendSide& side,
               CellSender& sender,
               const TrackingQueue::Cell& cell,
               uint64_t wrId)
{
    const uint32_t mtu = side.GetEndpoint().GetVerbs().GetPathMtu();
    SendWr head;
    head.wrId = wrId;
    head.opcode = WrOpcode::RDMA_WRITE_WITH_IMM;
    head.immData = sender.GetCellId(cell).Encode(side.GetSettings().GetCellIdLayout());
    head.length = std::min(cell.length, mtu);
    head.localAddress = cell.offset;
    head.lkey = side.GetEndpoint().GetSourceKey();
    head.remoteAddress = sender.GetMemory().address + cell.offset;
    head.rkey = sender.GetMemory().rkey;

    SendWr payload = head;
    payload.opcode = WrOpcode::RDMA_WRITE;
    payload.sendFlags = SEND_SIGNALED;
    payload.length = cell.length - head.length;
    payload.localAddress += head.length;
    payload.remoteAddress += head.length;
    if (!sender.HasToken(cell))
    {
        head.opcode = WrOpcode::RDMA_WRITE;
        head.sendFlags = SEND_SIGNALED;
        head.length = cell.length;
        ++side.GetCounters().payloadWrites;
    }
    else if (payload.length > 0)
    {
        head.next = &payload;
        ++side.GetCounters().payloadWrites;
    }
    else
    {
        head.sendFlags = SEND_SIGNALED;
    }
    m_psns.Use(cell.length == 0 ? 1 : (cell.length - 1) / mtu + 1);
    m_outstanding.push_back({wrId, &sender, cell.sequence, cell.length});
    const SendWr* refused = m_qp->PostSend(head);
    NS_ABORT_MSG_IF(refused, "a cell of flow " << sender.GetFlow().id << " was refused");
}

int64_t
CellPath::TakeLine(int64_t now, int64_t duration)
{
    const int64_t start = std::max(now, m_lineFreeAt);
    m_lineFreeAt = start + duration;
    return start;
}

void
CellPath::Flush()
{
    m_outstanding.clear();
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
    m_psns.Restart();
    ++m_resets;
    if (newPort)
    {
        const uint32_t mixed = m_qp->GetQpNum() * 8191 + m_resets * 4099; // primes near 2^13, 2^12
        m_port = static_cast<uint16_t>(FIRST_PORT | (mixed & PORT_MASK));
    }
    NS_LOG_LOGIC("QP " << m_qp->GetQpNum() << " begins again at PSN " << m_psns.GetFirst()
                       << ", UDP source port " << m_port);
}

CellPath::OutstandingList&
CellPath::GetOutstanding()
{
    return m_outstanding;
}

uint64_t
CellPath::GetOutstandingBytes() const
{
    const auto add = [](uint64_t sum, const OutstandingCell& cell) { return sum + cell.length; };
    return std::accumulate(m_outstanding.begin(), m_outstanding.end(), uint64_t{0}, add);
}

} // namespace ns3::rdmacell
