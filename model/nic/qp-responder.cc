/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "qp-responder.h"

#include "aeth-syndrome.h"
#include "loss-recovery.h"
#include "nic-resources.h"
#include "queue-pair.h"

#include "ns3/append-growing.h"
#include "ns3/log.h"
#include "ns3/psn.h"

#include <algorithm>
#include <utility>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("QpResponder");

QpResponder::QpResponder(QueuePair& qp)
    : m_qp(qp),
      m_receives(qp)
{
}

void
QpResponder::Start()
{
    NS_LOG_FUNCTION(this << m_qp.GetQpNum());
    m_expected = m_qp.GetAttr().rqPsn;
    m_msn = 0;
    m_nextNak = 0;
    m_message = Message::NONE;
    m_recovery.reset();
    m_isHolding = m_qp.GetNic().recovery->HandlesAllRequests();
    if (m_isHolding)
    {
        GetRecovery();
    }
}

bool
QpResponder::Post(const RecvWr& wr)
{
    return m_receives.Post(wr);
}

void
QpResponder::OnRequest(const RoceFrame& frame, uint16_t traits, int64_t now)
{
    NS_LOG_FUNCTION(this << m_qp.GetQpNum() << frame.psn << traits << now);
    const int32_t ahead = PsnDiff(frame.psn, m_expected);
    if (ahead > 0)
    {
        GetRecovery().OnOutOfOrder(frame, traits, static_cast<uint32_t>(ahead), now);
        return;
    }
    if (ahead < 0)
    {
        OnDuplicate(frame, traits, now);
        return;
    }
    m_nextNak = 0;
    if (m_isHolding)
    {
        m_recovery->OnExpected(frame, traits, now);
        return;
    }
    Execute(frame, traits, false, now);
}

void
QpResponder::Execute(const RoceFrame& frame, uint16_t traits, bool isPlaced, int64_t now)
{
    if (!IsInSequence(frame, traits))
    {
        Refuse(AethSyndrome::INVALID, now);
    }
    else if (!(traits & ROCE_READ))
    {
        OnData(frame, traits, isPlaced, now);
    }
    else if (const uint8_t syndrome = OnRead(frame, now); syndrome != AethSyndrome::ACK)
    {
        Refuse(syndrome, now);
    }
}

ResponderRecovery&
QpResponder::GetRecovery()
{
    if (!m_recovery)
    {
        m_recovery = m_qp.GetNic().recovery->CreateResponder(*this);
    }
    return *m_recovery;
}

void
QpResponder::Drop(const RoceFrame& frame)
{
    NS_LOG_LOGIC("QP " << m_qp.GetQpNum() << " drops PSN " << frame.psn << ", expects "
                       << m_expected);
    ++m_qp.GetNic().stats.outOfOrderDrops;
}

bool
QpResponder::Place(const RoceFrame& frame, uint16_t traits)
{
    const bool isAddressed = (traits & ROCE_HAS_RETH) || frame.extensionBytes != 0;
    if (!(traits & ROCE_WRITE) || !isAddressed || !IsAllowed(frame.reth))
    {
        return false;
    }
    m_qp.GetNic().stats.bytesPlaced += frame.payloadBytes;
    return true;
}

void
QpResponder::Count(const RoceFrame& frame, HeldPackets::Result result)
{
    switch (result)
    {
    case HeldPackets::Result::HELD:
        ++m_qp.GetNic().stats.outOfOrderHeld;
        break;
    case HeldPackets::Result::DUPLICATE:
        ++m_qp.GetNic().stats.duplicates;
        break;
    case HeldPackets::Result::BEYOND:
        Drop(frame);
        break;
    }
}

void
QpResponder::OnDuplicate(const RoceFrame& frame, uint16_t traits, int64_t now)
{
    NS_LOG_LOGIC("QP " << m_qp.GetQpNum() << ": duplicate of PSN " << frame.psn);
    ++m_qp.GetNic().stats.duplicates;
    if (!(traits & ROCE_READ))
    {
        Acknowledge(PsnAdd(m_expected, -1), now);
        return;
    }
    if (!IsAllowed(frame.reth))
    {
        Refuse(AethSyndrome::ACCESS, now);
        return;
    }
    // The requester went back to this READ and retransmits those that follow it, too.
    while (!m_reads.empty() && PsnDiff(m_reads.back().psn, frame.psn) >= 0)
    {
        m_reads.pop_back();
    }
    AppendGrowing(m_reads, Read{frame.psn, frame.reth.dmaLength, true});
    m_qp.Wake(now);
}

