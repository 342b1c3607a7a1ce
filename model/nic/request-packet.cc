/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "request-packet.h"

#include "queue-pair.h"

#include "ns3/psn.h"

namespace ns3::rdmacell
{

namespace
{

/**
 * @brief Choose the opcode of a packet of a SEND or WRITE.
 * @param opcode the request
 * @param first it is the first packet
 * @param last it is the last packet
 * @return BTH opcode
 */
RoceOpcode
ChooseOpcode(WrOpcode opcode, bool first, bool last)
{
    const bool isSend = opcode == WrOpcode::SEND || opcode == WrOpcode::SEND_WITH_IMM;
    const bool hasImm =
        opcode == WrOpcode::SEND_WITH_IMM || opcode == WrOpcode::RDMA_WRITE_WITH_IMM;
    // Both have FIRST, MIDDLE, LAST, LAST_WITH_IMM, ONLY, ONLY_WITH_IMM in this order.
    const RoceOpcode base = isSend ? RoceOpcode::SEND_FIRST : RoceOpcode::WRITE_FIRST;
    const int index = last ? (first ? 4 : 2) + (hasImm ? 1 : 0) : (first ? 0 : 1);
    return static_cast<RoceOpcode>(static_cast<int>(base) + index);
}

/**
 * @brief Make a packet of a SEND or WRITE.
 * @param qp the queue pair
 * @param wqe the request
 * @param psn PSN of the packet
 * @param addressed each packet of a WRITE has an RETH
 * @return the frame, without the AckReq bit
 */
RoceFramePtr
MakeDataPacket(const QueuePair& qp, const SendWqe& wqe, int64_t psn, bool addressed)
{
    const uint32_t mtu = qp.GetAttr().pathMtu;
    const uint32_t index = static_cast<uint32_t>(psn - wqe.firstPsn);
    const bool last = index + 1 == wqe.packets;
    const RoceOpcode opcode = ChooseOpcode(wqe.opcode, index == 0, last);
    const uint32_t payload = last ? wqe.length - index * mtu : mtu;
    RoceFramePtr frame = qp.MakeFrame(opcode, static_cast<uint32_t>(psn) & PSN_MASK, payload);
    const uint16_t traits = RoceOpcodeTraits(opcode);
    if (traits & ROCE_HAS_RETH)
    {
        frame->reth = {wqe.remoteAddress, wqe.rkey, wqe.length};
    }
    else if (addressed && (traits & ROCE_WRITE))
    {
        const uint32_t offset = index * mtu;
        frame->reth = {wqe.remoteAddress + offset, wqe.rkey, payload};
        ExtendRoceFrame(*frame, WireSize::RETH);
    }
    if (traits & ROCE_ENDS)
    {
        frame->immediate = (traits & ROCE_HAS_IMM) ? wqe.immData : 0;
        frame->solicited = wqe.solicited;
        frame->inlineBytes = wqe.inlineBytes;
        frame->inlineData = wqe.inlineData;
    }
    return frame;
}

/**
 * @brief Make a READ request for the missing part of a READ.
 * @param qp the queue pair
 * @param wqe the request
 * @param psn PSN of the first missing response
 * @return the frame, without the AckReq bit
 */
RoceFramePtr
MakeReadRequest(const QueuePair& qp, const SendWqe& wqe, int64_t psn)
{
    const uint32_t offset = static_cast<uint32_t>(psn - wqe.firstPsn) * qp.GetAttr().pathMtu;
    RoceFramePtr frame =
        qp.MakeFrame(RoceOpcode::READ_REQUEST, static_cast<uint32_t>(psn) & PSN_MASK, 0);
    frame->reth = {wqe.remoteAddress + offset, wqe.rkey, wqe.length - offset};
    frame->solicited = wqe.solicited;
    return frame;
}

} // namespace

RoceFramePtr
MakeRequestPacket(const QueuePair& qp, const SendWqe& wqe, int64_t psn, bool addressed)
{
    return wqe.opcode == WrOpcode::RDMA_READ ? MakeReadRequest(qp, wqe, psn)
                                             : MakeDataPacket(qp, wqe, psn, addressed);
}

} // namespace ns3::rdmacell
