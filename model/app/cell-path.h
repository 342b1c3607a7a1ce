/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CELL_PATH_H
#define CELL_PATH_H

#include "psn-range.h"
#include "rdma-connection-manager.h"
#include "tracking-queue.h"

#include "ns3/ipv4-address.h"
#include "ns3/verbs-context.h"

#include <boost/container/small_vector.hpp>
#include <cstdint>

namespace ns3::rdmacell
{

class CellSender;
class CellSendSide;
class QpGroup;

/**
 * @ingroup rdmacell
 * @brief A path of a group: the sending end of its queue pair, and the cells on it.
 */
class CellPath
{
  public:
    /// A cell on the queue pair that has not completed.
    struct OutstandingCell
    {
        uint64_t wrId;      ///< of its work requests; later ones have larger ones
        CellSender* sender; ///< its flow
        uint64_t sequence;  ///< number of the cell in its flow
        uint32_t length;    ///< bytes
    };

    /// Cells on the queue pair, oldest first. Three is the most with a window of one cell.
    using OutstandingList = boost::container::small_vector<OutstandingCell, 3>;

    /**
     * @brief Ask whether there is a queue pair.
     * @return false if the path has never been used
     */
    bool IsCreated() const;

    /**
     * @brief Create the queue pair, in RESET.
     * @param side what the groups of a host share
     * @param group the group
     * @param index index of this path in the group
     * @param maxSendWr send requests outstanding at most
     */
    void Create(CellSendSide& side, QpGroup& group, uint16_t index, uint32_t maxSendWr);

    /**
     * @brief Set the UDP source port, before the queue pair is connected.
     * @param port the port; 0: computed from the two QPNs
     */
    void SetPort(uint16_t port);

    /**
     * @brief Destroy the queue pair here and at the peer, if there is one.
     * @param side what the groups of a host share
     * @param peer address of the other end
     */
    void Destroy(CellSendSide& side, Ipv4Address peer);

    /**
     * @brief Make the request that connects the queue pair, at first or after a reset.
     * @param side what the groups of a host share
     * @param group the group
     * @param index index of this path in the group
     * @return the request
     */
    ConnectionRequest MakeRequest(const CellSendSide& side,
                                  const QpGroup& group,
                                  uint16_t index) const;

    /**
     * @brief Bring the queue pair from RESET to RTS.
     * @param side what the groups of a host share
     * @param peer address of the other end
     * @param reply what the peer has replied
     */
    void BringUp(const CellSendSide& side, Ipv4Address peer, const ConnectionReply& reply);

    /**
     * @brief Post a cell: a chain of the head, WRITE_WITH_IMM, and the payload WRITE, with one
     * doorbell.
     * @param side what the groups of a host share
     * @param sender its flow
     * @param cell the cell
     * @param wrId of its work requests
     */
    void Post(CellSendSide& side,
              CellSender& sender,
              const TrackingQueue::Cell& cell,
              uint64_t wrId);

    /**
     * @brief Let a cell take its time on the line, after those before it.
     * @param now the current time, steps
     * @param duration of the cell at line rate, steps
     * @return when it can leave, steps
     */
    int64_t TakeLine(int64_t now, int64_t duration);

    /// @brief Go to the error state, in which the cells on the queue pair are flushed, and forget
    /// them.
    void Flush();

    /**
     * @brief Reset the queue pair.
     * @param newPort true to take another UDP source port
     */
    void Reset(bool newPort);

    /**
     * @brief Get the cells on the queue pair.
     * @return cells that have not completed, oldest first
     */
    OutstandingList& GetOutstanding();

    /**
     * @brief Get the bytes of the cells on the queue pair.
     * @return bytes of cells that have not completed
     */
    uint64_t GetOutstandingBytes() const;

  private:
    VerbsQp* m_qp{nullptr};        ///< null if never used
    uint32_t m_remoteQpNum{0};     ///< at the peer
    int64_t m_lineFreeAt{0};       ///< when its cells can have left at line rate, steps
    PsnRange m_psns;               ///< PSNs since the last reset
    uint16_t m_port{0};            ///< UDP source port; 0: computed from the two QPNs
    uint16_t m_resets{0};          ///< so far
    OutstandingList m_outstanding; ///< oldest first
};

} // namespace ns3::rdmacell

#endif // CELL_PATH_H