bool
QpResponder::IsInSequence(const RoceFrame& frame, uint16_t traits) const
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
QpResponder::OnData(const RoceFrame& frame, uint16_t traits, bool isPlaced, int64_t now)
{
    const bool needsReceive =
        (traits & ROCE_SEND) ? (traits & ROCE_STARTS) != 0 : (traits & ROCE_HAS_IMM) != 0;
    if (needsReceive && m_receives.IsEmpty())
    {
        SendRnrNak(frame.psn, now);
        return;
    }
    if (traits & ROCE_STARTS)
    {
        m_received = 0;
    }
    const uint8_t syndrome =
        (traits & ROCE_SEND) ? CheckSend(frame, traits) : CheckWrite(frame, traits);
    if (syndrome != AethSyndrome::ACK)
    {
        Refuse(syndrome, now);
        return;
    }

    m_received += frame.payloadBytes;
    m_qp.GetNic().stats.bytesPlaced += isPlaced ? 0 : frame.payloadBytes;
    m_expected = PsnAdd(m_expected, 1);
    m_message = (traits & ROCE_SEND) ? Message::SEND : Message::WRITE;
    if (traits & ROCE_ENDS)
    {
        EndMessage(frame, traits);
    }
    if (frame.ackRequest)
    {
        Acknowledge(frame.psn, now);
    }
}

uint8_t
QpResponder::CheckWrite(const RoceFrame& frame, uint16_t traits)
{
    if (traits & ROCE_STARTS)
    {
        m_write = frame.reth;
        if (!IsAllowed(m_write))
        {
            return AethSyndrome::ACCESS;
        }
    }
    const uint32_t left = m_write.dmaLength - m_received;
    const bool fits = (traits & ROCE_ENDS) ? frame.payloadBytes == left : frame.payloadBytes < left;
    return fits ? AethSyndrome::ACK : AethSyndrome::INVALID;
}

uint8_t
QpResponder::CheckSend(const RoceFrame& frame, uint16_t traits)
{
    const RecvWr& wr = m_receives.First();
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
        m_receives.CompleteFirst(completion);
    }
    return syndrome;
}

void
QpResponder::EndMessage(const RoceFrame& frame, uint16_t traits)
{
    const bool write = traits & ROCE_WRITE;
    m_msn = PsnAdd(m_msn, 1);
    m_message = Message::NONE;

    const uint32_t key = write ? m_write.rkey : m_receives.First().lkey;
    const uint64_t address = write ? m_write.virtualAddress : m_receives.First().localAddress;
    MemoryRegion* mr = FindMemory(key, address, m_received);
    if (mr && frame.inlineBytes != 0 && mr->At(address))
    {
        std::copy_n(frame.inlineData.begin(), frame.inlineBytes, mr->At(address));
    }
    if (mr && write)
    {
        m_qp.GetNic().OnWritten(mr, address, m_received);
    }
    if (!write || (traits & ROCE_HAS_IMM))
    {
        WorkCompletion completion;
        completion.opcode = write ? WcOpcode::RECV_RDMA_WITH_IMM : WcOpcode::RECV;
        completion.byteLen = m_received;
        completion.withImm = traits & ROCE_HAS_IMM;
        completion.immData = frame.immediate;
        m_receives.CompleteFirst(completion);
    }
}

uint8_t
QpResponder::OnRead(const RoceFrame& frame, int64_t now)
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
QpResponder::NextFrame()
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
QpResponder::FindMemory(uint32_t key, uint64_t address, uint32_t length) const
{
    MemoryRegion* mr = m_qp.GetNic().memory.Find(key);
    return mr && mr->Contains(address, length) ? mr : nullptr;
}

bool
QpResponder::IsAllowed(const RoceFrame::Reth& reth) const
{
    // The key of a request for no bytes is not checked (IBTA vol. 1, 9.7.4.1.5).
    return reth.dmaLength == 0 || FindMemory(reth.rkey, reth.virtualAddress, reth.dmaLength);
}

void
QpResponder::Flush()
{
    m_receives.Flush();
    Reset();
}

void
QpResponder::Reset()
{
    NS_LOG_FUNCTION(this << m_qp.GetQpNum());
    m_receives.Clear();
    m_reads.clear();
    m_message = Message::NONE;
    m_isHolding = false;
    if (m_recovery)
    {
        m_recovery->Clear();
    }
}

} // namespace ns3::rdmacell
