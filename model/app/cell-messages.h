/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CELL_MESSAGES_H
#define CELL_MESSAGES_H

#include <cstdint>

/**
 * @file
 * What the two sides of RDMACell send each other over the connection manager, as PrivateData.
 */

namespace ns3::rdmacell
{

/// Private data of a connection request: what the queue pair is for.
struct CellPathRequest
{
    uint32_t group; ///< group of the active side that the queue pair belongs to
    uint16_t path;  ///< path of the group that the queue pair is
};

/// A call: a flow is about to be sent over a group.
struct CellFlowRequest
{
    uint64_t flowId;      ///< Flow::id
    uint64_t sizeBytes;   ///< Flow::sizeBytes
    uint64_t ringAddress; ///< virtual address of its token ring at the sender
    uint32_t ringKey;     ///< key of the memory region of the ring
    uint32_t group;       ///< group of the sender
    uint16_t slot;        ///< names the flow in the immediate data of its cells
};

/// The answer to CellFlowRequest.
struct CellFlowReply
{
    uint64_t address{0};    ///< virtual address of the flow's first byte at the receiver
    uint32_t rkey{0};       ///< key of the memory region of the flow
    uint32_t flowNumber{0}; ///< the receiver's number for the flow
};

/// A message: a flow has ended.
struct CellFlowEnd
{
    uint32_t flowNumber; ///< CellFlowReply::flowNumber
};

} // namespace ns3::rdmacell

#endif // CELL_MESSAGES_H
