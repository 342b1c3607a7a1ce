/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ADAPTIVE_CELL_WINDOW_H
#define ADAPTIVE_CELL_WINDOW_H

#include "cell-window.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief A window that keeps queues short, from base RTT, line rate and the round-trip times of
 * tokens alone.
 *
 * By Little's law, a window of W cells whose tokens take r base RTTs has W (r - 1) / r cells in
 * queues. As in TCP Vegas (Brakmo et al., SIGCOMM 1994), each flow keeps that below a limit, 3/4 of
 * a cell:
 *
 *     W = limit r / (r - 1), at least 1, at most the cells of a base RTT at line rate
 *
 * A token is a round-trip time old, so the window goes half of the way down with each, and up by
 * one cell in a round-trip time. Its whole cells may be in flight.
 *
 * A flow starts with the largest window, so that one that is alone sends at line rate from its
 * first cell on. For that not to be a burst on top of others, the same law holds for the host: all
 * its flows together have at most H = limit R / (R - 1) BDP in flight, where R is the average of r
 * over the host's tokens, and the limit is one BDP. One cell is always allowed.
 *
 * One cell of each of many senders is still too much for a receiver. So the next cell waits when
 * tokens take longer than some base RTTs, for the excess.
 */
class AdaptiveCellWindow : public CellWindow
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    State Open(const PathProperties& path) const override;
    void OnSample(State& state, const PathProperties& path, int64_t rtt, int64_t now) override;
    uint32_t GetCells(const State& state,
                      const PathProperties& path,
                      uint64_t others) const override;
    uint32_t GetMost(const PathProperties& path) const override;

    /**
     * @brief Get the average round-trip time of the host's tokens.
     * @return base RTTs; 1 before the first
     */
    double GetAverageRtt() const;

  private:
    double m_queuedCells;   ///< cells of a flow in queues at most
    double m_queuedBdp;     ///< bandwidth-delay products of a host in queues at most
    double m_waitAbove;     ///< round-trip time above which the next cell waits, base RTTs
    double m_gain;          ///< of the average round-trip time
    double m_averageRtt{1}; ///< of the host's tokens, base RTTs
};

} // namespace ns3::rdmacell

#endif // ADAPTIVE_CELL_WINDOW_H
