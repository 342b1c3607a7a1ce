/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "gbn-responder.h"

#include "aeth-syndrome.h"
#include "nic-engine.h"
#include "queue-pair.h"

#include "ns3/append-growing.h"
#include "ns3/psn.h"

#include <algorithm>
#include <utility>

namespace ns3::rdmacell
{

namespace
{

/// Receive requests that a queue has room for at once, if it may have so many.
constexpr uint32_t FIRST_CAPACITY = 64;

} // namespace

GbnResponder::GbnResponder(QueuePair& qp)
    : m_qp(qp)
{
}

GbnResponder::~GbnResponder()
{
    m_qp.GetEngine().receiveQueues.Give(std::move(m_receives));
}

void
GbnResponder::Start()
{
    m_expected = m_qp.GetAttr().rqPsn;
    m_msn = 0;
    m_nakSent = false;
    m_message = Message::NONE;
}

bool
GbnResponder::Post(const RecvWr& wr)
{
    const uint32_t most = m_qp.GetInit().maxRecvWr;
    if (m_receives.size() >= most)
    {
        return false;
    }
    if (m_receives.capacity() == 0)
    {
        m_receives = m_qp.GetEngine().receiveQueues.Take();
        const std::size_t first = std::min(most, FIRST_CAPACITY); // programs mostly fill it
        if (m_receives.capacity() < first)
        {
            m_receives.set_capacity(first);
        }
    }
    AppendGrowing(m_receives, wr);
    return true;
}

void
GbnResponder::OnRequest(const RoceFrame& frame, uint16_t traits, int64_t now)
{
    RoceNicStats& stats = m_qp.GetEngine().stats;
    const int32_t ahead = PsnDiff(frame.psn, m_expected);
    if (ahead > 0)
    {
        ++stats.outOfOrderDrops;
        if (!m_nakSent)
        {
            m_nakSent = true;
            ++stats.naksSent;
            m_qp.SendAck(AethSyndrome::SEQUENCE, m_expected, m_msn, now);
        }
        return;
    }
    if (ahead < 0)
    {
        ++stats.duplicates;
        OnDuplicate(frame, traits, now);
        return;
    }
    m_nakSent = false;
    if (!IsInSequence(frame, traits))
    {
        Refuse(AethSyndrome::INVALID, now);
    }
    else if (!(traits & ROCE_READ))
    {
        OnData(frame, traits, now);
    }
    else if (const uint8_t syndrome = OnRead(frame, now); syndrome != AethSyndrome::ACK)
    {
        Refuse(syndrome, now);
    }
}

void
GbnResponder::OnDuplicate(const RoceFrame& frame, uint16_t traits, int64_t now)
{
    if (!(traits & ROCE_READ))
    {
        ++m_qp.GetEngine().stats.acksSent;
        m_qp.SendAck(AethSyndrome::ACK, PsnAdd(m_expected, -1), m_msn, now);
        return;
    }
    if (!IsAllowed(frame.reth))
    {
        Refuse(AethSyndrome::ACCESS, now);
        return;
    }
    // The requester goes back to this READ and asks for the later ones again, too.
    while (!m_reads.empty() && PsnDiff(m_reads.back().psn, frame.psn) >= 0)
    {
        m_reads.pop_back();
    }
    AppendGrowing(m_reads, Read{frame.psn, frame.reth.dmaLength, true});
    m_qp.Wake(now);
}

bool
GbnResponder::IsInSequence(const RoceFrame& frame, uint16_t traits) const
{
    const uint32_t mtu = m_qp.GetAttr().pathMtu;
    if (((traits & ROCE_STARTS) != 0) != (m_message == Message::NONE))
    {
        return false;
    }
    if (m_message == ((traits & ROCE_SEND) ? Message::WRITE : Message::SEND))
    {
        return false;
    }
    if (traits & ROCE_READ)
    {
        return frame.payloadBytes == 0;
    }
    if (!(traits & ROCE_ENDS))
    {
        return frame.payloadBytes == mtu;
    }
    return frame.payloadBytes <= mtu && (frame.payloadBytes != 0 || (traits & ROCE_STARTS));
}

void
GbnResponder::OnData(const RoceFrame& frame, uint16_t traits, int64_t now)
{
    NicEngine& engine = m_qp.GetEngine();
    const bool takesReceive =
        (traits & ROCE_SEND) ? (traits & ROCE_STARTS) != 0 : (traits & ROCE_HAS_IMM) != 0;
    if (takesReceive && m_receives.empty())
    {
        m_nakSent = true; // what follows is dropped without a NAK until this one comes again
        ++engine.stats.rnrNaksSent;
        const uint8_t code = m_qp.GetAttr().minRnrTimer;
        m_qp.SendAck(AethSyndrome::RNR_CLASS | code, frame.psn, m_msn, now);
        return;
    }

    uint8_t syndrome = AethSyndrome::ACK;
    if (traits & ROCE_STARTS)
    {
        m_received = 0;
        syndrome = (traits & ROCE_WRITE) ? StartWrite(frame) : syndrome;
    }
    if (traits & ROCE_SEND)
    {
        syndrome = CheckReceive(frame, traits);
    }
    else if (syndrome == AethSyndrome::ACK)
    {
        const uint32_t left = m_write.dmaLength - m_received;
        const bool fits =
            (traits & ROCE_ENDS) ? frame.payloadBytes == left : frame.payloadBytes < left;
        syndrome = fits ? syndrome : AethSyndrome::INVALID;
    }
    if (syndrome != AethSyndrome::ACK)
    {
        Refuse(syndrome, now);
        return;
    }

    m_received += frame.payloadBytes;
    engine.stats.bytesPlaced += frame.payloadBytes;
    m_expected = PsnAdd(m_expected, 1);
    m_message = (traits & ROCE_SEND) ? Message::SEND : Message::WRITE;
    if (traits & ROCE_ENDS)
    {
        EndMessage(frame, traits);
    }
    if (frame.ackRequest)
    {
        ++engine.stats.acksSent;
        m_qp.SendAck(AethSyndrome::ACK, frame.psn, m_msn, now);
    }
}

uint8_t
GbnResponder::StartWrite(const RoceFrame& frame)
{
    m_write = frame.reth;
    return IsAllowed(m_write) ? AethSyndrome::ACK : AethSyndrome::ACCESS;
}

uint8_t
GbnResponder::CheckReceive(const RoceFrame& frame, uint16_t traits)
{
    const RecvWr& wr = m_receives.front();
    WorkCompletion completion;
    uint8_t syndrome = AethSyndrome::ACK;
    if ((traits & ROCE_STARTS) && wr.length != 0 &&
        !FindMemory(wr.lkey, wr.localAddress, wr.length))
    {
        completion.status = WcStatus::LOC_PROT_ERR;
        syndrome = AethSyndrome::OPERATIONAL;
    }
    else if (m_received + frame.payloadBytes > wr.length)
    {
        completion.status = WcStatus::LOC_LEN_ERR;
        syndrome = AethSyndrome::INVALID;
    }
    if (syndrome != AethSyndrome::ACK)
    {
        CompleteReceive(completion);
    }
    return syndrome;
}

void
GbnResponder::EndMessage(const RoceFrame& frame, uint16_t traits)
{
    const bool write = traits & ROCE_WRITE;
    m_msn = PsnAdd(m_msn, 1);
    m_message = Message::NONE;

    const uint32_t key = write ? m_write.rkey : m_receives.front().lkey;
    const uint64_t address = write ? m_write.virtualAddress : m_receives.front().localAddress;
    MemoryRegion* mr = FindMemory(key, address, m_received);
    if (mr && frame.inlineBytes != 0 && mr->At(address))
    {
        std::copy_n(frame.inlineData.begin(), frame.inlineBytes, mr->At(address));
    }
    if (mr && write)
    {
        m_qp.GetEngine().Placed(mr, address, m_received);
    }
    if (!write || (traits & ROCE_HAS_IMM))
    {
        WorkCompletion completion;
        completion.opcode = write ? WcOpcode::RECV_RDMA_WITH_IMM : WcOpcode::RECV;
        completion.byteLen = m_received;
        completion.withImm = traits & ROCE_HAS_IMM;
        completion.immData = frame.immediate;
        CompleteReceive(completion);
    }
}

uint8_t
GbnResponder::OnRead(const RoceFrame& frame, int64_t now)
{
    const RoceFrame::Reth& reth = frame.reth;
    if (!IsAllowed(reth))
    {
        return AethSyndrome::ACCESS;
    }
    const uint32_t mtu = m_qp.GetAttr().pathMtu;
    const uint32_t responses = reth.dmaLength == 0 ? 1 : (reth.dmaLength - 1) / mtu + 1;
    m_expected = PsnAdd(m_expected, static_cast<int32_t>(responses));
    m_msn = PsnAdd(m_msn, 1);
    AppendGrowing(m_reads, Read{frame.psn, reth.dmaLength, true});
    m_qp.Wake(now);
    return AethSyndrome::ACK;
}

RoceFramePtr
GbnResponder::NextFrame()
{
    Read& read = m_reads.front();
    const uint32_t payload = std::min(read.left, m_qp.GetAttr().pathMtu);
    const bool last = payload == read.left;
    RoceOpcode opcode = RoceOpcode::READ_RESPONSE_MIDDLE;
    if (read.isFirst)
    {
        opcode = last ? RoceOpcode::READ_RESPONSE_ONLY : RoceOpcode::READ_RESPONSE_FIRST;
    }
    else if (last)
    {
        opcode = RoceOpcode::READ_RESPONSE_LAST;
    }
    RoceFramePtr frame = m_qp.MakeFrame(opcode, read.psn, payload);
    if (RoceOpcodeTraits(opcode) & ROCE_HAS_AETH)
    {
        frame->syndrome = AethSyndrome::ACK;
        frame->msn = m_msn;
    }
    read = {PsnAdd(read.psn, 1), read.left - payload, false};
    if (last)
    {
        m_reads.pop_front();
    }
    return frame;
}

MemoryRegion*
GbnResponder::FindMemory(uint32_t key, uint64_t address, uint32_t length) const
{
    MemoryRegion* mr = m_qp.GetEngine().memory.Find(key);
    return mr && mr->Contains(address, length) ? mr : nullptr;
}

bool
GbnResponder::IsAllowed(const RoceFrame::Reth& reth) const
{
    // The key of a request for no bytes is not checked (IBTA vol. 1, 9.7.4.1.5).
    return reth.dmaLength == 0 || FindMemory(reth.rkey, reth.virtualAddress, reth.dmaLength);
}

void
GbnResponder::Refuse(uint8_t syndrome, int64_t now)
{
    ++m_qp.GetEngine().stats.errorNaksSent;
    m_qp.SendAck(syndrome, m_expected, m_msn, now);
    m_qp.Fail();
}

void
GbnResponder::CompleteReceive(WorkCompletion completion)
{
    completion.wrId = m_receives.front().wrId;
    completion.qpNum = m_qp.GetQpNum();
    m_receives.pop_front();
    m_qp.GetEngine().Complete(m_qp.GetInit().recvCq, completion);
}

void
GbnResponder::Flush()
{
    while (!m_receives.empty())
    {
        WorkCompletion completion;
        completion.status = WcStatus::WR_FLUSH_ERR;
        CompleteReceive(completion);
    }
    Reset();
}

void
GbnResponder::Reset()
{
    m_receives.clear();
    m_reads.clear();
    m_message = Message::NONE;
}

} // namespace ns3::rdmacell
