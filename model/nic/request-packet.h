/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef REQUEST_PACKET_H
#define REQUEST_PACKET_H

#include "send-wqe.h"

#include "ns3/roce-frame-pool.h"

#include <cstdint>

namespace ns3::rdmacell
{

class QueuePair;

/**
 * @brief Make a packet of a request (segmentation: IBTA vol. 1, 9.7.2 and 9.4).
 *
 * A retransmitted packet equals the first one, opcode included; only a retransmitted READ request
 * is for the missing responses alone.
 *
 * @param qp the queue pair
 * @param wqe the request
 * @param psn PSN of the packet, one of those of the request
 * @param addressed each packet of a WRITE has an RETH, for the place of its own payload
 * @return the frame, without the AckReq bit
 */
RoceFramePtr MakeRequestPacket(const QueuePair& qp,
                               const SendWqe& wqe,
                               int64_t psn,
                               bool addressed);

} // namespace ns3::rdmacell

#endif // REQUEST_PACKET_H
