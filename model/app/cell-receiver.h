/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CELL_RECEIVER_H
#define CELL_RECEIVER_H

#include "byte-ranges.h"
#include "cell-messages.h"
#include "psn-range.h"
#include "rdma-connection-manager.h"
#include "token-ring.h"

#include "ns3/verbs-context.h"

#include <boost/container/small_vector.hpp>
#include <cstdint>

namespace ns3::rdmacell
{

class CellReceiveSide;
class MemoryRegion;

/**
 * @ingroup rdmacell
 * @brief The receiving end of a group of queue pairs: answers the head of each cell by a token, and
 * knows which bytes of each flow have been placed.
 */
class CellReceiver
{
  public:
    /**
     * @brief Construct a receiver without queue pairs and flows.
     * @param side what the receivers of a host share; outlives it
     */
    explicit CellReceiver(CellReceiveSide& side);

    /**
     * @brief Connect a queue pair of the sender, or connect it again after a reset.
     * @param index index of the path in the group
     * @param request of the sender
     * @return the reply
     */
    ConnectionReply OpenPath(uint16_t index, const ConnectionRequest& request);

    /**
     * @brief Register memory for a flow.
     * @param request of the sender
     * @param number number of the flow at this host
     * @return where to write
     */
    CellFlowReply OpenFlow(const CellFlowRequest& request, uint32_t number);

    /**
     * @brief Destroy a queue pair.
     * @param path which path
     */
    void ClosePath(uint16_t path);

    /**
     * @brief Forget a flow.
     * @param slot its slot
     */
    void CloseFlow(uint16_t slot);

    /**
     * @brief Ask whether there are no queue pairs and no flows.
     * @return true if so
     */
    bool IsEmpty() const;

    /**
     * @brief The head of a cell has been placed.
     * @param path path that it has taken
     * @param immData its immediate data
     * @param qpNum QPN of the path
     */
    void OnHead(uint16_t path, uint32_t immData, uint32_t qpNum);

    /**
     * @brief A WRITE has been placed.
     * @param slot slot of the flow
     * @param offset first byte in the flow
     * @param length bytes
     */
    void OnBytesPlaced(uint16_t slot, uint64_t offset, uint32_t length);

  private:
    /// A queue pair.
    struct Path
    {
        VerbsQp* qp{nullptr}; ///< null if not connected
        PsnRange psns;        ///< PSNs since the last reset
    };

    /// A flow.
    struct IncomingFlow
    {
        uint16_t slot{0};              ///< names the flow in immediate data
        uint64_t flowId{0};            ///< Flow::id
        uint64_t size{0};              ///< bytes
        MemoryRegion* memory{nullptr}; ///< where it is placed
        uint32_t ringKey{0};           ///< remote key of the sender's token ring
        TokenRing ring;                ///< the sender's token ring
        bool placed{false};            ///< all bytes have been placed
        ByteRanges bytes;              ///< bytes that have been placed
        ByteRanges heads;              ///< cells whose heads have been placed
    };

    /**
     * @brief Find a flow. There are few: one, or those that share the queue pairs.
     * @param slot its slot
     * @return the flow, or nullptr if there is none
     */
    IncomingFlow* FindFlow(uint16_t slot);

    /**
     * @brief Note that the head of a cell has been placed.
     * @param flow its flow
     * @param sequence number of the cell, truncated as in immediate data
     * @return true if it had been placed before
     */
    bool NoteHead(IncomingFlow& flow, uint32_t sequence) const;

    /**
     * @brief Write a token, and post the next receive request.
     * @param path on which path
     * @param token the token
     */
    void SendToken(uint16_t path, const Token& token);

    CellReceiveSide& m_side;                                 ///< what receivers share
    boost::container::small_vector<Path, 8> m_paths;         ///< by index
    boost::container::small_vector<IncomingFlow, 1> m_flows; ///< in any order
};

} // namespace ns3::rdmacell

#endif // CELL_RECEIVER_H
