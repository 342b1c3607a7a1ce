/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CELL_SENDER_H
#define CELL_SENDER_H

#include "cell-messages.h"
#include "global-cell-id.h"
#include "token.h"
#include "tracking-queue.h"

#include "ns3/event-id.h"
#include "ns3/flow.h"

#include <cstdint>
#include <vector>

namespace ns3::rdmacell
{

struct CellContext;
class QpGroup;

/**
 * @ingroup rdmacell
 * @brief The sending side of a flow: cuts it into cells, sends them as tokens open the window, and
 * sends them again when a token, or a completion, is missing.
 */
class CellSender
{
  public:
    /// Cells on queue pairs at most, beyond the window: those whose completions are on their way.
    static constexpr uint32_t MOST_UNCOMPLETED = 2;

    /**
     * @brief Make a sender that sends nothing yet.
     * @param context what the host's flows share; outlives it
     * @param group queue pairs; outlives it
     * @param flow the flow
     * @param slot by which number cells name the flow
     * @param cellBytes bytes of a full cell
     */
    CellSender(CellContext& context,
               QpGroup& group,
               const Flow& flow,
               uint16_t slot,
               uint32_t cellBytes);
    ~CellSender();
    CellSender(const CellSender&) = delete;
    CellSender& operator=(const CellSender&) = delete;

    /**
     * @brief The receiver has room for the flow: send.
     * @param memory where to write
     */
    void Start(const CellFlowReply& memory);

    /// @brief Send what may be sent now.
    void Pump();

    /**
     * @brief A token has come.
     * @param token the token
     * @param id its immediate data
     * @return the cell if its latest attempt has been received, otherwise nullptr
     */
    const TrackingQueue::Cell* OnToken(const Token& token, const GlobalCellId& id);

    /**
     * @brief A cell has completed, or is proven to be complete.
     * @param sequence number of the cell
     */
    void OnComplete(uint64_t sequence);

    /**
     * @brief A cell is no longer on a queue pair: completed or flushed.
     * @param length its bytes
     */
    void OnUnposted(uint32_t length);

    /**
     * @brief The first bit of a cell can leave since some time: what was posted before it on its
     * queue pair has completed.
     * @param sequence number of the cell
     * @param since steps
     */
    void OnFirstBit(uint64_t sequence, int64_t since);

    /**
     * @brief A queue pair was isolated: go back to the earliest cell on it that is not complete.
     * @param path the queue pair
     */
    void RollBack(uint16_t path);

    /**
     * @brief Make the immediate data of a cell.
     * @param cell the cell
     * @return Global_Cell_ID
     */
    GlobalCellId GetCellId(const TrackingQueue::Cell& cell) const;

    /**
     * @brief Get the slot.
     * @return by which number cells name the flow
     */
    uint16_t GetSlot() const;

    /**
     * @brief Get the flow.
     * @return the flow
     */
    const Flow& GetFlow() const;

    /**
     * @brief Get the flow's memory at the receiver.
     * @return where to write
     */
    const CellFlowReply& GetMemory() const;

    /**
     * @brief Ask whether all cells are complete.
     * @return true if so
     */
    bool IsDone() const;

    /**
     * @brief Count the cells on queue pairs.
     * @return cells
     */
    uint32_t CountPosted() const;

    /**
     * @brief Ask whether cells were ever flushed.
     * @return true if so
     */
    bool WasRolledBack() const;

  private:
    /**
     * @brief Post a cell.
     * @param cell the cell
     * @param path over which queue pair
     */
    void Post(TrackingQueue::Cell& cell, uint16_t path);

    /// @brief See that the timer runs out at the first deadline at the latest.
    void ArmTimer();

    /// @brief Stop the timer, if it runs.
    void StopTimer();

    /// @brief The timer has run out.
    void OnTimer();

    /**
     * @brief A cell's deadline has passed.
     * @param cell the cell
     * @param now the current time, steps
     */
    void OnDeadline(TrackingQueue::Cell& cell, int64_t now);

    /**
     * @brief Compute how long to wait for a cell's token.
     * @param cell the cell; path says on which queue pair
     * @param ahead bytes that may leave before it, beside what samples of its path include
     * @return steps
     */
    int64_t GetPatience(const TrackingQueue::Cell& cell, uint64_t ahead) const;

    CellContext& m_context;         ///< shared
    QpGroup& m_group;               ///< queue pairs
    Flow m_flow;                    ///< the flow
    CellFlowReply m_memory;         ///< where to write
    uint16_t m_slot;                ///< by which number cells name the flow
    bool m_started{false};          ///< the receiver has answered
    bool m_rolledBack{false};       ///< cells were flushed
    uint32_t m_posted{0};           ///< cells on queue pairs
    uint64_t m_postedBytes{0};      ///< bytes of these
    uint64_t m_pathsUsed{0};        ///< bitmask of queue pairs
    TrackingQueue m_queue;          ///< cells
    std::vector<uint64_t> m_resend; ///< cells to be sent again, in order
    int64_t m_timerAt;              ///< when the timer runs out, steps; NEVER if it does not run
    EventId m_timer;                ///< the timer
};

} // namespace ns3::rdmacell

#endif // CELL_SENDER_H
