/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CELL_PATH_H
#define CELL_PATH_H

#include "rdma-connection-manager.h"
#include "tracking-queue.h"

#include "ns3/verbs-context.h"

#include <boost/container/small_vector.hpp>
#include <cstdint>

namespace ns3::rdmacell
{

struct CellContext;
class CellSender;
class QpGroup;

/**
 * @ingroup rdmacell
 * @brief The sending side of a queue pair of a group: its lives between resets, and the cells on
 * it.
 */
class CellPath
{
  public:
    /// A cell on the queue pair that has not completed.
    struct Posting
    {
        uint64_t wrId;      ///< of its work requests; later ones have larger ones
        CellSender* sender; ///< its flow
        uint64_t sequence;  ///< its number
        uint32_t length;    ///< its bytes
    };

    /// Cells on the queue pair, oldest first. Three is the most with a window of one cell.
    using PostingList = boost::container::small_vector<Posting, 3>;

    /**
     * @brief Ask whether there is a queue pair.
     * @return false if it has never been used
     */
    bool IsMade() const;

    /**
     * @brief Make the queue pair, in RESET.
     * @param context what the host's flows share
     * @param group owner
     * @param index which of its queue pairs this is
     * @param maxSendWr send requests outstanding at most
     */
    void Make(CellContext& context, QpGroup& group, uint16_t index, uint32_t maxSendWr);

    /**
     * @brief Destroy the queue pair here and at the peer, if there is one.
     * @param context what the host's flows share
     * @param address of the peer
     */
    void Destroy(CellContext& context, Ipv4Address address);

    /**
     * @brief Say what the peer must know of the queue pair.
     * @param request gets it
     */
    void FillRequest(ConnectionRequest& request) const;

    /**
     * @brief Bring the queue pair from RESET to RTS.
     * @param context what the host's flows share
     * @param address of the peer
     * @param reply what the peer has answered
     */
    void BringUp(const CellContext& context, Ipv4Address address, const ConnectionReply& reply);

    /**
     * @brief Post a cell: the chain of the head, WRITE_WITH_IMM, and the rest, WRITE, with one
     * doorbell.
     * @param context what the host's flows share
     * @param sender its flow
     * @param cell the cell
     * @param wrId of its work requests
     */
    void Post(CellContext& context,
              CellSender& sender,
              const TrackingQueue::Cell& cell,
              uint64_t wrId);

    /// @brief Go to the error state: what is on the queue pair is flushed and forgotten.
    void Fail();

    /**
     * @brief Begin a new life, in RESET.
     * @param newPort true to take another UDP source port
     */
    void Reset(bool newPort);

    /**
     * @brief Reach the cells on the queue pair.
     * @return cells that have not completed, oldest first
     */
    PostingList& GetPosted();

    /**
     * @brief Add up the cells on the queue pair.
     * @return bytes of cells that have not completed
     */
    uint64_t GetPostedBytes() const;

  private:
    VerbsQp* m_qp{nullptr};    ///< null if never used
    uint32_t m_remoteQpNum{0}; ///< at the peer
    uint32_t m_psn{0};         ///< first PSN of this life
    uint32_t m_packets{0};     ///< posted in this life
    uint16_t m_port{0};        ///< UDP source port; 0 = computed from the QPNs
    uint16_t m_resets{0};      ///< so far
    PostingList m_posted;      ///< oldest first
};

} // namespace ns3::rdmacell

#endif // CELL_PATH_H
