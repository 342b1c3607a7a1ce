/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CELL_SETTINGS_H
#define CELL_SETTINGS_H

#include "cell-recovery.h"
#include "cell-scheduler.h"
#include "cell-window.h"
#include "global-cell-id.h"

#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/type-id.h"

#include <cstdint>

namespace ns3::rdmacell
{

/// The settings of RDMACell: the attributes of CellApp, whose help texts describe them.
struct CellSettings
{
    /// Largest cell, bytes: half of the largest message.
    static constexpr uint32_t MAX_CELL_BYTES = 1U << 30;

    /// When the clock of a round-trip time starts.
    enum RttStart
    {
        POST,      ///< when the cell is posted
        LINE_RATE, ///< when what its path was given before it can have left at line rate
        FIRST_BIT, ///< when its first bit can leave: what was posted before it has completed
    };

    /// What a new group knows of round-trip times.
    enum History
    {
        NONE, ///< nothing
        HOST, ///< the samples of all groups of its host to hosts of the same base RTT
    };

    /// Where the UDP source ports of queue pairs come from.
    enum PortSelection
    {
        HASHED, ///< from their numbers: some queue pairs of a group share a path
        TRACED, ///< traced, so that the queue pairs of a group take different paths
    };

    uint16_t queuePairs;                  ///< of a group
    PortSelection portSelection;          ///< where UDP source ports come from
    Time linkMemory;                      ///< in which what is known of a link falls to nothing
    double cellBdp;                       ///< size of a cell in bandwidth-delay products
    uint32_t cellBytes;                   ///< size of a cell, or 0 for cellBdp
    TypeId windowType;                    ///< of window
    TypeId schedulerType;                 ///< of scheduler
    TypeId recoveryType;                  ///< of recovery
    mutable Ptr<CellWindow> window;       ///< how many cells may be without a token
    mutable Ptr<CellScheduler> scheduler; ///< which path a new cell takes
    mutable Ptr<CellRecovery> recovery;   ///< what a late token means
    bool tokenOfLast;                     ///< the last cell of a flow asks for a token, too
    double alpha;                         ///< gain of RTT_avg
    double beta;                          ///< gain of RTT_var
    double deviationFactor;               ///< deviations that T_soft allows
    double softFloor;                     ///< least time that T_soft allows, in cells at line rate
    bool hostBacklog;                     ///< cells of the host's other flows extend a deadline
    History history;                      ///< what a new group knows of round-trip times
    Time softCeiling;                     ///< largest T_soft
    Time completionTimeout; ///< from the token of a cell to its completion; 0 for no limit
    RttStart rttStart;      ///< when the clock of a round-trip time starts
    Time turnAround;        ///< from a receiver's completion to its token
    Time pollPeriod;        ///< between looks at the token ring; 0 for none
    bool nakVisible;        ///< NAKs start a recovery
    Time resetTime;         ///< from isolation to the exchange of new PSNs
    bool newPortOnReset;    ///< a reset gives a queue pair another UDP source port
    bool pooled;            ///< flows between two hosts share a group
    uint16_t poolSlots;     ///< flows that share a group at most
    uint32_t ringSlots;     ///< tokens that a flow's ring holds
    uint32_t receiveDepth;  ///< receive requests of a queue pair

    /**
     * @brief Get the number of flows that use a group at a time.
     * @return at least 1
     */
    uint16_t GetSlots() const
    {
        return pooled ? poolSlots : 1;
    }

    /**
     * @brief Get the layout of the immediate data.
     * @return the layout
     */
    GlobalCellId::Layout GetCellIdLayout() const
    {
        return pooled ? GlobalCellId::Layout::POOL : GlobalCellId::Layout::OWN;
    }
};

} // namespace ns3::rdmacell

#endif // CELL_SETTINGS_H
