/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CELL_WINDOW_H
#define CELL_WINDOW_H

#include "ns3/object.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Decides how many cells of a flow may be without a token, and when the next one may leave.
 *
 * There is one for each host, of the type CellApp::WindowType, as the attribute Window of CellApp.
 * It holds parameters, and what it learns from all flows of the host; each flow has a State.
 */
class CellWindow : public Object
{
  public:
    /// What is known of the paths of a flow.
    struct PathProperties
    {
        int64_t baseRtt{0};    ///< steps
        int64_t cellTime{0};   ///< serialization time of a full cell's payload at line rate, steps
        uint32_t cellBytes{0}; ///< bytes of a full cell
    };

    /// The window of a flow.
    struct State
    {
        uint32_t cells{1}; ///< cells without a token at most
        double rest{0};    ///< part of a cell by which the window is larger
        int64_t sendAt{0}; ///< the next new cell leaves at this time at the earliest, steps
    };

    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * @brief Get the window that a new flow starts with.
     * @param path its paths
     * @return the window
     */
    virtual State Open(const PathProperties& path) const = 0;

    /**
     * @brief A token has given a sample of the round-trip time. By default it changes nothing.
     * @param state window of the flow
     * @param path its paths
     * @param rtt from the start of the cell to its token, steps
     * @param now the current time, steps
     */
    virtual void OnSample(State& state, const PathProperties& path, int64_t rtt, int64_t now);

    /**
     * @brief Get the cells that may be without a token now. By default it is the window of the
     * flow.
     * @param state window of the flow
     * @param path its paths
     * @param others bytes of the host's other flows that have not completed
     * @return cells
     */
    virtual uint32_t GetCells(const State& state,
                              const PathProperties& path,
                              uint64_t others) const;

    /**
     * @brief Get the largest window that a flow can have.
     * @param path its paths
     * @return cells
     */
    virtual uint32_t GetMost(const PathProperties& path) const = 0;
};

} // namespace ns3::rdmacell

#endif // CELL_WINDOW_H
