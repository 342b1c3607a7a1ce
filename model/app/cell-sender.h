/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CELL_SENDER_H
#define CELL_SENDER_H

#include "cell-messages.h"
#include "cell-window.h"
#include "global-cell-id.h"
#include "path-table.h"
#include "token.h"
#include "tracking-queue.h"

#include "ns3/event-id.h"
#include "ns3/flow.h"

#include <cstdint>
#include <vector>

namespace ns3::rdmacell
{

class CellSendSide;
class PathSet;

/**
 * @ingroup rdmacell
 * @brief The sending end of a flow: cuts it into cells, posts them as tokens open the window, and
 * recovers when a token or a completion is late.
 */
class CellSender
{
  public:
    /// Cells on queue pairs at most, beyond the window: those whose completions are in flight.
    static constexpr uint32_t MAX_UNCOMPLETED = 2;

    /**
     * @brief Construct a sender that sends nothing yet.
     * @param side what the groups of a host share; outlives it
     * @param paths paths of the flow's group; outlive it
     * @param flow the flow
     * @param slot names the flow in immediate data
     */
    CellSender(CellSendSide& side, PathSet& paths, const Flow& flow, uint16_t slot);
    ~CellSender();
    CellSender(const CellSender&) = delete;
    CellSender& operator=(const CellSender&) = delete;

    /**
     * @brief The receiver has memory for the flow: send.
     * @param memory where to write
     */
    void Start(const CellFlowReply& memory);

    /// @brief Post the cells that may be posted now: retransmissions first.
    void SendCells();

    /**
     * @brief A token has arrived.
     * @param token the token
     * @param id the immediate data in it
     * @return the cell if the token is for its latest attempt, otherwise nullptr
     */
    const TrackingQueue::Cell* OnToken(const Token& token, const GlobalCellId& id);

    /**
     * @brief A cell is complete: its work requests have completed, or a later token implies it.
     * @param sequence number of the cell
     */
    void OnComplete(uint64_t sequence);

    /**
     * @brief A cell is no longer on a queue pair: completed or flushed.
     * @param length its bytes
     */
    void RemoveOutstanding(uint32_t length);

    /**
     * @brief The first bit of a cell can leave: what was posted before it on its queue pair has
     * completed.
     * @param sequence number of the cell
     * @param since since when it can leave, steps
     */
    void OnFirstBit(uint64_t sequence, int64_t since);

    /**
     * @brief A path is isolated: go back to the earliest cell on it that is not complete.
     * @param path the path
     */
    void RollBack(uint16_t path);

    /**
     * @brief Make the immediate data of a cell.
     * @param cell the cell
     * @return Global_Cell_ID
     */
    GlobalCellId GetCellId(const TrackingQueue::Cell& cell) const;

    /**
     * @brief Get when its timer expires.
     * @return time steps; 0 if it does not run
     */
    int64_t GetTimerExpiry() const;

    /**
     * @brief Ask whether a cell asks for a token.
     * @param cell the cell
     * @return true if so
     */
    bool HasToken(const TrackingQueue::Cell& cell) const;

    /**
     * @brief Get the slot.
     * @return names the flow in immediate data
     */
    uint16_t GetSlot() const
    {
        return m_slot;
    }

    /**
     * @brief Get the flow.
     * @return the flow
     */
    const Flow& GetFlow() const
    {
        return m_flow;
    }

    /**
     * @brief Get the flow's memory at the receiver.
     * @return where to write
     */
    const CellFlowReply& GetMemory() const
    {
        return m_memory;
    }

    /**
     * @brief Ask whether all cells are complete.
     * @return true if so
     */
    bool IsDone() const
    {
        return m_queue.IsDone();
    }

    /**
     * @brief Count the cells on queue pairs.
     * @return cells
     */
    uint32_t CountOutstanding() const
    {
        return m_outstanding;
    }

    /**
     * @brief Ask whether cells were ever flushed.
     * @return true if so
     */
    bool WasRolledBack() const
    {
        return m_rolledBack;
    }

  private:
    /// @brief Ask the window how many cells may be without a token now.
    void UpdateWindow();

    /**
     * @brief Ask whether the window allows a new cell.
     * @return true if so
     */
    bool MaySend() const;

    /// @brief Post the next new cell, on the path that the scheduler picks.
    void PostNext();

    /**
     * @brief Take over a sample of the round-trip time.
     * @param cell the cell
     * @param rtt from its start to its token, steps
     * @param now the current time, steps
     */
    void AddSample(const TrackingQueue::Cell& cell, int64_t rtt, int64_t now);

    /**
     * @brief The token of a cell is late: unless that is a fault, let new cells take another path.
     * @param cell the cell
     * @param now the current time, steps
     * @return false if it is a fault
     */
    bool Reroute(TrackingQueue::Cell& cell, int64_t now);

    /**
     * @brief Post a cell.
     * @param cell the cell
     * @param path on which path
     */
    void Post(TrackingQueue::Cell& cell, uint16_t path);

    /**
     * @brief Report a posting to the trace sources.
     * @param cell the cell
     */
    void TracePosting(const TrackingQueue::Cell& cell) const;

    /// @brief Let the timer expire at the first deadline at the latest.
    void ArmTimer();

    /// @brief Stop the timer, if it runs.
    void StopTimer();

    /// @brief The timer has expired.
    void OnTimer();

    /**
     * @brief A cell's deadline has passed.
     * @param cell the cell
     * @param now the current time, steps
     */
    void OnDeadline(TrackingQueue::Cell& cell, int64_t now);

    /**
     * @brief Compute how long to wait for a cell's token: T_soft, extended and doubled.
     * @param cell the cell, on a path
     * @param ahead bytes that may leave before it, beside what samples of its path include
     * @return steps
     */
    int64_t GetTokenTimeout(const TrackingQueue::Cell& cell, uint64_t ahead) const;

    CellSendSide& m_side;               ///< what groups share
    PathSet& m_paths;                   ///< paths of the group
    Flow m_flow;                        ///< the flow
    CellFlowReply m_memory;             ///< where to write
    uint16_t m_slot;                    ///< names the flow in immediate data
    bool m_started{false};              ///< the receiver has answered
    bool m_rolledBack{false};           ///< cells were flushed
    bool m_excused{false};              ///< a late cell has just left room for a new one
    bool m_waiting{false};              ///< a new cell waits for the time of the window
    uint32_t m_outstanding{0};          ///< cells on queue pairs
    uint64_t m_outstandingBytes{0};     ///< bytes of these
    uint16_t m_path{PathTable::NONE};   ///< of the last new cell
    uint64_t m_latestToken{0};          ///< largest number of a cell with a sample
    int64_t m_latestRtt{0};             ///< its sample, steps; 0 if there is none
    uint64_t m_pathsUsed{0};            ///< bitmask of paths
    CellWindow::State m_window;         ///< how many cells may be without a token
    TrackingQueue m_queue;              ///< cells
    std::vector<uint64_t> m_retransmit; ///< cells to be retransmitted, in order
    int64_t m_timerAt;                  ///< expiry of the timer, steps; NEVER if it does not run
    EventId m_timer;                    ///< the timer
};

} // namespace ns3::rdmacell

#endif // CELL_SENDER_H
