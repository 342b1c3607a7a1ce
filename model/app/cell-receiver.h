/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CELL_RECEIVER_H
#define CELL_RECEIVER_H

#include "byte-ranges.h"
#include "cell-messages.h"
#include "rdma-connection-manager.h"
#include "token-ring.h"

#include "ns3/verbs-context.h"

#include <boost/container/small_vector.hpp>
#include <cstdint>

namespace ns3::rdmacell
{

struct CellContext;
class MemoryRegion;

/**
 * @ingroup rdmacell
 * @brief The receiving side of a group of queue pairs: answers the head of each cell by a token,
 * and knows which bytes of each flow have come.
 */
class CellReceiver
{
  public:
    /**
     * @brief Make a receiver without queue pairs and flows.
     * @param context what the host's flows share; outlives it
     */
    explicit CellReceiver(CellContext& context);

    /**
     * @brief Connect a queue pair of the sender, or connect it anew after its reset.
     * @param path which one
     * @param request of the sender
     * @return numbers of this side's queue pair
     */
    ConnectionReply OpenPath(uint16_t path, const ConnectionRequest& request);

    /**
     * @brief Make room for a flow.
     * @param request of the sender
     * @param number of the flow at this host
     * @return where to write
     */
    CellFlowReply OpenFlow(const CellFlowRequest& request, uint32_t number);

    /**
     * @brief Destroy a queue pair.
     * @param path which one
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
     * @brief The head of a cell has come.
     * @param path over which queue pair
     * @param immData its immediate data
     * @param qpNum number of the queue pair
     */
    void OnHead(uint16_t path, uint32_t immData, uint32_t qpNum);

    /**
     * @brief Write a token, and post the next receive request.
     * @param path over which queue pair
     * @param token the token
     */
    void Answer(uint16_t path, const Token& token);

    /**
     * @brief A WRITE has been placed.
     * @param slot of the flow
     * @param address where it begins
     * @param length its bytes
     */
    void OnPlaced(uint16_t slot, uint64_t address, uint32_t length);

  private:
    /// A queue pair.
    struct Path
    {
        VerbsQp* qp{nullptr}; ///< null if not connected
        uint32_t psn{0};      ///< first PSN of its present life
        uint32_t tokens{0};   ///< posted in its present life
    };

    /// A flow.
    struct Incoming
    {
        uint16_t slot{0};              ///< by which number cells name it
        uint64_t flowId{0};            ///< the flow
        uint64_t size{0};              ///< its bytes
        MemoryRegion* memory{nullptr}; ///< where it goes
        uint32_t ringKey{0};           ///< remote key of the sender's token ring
        TokenRing ring;                ///< the sender's token ring
        bool placed{false};            ///< all has come
        ByteRanges bytes;              ///< what has come
        ByteRanges heads;              ///< cells whose heads have come
    };

    /**
     * @brief Find a flow. There are few: one, or those that share the queue pairs.
     * @param slot its slot
     * @return the flow, or nullptr if there is none
     */
    Incoming* FindFlow(uint16_t slot);

    /**
     * @brief Note that the head of a cell has come.
     * @param flow its flow
     * @param sequence cut number of the cell
     * @return true if it had come before
     */
    bool NoteHead(Incoming& flow, uint32_t sequence) const;

    CellContext& m_context;                              ///< shared
    boost::container::small_vector<Path, 8> m_paths;     ///< by index
    boost::container::small_vector<Incoming, 1> m_flows; ///< in any order
};

} // namespace ns3::rdmacell

#endif // CELL_RECEIVER_H
