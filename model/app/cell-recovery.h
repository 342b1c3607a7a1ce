/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CELL_RECOVERY_H
#define CELL_RECOVERY_H

#include "ns3/object.h"

#include <cstdint>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Decides what a token means that has not arrived within T_soft. NAKs, failed queue pairs
 * and cells that do not complete after their token are always faults of a path.
 *
 * There is one for each host, of the type CellApp::RecoveryType, as the attribute Recovery of
 * CellApp.
 */
class CellRecovery : public Object
{
  public:
    /// What is done about a late token. In any case T_soft of the cell starts again, doubled.
    enum class Action : uint8_t
    {
        ISOLATE, ///< it is a fault: the path is isolated, and its cells are retransmitted on others
        REROUTE, ///< the path is slow: the next cell takes another one, and need not wait for this
    };

    /// What is known of a cell without a token.
    struct LateCell
    {
        int64_t age{0};      ///< time since the cell was sent last, steps
        int64_t laterRtt{0}; ///< RTT of the latest token of a cell that follows it, steps; 0: none
        uint32_t laterTokens{0}; ///< tokens of cells that follow it
        bool behind{false}; ///< it waits behind a cell whose token has come, on a busy queue pair
        uint32_t sends{1};  ///< how often it was sent
        int64_t leastLimit{0}; ///< no time after which it counts as lost is shorter, steps
    };

    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * @brief T_soft of a cell has expired.
     * @param cell the cell
     * @return what to do
     */
    virtual Action OnLateToken(const LateCell& cell) const = 0;
};

} // namespace ns3::rdmacell

#endif // CELL_RECOVERY_H
