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
 * that was not sent.
 *
 * A token says that the head of a cell has come, and so opens the window for the next one. A cell
 * is complete when its completion has come, or when it is proven otherwise.
 */
class TrackingQueue
{
  public:
    /// Cell::path of a cell that waits to be sent again.
    static constexpr uint16_t NOWHERE = std::numeric_limits<uint16_t>::max();

    /// A time that never comes.
    static constexpr int64_t NEVER = std::numeric_limits<int64_t>::max();

    /// A cell.
    struct Cell
    {
        uint64_t sequence{0};    ///< number in its flow
        uint64_t offset{0};      ///< of its first byte in the flow
        uint32_t length{0};      ///< bytes
        uint32_t sends{0};       ///< how often it was sent
        uint16_t path{NOWHERE};  ///< queue pair over which it was sent last
        bool tokened{false};     ///< the token of this or an earlier attempt has come
        bool complete{false};    ///< all of it has come
        bool timed{true};        ///< start is known, and good for a sample
        uint8_t backoff{0};      ///< how often T_soft is doubled
        uint32_t expiries{0};    ///< how often T_soft has passed since the last token
        int64_t start{0};        ///< when it was sent last, steps
        int64_t deadline{NEVER}; ///< when to give up waiting, steps
    };

    /// Cells in order. There are few: no more than a ring of tokens holds, and most often one or
    /// two.
    using Window = boost::container::small_vector<Cell, 4>;

    /// What a token means.
    enum class TokenKind : uint8_t
    {
        UNKNOWN, ///< of a cell that is complete, or not sent: nothing
        KNOWN,   ///< of a cell whose token has come already: nothing
        LATE,    ///< of an earlier attempt: the head has come, but it tells no RTT
        TIMELY,  ///< of the latest attempt
    };

    /**
     * @brief Make a queue with nothing sent.
     * @param sizeBytes bytes of the flow; one of 0 bytes has one cell
     * @param cellBytes bytes of a full cell
     * @param window cells without a token at most
     * @param span cells from NEXT_ACK to NEXT_SEND at most: slots of the token ring
     */
    TrackingQueue(uint64_t sizeBytes, uint32_t cellBytes, uint32_t window, uint32_t span);

    /**
     * @brief Ask whether the window lets a new cell be sent.
     * @return true if so
     */
    bool MaySend() const;

    /**
     * @brief Send the cell at NEXT_SEND: it must be allowed.
     * @return the cell, not posted yet; it stays where it is until the next one is sent
     */
    Cell& Send();

    /**
     * @brief Find a cell.
     * @param sequence its number
     * @return the cell, or nullptr if it is below NEXT_ACK or not sent
     */
    Cell* Find(uint64_t sequence);

    /**
     * @brief A token has come.
     * @param sequence number of the cell
     * @param attempt of 16, that the token is for
     * @return what it means
     */
    TokenKind OnToken(uint64_t sequence, uint8_t attempt);

    /**
     * @brief A cell is complete: NEXT_ACK moves on over all that are.
     * @param sequence number of the cell; one that was complete is ignored
     */
    void Complete(uint64_t sequence);

    /**
     * @brief Go back to the earliest cell on a queue pair that is not complete: all such cells,
     * with a token or not, are to be sent again.
     * @param path the queue pair
     * @param sequences gets their numbers appended, oldest first
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
     * @brief Count the cells of the flow.
     * @return at least 1
     */
    uint64_t GetCells() const;

    /**
     * @brief Reach the cells from NEXT_ACK to NEXT_SEND.
     * @return the cells, in order
     */
    Window& GetWindow();

  private:
    uint64_t m_size;         ///< bytes of the flow
    uint32_t m_cellBytes;    ///< bytes of a full cell
    uint32_t m_windowLimit;  ///< cells without a token at most
    uint32_t m_span;         ///< cells in m_window at most
    uint64_t m_cells;        ///< of the flow
    uint64_t m_nextAck{0};   ///< first that is not complete
    uint32_t m_untokened{0}; ///< sent cells without a token
    Window m_window;         ///< from NEXT_ACK to NEXT_SEND
};

} // namespace ns3::rdmacell

#endif // TRACKING_QUEUE_H
