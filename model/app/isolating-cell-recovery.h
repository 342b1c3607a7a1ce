/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISOLATING_CELL_RECOVERY_H
#define ISOLATING_CELL_RECOVERY_H

#include "cell-recovery.h"

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief A late token is a fault of its path (the paper's section on fast recovery, to the letter).
 */
class IsolatingCellRecovery : public CellRecovery
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    Action OnLateToken(const LateCell& cell) const override;
};

} // namespace ns3::rdmacell

#endif // ISOLATING_CELL_RECOVERY_H
