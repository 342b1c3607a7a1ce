/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRACKING_QUEUE_H
#define TRACKING_QUEUE_H

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <limits>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief The cells of a flow from NEXT_ACK, the first that is not complete, to NEXT_SEND, the first
 * that has not been sent.
 *
 * A token says that the head of a cell has been placed, and so opens the window for the next one. A
 * cell is complete when its work requests have completed, or when a later token implies it.
 */
class TrackingQueue
{
  public:
    /// Cell::path of a cell that waits to be retransmitted.
    static constexpr uint16_t NO_PATH = std::numeric_limits<uint16_t>::max();

    /// Late cells that let another one try another path, without a result, at most. Two, as the
    /// second path may share the link at which the first one hangs.
    static constexpr uint32_t MAX_TRIALS = 2;

    /// A time that never comes.
    static constexpr int64_t NEVER = std::numeric_limits<int64_t>::max();

    /// A cell.
    struct Cell
    {
        uint64_t sequence{0};    ///< number in its flow
        uint64_t offset{0};      ///< of its first byte in the flow
        uint32_t length{0};      ///< bytes
        uint32_t sends{0};       ///< how often it was sent
        uint16_t path{NO_PATH};  ///< path on which it was sent last
        bool hasToken{false};    ///< the token of this or an earlier attempt has arrived
        bool complete{false};    ///< all of it has been placed
        bool late{false};        ///< T_soft has expired since it was sent last
        bool excused{false};     ///< it is late, and does not count for the window
        bool overtaken{false};   ///< excused, and a later cell has had its token on another path
        bool timed{true};        ///< start is known, and good for a sample
        uint8_t backoff{0};      ///< how often T_soft is doubled
        uint32_t expiries{0};    ///< how often T_soft has expired since the last token
        int64_t start{0};        ///< when it was sent last, steps
        int64_t deadline{NEVER}; ///< end of the wait for a token or a completion, steps
    };

    /// Cells in order. There are few: at most as many as a token ring holds, and most often one or
    /// two.
    using Window = boost::container::small_vector<Cell, 4>;

    /// What a token tells.
    enum class TokenKind : uint8_t
    {
        UNKNOWN, ///< nothing: the cell is complete, or was not sent
        KNOWN,   ///< nothing: the cell had a token before
        LATE,    ///< an earlier attempt has been placed; this gives no RTT
        TIMELY,  ///< the latest attempt has been placed
    };

    /**
     * @brief Construct a queue with nothing sent.
     * @param sizeBytes bytes of the flow; one of 0 bytes has one cell
     * @param cellBytes bytes of a full cell
     * @param window cells without a token at most; the largest window that is set
     * @param span cells from NEXT_ACK to NEXT_SEND at most: slots of the token ring
     */
    TrackingQueue(uint64_t sizeBytes, uint32_t cellBytes, uint32_t window, uint32_t span);

    /**
     * @brief Change the window.
     * @param window cells without a token at most; those that are sent stay so
     */
    void SetWindow(uint32_t window);

    /**
     * @brief Get the window.
     * @return cells without a token at most
     */
    uint32_t GetWindowLimit() const;

    /**
     * @brief Ask whether the window allows a new cell.
     * @return true if so
     */
    bool MaySend() const;

    /**
     * @brief Send the cell at NEXT_SEND, which MaySend() allows.
     * @return the cell, not posted yet; valid until the next one is sent
     */
    Cell& Send();

    /**
     * @brief Find a cell.
     * @param sequence its number
     * @return the cell, or nullptr if it is below NEXT_ACK or not sent
     */
    Cell* Find(uint64_t sequence);

    /**
     * @brief A token has arrived.
     * @param sequence number of the cell
     * @param attempt attempt that the token is for, modulo 16
     * @return what it tells
     */
    TokenKind OnToken(uint64_t sequence, uint8_t attempt);

    /**
     * @brief The token of a cell is late: the cell no longer counts for the window, so that one
     * cell tries another path, unless one has done so for its path, or several have no result yet.
     * @param cell the cell, sent and without a token
     * @return true if it was excused
     */
    bool Excuse(Cell& cell);

    /**
     * @brief The token of a cell has overtaken those of earlier cells on other paths: where one of
     * them is late, none on its path counts for the window any more, up to a window of cells.
     * @param cell the cell with the token
     * @return true if a cell was excused
     */
    bool ExcuseOvertaken(const Cell& cell);

    /**
     * @brief Count the cells that do not count for the window.
     * @return cells
     */
    uint32_t CountExcused() const;

    /**
     * @brief Count the tokens of the cells that follow a cell.
     * @param cell the cell, not complete
     * @return tokens
     */
    uint32_t CountTokensAfter(const Cell& cell) const;

    /**
     * @brief Ask whether a cell waits behind another one of its path whose token has come: the
     * path has worked, and the queue pair may still be busy with that one.
     * @param cell the cell, not complete
     * @return true if so
     */
    bool IsBehind(const Cell& cell) const;

    /**
     * @brief A cell is complete: NEXT_ACK moves to the first cell that is not.
     * @param sequence number of the cell; ignored if it was complete
     */
    void Complete(uint64_t sequence);

    /**
     * @brief Go back to the earliest cell on a path that is not complete: all such cells, with a
     * token or not, wait to be retransmitted.
     * @param path the path
     * @param sequences their numbers are appended, oldest first
     */
    void RollBack(uint16_t path, std::vector<uint64_t>& sequences);

    /**
     * @brief Ask whether all cells are complete.
     * @return true if so
     */
    bool IsDone() const;

    /**
     * @brief Get NEXT_SEND.
     * @return number of the next cell
     */
    uint64_t GetNextSend() const;

    /**
     * @brief Get NEXT_ACK.
     * @return number of the first cell that is not complete
     */
    uint64_t GetNextAck() const;

    /**
     * @brief Get the number of cells of the flow.
     * @return at least 1
     */
    uint64_t GetCellCount() const;

    /**
     * @brief Get the cells from NEXT_ACK to NEXT_SEND.
     * @return the cells, in order
     */
    Window& GetWindow();

  private:
    /**
     * @brief Let a cell count for the window again, if it does not.
     * @param cell the cell
     */
    void Readmit(Cell& cell);

    uint64_t m_size;            ///< bytes of the flow
    uint32_t m_cellBytes;       ///< bytes of a full cell
    uint32_t m_windowLimit;     ///< cells without a token at most
    uint32_t m_mostExcused;     ///< cells that do not count for the window at most
    uint32_t m_span;            ///< cells in m_window at most
    uint64_t m_cells;           ///< of the flow
    uint64_t m_nextAck{0};      ///< first that is not complete
    uint32_t m_withoutToken{0}; ///< sent cells without a token
    uint32_t m_excused{0};      ///< of these: not counted for the window
    uint32_t m_trials{0};       ///< of these: not overtaken
    Window m_window;            ///< from NEXT_ACK to NEXT_SEND
};

} // namespace ns3::rdmacell

#endif // TRACKING_QUEUE_H
