/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef REROUTING_CELL_RECOVERY_H
#define REROUTING_CELL_RECOVERY_H

#include "cell-recovery.h"

#include "ns3/nstime.h"

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief A late token is a sign of congestion: the next cell takes another path, and nothing is
 * sent twice. This is the rerouting of the paper's results section, which "avoids path congestion".
 *
 * It becomes a sign of a fault when other paths deliver meanwhile: when the cell is older than many
 * of the round-trip times that cells behind it have had. Without such cells, after a fixed time.
 */
class ReroutingCellRecovery : public CellRecovery
{
  public:
    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    Action OnLateToken(const LateCell& cell) const override;

  private:
    double m_faultRtts;    ///< round-trip times of later cells after which the path is at fault
    uint32_t m_faultCells; ///< cells behind that have had their tokens
    Time m_faultTime;      ///< the same without later cells
};

} // namespace ns3::rdmacell

#endif // REROUTING_CELL_RECOVERY_H
